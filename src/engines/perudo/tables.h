/* perudo tables - strategies for whole rounds of two players, made beforehand.
 *
 * A table is the strategy of one seat (the opener's or the other's) of a round of so many dice
 * against so many, under some rules of bidding: a row for each public position that the seat comes
 * to, by the last few bids. A row holds for each hand which moves it makes how often.
 *
 * No files here: a table is read from and written to memory as an image, and images can stand one
 * behind the other. Numbers are little-endian.
 *
 *     bytes 0-7     PERUDO_TABLE_WORD
 *     bytes 8-11    rules of bidding: raise, lamas rank, open on lamas, faces
 *     bytes 12-13   dice of the opener, of the other
 *     byte  14      the seat: 0 the opener
 *     byte  15      bids remembered, 1 to 8
 *     byte  16      bits of a chance: 4 or 12
 *     bytes 17-19   0
 *     bytes 20-23   rows
 *     bytes 24-47   the rest of the frame (image.h)
 *     from 48       for each row, in order of the keys: its key (8 bytes) and where it
 *                   begins among the bytes of all rows (4 bytes)
 *     then          the rows
 *
 * A row begins with the number of different moves (1 to 15) and each of them in a byte (0 a doubt,
 * else the code of a bid). Then come for each hand, in the order of hands.h, entries of one byte (4
 * bits) or two (12 bits): the move's place in the upper four bits, its chance less one in the
 * others, in sixteenths or in parts of 4096; the last entry of a hand is the one that makes its
 * chances whole. With 15 in the upper four bits an entry stands for hands that play like the one
 * before: one more than the other bits say.
 *
 * A key is the bids remembered, seven bits each with the last one lowest.
 */
#ifndef DAMERO_PERUDO_TABLES_H
#define DAMERO_PERUDO_TABLES_H

#include "engines/image.h"
#include "engines/perudo/study.h"

#define PERUDO_TABLE_WORD "PERUDOT1"

enum { PERUDO_ROW_MOVES = 15, PERUDO_TABLE_BLOCKS = 256 };

typedef struct perudo_tables {
    /* Images by dice of opener and other, less one, and seat; NULL: not there. */
    const uint8_t *image[PERUDO_DICE_MAX][PERUDO_DICE_MAX][2];
    void *block[PERUDO_TABLE_BLOCKS]; /* memory of its own */
    int blocks;
} perudo_tables;

void perudo_tables_destroy(perudo_tables *);

/* Takes in a copy of one or more images; those for other rules are left aside. False, with nothing
 * changed, where one is damaged: the error says what is wrong with it. */
bool perudo_tables_add(perudo_tables *, const perudo_rules *, const void *images, size_t length,
                       error *);

/* The same for images that are known to be good, in memory that stays: nothing is copied. */
void perudo_tables_lend(perudo_tables *, const perudo_rules *, const void *images, size_t length);

/* The tables that are built in: usual rules, up to five dice each. `damero tables perudo` makes
 * them; docs/perudo.md says how they get here. */
extern const uint8_t perudo_shipped_tables[], perudo_shipped_tables_end[];

/* A row being read. */
typedef struct perudo_row {
    int count; /* of different moves */
    int bits;
    perudo_bid move[PERUDO_ROW_MOVES]; /* 0 is a doubt */
    const uint8_t *next;               /* the entries of the next hand */
    unsigned again;                    /* hands that play like the one before, still to come */
    float chance[PERUDO_ROW_MOVES];    /* of the hand read last */
} perudo_row;

/* Whether there is a table for `seat` in this round. */
bool perudo_tables_cover(const perudo_tables *, const perudo_position *, int seat);

/* The row of a position in which `seat` is to move; false where there is none. */
bool perudo_tables_find(const perudo_tables *, const perudo_position *, int seat, perudo_row *);

/* Reads the next hand, from the first one on: its chances are in row->chance. */
void perudo_row_read(perudo_row *);

/* What an image keeps. */
typedef struct perudo_image_options {
    int bits;    /* 4 or 12 */
    float least; /* positions that the seat itself comes to less often are left out, whatever the
                    other does */
} perudo_image_options;

/* The strategy of a study, whose graph remembers 1 to 8 bids, as an image of `length` bytes in
 * memory to be freed; NULL with an error where there is none. */
uint8_t *perudo_tables_image(const study *, perudo_image_options, size_t *length, error *);

#endif
