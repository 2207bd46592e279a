/* solve_work - a position of Dots solved by workers.
 *
 * The positions after `split` more lines, up to symmetry, are the leaves of a tree. A job asks
 * about one of them whether its value is at least some number; the answers are bounds, from which
 * the one who asks finds the value of the whole. Two questions are open at a time, whether the
 * value is at least the guess and whether it is more: if the guess is right, the second needs the
 * answers of all lines and the first that of one, likely the first in the solver's order.
 *
 * The workers of one machine share a table and the list of positions under search
 * (common_memory.h), as the threads of one solver do. With its answers a worker sends the entries
 * that took the most work, which workers with other tables add to theirs before their next job. */
#ifndef DAMERO_CLI_SOLVE_WORK_H
#define DAMERO_CLI_SOLVE_WORK_H

#include "cli/crew.h"
#include "engines/dots/solver/solver.h"

enum { SOLVE_SPLIT_MAX = 4 };

typedef struct solve_work {
    store *journal;
    const char *rules, *position; /* as text */
    const dots_graph *graph;
    int split; /* lines that are drawn before a leaf */
    const atomic_bool *stop;
    void *context;
    /* Now and then: the bounds so far, jobs that are finished, positions they took. */
    void (*progress)(void *context, const dots_solution *, int jobs);
} solve_work;

/* Lets workers find the value. False with an error, with the bounds that are proven. */
bool solve_work_lead(const solve_work *, dots_solution *, error *);

/* Memory for the table of a solver: as much as the empty grid with this many lines fills, and no
 * more, since touching fresh memory takes time too (solve.c). */
size_t solve_memory(int lines);

/* Answers such questions, as a worker. */
bool solve_work_do(crew_lane *, const store_work *, error *);

#endif
