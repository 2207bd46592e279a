/* tally - the score of a series of games, and whether it could be chance.
 */
#ifndef DAMERO_TALLY_H
#define DAMERO_TALLY_H

#include "base/text.h"
#include "events/statistics.h"
#include "games/game.h"

typedef struct tally {
    int players;
    const char *name[GAME_SEATS_MAX]; /* not owned */
    int wins[GAME_SEATS_MAX], draws;
    /* For two players: the first one's results, with pairs of games in which they swap seats. */
    series_score score;
    int half; /* twice its points in a pair's first game; used after an odd number of games */
} tally;

/* Adds a game that a player (GAME_NOBODY: nobody) has won. */
void tally_add(tally *, int winner);

int tally_games(const tally *);

/* "engine: 17, player.py: 3, drawn: 0"; players of the same name are numbered. */
void tally_write(const tally *, text *);

/* A sentence with the interval of the leader of two players, from ten games on; otherwise
 * nothing. */
void tally_write_certainty(const tally *, text *);

/* "Elo +40.7 ± 30.4, LOS 99.6 %, pairs 0 3 10 4 1" for the first of two players, and the state of a
 * test (NULL: none): "LLR 1.20 (-2.94 to 2.94)". */
void tally_write_figures(const tally *, const sprt *, text *);

#endif
