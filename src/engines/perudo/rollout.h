/* rollout - trying out moves against hands dealt from beliefs.
 *
 * Every seat's hand is drawn from what is believed about it, then the round is played on by the
 * model's way of bidding: each player takes what has the best odds for its hand, with a little
 * noise. A move is worth what the round then brings: -1 a die lost, and a share of 1 for a die that
 * somebody else loses. */
#ifndef DAMERO_PERUDO_ROLLOUT_H
#define DAMERO_PERUDO_ROLLOUT_H

#include "engines/perudo/player.h"

typedef struct rollout {
    const model *model;
    float *ladder[PERUDO_SEATS_MAX]; /* belief summed up, to draw hands by */
} rollout;

bool perudo_rollout_create(rollout *, const model *, int widest, error *);
void perudo_rollout_destroy(rollout *);

/* Finds the best move for the hand of the question (or for every hand in turn, with the effort
 * shared among them) and gives it the chance 1; returns the deals played. */
uint64_t perudo_rollout_choose(rollout *, player *, const question *, float *const belief[],
                               float *chance);

#endif
