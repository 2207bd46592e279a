/* dots exact - proven values of quiet fields, under limits.
 *
 * Fields with at most 64 open lines go to the solver (solver/solver.h), larger ones to the
 * deepening search, which can prove endings of any size. Both keep their tables, so a repeated
 * question goes on from where the last one ended.
 */
#ifndef DAMERO_DOTS_EXACT_H
#define DAMERO_DOTS_EXACT_H

#include "engines/dots/deepen.h"

enum { DOTS_EXACT_LINES = 64 }; /* open lines the solver takes */

typedef struct dots_exact {
    dots_deepening *deepening; /* not owned */
    struct dots_solver *solver;
    uint64_t loaded;                 /* the field whose graph the solver works on; 0: none */
    int line_count;                  /* of that graph */
    uint16_t line[DOTS_EXACT_LINES]; /* its lines as lines of the field */
} dots_exact;

/* The solver uses at most `memory` bytes for its table, and `threads` threads; the deepening search
 * uses one. */
bool dots_exact_create(dots_exact *, dots_deepening *, size_t memory, int threads);
void dots_exact_destroy(dots_exact *);
void dots_exact_forget(dots_exact *);

/* Whether a proof is worth trying with this many nodes: a rough estimate that errs towards trying.
 */
bool dots_exact_hopeful(const dots_map *, const dots_field *quiet, uint64_t nodes);

/* The value of a quiet field with lines left, and a best line; false if the guard ended it first.
 */
bool dots_exact_solve(dots_exact *, const dots_field *quiet, search_guard *, dots_found *);

/* The same for a field that can follow the one asked about last, at less cost: most of its best
 * play is already in the tables. Also false if it cannot follow. */
bool dots_exact_follow(dots_exact *, const dots_field *quiet, search_guard *, dots_found *);

/* The proven value of a quiet field and its best line, if they are already known. */
bool dots_exact_known(dots_exact *, const dots_field *quiet, dots_found *);

/* The value of each open line for the player to move, in any field with at most 64 open lines.
 * Writes values[line] for the lines proven before the guard ended it, and leaves the others alone.
 */
void dots_exact_lines(dots_exact *, const dots_field *, search_guard *, int *values);

#endif
