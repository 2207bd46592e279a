/* damas tables - what is known about endgames.
 *
 * Every position of up to so many pieces is won, lost or drawn for the side to move, by the
 * official rules of Spanish draughts without the rules that draw by counting (repetition, quiet
 * moves, the river, single endings). A slice (slice.h) is two bits a position; with few pieces also
 * the distance: the plies until the game is over if both play to win fast and lose late.
 *
 * No files here: a slice is read from and written to memory as an image.
 *
 *     bytes 0-7     DAMAS_TABLE_WORD
 *     bytes 8-11    men and kings of the side to move, of the other side
 *     byte  12      what it holds: 1 values, 2 distances
 *     bytes 13-15   0
 *     bytes 16-23   positions
 *     bytes 24-47   the rest of the frame (image.h)
 *     from 48       the packed bytes, in runs: a count c below 128 and c + 1 bytes as they are, or
 *                   a count c from 128 and one byte that stands c - 125 times
 *
 * Numbers are little-endian. Values are packed four to a byte, the first one lowest: 0 drawn, 1
 * won, 2 lost. Distances are a byte each: 0 drawn, else 1 + plies (so even is won, odd is lost).
 */
#ifndef DAMERO_DAMAS_TABLES_H
#define DAMERO_DAMAS_TABLES_H

#include "engines/damas/slice.h"
#include "engines/image.h"

#define DAMAS_TABLE_WORD "DAMASTB1"

typedef enum damas_value {
    DAMAS_DRAWN,
    DAMAS_WON,
    DAMAS_LOST,
    DAMAS_NOT_KNOWN,
} damas_value;

typedef enum damas_content { DAMAS_VALUES = 1, DAMAS_DISTANCES = 2 } damas_content;

enum { DAMAS_DISTANCE_PIECES = 4 }; /* up to so many the distance is kept too */

typedef struct damas_table {
    damas_slice slice;
    uint8_t *values;    /* owned; NULL: not there */
    uint8_t *distances; /* owned; NULL: not there */
} damas_table;

typedef struct damas_tables {
    damas_table *table[DAMAS_SLICES]; /* by number of the material; NULL: not there */
    int pieces;                       /* most pieces of any slice that is there */
} damas_tables;

damas_tables *damas_tables_create(error *);
void damas_tables_destroy(damas_tables *);

/* Takes in the image of a slice. False, with nothing changed, where it is damaged: the error says
 * what is wrong with it. */
bool damas_tables_add(damas_tables *, const void *image, size_t length, error *);

/* The value for `side`, which is to move; DAMAS_NOT_KNOWN where the slice is not there. A side
 * without pieces has lost. */
damas_value damas_tables_value(const damas_tables *, const damas_board *, int side);

/* Plies until the end, -1 where that is not known; only for won and lost positions. */
int damas_tables_distance(const damas_tables *, const damas_board *, int side);

/* The image of a slice from one code a position (0 drawn, else 1 + plies), into memory that the
 * caller frees; NULL with an error where there is none. */
uint8_t *damas_image(const damas_slice *, damas_content, const uint8_t *codes, size_t *length,
                     error *);

#endif
