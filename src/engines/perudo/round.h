/* round - the public graph of a round of two players.
 *
 * A node is what both have heard: whose turn it is and the bids so far, either all of them (then
 * the graph is the tree of the round, and solving it is exact) or only the last few (then different
 * histories meet in one node, and the graph is small enough for many dice). An action at a node is
 * a doubt, a calza, or a raise that leads to another node. Vectors over the mover's hands belong to
 * each action; they are the solver's.
 *
 * Nodes are numbered so that every edge leads to a higher number: one walk up and one walk down
 * visits everything in order. A tree is numbered depth first, so that what belongs together lies
 * together; a graph by rank of the last bid.
 */
#ifndef DAMERO_PERUDO_ROUND_H
#define DAMERO_PERUDO_ROUND_H

#include "engines/perudo/hands.h"

enum { ROUND_MEMORY_MAX = 8 };
#define ROUND_NO_NODE UINT32_MAX

typedef struct round_node {
    uint64_t key;     /* the bids that are remembered, the last one lowest, and the mover */
    uint32_t first;   /* its first action in `child` */
    uint16_t actions; /* doubt and calza first where they are possible, then raises */
    perudo_bid last;  /* 0 at the root */
    uint8_t mover;    /* 0: who opened the round */
    uint8_t calls;    /* how many of the actions are calls: 0, 1 (doubt) or 2 (and calza) */
    size_t vectors;   /* where the mover's vectors of its actions begin, in floats */
} round_node;

typedef struct round_graph {
    const perudo_rules *rules; /* not owned */
    bool palifico;
    int memory; /* bids remembered; 0: all */
    int total;
    hands hands[2]; /* of the opener and of the other */
    uint32_t node_count;
    size_t action_count, vector_floats;
    round_node *node;
    /* What a call is worth to the caller: 1 a round won, -1 a round lost; by call (doubt, calza),
     * count of the last bid, and how many dice count for it. */
    float worth[2][2 * PERUDO_DICE_MAX + 1][2 * PERUDO_DICE_MAX + 1];
    uint32_t *child; /* by action; ROUND_NO_NODE for calls */
} round_graph;

/* The graph of a round in which the opener has dice[0] and the other dice[1]. False, with an error,
 * where it would take more than `bytes` of memory or where there is none. */
bool round_create(round_graph *, const perudo_rules *, const int dice[2], bool palifico, int memory,
                  size_t bytes, error *);
void round_destroy(round_graph *);

/* The node after a raise, or ROUND_NO_NODE where `b` is none here. */
uint32_t round_after(const round_graph *, uint32_t node, perudo_bid b);

/* The bid of a raise. */
static inline perudo_bid round_bid(const round_graph *g, const round_node *n, int action) {
    return g->node[g->child[n->first + (uint32_t)action]].last;
}

#endif
