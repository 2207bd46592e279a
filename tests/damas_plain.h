/* Spanish draughts the plain way: 64 cells, one after the other. Written from the rules without
 * bitboards, as an independent check of the generator and a reference for its speed. */
#ifndef DAMERO_DAMAS_PLAIN_H
#define DAMERO_DAMAS_PLAIN_H

#include <stdint.h>

#include "games/damas/damas.h"

/* Cells hold 0, or 1 man and 2 king for side 0, -1 and -2 for side 1; row 0 is at the top. */
typedef struct plain_board {
    signed char cell[8][8];
} plain_board;

plain_board plain_of(const damas_board *);

/* Leaves at `depth`; captures are distinguished by origin, captured set and destination. */
uint64_t plain_perft(const plain_board *, int side, int depth);

#endif
