/* trax picture - the tracks drawn in text, with the labels of the notation.
 *
 * A tile is five characters wide and three high. White tracks are light lines, black ones double
 * lines (in ASCII `o` and `#`), and with colour white and red, as the tiles of the table-top game.
 * Spaces beside tiles have a dot. With a last move given, the tiles of the last turn are marked:
 * `*` the one that was chosen, `!` those it forced.
 */
#ifndef DAMERO_TRAX_PICTURE_H
#define DAMERO_TRAX_PICTURE_H

#include "games/trax/trax.h"

size_t trax_picture_bytes(void);

void trax_picture(const game_rules *, const game_position *, game_style, text *);

#endif
