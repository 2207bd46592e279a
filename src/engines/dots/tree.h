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
#ifndef DAMERO_DOTS_TREE_H
#define DAMERO_DOTS_TREE_H

#include "engines/dots/playout.h"
#include "engines/search/time.h"

typedef struct dots_branch {
    uint16_t line;
    uint8_t opening, boxes; /* boxes: of the chain that is opened */
    uint32_t child;         /* 0: none yet */
    uint32_t visits, later_visits;
    float sum, later_sum; /* outcomes for the mover; of runs that drew the line later */
} dots_branch;

typedef struct dots_tree_node {
    uint64_t key;
    uint32_t first; /* edge; 0: not expanded */
    uint16_t edges;
    int16_t value; /* where it is known */
    bool known;
    uint32_t place; /* in the table of places */
    uint32_t visits;
    int64_t margin; /* sum of boxes to come for the mover */
} dots_tree_node;

typedef struct dots_tree {
    const dots_map *map;
    dots_tree_node *nodes; /* number 0 is not used */
    dots_branch *edges;    /* the same */
    uint32_t *places;      /* from hash to node, open addressing */
    uint32_t node_limit, edge_limit, place_mask;
    uint32_t node_count, edge_count;
} dots_tree;

/* Takes at most `bytes` of memory, and a hundred thousand at least. */
bool dots_tree_create(dots_tree *, const dots_map *, size_t bytes);
void dots_tree_destroy(dots_tree *);

typedef struct dots_tree_task {
    const dots_field *field; /* quiet, with lines left */
    bool safe_only;          /* at the root */
    random_source random;
    search_guard *guard;
} dots_tree_task;

/* Forgets the tree and grows it from a new root until the guard ends it, or `runs` runs. */
void dots_tree_begin(dots_tree *, const dots_tree_task *);
void dots_tree_grow(dots_tree *, dots_tree_task *, uint64_t runs);

/* Whether the tree grows from this field. */
bool dots_tree_is_of(const dots_tree *, const dots_field *);

/* The expected course: most visited lines, the first is the choice. Returns how many. */
int dots_tree_line(const dots_tree *, uint16_t *lines, int most);

/* The mean of the boxes to come for the mover at the root, in hundredths. */
int dots_tree_margin(const dots_tree *);

/* The share of the pool in use, in thousandths. */
int dots_tree_fill(const dots_tree *);

#endif
