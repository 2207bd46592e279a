/* response - how much a strategy of a round gives away.
 *
 * The best response walks through every history of the round, whatever the strategy remembers: it
 * knows all bids. Exploitability is what it gains a round, taken as opener and as the other in
 * turn: 0 for an equilibrium; the value of a round lies within so much of what is printed here. */
#ifndef DAMERO_PERUDO_RESPONSE_H
#define DAMERO_PERUDO_RESPONSE_H

#include "engines/perudo/round.h"

typedef struct response {
    double gain[2]; /* of the best response as opener and as the other */
    double exploitability;
    double value;       /* to the opener, between what both can force */
    uint64_t histories; /* walked through */
} response;

/* How many histories a best response walks through, once as each player; UINT64_MAX where they are
 * too many to be counted, or where there is no memory. */
uint64_t perudo_response_histories(const perudo_round_graph *);

/* Against `strategy`: for each node its mover's vectors of chances, as in solver.h. */
bool perudo_response_best(const perudo_round_graph *, const float *strategy, response *, error *);

/* What the strategy is worth to the opener when both follow it. */
bool perudo_response_self(const perudo_round_graph *, const float *strategy, double *value,
                          error *);

#endif
