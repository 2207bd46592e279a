/* tally - how a series of games stands: who has won how many, and how far chance may have had its
 * hand in it.
 */
#ifndef DAMERO_TALLY_H
#define DAMERO_TALLY_H

#include "base/text.h"
#include "games/game.h"

typedef struct tally {
    int players;
    const char *name[GAME_SEATS_MAX]; /* not owned */
    int wins[GAME_SEATS_MAX], draws;
} tally;

int tally_games(const tally *);

/* "engine: 17, player.py: 3, drawn: 0"; players of the same name are numbered. */
void tally_write(const tally *, text *);

/* Between which shares of the points (draws are half) a player's would lie in the long run, with a
 * confidence of 95 %: Wilson's interval (E. B. Wilson, 1927), which holds for few games too, and is
 * somewhat wide where many are drawn. */
void tally_share(const tally *, int player, double *share, double *least, double *most);

/* A sentence with that for the leader of two players, from ten games on; else nothing. */
void tally_write_certainty(const tally *, text *);

#endif
