/* dots solver - exact values of Dots and Boxes positions.
 *
 * The value of a position is the number of boxes still to come that the player to move takes, minus
 * those that the opponent takes, with best play. A player who completes a box moves again; taking
 * is optional. The value depends only on the open lines.
 *
 * A solver owns its memory, all of it allocated by dots_solver_create. After a graph is loaded, any
 * set of open lines of that graph can be asked about. The table keeps what it learned, even across
 * graphs. A solver serves one caller at a time; if it uses several threads it starts them for each
 * question and joins them before it answers.
 */
#ifndef DAMERO_DOTS_SOLVER_H
#define DAMERO_DOTS_SOLVER_H

#include "engines/dots/solver/graph.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct dots_solver dots_solver;

enum { DOTS_MAX_THREADS = 64 };

/* Of saved and common tables. It changes with their format, and when keys come to mean other
 * positions or values turn out to have been wrong. */
enum { DOTS_TABLE_VERSION = 3 };

/* The progress of a running search. Bounds are those of the quiet position being searched. */
typedef struct dots_search_progress {
    uint64_t nodes;
    double seconds;
    int lower, upper;          /* proven so far */
    int target;                /* being tested: is the value at least this? */
    int root_moves, root_done; /* moves of the position, and how many are done */
    double fraction;           /* a rough estimate of the finished share of this test */
    int table_fill;            /* thousandths */
} dots_search_progress;

/* How to search. All zero: no stop flag, no limit, no reports. On one thread the same question to a
 * fresh solver always takes the same nodes.
 */
typedef struct dots_search_options {
    const atomic_bool *stop; /* set by any thread to end the search within milliseconds */
    uint64_t node_limit;     /* for the whole question; 0: none. Approximate with several threads */
    void (*report)(void *context, const dots_search_progress *progress); /* may save, see below */
    void *report_context;
    double report_seconds; /* time between reports */
} dots_search_options;

typedef enum dots_search_status { DOTS_DONE, DOTS_STOPPED, DOTS_NODES_SPENT } dots_search_status;

/* The value lies between the bounds, which meet if the search was done and had no window. */
typedef struct dots_solution {
    dots_search_status status;
    int lower, upper;
    uint64_t nodes;
} dots_solution;

/* `memory`: bytes for the table; each thread takes up to an eighth of that for a cache of its own,
 * at least 512 KB and at most 32 MB. NULL if there is not enough. */
dots_solver *dots_solver_create(size_t memory, int threads);
void dots_solver_destroy(dots_solver *solver);

/* A solver of one thread whose table lies in memory of the caller, aligned to a cache line and
 * zeroed at first. Solvers of several processes may share it if all load the same graph and have
 * the same DOTS_TABLE_VERSION: they work together as the threads of one solver do. At least 1 MB.
 * NULL if there is not enough memory for the rest. */
dots_solver *dots_solver_create_in(void *memory, size_t bytes);

/* Forgets everything. */
void dots_solver_clear(dots_solver *solver);

/* Copies the graph into the solver; questions are about it until another one is loaded. */
void dots_solver_load(dots_solver *solver, const dots_graph *graph);

/* The value of the position with these open lines. */
dots_solution dots_solver_value(dots_solver *solver, uint64_t open,
                                const dots_search_options *options);

/* The same within a window: it may stop once the value is known to be at most alpha or at least
 * beta. */
dots_solution dots_solver_bounds(dots_solver *solver, uint64_t open, int alpha, int beta,
                                 const dots_search_options *options);

/* The value of each open line for the player to move: results[line] for the lines of `open`. If it
 * is stopped early, the remaining results have the bounds known without search. Returns the last
 * status.
 */
dots_search_status dots_solver_lines(dots_solver *solver, uint64_t open,
                                     const dots_search_options *options,
                                     dots_solution results[DOTS_MAX_LINES]);

/* One optimal continuation to the end of the game: writes line numbers and their *count. If it is
 * stopped early the continuation is cut short.
 */
dots_search_status dots_solver_play(dots_solver *solver, uint64_t open,
                                    const dots_search_options *options,
                                    uint8_t play[DOTS_MAX_LINES], int *count);

/* Saving and restoring: callbacks transfer `size` bytes and return false if they cannot. */
typedef bool dots_write(void *context, const void *bytes, size_t size);
typedef bool dots_read(void *context, void *bytes, size_t size);

typedef enum dots_restore_status {
    DOTS_RESTORED,
    DOTS_RESTORE_READ,    /* the callback failed: the file is too short */
    DOTS_RESTORE_FORMAT,  /* not a saved table, or of another version */
    DOTS_RESTORE_GRAPH,   /* saved for another graph */
    DOTS_RESTORE_CHECKSUM /* damaged */
} dots_restore_status;

/* Saves the entries that took the most work, in at most about `max_bytes`. May be called between
 * questions or from the report callback; other threads go on searching meanwhile. To resume after a
 * restore, ask the same question again: the table brings the search back to where it was.
 */
bool dots_solver_save(const dots_solver *solver, size_t max_bytes, dots_write *write,
                      void *context);

/* Restores what was saved for the loaded graph, into a table of any size. A file that is too short
 * or damaged clears the table: if others share it, call dots_solver_check before. */
dots_restore_status dots_solver_restore(dots_solver *solver, dots_read *read, void *context);

/* What dots_solver_restore would return; it changes nothing. */
dots_restore_status dots_solver_check(const dots_solver *solver, dots_read *read, void *context);

#endif
