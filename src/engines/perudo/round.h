/* round - the public game graph of a round between two players.
 *
 * A node is what both players know: whose turn it is and the bids so far, either all of them (then
 * the graph is the tree of the round, and solving it is exact) or only the last few (then different
 * histories meet in one node, and the graph stays small with many dice). An action at a node is a
 * doubt, a calza, or a raise that leads to another node. For each action the solver has a vector
 * over the mover's hands.
 *
 * Nodes are numbered so that every edge leads to a higher number: one pass up and one pass down
 * visit everything in order. A tree is numbered depth first, for locality; a graph by rank of the
 * last bid.
 */
#ifndef DAMERO_PERUDO_ROUND_H
#define DAMERO_PERUDO_ROUND_H

#include "engines/perudo/hands.h"

enum { PERUDO_ROUND_MEMORY_MAX = 8 };
#define ROUND_NO_NODE UINT32_MAX

/* The code of a bid, 1 to 120. Keys consist of codes of seven bits. */
static inline unsigned perudo_bid_code(perudo_bid b) {
    return (unsigned)((perudo_bid_count(b) - 1) * PERUDO_FACES_MAX + perudo_bid_face(b));
}
static inline perudo_bid perudo_bid_of_code(unsigned code) {
    return perudo_bid_of((int)(code - 1) / PERUDO_FACES_MAX + 1,
                         (int)(code - 1) % PERUDO_FACES_MAX + 1);
}

typedef struct perudo_round_node {
    uint64_t key;     /* the remembered bids, the last one lowest, and the mover */
    uint32_t first;   /* index of its first action in `child` */
    uint16_t actions; /* doubt and calza first, if possible, then raises */
    perudo_bid last;  /* 0 at the root */
    uint8_t mover;    /* 0: the player who opened the round */
    uint8_t calls;    /* number of actions that are calls: 0, 1 (doubt) or 2 (and calza) */
    size_t vectors;   /* offset of the vectors of its actions, in floats */
} perudo_round_node;

typedef struct perudo_round_graph {
    const perudo_rules *rules; /* not owned */
    bool palifico;
    int memory; /* bids remembered; 0: all */
    int total;
    int most[2];    /* highest counts that are bid, on lamas and on other faces */
    int each[2];    /* by player: the lowest raises on each face that it considers; 0: all */
    int from[2];    /* by player: the lowest count that it bids; half of it, rounded up, on lamas */
    hands hands[2]; /* of the opener and of the other player */
    uint32_t node_count;
    size_t action_count, vector_floats;
    perudo_round_node *node;
    /* The value of a call for the caller: 1 a round won, -1 a round lost; by call (doubt, calza),
     * by the count of the last bid and by how many dice match it. */
    float worth[2][2 * PERUDO_DICE_MAX + 1][2 * PERUDO_DICE_MAX + 1];
    uint32_t *child; /* by action; ROUND_NO_NODE for calls */
} perudo_round_graph;

/* The graph of a round in which the opener has dice[0] dice and the other player dice[1]. False
 * with an error if it would take more than `bytes` of memory, or if there is not enough. */
bool perudo_round_create(perudo_round_graph *, const perudo_rules *, const int dice[2],
                         bool palifico, int memory, size_t bytes, error *);

/* The same with more options. */
typedef struct perudo_round_plan {
    int dice[2];
    bool palifico;
    int memory;
    int most[2];  /* highest counts that are bid, on lamas and on other faces; 0: no bound */
    int each[2];  /* by player: the lowest raises on each face that it considers; 0: all */
    int from[2];  /* by player: the lowest count that it bids; half of it, rounded up, on lamas */
    int kinds[2]; /* number of kinds of players in each seat, as in hands.h; 0: one */
    float share[2][HANDS_KINDS_MAX]; /* the chance of each kind */
    size_t bytes;
} perudo_round_plan;

bool perudo_round_create_planned(perudo_round_graph *, const perudo_rules *,
                                 const perudo_round_plan *, error *);
void perudo_round_destroy(perudo_round_graph *);

/* Sets `worth` by rules, hands and total. */
void perudo_round_set_worth(perudo_round_graph *);

/* A small tree below a public position, to be solved during play: rebuilt again and again in
 * reserved memory. For each face the first mover considers only the `wide` lowest raises, later
 * movers the `narrow` lowest; after `depth` raises the next player must call. */
typedef struct perudo_round_shape {
    int wide, narrow, depth;
} perudo_round_shape;

/* Reserves memory for trees of up to this many nodes and actions; `hands` stay empty. */
bool perudo_round_reserve(perudo_round_graph *, const perudo_rules *, uint32_t nodes,
                          size_t actions, error *);

/* Builds the tree below `last`; hands[0] are the mover's and hands[1] the other player's, each with
 * the belief about them as prior. False, without a tree, if it exceeds the memory. */
bool perudo_round_rebuild(perudo_round_graph *, const hands hands[2], bool palifico,
                          perudo_bid last, perudo_round_shape, uint32_t nodes, size_t actions,
                          size_t floats);

/* The node after a raise, or ROUND_NO_NODE if `b` is not one. */
uint32_t perudo_round_after(const perudo_round_graph *, uint32_t node, perudo_bid b);

/* The bid of a raise. */
static inline perudo_bid perudo_round_bid(const perudo_round_graph *g, const perudo_round_node *n,
                                          int action) {
    return g->node[g->child[n->first + (uint32_t)action]].last;
}

#endif
