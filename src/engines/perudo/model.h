/* model - how people bid: what a bid says about the hand behind it.
 *
 * A player looks at a few sensible bids (for each face the lowest that is legal and the one above)
 * and at the doubt, each as good as its odds are for someone who sees that hand and nothing else,
 * and takes one of them, better ones more often: with chance exp(odds / noise), normalised. From
 * what was bid follows, by Bayes' rule, how likely every hand is.
 */
#ifndef DAMERO_PERUDO_MODEL_H
#define DAMERO_PERUDO_MODEL_H

#include "engines/perudo/hands.h"

enum { MODEL_SENSIBLE_MAX = 2 * PERUDO_FACES_MAX };

typedef struct model {
    const perudo_rules *rules; /* not owned */
    float noise;
    /* The chance of k or more out of n dice, [0] where one face counts, [1] where lamas do too. */
    float at_least[2][PERUDO_TOTAL_MAX + 1][PERUDO_TOTAL_MAX + 2];
} model;

void perudo_model_init(model *, const perudo_rules *, float noise);

/* The odds of a bid when `needed` of `hidden` dice must count for it. */
static inline float perudo_model_odds(const model *m, bool palifico, int face, int hidden,
                                      int needed) {
    if (needed <= 0) return 1;
    if (needed > hidden) return 0;
    return m->at_least[!palifico && face != PERUDO_LAMA][hidden][needed];
}

/* For each face the `each` lowest legal bids over `last`, for a player with `dice` dice. */
int perudo_model_sensible(const perudo_rules *, bool palifico, perudo_bid last, int dice, int total,
                          int each, perudo_bid *bids);

/* How likely each hand of `seat` is after the bids of this round; they add up to 1. */
void perudo_model_belief(const model *, const perudo_position *, int seat, const hands *own,
                         float *weight);

#endif
