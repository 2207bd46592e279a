/* perudo tables - precomputed strategies for whole rounds between two players.
 *
 * A table is the strategy of one seat (the opener's or the other's) of a round of given numbers of
 * dice, under given rules of bidding. It has a row for each public position that the seat gets to,
 * keyed by the last few bids. A row holds for each hand the moves it makes, with their chances.
 *
 * No files here: a table is read from and written to memory as an image, and several images can
 * follow each other. Numbers are little-endian.
 *
 *     bytes 0-7     PERUDO_TABLE_WORD
 *     bytes 8-11    rules of bidding: raise, lamas rank, open on lamas, faces
 *     bytes 12-13   dice of the opener, of the other
 *     byte  14      the seat: 0 the opener
 *     byte  15      bids remembered, 1 to 8
 *     byte  16      bits of a chance: 4 or 12
 *     bytes 17-19   0
 *     bytes 20-23   rows
 *     bytes 24-47   the rest of the header (image.h)
 *     from 48       for each row, sorted by key: its key (8 bytes) and its offset
 *                   among the bytes of all rows (4 bytes)
 *     then          the rows
 *
 * A row begins with the number of different moves (1 to 15) and a byte for each of them (0 a doubt,
 * otherwise the code of a bid). Then follow, for each hand in the order of hands.h, entries of one
 * byte (4 bits) or two (12 bits): the index of the move in the upper four bits, its chance minus
 * one in the others, in sixteenths or in parts of 4096; the last entry of a hand is the one with
 * which its chances sum to 1. An entry with 15 in the upper four bits stands for further hands that
 * play like the one before; the other bits hold their number minus one.
 *
 * A key consists of the remembered bids, seven bits each, the last one lowest. Positions that
 * hardly ever come up have no row; they are played like the row that shares the most last bids with
 * them.
 */
#ifndef DAMERO_PERUDO_TABLES_H
#define DAMERO_PERUDO_TABLES_H

#include "engines/image.h"
#include "engines/perudo/study.h"

#define PERUDO_TABLE_WORD "PERUDOT1"

enum { PERUDO_ROW_MOVES = 15, PERUDO_TABLE_BLOCKS = 256 };

typedef struct perudo_tables {
    /* Images by dice of opener and other player, minus one, and seat; NULL: none. */
    const uint8_t *image[PERUDO_DICE_MAX][PERUDO_DICE_MAX][2];
    void *block[PERUDO_TABLE_BLOCKS]; /* owned memory */
    int blocks;
} perudo_tables;

void perudo_tables_destroy(perudo_tables *);

/* Adds a copy of one or more images, ignoring those for other rules. False, with nothing changed,
 * if one is damaged; the error says what is wrong with it. */
bool perudo_tables_add(perudo_tables *, const perudo_rules *, const void *images, size_t length,
                       error *);

/* The same without a copy, for images that are known to be good in memory that outlives the tables.
 */
void perudo_tables_lend(perudo_tables *, const perudo_rules *, const void *images, size_t length);

/* The built-in tables: usual rules, up to five dice each. `damero tables perudo` makes them;
 * docs/perudo.md says how they get here. */
const uint8_t *perudo_shipped_tables(size_t *length);

/* A row being read. */
typedef struct perudo_row {
    int count; /* of different moves */
    int bits;
    perudo_bid move[PERUDO_ROW_MOVES]; /* 0 is a doubt */
    const uint8_t *next;               /* the entries of the next hand */
    unsigned again;                    /* how many more hands play like the one before */
    float chance[PERUDO_ROW_MOVES];    /* of the hand read last */
} perudo_row;

/* Whether there is a table for `seat` in this round. */
bool perudo_tables_cover(const perudo_tables *, const perudo_position *, int seat);

/* The row of a position in which `seat` is to move, or if it has none, the first of those that
 * agree with it in the most bids, counted from the last one; false if none has its last bid. */
bool perudo_tables_find(const perudo_tables *, const perudo_position *, int seat, perudo_row *);

/* Only a row of its own. */
bool perudo_tables_find_own(const perudo_tables *, const perudo_position *, int seat, perudo_row *);

/* Reads the chances of the next hand, starting with the first, into row->chance. */
void perudo_row_read(perudo_row *);

/* The strategy of a study, whose graph must remember 1 to 8 bids, as an image of `length` bytes to
 * be freed by the caller; NULL with an error if there is not enough memory. */
uint8_t *perudo_tables_image(const study *, perudo_image_options, size_t *length, error *);

#endif
