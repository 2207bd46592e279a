/* model - how people bid, and so what a bid says about the hand behind it.
 *
 * A player considers a few sensible bids (for each face the lowest legal one and the next) and the
 * doubt. Each is rated by its odds for someone who sees only that hand, and chosen with a chance
 * proportional to exp(odds / noise). By Bayes' rule the bids then tell how likely every hand is.
 */
#ifndef DAMERO_PERUDO_MODEL_H
#define DAMERO_PERUDO_MODEL_H

#include "engines/perudo/hands.h"

enum { MODEL_SENSIBLE_MAX = 2 * PERUDO_FACES_MAX };

typedef struct model {
    const perudo_rules *rules; /* not owned */
    float noise;
    /* The chance of k or more out of n dice; [0]: one face counts, [1]: lamas count too. */
    float at_least[2][PERUDO_TOTAL_MAX + 1][PERUDO_TOTAL_MAX + 2];
} model;

void perudo_model_init(model *, const perudo_rules *, float noise);

/* The odds of a bid if `needed` of `hidden` dice must match it. */
static inline float perudo_model_odds(const model *m, bool palifico, int face, int hidden,
                                      int needed) {
    if (needed <= 0) return 1;
    if (needed > hidden) return 0;
    return m->at_least[!palifico && face != PERUDO_LAMA][hidden][needed];
}

/* For each face the `each` lowest legal bids over `last`, for a player with `dice` dice. */
int perudo_model_sensible(const perudo_rules *, bool palifico, perudo_bid last, int dice, int total,
                          int each, perudo_bid *bids);

/* The chance of each hand of `seat` after the bids of this round; they sum to 1. */
void perudo_model_belief(const model *, const perudo_position *, int seat, const hands *own,
                         float *weight);

#endif
