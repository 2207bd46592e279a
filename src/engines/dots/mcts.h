/* dots mcts - Monte-Carlo tree search over quiet fields that are too large to be solved.
 *
 * A node is a quiet field, identified by its hash however it was reached, so the tree is really an
 * acyclic graph. An edge is a safe line or the opening of a chain. Every run descends by upper
 * confidence bounds, plays out the first new field it meets, and adds the result to all nodes on
 * its way. Lines drawn later in the run, by either side, count as if they had been drawn at once
 * (AMAF, Gelly and Silver 2007): the order of safe lines hardly matters in this game, so a few runs
 * are enough to rank a hundred moves.
 *
 * When an edge opens a chain, the opponent takes all of it or hands over, depending on the mean
 * value of the field that is left.
 *
 * Memory is bounded: when the pool of edges is used up, no more fields are added.
 */
#ifndef DAMERO_DOTS_MCTS_H
#define DAMERO_DOTS_MCTS_H

#include "engines/dots/playout.h"
#include "engines/search/time.h"

typedef struct dots_mcts_edge {
    uint16_t line;
    uint16_t boxes; /* of the chain that it opens; 0: it opens none */
    uint32_t child; /* 0: none yet */
    uint32_t visits, later_visits;
    float sum, later_sum; /* outcomes for the mover; `later`: of runs that drew the line later */
} dots_mcts_edge;

typedef struct dots_mcts_node {
    uint64_t key;
    uint32_t first; /* its first edge; 0: not expanded */
    uint16_t edges;
    int16_t value; /* exact, if `known` */
    bool known;
    uint32_t place; /* its index in `places` */
    uint32_t visits;
    int64_t margin; /* sum of boxes to come for the mover */
} dots_mcts_node;

typedef struct dots_mcts {
    const dots_map *map;
    dots_mcts_node *nodes; /* number 0 is not used */
    dots_mcts_edge *edges; /* nor is edge 0 */
    uint32_t *places;      /* from hash to node, open addressing */
    uint32_t node_limit, edge_limit, place_mask;
    uint32_t node_count, edge_count;
} dots_mcts;

/* Uses at most `bytes` of memory, but at least a hundred thousand. */
bool dots_mcts_create(dots_mcts *, const dots_map *, size_t bytes);
void dots_mcts_destroy(dots_mcts *);

/* Takes all nodes out. */
void dots_mcts_clear(dots_mcts *);

typedef struct dots_mcts_task {
    const dots_field *field; /* quiet, with lines left */
    bool safe_only;          /* at the root */
    random_source random;
    search_guard *guard;
} dots_mcts_task;

/* Starts a new tree; grows it until the guard ends it, by at most `runs` runs. */
void dots_mcts_begin(dots_mcts *, const dots_mcts_task *);
void dots_mcts_grow(dots_mcts *, dots_mcts_task *, uint64_t runs);

/* Whether this field is the root. */
bool dots_mcts_is_of(const dots_mcts *, const dots_field *);

/* The principal variation: the most visited lines, the first of which is the choice. Returns how
 * many. */
int dots_mcts_line(const dots_mcts *, uint16_t *lines, int most);

/* The mean of the boxes to come for the player to move at the root, in hundredths. */
int dots_mcts_margin(const dots_mcts *);

/* The share of the edge pool in use, in thousandths. */
int dots_mcts_fill(const dots_mcts *);

#endif
