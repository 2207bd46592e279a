/* perudo picture - the table drawn as text: a row for each seat with its cup or its dice and its
 * last bid, then the bids of the round, and after a call its result. */
#ifndef DAMERO_PERUDO_PICTURE_H
#define DAMERO_PERUDO_PICTURE_H

#include "games/perudo/perudo.h"

size_t perudo_picture_bytes(const perudo_rules *);

void perudo_picture(const game_rules *, const game_position *, game_style, text *);

#endif
