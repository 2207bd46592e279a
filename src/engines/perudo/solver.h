/* solver - near-equilibrium play of a round by counterfactual regret minimisation.
 *
 * CFR+ (Tammelin 2014: regrets cut at zero, players updated in turn, averages weighted by the
 * number of the iteration) on vectors of hands over a public graph. Dice of the two players are
 * independent, so given the bids each player's hands have a distribution of their own: a node needs
 * two vectors of reach, and a call needs of the other's only how many dice count.
 *
 * On a tree this is exact: the average strategy tends to an equilibrium. On a graph with bounded
 * memory a node's reach is the average over the histories that meet in it, weighted by how likely
 * they are; how good the result is, response.h measures on the full game.
 *
 * After a while most actions are idle: no hand takes them, none regrets it. What lies behind them
 * is looked at only now and then (after lazy updates and regret-based pruning, Brown and Sandholm
 * 2015), and their vectors are not touched.
 *
 * Layout: for every node, the mover's vectors of its actions behind each other, in `regret`, `now`
 * (the strategy of this iteration) and `sum` (the average before it is normalised); for every node
 * two vectors of reach, the chance of the deal included, and one of values.
 */
#ifndef DAMERO_PERUDO_SOLVER_H
#define DAMERO_PERUDO_SOLVER_H

#include "engines/perudo/round.h"

typedef struct solver {
    const perudo_round_graph *graph; /* not owned */
    int iterations;                  /* done so far */
    float *regret, *now, *sum;
    float *reach[2]; /* by node, padded[player] each */
    float *value;    /* by node, of the player whose turn it is to learn */
    float *weight;   /* by node: two sums of what was mixed into the reach of each player */
    float *mass;     /* by action: the mover's chance to come to its end */
    uint8_t *idle;   /* by action: no hand takes it or regrets that */
} solver;

/* Bytes that a solver of this graph takes. */
size_t perudo_solver_bytes(const perudo_round_graph *);

bool perudo_solver_create(solver *, const perudo_round_graph *, error *);

/* A solver for graphs of up to so many nodes, actions, floats of actions, and hands; it is set to
 * each graph by perudo_solver_begin. */
bool perudo_solver_reserve(solver *, uint32_t nodes, size_t actions, size_t floats, int padded,
                           error *);
void perudo_solver_begin(solver *, const perudo_round_graph *);

void perudo_solver_destroy(solver *);

/* Adds what the call that is action `a` of the node is worth to each hand of `player`, times
 * `scale`, given the chances of the other's hands (and, where the other calls, its strategy). */
void perudo_solver_add_call(const perudo_round_graph *, const perudo_round_node *, int action,
                            int player, const float *others, const float *strategy, float scale,
                            float *value);

/* One iteration: each player learns once. */
void perudo_solver_iterate(solver *);

/* The chances of the actions of a node for one hand of its mover, averaged over all iterations;
 * those under `least` are left out. */
void perudo_solver_strategy(const solver *, uint32_t node, int hand, float least, float *chance);

/* The same for all nodes and hands, in the layout of `sum`. */
void perudo_solver_average(const solver *, float least, float *strategy);

#endif
