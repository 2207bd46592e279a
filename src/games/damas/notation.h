/* damas notation - squares, moves and positions as text.
 *
 * Squares are named as in PDN 3.0: 1..32 from the lower right corner (Spanish, Portuguese), from
 * the upper left one (Italian), from the lower right playing square of the first player, who is
 * Black (English, pool), or a1..h8 (Russian, Brazilian, Czech). The laboratory board's rows and
 * columns (both 0..7 from the upper left corner) are accepted in any variant.
 *
 *     10-14         a move
 *     14x23         a capture; with all squares visited, 1x10x19, if it would be ambiguous
 *     14x23+        lab: a king's leg after which it keeps the turn to capture again
 *     huff:14       removes the piece on 14 that should have captured
 *     touch:14      touches the piece on 14, which must then move (setting touch=on); also 14 alone
 *     5,3-4,4       also accepted: row and column; so are 5A3A4A4A (as keyed in) and a1:c3
 *
 * Without touch=on a single square (10) is not a move; the error message lists what its piece can
 * play.
 *
 * A position is PDN's FEN, W:W1,2,K9:B30,K31, with further fields if needed:
 *
 *     :H7           plies without capture or man's move
 *     :R3           1 + moves of three kings against one since they held the long diagonal
 *     :E0,4         plies in the rules' limited endings (endings.h), in the order of their table
 *     :T2           occurrences of the position, if more than one
 *     :S14,18       pieces that may be huffed ("soplar")
 *     :L10          lab: the king that must capture again
 *     :P10          the piece that was touched and must move
 */
#ifndef DAMERO_DAMAS_NOTATION_H
#define DAMERO_DAMAS_NOTATION_H

#include "games/damas/damas.h"

enum { DAMAS_POSITION_TEXT = 320 };

/* "White" or "Black". */
const char *damas_side_name(const damas_rules *, int side);

/* Where a square (given by its bit) is drawn: row and column from the upper left corner, as seen by
 * the first player. */
int damas_row(int bit);
int damas_column(const damas_variant *, int bit);

/* The number of a square (0..31, minus one as written) from its index, and back: its own inverse.
 */
int damas_numbered(const damas_variant *, int square);

void damas_write_square(const damas_variant *, int bit, text *);
bool damas_read_square(const damas_variant *, scan *, int *bit);

/* A capture with every square it visits. */
void damas_write_path(const damas_rules *, const damas_board *, int side, damas_move, text *);

/* "must take three: 14x23x30 or 15x24x31", or nothing if there is no obligation. */
void damas_write_obligation(const damas_rules *, const damas_position *, text *);

void damas_write_move(const game_rules *, const game_position *before, game_move, text *);
bool damas_read_move(const game_rules *, const game_position *, const char *word, game_move *,
                     error *);
/* A person who names a move that is not legal has touched the piece, if it can move. */
bool damas_read_touch(const game_rules *, const game_position *, const char *word, game_move *);
void damas_write_position(const game_rules *, const game_position *, text *);
bool damas_read_position(const game_rules *, const char *, game_position *, error *);

#endif
