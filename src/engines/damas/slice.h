/* damas slice - the numbering of positions by material.
 *
 * All positions of one material with side 0 to move are a slice: so many men and kings of the side
 * that moves and of the other one. A position with side 1 to move is numbered after turning the
 * board round and exchanging the sides. The numbering has no holes: men of the side to move on its
 * own first row, its other men, the other side's men on what is left of their rows, kings, the
 * other side's kings, each as a combination of the squares that are still free. How many of the
 * first men stand on the first row comes first, because only the others take squares away from the
 * other side's men.
 */
#ifndef DAMERO_DAMAS_SLICE_H
#define DAMERO_DAMAS_SLICE_H

#include "games/damas/board.h"

enum {
    DAMAS_TABLE_PIECES = 7, /* pieces that can be numbered, at most */
    DAMAS_SLICES = 330,     /* ways to have up to that many: C(7 + 4, 4) */
};

/* Pieces of the side to move and of the other one. */
typedef struct damas_material {
    uint8_t men, kings, their_men, their_kings;
} damas_material;

typedef struct damas_slice {
    damas_material material;
    uint64_t size;         /* positions in it */
    uint64_t base[5];      /* where those with so many men on the first row begin */
    uint32_t others[5];    /* ways to place the other men ... */
    uint32_t their_men[5]; /* ... and then the other side's */
    uint32_t kings, their_kings;
} damas_slice;

static inline int damas_material_pieces(damas_material m) {
    return m.men + m.kings + m.their_men + m.their_kings;
}

damas_material damas_material_of(const damas_board *, int side);

/* The same with the sides exchanged. */
static inline damas_material damas_mirror(damas_material m) {
    return (damas_material){m.their_men, m.their_kings, m.men, m.kings};
}

/* A number for each material of up to DAMAS_TABLE_PIECES pieces, below DAMAS_SLICES. */
int damas_material_number(damas_material);

damas_slice damas_slice_of(damas_material);

/* Between a position with side 0 to move and its number in the slice. */
uint64_t damas_rank_board(const damas_slice *, const damas_board *);
damas_board damas_board_at(const damas_slice *, uint64_t number);

/* The board seen from the other side: turned round, sides exchanged. */
damas_board damas_turned(const damas_board *);

#endif
