/* dots solver state - the private part of a solver, shared by solver.c and checkpoint.c only. */
#ifndef DAMERO_DOTS_SOLVER_STATE_H
#define DAMERO_DOTS_SOLVER_STATE_H

#include "engines/dots/solver/search.h"
#include "engines/dots/solver/solver.h"

typedef struct dots_solver {
    dots_graph graph;
    dots_keyer keyer;
    uint8_t rank[DOTS_MAX_LINES];
    dots_table table;
    dots_shared shared;
    bool in_common; /* solvers of other processes use the same memory */
    int threads;
    _Atomic uint64_t own_busy[1 << DOTS_BUSY_BITS];
    dots_searcher *searchers; /* one per thread */
    large_block quick;        /* their small caches, one after the other */
    size_t quick_bytes;
} dots_solver;

#endif
