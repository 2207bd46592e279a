/* dots mind - decides what a quiet field is worth and which line is best in it: by turns trying to
 * prove it and growing the tree, or by deepening, until it is proven or the limits are reached.
 */
#ifndef DAMERO_DOTS_MIND_H
#define DAMERO_DOTS_MIND_H

#include "engines/dots/exact.h"
#include "engines/dots/taking.h"
#include "engines/dots/tree.h"

/* How the mind works; variants of it play matches in bench/. */
typedef enum dots_method {
    DOTS_BY_BOTH, /* deepening where there are few nodes for every line, else the tree */
    DOTS_BY_TREE,
    DOTS_BY_DEEPENING /* what a limit in depth asks for */
} dots_method;

typedef struct dots_mind {
    const dots_map *map;
    dots_memo memo;
    dots_tree tree;
    dots_search search;
    dots_exact exact;
    uint64_t seed;
} dots_mind;

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

bool dots_mind_create(dots_mind *, const dots_map *, size_t memory, int threads, uint64_t seed);
void dots_mind_destroy(dots_mind *);
void dots_mind_forget(dots_mind *);

/* Always finds a line; `depth` is 0 where it was not even looked at. */
void dots_mind_ask(dots_mind *, const dots_question *, dots_found *);

/* Continues `line`, which holds the `count` (at least 1) moves that are to be played from the
 * position last asked about, by what is proven or in the tree, up to `most` moves; with a guard
 * also by what can be proven before it ends that. Returns how many there are then. */
size_t dots_mind_course(dots_mind *, const dots_position *, game_move *line, size_t count,
                        size_t most, search_guard *);

#endif
