/* style - the levels below full strength, and playing styles that are fun to meet: careful, bold,
 * tricky.
 *
 * Each rates a move by its odds, like the model, and by a preference of its own, and plays better
 * moves more often; the weaker a level, the less its choice depends on the odds. None looks beyond
 * its hand and the last bid. */
#ifndef DAMERO_PERUDO_STYLE_H
#define DAMERO_PERUDO_STYLE_H

#include "engines/perudo/player.h"

typedef enum perudo_style {
    PERUDO_CAREFUL,
    PERUDO_BOLD,
    PERUDO_TRICKY,
    PERUDO_BEGINNER, /* from here on as in engine.h */
    PERUDO_STYLES = PERUDO_BEGINNER + ENGINE_FULL
} perudo_style;

uint64_t perudo_style_strategy(const player *, const question *, perudo_style, float *chance);

#endif
