/* damas slice - the numbering of positions by material.
 *
 * A slice is all positions of one material (the men and kings of the side to move and of the other
 * side) with side 0 to move. A position with side 1 to move is numbered after turning the board
 * round and exchanging the sides. The numbering has no gaps: men of the side to move on its own
 * first row, its other men, the other side's men, its kings, the other side's kings, each as a
 * combination of the squares that are still free. The number of men on the first row comes first,
 * because only the other men take squares away from the other side's men.
 */
#ifndef DAMERO_DAMAS_SLICE_H
#define DAMERO_DAMAS_SLICE_H

#include "games/damas/board.h"

enum {
    DAMAS_TABLE_PIECES = 7, /* the most pieces that can be numbered */
    DAMAS_SLICES = 330,     /* materials of up to that many pieces: C(7 + 4, 4) */
};

/* Pieces of the side to move and of the other one. */
typedef struct damas_material {
    uint8_t men, kings, their_men, their_kings;
} damas_material;

typedef struct damas_slice {
    damas_material material;
    uint64_t size;         /* positions in it */
    uint64_t base[5];      /* first number, by the number of men on the first row */
    uint32_t others[5];    /* ways to place the other men ... */
    uint32_t their_men[5]; /* ... and then the other side's men */
    uint32_t kings, their_kings;
} damas_slice;

static inline int damas_material_pieces(damas_material m) {
    return m.men + m.kings + m.their_men + m.their_kings;
}

damas_material damas_material_of(const damas_board *, int side);

/* The material with the sides exchanged. */
static inline damas_material damas_mirror(damas_material m) {
    return (damas_material){m.their_men, m.their_kings, m.men, m.kings};
}

/* A number below DAMAS_SLICES for each material of up to DAMAS_TABLE_PIECES pieces. */
int damas_material_number(damas_material);

damas_slice damas_slice_of(damas_material);

/* The number of a position with side 0 to move in its slice, and back. */
uint64_t damas_rank_board(const damas_slice *, const damas_board *);
damas_board damas_board_at(const damas_slice *, uint64_t number);

/* The board seen from the other side: turned round, sides exchanged. */
damas_board damas_turned(const damas_board *);

#endif
