/* dots solver - exact values of Dots and Boxes positions.
 *
 * The value of a position is what the mover takes minus what the other takes of the boxes still to
 * come, with best play; who completes a box moves again; completing is optional. It depends on the
 * open lines alone.
 *
 * A solver owns its memory, all of it taken by dots_solver_create. A graph is loaded into it, and
 * then any set of open lines of that graph can be asked about. The table keeps what it learned,
 * also from one graph to the next. A solver serves one caller at a time; with several threads it
 * starts them for each question and joins them before it answers.
 */
#ifndef DAMERO_DOTS_SOLVER_H
#define DAMERO_DOTS_SOLVER_H

#include "engines/dots/solver/graph.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct dots_solver dots_solver;

enum { DOTS_MAX_THREADS = 64 };

/* What the caller can see of a running search. Bounds are those of the quiet position searched. */
typedef struct dots_search_progress {
    uint64_t nodes;
    double seconds;
    int lower, upper;          /* proven so far */
    int target;                /* being tested: is the value at least this? */
    int root_moves, root_done; /* moves of the position searched, and how many are done */
    double fraction;           /* rough guess of the finished share of this test */
    int table_fill;            /* thousandths */
} dots_search_progress;

/* How to search. All zero means: no stop flag, no limit, no reports. With one thread the same
 * question to a fresh solver always takes the same nodes.
 */
typedef struct dots_search_options {
    const atomic_bool *stop; /* set by anyone to end the search within milliseconds */
    uint64_t node_limit;     /* for the whole question; 0 is none. With threads approximate */
    void (*report)(void *context, const dots_search_progress *progress); /* may save, see below */
    void *report_context;
    double report_seconds; /* time between reports */
} dots_search_options;

typedef enum dots_search_status { DOTS_DONE, DOTS_STOPPED, DOTS_NODES_SPENT } dots_search_status;

/* The value lies between the bounds; when the search was done and not cut by a window they meet. */
typedef struct dots_solution {
    dots_search_status status;
    int lower, upper;
    uint64_t nodes;
} dots_solution;

/* `memory` in bytes for the table. Returns null when there is not enough. */
dots_solver *dots_solver_create(size_t memory, int threads);
void dots_solver_destroy(dots_solver *solver);

/* Forgets everything. */
void dots_solver_clear(dots_solver *solver);

/* Copies the graph into the solver; all questions are about it until the next. */
void dots_solver_load(dots_solver *solver, const dots_graph *graph);

/* The value of the position in which the lines of `open` are open. */
dots_solution dots_solver_value(dots_solver *solver, uint64_t open,
                                const dots_search_options *options);

/* The same, but it is enough to know that the value is at most alpha or at least beta. */
dots_solution dots_solver_bounds(dots_solver *solver, uint64_t open, int alpha, int beta,
                                 const dots_search_options *options);

/* The value to the mover after each open line: results[line] for the lines of `open`. When it is
 * ended early, the remaining results have the bounds known without search. Returns the last status.
 */
dots_search_status dots_solver_lines(dots_solver *solver, uint64_t open,
                                     const dots_search_options *options,
                                     dots_solution results[DOTS_MAX_LINES]);

/* One best line of play to the end: writes line numbers, the mover's first, and returns in *count
 * how many. When it is ended early the play is cut short.
 */
dots_search_status dots_solver_play(dots_solver *solver, uint64_t open,
                                    const dots_search_options *options,
                                    uint8_t play[DOTS_MAX_LINES], int *count);

/* Saving and restoring: callbacks move `size` bytes and return false when they cannot. */
typedef bool dots_write(void *context, const void *bytes, size_t size);
typedef bool dots_read(void *context, void *bytes, size_t size);

typedef enum dots_restore_status {
    DOTS_RESTORED,
    DOTS_RESTORE_READ,    /* the callback failed: the file is too short */
    DOTS_RESTORE_FORMAT,  /* not a saved table, or of another version */
    DOTS_RESTORE_GRAPH,   /* saved for another graph */
    DOTS_RESTORE_CHECKSUM /* damaged; the table has been cleared */
} dots_restore_status;

/* Saves the part of the table that took the most work, in at most about `max_bytes`. May be called
 * at rest or from the report callback: other threads go on meanwhile, as entries check themselves.
 * A search that is asked again after a restore comes back to where it was by way of the table.
 */
bool dots_solver_save(const dots_solver *solver, size_t max_bytes, dots_write *write,
                      void *context);

/* Restores what was saved for the graph that is loaded, into a table of any size. */
dots_restore_status dots_solver_restore(dots_solver *solver, dots_read *read, void *context);

#endif
