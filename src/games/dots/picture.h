/* dots picture - the grid drawn as text with its coordinates, optionally with a label on each open
 * line (the values found by an analysis). */
#ifndef DAMERO_DOTS_PICTURE_H
#define DAMERO_DOTS_PICTURE_H

#include "games/dots/dots.h"

enum { DOTS_NO_LABEL = INT16_MIN };

size_t dots_picture_bytes(const dots_rules *);

/* `labels` has a number from -999 to 999, or DOTS_NO_LABEL, for every line; or it is NULL. */
void dots_picture(const dots_rules *, const dots_position *, game_style, const int16_t *labels,
                  text *);

/* The contract's picture: without labels. */
void dots_picture_plain(const game_rules *, const game_position *, game_style, text *);

#endif
