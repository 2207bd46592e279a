/* temper - ways of playing that people enjoy: careful, bold, tricky.
 *
 * Each likes a move for its odds, as the model does, and for something of its own; it takes better
 * ones more often. None looks further than its hand and the last bid. */
#ifndef DAMERO_PERUDO_STYLE_H
#define DAMERO_PERUDO_STYLE_H

#include "engines/perudo/player.h"

typedef enum perudo_style {
    PERUDO_CAREFUL,
    PERUDO_BOLD,
    PERUDO_TRICKY,
    PERUDO_STYLES
} perudo_style;

uint64_t perudo_style_strategy(const player *, const question *, perudo_style, float *chance);

#endif
