/* response - how exploitable a strategy of a round is.
 *
 * The best response walks through every history of the round: it knows all bids, whatever the
 * strategy remembers. Exploitability is what it gains per round, averaged over playing as opener
 * and as the other player: 0 for an equilibrium. The true value of the round differs from `value`
 * by at most that much. */
#ifndef DAMERO_PERUDO_RESPONSE_H
#define DAMERO_PERUDO_RESPONSE_H

#include "engines/perudo/round.h"

typedef struct response {
    double gain[2]; /* of the best response as opener and as the other */
    double exploitability;
    double value;       /* for the opener, midway between what both can force */
    uint64_t histories; /* walked through */
} response;

/* How many histories a best response walks through, as one of the players; UINT64_MAX if they are
 * too many to count, or if there is not enough memory. */
uint64_t perudo_response_histories(const perudo_round_graph *);

/* The best response to `strategy`, which has vectors of chances for each node, as in solver.h. */
bool perudo_response_best(const perudo_round_graph *, const float *strategy, response *, error *);

/* The value for the opener if both follow the strategy. */
bool perudo_response_self(const perudo_round_graph *, const float *strategy, double *value,
                          error *);

#endif
