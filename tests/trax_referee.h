/* A plain referee for Trax, written from the rules alone: a grid, copied for every turn and scanned
 * from end to end. Slow and simple; tests compare the fast rules with it, and the benchmark
 * measures how much faster they are. Seats: 0 White, 1 Black. */
#ifndef DAMERO_TRAX_REFEREE_H
#define DAMERO_TRAX_REFEREE_H

#include <stdbool.h>
#include <stdint.h>

enum { REFEREE_SIDE = 80, REFEREE_MOVES = 4096 };

typedef struct referee_board {
    unsigned char tile[REFEREE_SIDE][REFEREE_SIDE]; /* as in trax.h; 0 is empty */
    int top, bottom, left, right;                   /* of the box; bottom < top if it is empty */
    int tiles, mover;
    bool loop[2], line[2]; /* by colour */
} referee_board;

typedef struct referee_turn {
    int row, column; /* of the grid */
    unsigned char tile;
} referee_turn;

typedef enum referee_variant { REFEREE_UNLIMITED, REFEREE_8X8, REFEREE_LOOP } referee_variant;

void referee_start(referee_board *);
bool referee_over(const referee_board *);

/* The legal turns, row by row. */
int referee_turns(const referee_board *, referee_variant, referee_turn *);

/* The board after a turn; false if the turn is illegal. */
bool referee_play(const referee_board *, referee_variant, referee_turn, referee_board *after);

uint64_t referee_perft(const referee_board *, referee_variant, int depth);

#endif
