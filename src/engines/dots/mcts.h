/* dots tree - Monte-Carlo tree search over quiet fields, for what is too deep to be solved.
 *
 * A node is a quiet field, found again by its hash however it was reached: the tree is a graph
 * without cycles. An edge is a safe line or the opening of a chain. Every run walks down by upper
 * confidence bounds, plays out from a field that is new, and reports to all nodes on its way the
 * boxes it came to. All lines drawn later in the run, by either side, count as if they had been
 * drawn at once (AMAF, Gelly and Silver 2007), which in this game, where the order of safe lines
 * hardly matters, orders a hundred moves after few runs.
 *
 * Where an edge opens a chain the other side takes all or hands over, whichever the mean value of
 * the field that is left says.
 *
 * Memory is bounded: when the pool of edges is used up, fields are no longer added.
 */
#ifndef DAMERO_DOTS_MCTS_H
#define DAMERO_DOTS_MCTS_H

#include "engines/dots/playout.h"
#include "engines/search/time.h"

typedef struct dots_mcts_edge {
    uint16_t line;
    uint8_t opening, boxes; /* boxes: of the chain that is opened */
    uint32_t child;         /* 0: none yet */
    uint32_t visits, later_visits;
    float sum, later_sum; /* outcomes for the mover; of runs that drew the line later */
} dots_mcts_edge;

typedef struct dots_mcts_node {
    uint64_t key;
    uint32_t first; /* edge; 0: not expanded */
    uint16_t edges;
    int16_t value; /* where it is known */
    bool known;
    uint32_t place; /* in the table of places */
    uint32_t visits;
    int64_t margin; /* sum of boxes to come for the mover */
} dots_mcts_node;

typedef struct dots_mcts {
    const dots_map *map;
    dots_mcts_node *nodes; /* number 0 is not used */
    dots_mcts_edge *edges; /* the same */
    uint32_t *places;      /* from hash to node, open addressing */
    uint32_t node_limit, edge_limit, place_mask;
    uint32_t node_count, edge_count;
} dots_mcts;

/* Takes at most `bytes` of memory, and a hundred thousand at least. */
bool dots_mcts_create(dots_mcts *, const dots_map *, size_t bytes);
void dots_mcts_destroy(dots_mcts *);

typedef struct dots_mcts_task {
    const dots_field *field; /* quiet, with lines left */
    bool safe_only;          /* at the root */
    random_source random;
    search_guard *guard;
} dots_mcts_task;

/* Forgets the tree and grows it from a new root until the guard ends it, or `runs` runs. */
void dots_mcts_begin(dots_mcts *, const dots_mcts_task *);
void dots_mcts_grow(dots_mcts *, dots_mcts_task *, uint64_t runs);

/* Whether the tree grows from this field. */
bool dots_mcts_is_of(const dots_mcts *, const dots_field *);

/* The expected course: most visited lines, the first is the choice. Returns how many. */
int dots_mcts_line(const dots_mcts *, uint16_t *lines, int most);

/* The mean of the boxes to come for the mover at the root, in hundredths. */
int dots_mcts_margin(const dots_mcts *);

/* The share of the pool in use, in thousandths. */
int dots_mcts_fill(const dots_mcts *);

#endif
