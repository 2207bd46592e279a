/* dots exact - the way to a proven value, whoever finds it.
 *
 * "Try to solve this quiet field under these limits." Fields of at most 64 open lines go to the
 * solver (solver.h), larger ones to the deepening search, which proves endings of any size. Both
 * keep what they found out and go on from there when they are asked again.
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

/* The solver takes at most `memory` bytes for its table and works on so many threads, which the
 * deepening search does not use. */
bool dots_exact_create(dots_exact *, dots_deepening *, size_t memory, int threads);
void dots_exact_destroy(dots_exact *);
void dots_exact_forget(dots_exact *);

/* Whether a proof is worth trying with this many nodes: a rough estimate, on the side of trying. */
bool dots_exact_hopeful(const dots_map *, const dots_field *quiet, uint64_t nodes);

/* The value of a quiet field with lines left and a best line, or false where the guard ended it
 * first. */
bool dots_exact_solve(dots_exact *, const dots_field *quiet, search_guard *, dots_found *);

/* The same for a field that comes after the one asked about last, at less cost: for its best play,
 * most of which is in the tables. False where it does not come after it, too. */
bool dots_exact_follow(dots_exact *, const dots_field *quiet, search_guard *, dots_found *);

/* The proven value of a quiet field and its best line, where they are known already. */
bool dots_exact_known(dots_exact *, const dots_field *quiet, dots_found *);

/* What each open line is worth to the mover of a field with at most 64 open lines, quiet or not:
 * values[line] for those that were proven before the guard ended it; the others stay untouched. */
void dots_exact_lines(dots_exact *, const dots_field *, search_guard *, int *values);

#endif
