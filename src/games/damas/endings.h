/* damas endings - single endings that are drawn after so many moves.
 *
 * Beside the counts that run in every position (damas.h: repetition, quiet moves, the river),
 * federations give endings of few pieces a number of moves and call them drawn when these are made.
 * Such rules are rows of a table. Each row is counted by itself: in plies for which the board has
 * been of its kind, drawn at two for each of its moves. The tables, and whose they are, stand in
 * endings.c; a setting chooses one.
 */
#ifndef DAMERO_DAMAS_ENDINGS_H
#define DAMERO_DAMAS_ENDINGS_H

#include "games/damas/board.h"

enum { DAMAS_ENDINGS = 5 }; /* rows of a table at most */

/* Boards of a kind; each side has a king in all of them. */
typedef struct damas_ending {
    uint8_t moves;       /* of each side, after which it is drawn */
    uint8_t least, most; /* pieces on the board */
    uint8_t each;        /* pieces of one side at most; 0: any number */
    uint8_t men;         /* men on the board at most */
    bool lone;           /* one side has a king and nothing else ... */
    bool road;           /* ... which stands on the long diagonal */
    bool anew;           /* a capture or a crowning begins the count again */
    const char *reason;  /* of the draw, as a game's outcome has it */
} damas_ending;

typedef struct damas_endings {
    const char *name; /* as the setting has it */
    int count;
    damas_ending ending[DAMAS_ENDINGS];
} damas_endings;

/* By name, or NULL. */
const damas_endings *damas_endings_named(const char *name);

bool damas_ending_fits(const damas_ending *, const damas_board *);

/* Counts on: `plies` of each row belong to the board `before` and then to `after`. What made it
 * that is a move, which is counted, or a huff, which is not. */
void damas_endings_after(const damas_endings *, const damas_board *before, const damas_board *after,
                         bool move, uint8_t plies[DAMAS_ENDINGS]);

/* The row that is drawn by its count, or NULL. */
const damas_ending *damas_endings_over(const damas_endings *, const uint8_t plies[DAMAS_ENDINGS]);

/* Plies after which the board is drawn whatever is played, unless the game is over by then: known
 * where kings stand against a lone one, since all that comes of that is of the same kind. INT_MAX
 * where nothing is known. */
int damas_endings_left(const damas_endings *, const damas_board *,
                       const uint8_t plies[DAMAS_ENDINGS]);

#endif
