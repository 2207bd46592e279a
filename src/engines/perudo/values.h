/* values - what each move of a round is worth to a player who sees only its own hand.
 *
 * In a round of two that has tables, both players follow them after the move, and the chances of
 * the other player's hands follow from its bids in the same way. That gives one number for each
 * move, without dealing any dice. Other rounds are played on with dealt hands (rollout.h).
 * A round won is worth 1, a round lost -1.
 */
#ifndef DAMERO_PERUDO_VALUES_H
#define DAMERO_PERUDO_VALUES_H

#include "engines/perudo/player.h"
#include "engines/perudo/tables.h"

/* A move that was not evaluated. */
#define PERUDO_NO_VALUE 2.0

typedef struct perudo_foresight {
    const perudo_tables *tables; /* not owned */
    int widest;                  /* numbers of a vector over hands */
    float *weight;               /* a vector for each bid that is looked ahead */
} perudo_foresight;

/* Memory for vectors of `widest` numbers. */
bool perudo_foresight_create(perudo_foresight *, const perudo_tables *, int widest, error *);
void perudo_foresight_destroy(perudo_foresight *);

/* Writes the value of each move of the question against the seat `other`, until its time is up.
 * Moves that the tables play come first. Both seats must have tables. Returns the number of
 * positions visited. */
uint64_t perudo_foresight_values(perudo_foresight *, const player *, const question *, int other,
                                 double *value);

#endif
