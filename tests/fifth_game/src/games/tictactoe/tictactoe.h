/* tictactoe - three in a row on a board of nine cells; the fixture of tests/fifth_game. */
#ifndef DAMERO_TICTACTOE_H
#define DAMERO_TICTACTOE_H

#include "games/game.h"

enum { TICTACTOE_CELLS = 9 };

/* The cells of each seat as bits 0 to 8, row by row from the top. */
typedef struct tictactoe_position {
    uint16_t taken[2];
} tictactoe_position;

static inline const tictactoe_position *tictactoe_seen(const game_position *p) {
    return (const tictactoe_position *)(const void *)p;
}

/* A move is the cell plus one. */
static inline int tictactoe_cell(game_move m) { return (int)m - 1; }

extern const game tictactoe_game;

#endif
