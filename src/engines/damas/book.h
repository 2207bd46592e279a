/* damas book - the openings that the engine knows without a search.
 *
 * A book is a graph of positions from the start of a variant. Each position has the score of its
 * best move, and its moves with their cost: how much worse than the best one they are. The moves
 * that cost at most DAMAS_BOOK_MARGIN are worth playing; the others are there because the book has
 * an answer to them. tools/damas_book.c makes the books; they are in the file `books`, which
 * books.S puts into the program.
 *
 * A book in the file, little-endian:
 *
 *   uint32  number of positions
 *   uint32  number of moves, of all positions together
 *   uint64  a hash of the variant's flags, the records and the keys of their positions
 *   for each position a record:
 *     uint8   number of its moves, at least 1
 *     int16   the score of the best one, for the side to move, in hundredths of a man
 *     for each move, best first:
 *       uint8   bits 0-6: its place in the list of damas_generate; bit 7: it leads to a position of
 *               the book
 *       uint8   its cost
 *
 * The file has no boards: the first record is of the start, and the next ones are of the positions
 * that the moves lead to, in the order in which they are first mentioned. To read a book is to play
 * through it. In memory a position is found by its whole board, so no other one is taken for it.
 */
#ifndef DAMERO_DAMAS_BOOK_H
#define DAMERO_DAMAS_BOOK_H

#include "games/damas/damas.h"

enum {
    DAMAS_BOOK_MARGIN = 16, /* a move that costs more is not played */
    DAMAS_BOOK_LUCK = 28,   /* a seed makes up for less than this cost */
    DAMAS_BOOK_LEADS = 128, /* bit 7 of a move's place */
    DAMAS_BOOK_HEAD = 16,   /* bytes before the records */
};

typedef struct damas_book_move {
    damas_move move;
    int cost;
} damas_book_move;

typedef struct damas_book_entry {
    damas_board board;
    uint8_t side;
    int count, score;
    const damas_book_move *move; /* `count` of them, best first; owned by the book */
} damas_book_entry;

typedef struct damas_book {
    size_t positions, moves;
    damas_book_entry *entry; /* the start first */
    damas_book_move *move;
    size_t mask;    /* of `slot`, whose number is a power of two */
    uint32_t *slot; /* by key: 1 + index of an entry; 0: none */
} damas_book;

/* The book of a variant in the file; returns its length, 0 if it is damaged. NULL: this program has
 * no books. (That of a browser has none: the page would take longer to load.) */
size_t damas_book_of(const damas_rules *, const uint8_t **bytes);

/* Reads the book of a variant with the official profile; NULL with an error if it is damaged.
 * Destroy it. */
damas_book *damas_book_read(const damas_rules *, const uint8_t *bytes, size_t length, error *);
void damas_book_destroy(damas_book *);

/* The hash in a book's head, of the variant's flags, the records and the positions. */
uint64_t damas_book_hash(const damas_book *, unsigned flags, const uint8_t *records, size_t length);

/* What the book knows of a position; NULL: nothing. */
const damas_book_entry *damas_book_find(const damas_book *, const damas_board *, int side);

/* A move that is worth playing: the best one with seed 0. Any other seed gives each move within the
 * margin a number below DAMAS_BOOK_LUCK, and the highest number less the cost wins: so better moves
 * are more likely. */
const damas_book_move *damas_book_choose(const damas_book_entry *, uint64_t seed);

#endif
