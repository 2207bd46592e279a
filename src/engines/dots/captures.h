/* dots captures - which line to draw when boxes can be taken.
 *
 * The values of all choices follow from V, the value of the quiet field that is left once
 * everything is taken. A capture that leaves the same boxes in reach and the same chance to hand
 * over is free whatever V is, so it is played without thinking. Only when there is no such capture
 * left does the engine decide between taking the rest and handing over.
 */
#ifndef DAMERO_DOTS_CAPTURES_H
#define DAMERO_DOTS_CAPTURES_H

#include "engines/dots/field.h"

/* A field, what can be taken in it, and the quiet field after that. */
typedef struct dots_outlook {
    dots_field field, quiet;
    dots_haul haul;
} dots_outlook;

void dots_outlook_take(const dots_map *, const dots_field *, dots_outlook *);

/* A free capture: true with its line. */
bool dots_free_capture(const dots_map *, const dots_outlook *, uint16_t *line);

/* The best line when boxes can be taken and the quiet field is worth `left` to the player to move
 * in it. */
uint16_t dots_best_capture(const dots_map *, const dots_outlook *, int left);

/* The first capture found. */
uint16_t dots_any_capture(const dots_map *, const dots_outlook *);

#endif
