/* trax notation - turns and positions as text.
 *
 * A turn is the column, row and shape of the chosen tile: `B2/`. Before each turn the leftmost
 * column with a tile is A and the topmost row 1; `@` is the empty column left of A and `0` the
 * empty row above
 * 1. After Z come columns AA, AB, ... (bijective base 26). Shapes: `+`; `/` joins top and left; `\`
 * joins top and right. The colours follow from the neighbours. Lower-case letters are accepted.
 *
 * A position is the rows of tiles from the top, each tile as the digit of its four bits (trax.h),
 * `.` for a space, then the seat on turn:
 *
 *     65/.c  W                                   (blanks between the fields; `-` is no tile)
 *
 * Without the second field it is White's turn, or Black's after the first tile. A position is
 * accepted if its tiles are connected, their colours match, no forced tile is missing, and it fits
 * the variant's board; whether it can arise in a game is not checked.
 */
#ifndef DAMERO_TRAX_NOTATION_H
#define DAMERO_TRAX_NOTATION_H

#include "games/trax/trax.h"

/* '+', '/' or '\\'. */
char trax_shape(unsigned tile);

/* Column letters: 0 is "@", 1 "A", 27 "AA". */
void trax_write_column(int column, text *);

/* Reads column letters as a number of at most `most`; false if there are none or it is larger. */
bool trax_read_column(scan *, int most, int *column);

size_t trax_position_text_bytes(void);

void trax_write_move(const game_rules *, const game_position *, game_move, text *);
bool trax_read_move(const game_rules *, const game_position *, const char *word, game_move *,
                    error *);
void trax_write_position(const game_rules *, const game_position *, text *);
bool trax_read_position(const game_rules *, const char *, game_position *, error *);

#endif
