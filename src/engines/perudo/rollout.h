/* rollout - evaluates moves by playing on with hands dealt from beliefs.
 *
 * Every seat's hand is drawn from the beliefs about it, and with it whether the seat listens
 * (belief.h). Then the round is played on: each player takes the move with the best odds for its
 * hand, with a little noise.
 * A move is worth the result of the round: -1 for a die lost, and a share of 1 for a die that
 * another seat loses. What this misjudges is corrected (correction.h). A hand that the view shows
 * is not dealt. */
#ifndef DAMERO_PERUDO_ROLLOUT_H
#define DAMERO_PERUDO_ROLLOUT_H

#include "engines/perudo/player.h"

enum { ROLLOUT_GUMBELS = 256 };

typedef struct rollout {
    const model *model;
    float *ladder[PERUDO_SEATS_MAX]; /* cumulative beliefs, to draw hands from */
    float gumbel[ROLLOUT_GUMBELS];   /* a Gumbel variable at equal steps of its chance */
    int ally;                        /* the seat whose dice count as one's own, or GAME_NOBODY */
} rollout;

bool perudo_rollout_create(rollout *, const model *, int widest, error *);
void perudo_rollout_destroy(rollout *);

/* Writes the chances of the moves for the hand of the question, or for every hand in turn; moves
 * about as good as the best are mixed. Returns the number of deals played. */
uint64_t perudo_rollout_choose(rollout *, player *, const question *, float *chance);

/* Writes the value of each move worth trying with the hand of the question; the others keep theirs.
 * Returns the number of deals played. */
uint64_t perudo_rollout_values(rollout *, player *, const question *, double *value);

#endif
