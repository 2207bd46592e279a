/* trax picture - the tracks drawn as text, with the labels of the notation.
 *
 * A tile is five characters wide and three high. White tracks are light lines, black ones double
 * lines (in ASCII `o` and `#`); with colour they are white and red, like the tiles of the physical
 * game. Spaces beside tiles have a dot. If a last move is given, the tiles of the last turn are
 * marked:
 * `*` the one that was chosen, `!` those it forced.
 */
#ifndef DAMERO_TRAX_PICTURE_H
#define DAMERO_TRAX_PICTURE_H

#include "games/trax/trax.h"

size_t trax_picture_bytes(void);

void trax_picture(const game_rules *, const game_position *, game_style, text *);

#endif
