/* solver - near-equilibrium play of a round by counterfactual regret minimisation.
 *
 * CFR+ (Tammelin 2014: regrets cut at zero, players updated in turn, averages weighted by the
 * number of the iteration) on vectors of hands over a public graph. The dice of the two players are
 * independent, so given the bids each player's hands have their own distribution: a node needs two
 * vectors of reach, and to rate a call only the number of the other's matching dice matters.
 *
 * On a tree this is exact: the average strategy converges to an equilibrium. On a graph with
 * bounded memory a node's reach is the average over the histories that meet in it, weighted by
 * their chances; response.h measures the quality of the result on the full game.
 *
 * After a while most actions are idle: no hand takes them, and none regrets that. The nodes behind
 * them are visited only now and then (after lazy updates and regret-based pruning, Brown and
 * Sandholm 2015), and their vectors are not touched.
 *
 * Layout: `regret`, `now` (the strategy of this iteration) and `sum` (the unnormalised average)
 * hold, for every node, the mover's vectors of its actions one after the other. Every node also has
 * two vectors of reach, which include the chance of the deal, and one of values.
 */
#ifndef DAMERO_PERUDO_SOLVER_H
#define DAMERO_PERUDO_SOLVER_H

#include "engines/perudo/round.h"

typedef struct solver {
    const perudo_round_graph *graph; /* not owned */
    int iterations;                  /* done so far */
    float *regret, *now, *sum;
    float *reach[2]; /* by node, padded[player] each */
    float *value;    /* by node, for the player who learns */
    float *weight;   /* by node: for each player, the sum of the weights mixed into its reach */
    float *mass;     /* by action: the chance that the mover takes it */
    uint8_t *idle;   /* by action: no hand takes it or regrets that */
} solver;

/* The memory that a solver of this graph needs. */
size_t perudo_solver_bytes(const perudo_round_graph *);

bool perudo_solver_create(solver *, const perudo_round_graph *, error *);

/* A solver for graphs of up to this many nodes, actions, floats of vectors, and hands;
 * perudo_solver_begin sets it to a graph. */
bool perudo_solver_reserve(solver *, uint32_t nodes, size_t actions, size_t floats, int padded,
                           error *);
void perudo_solver_begin(solver *, const perudo_round_graph *);

void perudo_solver_destroy(solver *);

/* Adds the value of a call, which is an action of the node, to each hand of `player`, times
 * `scale`, given the chances of the other's hands (and its strategy if it is the other who calls).
 */
void perudo_solver_add_call(const perudo_round_graph *, const perudo_round_node *, int action,
                            int player, const float *others, const float *strategy, float scale,
                            float *value);

/* One iteration: each player learns once. */
void perudo_solver_iterate(solver *);

/* The chances of the actions of a node for one hand of its mover, averaged over all iterations;
 * those below `least` are set to 0. */
void perudo_solver_strategy(const solver *, uint32_t node, int hand, float least, float *chance);

/* The same for all nodes and hands, in the layout of `sum`. */
void perudo_solver_average(const solver *, float least, float *strategy);

#endif
