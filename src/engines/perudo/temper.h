/* temper - ways of playing that people enjoy: careful, bold, tricky.
 *
 * Each likes a move for its odds, as the model does, and for something of its own; it takes better
 * ones more often. None looks further than its hand and the last bid. */
#ifndef DAMERO_PERUDO_TEMPER_H
#define DAMERO_PERUDO_TEMPER_H

#include "engines/perudo/player.h"

typedef enum perudo_temper {
    PERUDO_CAREFUL,
    PERUDO_BOLD,
    PERUDO_TRICKY,
    PERUDO_TEMPERS
} perudo_temper;

uint64_t perudo_temper_strategy(const player *, const question *, perudo_temper, float *chance);

#endif
