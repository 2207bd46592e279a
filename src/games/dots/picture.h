/* dots picture - the grid drawn as text with its coordinates, optionally with a label on each open
 * line (the values found by an analysis). */
#ifndef DAMERO_DOTS_PICTURE_H
#define DAMERO_DOTS_PICTURE_H

#include "games/dots/dots.h"

size_t dots_picture_bytes(const dots_rules *);

void dots_picture(const game_rules *, const game_position *, game_style, text *);

#endif
