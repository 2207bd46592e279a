/* damas picture - the board drawn as text, with the names of its squares and compulsory captures.
 */
#ifndef DAMERO_DAMAS_PICTURE_H
#define DAMERO_DAMAS_PICTURE_H

#include "games/damas/damas.h"

enum { DAMAS_PICTURE_BYTES = 8192 };

void damas_picture(const game_rules *, const game_position *, game_style, text *);

#endif
