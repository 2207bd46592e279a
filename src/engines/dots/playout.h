/* dots playout - estimates the value of a quiet field: draws its safe lines at random until none is
 * left, then plays the ending.
 *
 * In the ending it keeps opening the shortest chain until no joint is left; from there the value is
 * exact. The values of the captures on the way are exact too: only the order of opening is a guess.
 */
#ifndef DAMERO_DOTS_PLAYOUT_H
#define DAMERO_DOTS_PLAYOUT_H

#include "base/random.h"
#include "engines/dots/moves.h"

/* The lines in the order in which they were drawn; the players alternate. */
typedef struct dots_trail {
    int count;
    uint16_t line[DOTS_LINES_MAX];
} dots_trail;

/* Plays out a quiet field and overwrites it. `trail` may be NULL. */
int dots_playout(const dots_map *, dots_field *, random_source *, dots_trail *trail);

#endif
