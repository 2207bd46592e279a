/* dots search - one thread of the search: is a quiet position worth at least N boxes?
 *
 * A null-window alpha-beta search over quiet positions (capture.h) with a shared table of bounds
 * (table.h) under canonical keys (key.h). Positions of independent chains and loops have a closed
 * form (endgame.h). Values have the parity of the number of boxes left, so windows are two wide.
 * Moves are searched in a mostly fixed order (order.h).
 *
 * Threads share the table and a small list of positions under search; a thread defers moves that
 * another one is searching (T. Kerrigan's simplification of ABDADA, Weill 1996).
 */
#ifndef DAMERO_DOTS_SEARCH_H
#define DAMERO_DOTS_SEARCH_H

#include "engines/dots/solver/key.h"
#include "engines/dots/solver/table.h"

enum {
    DOTS_QUICK_LEAST = 16, /* log2 size of a thread's own small cache of line sets */
    DOTS_QUICK_MOST = 22,
    DOTS_BUSY_BITS = 12,    /* log2 size of the list of positions under search */
    DOTS_PROGRESS_PLIES = 4 /* plies whose moves are counted for the progress report */
};

/* An entry of a thread's small cache, which is keyed by the line set itself and so is cheaper to
 * probe than the table. The hash of the line set is one to one: the index holds its high bits, at
 * least DOTS_QUICK_LEAST of them, and the low 48 bits are kept above the two bounds. */
typedef uint64_t dots_quick;

/* What the threads of a search share. */
typedef struct dots_shared {
    const dots_graph *graph;
    const dots_keyer *keyer;
    dots_table *table;
    const uint8_t *rank;     /* order.h */
    bool alone;              /* nobody else searches with this table now */
    _Atomic uint64_t *busy;  /* 1 << DOTS_BUSY_BITS positions under search */
    _Atomic uint64_t nodes;  /* of all threads, updated every few hundred nodes */
    atomic_bool halt;        /* all threads must return at once */
    const atomic_bool *stop; /* the caller's flag with the same meaning, or NULL */
} dots_shared;

/* Called now and then during a search; false ends the search. */
typedef bool dots_search_poll(void *context);

typedef struct dots_searcher {
    dots_shared *shared;
    dots_search_poll *poll;
    void *poll_context;
    uint64_t nodes;
    uint64_t nodes_reported;
    uint64_t node_limit; /* the search stops exactly there */
    bool halted;
    int ply;
    int moves[DOTS_PROGRESS_PLIES], moves_done[DOTS_PROGRESS_PLIES];
    int16_t line_merit[DOTS_MAX_LINES]; /* the constant part of a safe line's merit */
    dots_quick *quick;                  /* owned by the solver */
    int quick_bits;                     /* log2 of its size */
} dots_searcher;

/* Prepares a searcher for a test. Its small cache survives, even across graphs. */
void dots_searcher_start(dots_searcher *searcher, dots_shared *shared, dots_search_poll *poll,
                         void *poll_context);

/* Tests whether the value of a normalised quiet position is at least `target`. Returns a lower
 * bound of the value that is at least target, or an upper bound that is below it. Meaningless if
 * searcher->halted is set afterwards.
 */
int dots_search_test(dots_searcher *searcher, const dots_quiet *position, int target);

/* A rough estimate of the finished share of the current test, from 0 to 1. */
double dots_searcher_fraction(const dots_searcher *searcher);

#endif
