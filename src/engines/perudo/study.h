/* study - a strategy for one seat of a round of two that is safe and yet wins from plain players.
 *
 * The seat learns against an opponent who is one of several kinds and does not say which: one that
 * learns to do the most harm, and some that bid by simple rules (the seed's, the odds'). The more
 * likely the simple ones are taken to be, the more is won from them and the more is given away to
 * the best response: a restricted Nash response (Johanson, Zinkevich, Bowling 2007). With no simple
 * kinds it is an equilibrium, as far as the graph allows.
 */
#ifndef DAMERO_PERUDO_STUDY_H
#define DAMERO_PERUDO_STUDY_H

#include "engines/perudo/solver.h"

typedef struct study {
    int seat; /* that is studied: 0 the opener, 1 the other */
    perudo_round_graph graph;
    solver solver;
} study;

/* How a table of a round is usually made (tables.h). */
typedef struct study_recipe {
    perudo_round_plan plan;
    float simple;
    int iterations;
    int bits;    /* of a chance in the table */
    float least; /* positions that come up less often are left out of it */
} study_recipe;

/* Up to four dice: an equilibrium, as exact as a table can hold it. More: a seat that makes
 * something of simple players, and as many bids remembered as the graph has room for in `floats`
 * numbers; more than three where it takes half of that. False, with an error, where not even one
 * bid can be remembered. */
bool perudo_study_recipe(study_recipe *, const perudo_rules *, const int dice[2], size_t floats,
                         error *);

/* `plan` without kinds; `simple`: how likely the opponent is taken to be a simple player, from 0 to
 * below 1. */
bool perudo_study_create(study *, const perudo_rules *, const perudo_round_plan *, int seat,
                         float simple, error *);
void perudo_study_destroy(study *);

#endif
