/* dots search - one thread of the search: is a quiet position worth at least so many boxes?
 *
 * The search is a null-window alpha-beta over quiet positions (capture.h) with a shared table of
 * bounds (table.h) under canonical keys (key.h). Positions of independent chains and loops are
 * valued at once (endgame.h). Values have the parity of the number of boxes left, so that windows
 * are two wide. The lines of a position are searched in a fixed order (order.h).
 *
 * Threads share the table and a small list of positions under search; a thread leaves the moves
 * for last that another one is searching (T. Kerrigan's simplification of ABDADA, Weill 1996).
 */
#ifndef DAMERO_DOTS_SEARCH_H
#define DAMERO_DOTS_SEARCH_H

#include "engines/dots/solver/key.h"
#include "engines/dots/solver/table.h"

enum {
    DOTS_QUICK_BITS = 18,   /* size of a thread's own small cache of exact line sets */
    DOTS_BUSY_BITS = 12,    /* size of the list of positions under search */
    DOTS_PROGRESS_PLIES = 4 /* plies whose moves are counted for the progress */
};

/* An entry of a thread's small cache, by the line set itself: cheaper to ask than the table. The
 * line set is hashed one to one: 16 bits of the hash are known by the place, the other 48 are kept
 * above the two bounds. */
typedef uint64_t dots_quick;

/* What the threads of a search share. */
typedef struct dots_shared {
    const dots_graph *graph;
    const dots_keyer *keyer;
    dots_table *table;
    const uint8_t *rank; /* order.h */
    int threads;
    _Atomic uint64_t busy[1 << DOTS_BUSY_BITS];
    _Atomic uint64_t nodes;  /* of all threads, brought up to date every few hundred nodes */
    atomic_bool halt;        /* everybody return at once */
    const atomic_bool *stop; /* the caller's flag with the same meaning, or null */
} dots_shared;

/* Called now and then by a searcher; returning false ends its search. */
typedef bool dots_search_poll(void *context);

typedef struct dots_searcher {
    dots_shared *shared;
    dots_search_poll *poll;
    void *poll_context;
    uint64_t nodes;
    uint64_t nodes_reported;
    uint64_t node_limit; /* stop exactly when `nodes` reaches it */
    bool halted;
    int ply;
    int moves[DOTS_PROGRESS_PLIES], moves_done[DOTS_PROGRESS_PLIES];
    int16_t line_merit[DOTS_MAX_LINES]; /* what a line is worth wherever it is safe */
    dots_quick quick[1 << DOTS_QUICK_BITS];
} dots_searcher;

/* Makes a searcher ready for a test. Its small cache survives, also between graphs. */
void dots_searcher_start(dots_searcher *searcher, dots_shared *shared, dots_search_poll *poll,
                         void *poll_context);

/* Tests whether the value of a normalised quiet position is at least `target`. Returns a lower
 * bound of the value that is at least target, or an upper bound that is below it; anything if
 * searcher->halted is set afterwards.
 */
int dots_search_test(dots_searcher *searcher, const dots_quiet *position, int target);

/* The finished share of the current test, a rough guess between 0 and 1. */
double dots_searcher_fraction(const dots_searcher *searcher);

#endif
