/* damas tables - endgame tables.
 *
 * They tell whether a position with few pieces is won, lost or drawn for the side to move, by the
 * official rules of a variant without the rules that draw by counting (repetition, quiet moves,
 * the river, limited endings). A slice (slice.h) takes two bits per position; with very few
 * pieces it also has the distance: the plies to the end of the game if both sides win fast and lose
 * late.
 *
 * No files here: a slice is read from and written to memory as an image.
 *
 *     bytes 0-7     DAMAS_TABLE_WORD
 *     bytes 8-11    men and kings of the side to move, of the other side
 *     byte  12      what it holds: 1 values, 2 distances
 *     byte  13      the variant's flags (damas.h), those of Spanish draughts inverted
 *     bytes 14-15   0
 *     bytes 16-23   positions
 *     bytes 24-47   the rest of the header (image.h)
 *     from 48       the packed bytes, run-length encoded: a count c below 128 and c + 1 literal
 * bytes, or a count c of at least 128 and one byte that is repeated c - 125 times
 *
 * Numbers are little-endian. Values are packed four to a byte, the first one lowest: 0 drawn, 1
 * won, 2 lost. Distances take a byte each: 0 drawn, otherwise 1 + plies (even won, odd lost).
 */
#ifndef DAMERO_DAMAS_TABLES_H
#define DAMERO_DAMAS_TABLES_H

#include "engines/damas/slice.h"
#include "engines/image.h"
#include "games/damas/damas.h"

#define DAMAS_TABLE_WORD "DAMASTB1"

typedef enum damas_value {
    DAMAS_DRAWN,
    DAMAS_WON,
    DAMAS_LOST,
    DAMAS_NOT_KNOWN,
} damas_value;

typedef enum damas_content { DAMAS_VALUES = 1, DAMAS_DISTANCES = 2 } damas_content;

/* Whether the distances of a slice are stored too: up to five pieces, but only up to four if kings
 * step, as then the wins of five take so long that they might not fit a byte. */
static inline bool damas_has_distances(unsigned flags, damas_material m) {
    return damas_material_pieces(m) <= (flags & DAMAS_FLYING ? 5 : 4);
}

typedef struct damas_table {
    damas_slice slice;
    uint8_t *values;    /* owned; may be NULL */
    uint8_t *distances; /* owned; may be NULL */
} damas_table;

typedef struct damas_tables {
    unsigned flags;                   /* the rules: damas_rules.flags */
    damas_table *table[DAMAS_SLICES]; /* by number of the material; may be NULL */
    int pieces;                       /* the most pieces of any slice loaded */
} damas_tables;

damas_tables *damas_tables_create(unsigned flags, error *);
void damas_tables_destroy(damas_tables *);

/* Adds the image of a slice. False, with nothing changed, if it is damaged; the error says what is
 * wrong with it. */
bool damas_tables_add(damas_tables *, const void *image, size_t length, error *);

/* The value for `side`, which is to move; DAMAS_NOT_KNOWN if the slice is not loaded. A side
 * without pieces has lost. */
damas_value damas_tables_value(const damas_tables *, const damas_board *, int side);

/* Plies to the end of the game in a won or lost position; -1 if not known. */
int damas_tables_distance(const damas_tables *, const damas_board *, int side);

/* The image of a slice of that variant from one code per position (0 drawn, otherwise 1 + plies),
 * to be freed by the caller; NULL with an error if there is not enough memory. */
uint8_t *damas_image(unsigned flags, const damas_slice *, damas_content, const uint8_t *codes,
                     size_t *length, error *);

#endif
