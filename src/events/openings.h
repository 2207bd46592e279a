/* openings - a book of openings for a series: positions from which games start.
 *
 * A book is text. It holds records (as written by `damero export`; the position after the last move
 * counts), or on each line a position in the game's notation, or moves from the standard start.
 * Empty lines and lines that start with # are ignored. With `plies` only this number of moves is
 * taken from a record or a line of moves, so that whole games can be a book. */
#ifndef DAMERO_EVENTS_OPENINGS_H
#define DAMERO_EVENTS_OPENINGS_H

#include "games/game.h"

typedef struct opening_book {
    const game_rules *rules; /* not owned */
    char *positions;         /* one after the other, position_bytes each */
    size_t count, capacity;
    uint32_t *order; /* the order of play */
    size_t plies;    /* most moves of an opening; 0: all */
} opening_book;

/* Reads a book; an error names the line, or the game of a record. A game that is over is refused.
 */
bool opening_book_read(opening_book *, const game_rules *, size_t plies, const char *bytes,
                       size_t length, error *);
void opening_book_destroy(opening_book *);

/* Plays them in a random order, determined by the seed; otherwise in the order of the book. */
void opening_book_shuffle(opening_book *, uint64_t seed);

/* Opening number `number`; after the last one it starts over. */
const game_position *opening_book_at(const opening_book *, uint64_t number);

/* The positions of a new book, so that none is added twice. */
typedef struct opening_set {
    uint64_t *keys;
    size_t count, capacity;
} opening_set;

/* Adds a position; false if it is there already, even reflected or rotated. */
bool opening_set_add(opening_set *, const game_rules *, const game_position *);
void opening_set_destroy(opening_set *);

#endif
