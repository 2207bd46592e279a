/* study - a strategy for one seat of a round between two players that is safe and still exploits
 * simple players.
 *
 * The seat learns against an opponent of one of several kinds, without knowing which: one that
 * learns to do the most harm, and some that bid by simple rules (the seed's, the odds'). The higher
 * the assumed share of simple players, the more the strategy wins from them and the more it gives
 * away to a best response: a restricted Nash response (Johanson, Zinkevich, Bowling 2007). Without
 * simple kinds it is an equilibrium, as far as the graph allows.
 */
#ifndef DAMERO_PERUDO_STUDY_H
#define DAMERO_PERUDO_STUDY_H

#include "engines/perudo/solver.h"

typedef struct study {
    int seat; /* the seat that is studied: 0 the opener, 1 the other */
    perudo_round_graph graph;
    solver solver;
} study;

/* How much the image of a table keeps (tables.h). */
typedef struct perudo_image_options {
    int bits;    /* 4 or 12 */
    float least; /* omits positions that the seat itself plays towards less often than this,
                    whatever the other player does */
    float rare;  /* drops moves played less often than this */
    float stray; /* stores no strategy for hands that get to a position less often than this */
    int parts;   /* rounds chances to multiples of one in this many, a power of two; 0: of the
                    smallest that `bits` hold. Hands that play alike take less room. */
} perudo_image_options;

/* The usual way to make a table of one seat of a round (tables.h). */
typedef struct study_recipe {
    perudo_round_plan plan;
    float simple;
    int iterations;
    perudo_image_options image;
} study_recipe;

/* Up to four dice: an equilibrium, as exact as a table can hold. More dice: a strategy that also
 * exploits simple players and remembers as many bids as the graph has room for in `floats` numbers,
 * at most six. False with an error if not even one bid can be remembered. */
bool perudo_study_recipe(study_recipe *, const perudo_rules *, const int dice[2], int seat,
                         size_t floats, error *);

/* `plan` must not set kinds; `share`: the assumed chance that the opponent is a simple player,
 * from 0 to below 1. */
bool perudo_study_create(study *, const perudo_rules *, const perudo_round_plan *, int seat,
                         float share, error *);
void perudo_study_destroy(study *);

#endif
