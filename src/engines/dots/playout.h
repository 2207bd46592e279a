/* dots playout - a guess at the value of a quiet field: its safe lines are drawn at random until
 * none is left, then the ending is played.
 *
 * In the ending the shortest chain is opened, again and again, until no joint is left; from there
 * the value is exact. What the captures on the way come to is exact too: only the order of opening
 * is a guess.
 */
#ifndef DAMERO_DOTS_PLAYOUT_H
#define DAMERO_DOTS_PLAYOUT_H

#include "base/random.h"
#include "engines/dots/moves.h"

/* The order in which lines were drawn, for those who learn from it: the mover draws the first, then
 * they alternate. */
typedef struct dots_trail {
    int count;
    uint16_t line[DOTS_LINES_MAX];
} dots_trail;

/* Plays out from a quiet field, which is used up. `trail` may be NULL. */
int dots_playout(const dots_map *, dots_field *, random_source *, dots_trail *trail);

#endif
