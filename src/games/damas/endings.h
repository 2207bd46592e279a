/* damas endings - endings with few pieces that are drawn after a limited number of moves.
 *
 * Besides the counts that run in every position (damas.h: repetition, quiet moves, the river),
 * federations limit the number of moves in certain endings with few pieces. Each such rule is a row
 * of a table and has its own count: the plies for which the board has been of its kind. The game is
 * drawn when it reaches two plies for each move. The tables and their sources are in endings.c; a
 * setting chooses one.
 */
#ifndef DAMERO_DAMAS_ENDINGS_H
#define DAMERO_DAMAS_ENDINGS_H

#include "games/damas/board.h"

enum { DAMAS_ENDINGS = 5 }; /* the most rows of a table */

/* A kind of boards; each side has a king in all of them. */
typedef struct damas_ending {
    uint8_t moves;       /* of each side until the draw */
    uint8_t least, most; /* pieces on the board */
    uint8_t each;        /* the most pieces of one side; 0: any number */
    uint8_t men;         /* the most men on the board */
    bool lone;           /* one side has only a king ... */
    bool road;           /* ... which is on the long diagonal */
    bool restarts;       /* a capture or a crowning restarts the count */
    const char *reason;  /* for the draw, as in game_outcome */
} damas_ending;

typedef struct damas_endings {
    const char *name; /* the value of the setting */
    int count;
    damas_ending ending[DAMAS_ENDINGS];
} damas_endings;

/* By name, or NULL. */
const damas_endings *damas_endings_named(const char *name);

bool damas_ending_fits(const damas_ending *, const damas_board *);

/* Updates the counts `plies` of all rows from the board `before` to the board `after`. A move
 * counts, a huff does not. */
void damas_endings_after(const damas_endings *, const damas_board *before, const damas_board *after,
                         bool move, uint8_t plies[DAMAS_ENDINGS]);

/* The row whose count draws the game, or NULL. */
const damas_ending *damas_endings_over(const damas_endings *, const uint8_t plies[DAMAS_ENDINGS]);

/* Plies after which the game will be drawn whatever is played, unless it is over before. Known only
 * for kings against a lone king, as every continuation is of the same kind; otherwise INT_MAX. */
int damas_endings_left(const damas_endings *, const damas_board *,
                       const uint8_t plies[DAMAS_ENDINGS]);

#endif
