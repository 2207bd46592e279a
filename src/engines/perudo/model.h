/* model - the odds of bids, and the bids that players consider. */
#ifndef DAMERO_PERUDO_MODEL_H
#define DAMERO_PERUDO_MODEL_H

#include "engines/perudo/hands.h"

enum { MODEL_SENSIBLE_MAX = 2 * PERUDO_FACES_MAX };

typedef struct model {
    const perudo_rules *rules; /* not owned */
    /* The chance of k or more out of n dice; [0]: one face counts, [1]: lamas count too. */
    float at_least[2][PERUDO_TOTAL_MAX + 1][PERUDO_TOTAL_MAX + 2];
} model;

void perudo_model_init(model *, const perudo_rules *);

/* The odds of a bid if `needed` of `hidden` dice must match it. */
static inline float perudo_model_odds(const model *m, bool palifico, int face, int hidden,
                                      int needed) {
    if (needed <= 0) return 1;
    if (needed > hidden) return 0;
    return m->at_least[!palifico && face != PERUDO_LAMA][hidden][needed];
}

/* The same between whole numbers. */
float perudo_model_soft_odds(const model *, bool palifico, int face, int hidden, float needed);

/* For each face the `each` lowest legal bids over `last`, for a player with `dice` dice. */
int perudo_model_sensible(const perudo_rules *, bool palifico, perudo_bid last, int dice, int total,
                          int each, perudo_bid *bids);

#endif
