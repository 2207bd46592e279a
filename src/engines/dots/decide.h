/* dots decide - chooses a line in a quiet field: alternates between attempts at a proof and growing
 * the tree, or deepens, until the value is proven or the limits are reached.
 */
#ifndef DAMERO_DOTS_DECIDE_H
#define DAMERO_DOTS_DECIDE_H

#include "engines/dots/captures.h"
#include "engines/dots/exact.h"
#include "engines/dots/mcts.h"

/* Which search to use; bench/ plays matches between them. */
typedef enum dots_method {
    DOTS_BY_BOTH, /* deepening if there are few nodes per line, else the tree */
    DOTS_BY_TREE,
    DOTS_BY_DEEPENING /* chosen by a depth limit */
} dots_method;

typedef struct dots_decider {
    const dots_map *map;
    search_table table;
    dots_mcts tree;
    dots_deepening deepening;
    dots_exact exact;
    uint64_t seed;
} dots_decider;

typedef struct dots_question {
    const dots_field *quiet; /* with lines left */
    bool safe_only;          /* consider safe lines only; there must be one */
    dots_method method;
    int depth; /* limit of the deepening; 0: none */
    search_guard *guard;
    /* Called now and then with the result so far; may be NULL. */
    void (*tell)(void *context, const dots_found *);
    void *context;
} dots_question;

bool dots_decider_create(dots_decider *, const dots_map *, size_t memory, int threads,
                         uint64_t seed);
void dots_decider_destroy(dots_decider *);

/* As if it were just created, with this seed. */
void dots_decider_forget(dots_decider *, uint64_t seed);

/* Always finds a line; `depth` is 0 if there was no time to search. */
void dots_decide(dots_decider *, const dots_question *, dots_found *);

/* Extends `line`, which holds `count` moves (at least 1) from the position last asked about, to at
 * most `most` moves, by what is proven or in the tree; with a guard also by what can be proven
 * before the guard ends. Returns the new count. */
size_t dots_expected_line(dots_decider *, const dots_position *, game_move *line, size_t count,
                          size_t most, search_guard *);

#endif
