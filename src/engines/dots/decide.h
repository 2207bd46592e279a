/* dots decider - decides what a quiet field is worth and which line is best in it: by turns trying
 * to prove it and growing the tree, or by deepening, until it is proven or the limits are reached.
 */
#ifndef DAMERO_DOTS_DECIDE_H
#define DAMERO_DOTS_DECIDE_H

#include "engines/dots/captures.h"
#include "engines/dots/exact.h"
#include "engines/dots/mcts.h"

/* How the decider works; variants of it play matches in bench/. */
typedef enum dots_method {
    DOTS_BY_BOTH, /* deepening where there are few nodes for every line, else the tree */
    DOTS_BY_TREE,
    DOTS_BY_DEEPENING /* what a limit in depth asks for */
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
    bool safe_only;          /* only safe lines are wanted; there is one */
    dots_method method;
    int depth; /* limit of the deepening; 0: none */
    search_guard *guard;
    /* Told now and then what is known so far; may be NULL. */
    void (*tell)(void *context, const dots_found *);
    void *context;
} dots_question;

bool dots_decider_create(dots_decider *, const dots_map *, size_t memory, int threads,
                         uint64_t seed);
void dots_decider_destroy(dots_decider *);
void dots_decider_forget(dots_decider *);

/* Always finds a line; `depth` is 0 where it was not even looked at. */
void dots_decide(dots_decider *, const dots_question *, dots_found *);

/* Continues `line`, which holds the `count` (at least 1) moves that are to be played from the
 * position last asked about, by what is proven or in the tree, up to `most` moves; with a guard
 * also by what can be proven before it ends that. Returns how many there are then. */
size_t dots_expected_line(dots_decider *, const dots_position *, game_move *line, size_t count,
                          size_t most, search_guard *);

#endif
