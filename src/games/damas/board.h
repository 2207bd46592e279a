/* damas board - the 32 squares as bits of one word, and how pieces step and slide on them.
 *
 * Square n of the official numbering (1..32, counted from the first player's lower right corner,
 * right to left, bottom to top) is bit s + (s + 4) / 8 with s = n - 1. After every other row one
 * bit is unused, so that a step is the same shift from every row, and a piece that leaves the board
 * at either side lands on an unused bit:
 *
 *     35   34   33   32           <- squares 29..32, where the first player crowns
 *        30   29   28   27     31 unused
 *     26   25   24   23
 *        21   20   19   18     22 unused
 *     17   16   15   14
 *        12   11   10    9     13 unused
 *      8    7    6    5
 *         3    2    1    0      4 unused
 *
 * Up-right is +4, up-left +5, down-left -4, down-right -5. No edge masks are needed:
 * intersecting with the empty squares of the board is enough. (Samuel's layout of 1959.)
 */
#ifndef DAMERO_DAMAS_BOARD_H
#define DAMERO_DAMAS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"

typedef uint64_t damas_set; /* a set of squares: one bit each, as drawn above */

#define DAMAS_ALL       UINT64_C(0xf7fbfdfef) /* the 32 squares */
#define DAMAS_FIRST_ROW UINT64_C(0x00000000f) /* where side 1 crowns */
#define DAMAS_LAST_ROW  UINT64_C(0xf00000000) /* where side 0 crowns */
#define DAMAS_RIVER     UINT64_C(0x842108421) /* the long diagonal, squares 1 to 32 */

enum {
    DAMAS_SQUARES = 32,
    DAMAS_BITS = 36,
    DAMAS_PIECES = 12,      /* of each side at the start */
    DAMAS_PIECES_READ = 16, /* of each side in a position that is read: problems may have more */
};

/* Directions; `direction ^ 2` is the opposite one. */
enum { DAMAS_UP_RIGHT, DAMAS_UP_LEFT, DAMAS_DOWN_LEFT, DAMAS_DOWN_RIGHT };

#define DAMAS_INLINE static inline __attribute__((always_inline))

/* Side 0 moves first and upwards, side 1 downwards. */
typedef struct damas_board {
    damas_set man[2], king[2];
} damas_board;

DAMAS_INLINE damas_set damas_one(int bit) { return UINT64_C(1) << bit; }
DAMAS_INLINE int damas_bit_of(int square) { return square + (square + 4) / 8; } /* from 0..31 */
DAMAS_INLINE int damas_square_of(int bit) { return bit - (bit + 4) / 9; }       /* to 0..31 */

/* The squares from each square in each direction, up to the edge. */
extern const damas_set damas_rays[4][DAMAS_BITS];

DAMAS_INLINE damas_set damas_step(damas_set s, int direction) {
    switch (direction) {
    case DAMAS_UP_RIGHT: return s << 4;
    case DAMAS_UP_LEFT: return s << 5;
    case DAMAS_DOWN_LEFT: return s >> 4;
    default: return s >> 5;
    }
}

/* The member of `s` nearest to the start of a ray in that direction, as a set; `s` is not empty. */
DAMAS_INLINE damas_set damas_nearest(damas_set s, int direction) {
    return direction < DAMAS_DOWN_LEFT ? s & (0 - s) : damas_one(63 - __builtin_clzll(s));
}

/* The squares a piece at `bit` slides over in a direction before the first of `blockers`. */
DAMAS_INLINE damas_set damas_slide(int bit, int direction, damas_set blockers) {
    damas_set ray = damas_rays[direction][bit], met = ray & blockers;
    if (!met) return ray;
    return direction < DAMAS_DOWN_LEFT ? ray & ((met & (0 - met)) - 1)
                                       : ray & (~UINT64_C(1) << (63 - __builtin_clzll(met)));
}

DAMAS_INLINE damas_set damas_crown_row(int side) {
    return side == 0 ? DAMAS_LAST_ROW : DAMAS_FIRST_ROW;
}

DAMAS_INLINE damas_set damas_of(const damas_board *b, int side) {
    return b->man[side] | b->king[side];
}

DAMAS_INLINE damas_set damas_empty(const damas_board *b) {
    return DAMAS_ALL & ~(b->man[0] | b->man[1] | b->king[0] | b->king[1]);
}

/* Where men of `side` land if they step, or jump over one of `over`, to the left or right as seen
 * by side 0. */
DAMAS_INLINE damas_set damas_forward(damas_set men, int side, int left) {
    return side == 0 ? men << (4 + left) : men >> (5 - left);
}
DAMAS_INLINE damas_set damas_jump(damas_set men, int side, int left, damas_set over,
                                  damas_set empty) {
    return damas_forward(damas_forward(men, side, left) & over, side, left) & empty;
}

#endif
