/* dots taking - which line to draw where boxes can be taken.
 *
 * The value of all ways follows from V, the value of the quiet field that is left when everything
 * is taken. A capture that leaves the same boxes in reach and the same chance to hand over costs
 * nothing whatever V is, so it is made without thinking; only when none is left does one decide
 * between the rest and the hand-over.
 */
#ifndef DAMERO_DOTS_CAPTURES_H
#define DAMERO_DOTS_CAPTURES_H

#include "engines/dots/field.h"

/* A field and what it comes to: what can be taken in it, and what is quiet after. */
typedef struct dots_outlook {
    dots_field field, quiet;
    dots_haul haul;
} dots_outlook;

void dots_outlook_take(const dots_map *, const dots_field *, dots_outlook *);

/* A capture that costs nothing: true with the line. */
bool dots_free_capture(const dots_map *, const dots_outlook *, uint16_t *line);

/* The best line where boxes can be taken, when the quiet field is worth `left` to its mover. */
uint16_t dots_best_capture(const dots_map *, const dots_outlook *, int left);

/* Any capture: the first there is. */
uint16_t dots_any_capture(const dots_map *, const dots_outlook *);

#endif
