/* dots notation - lines and positions as text.
 *
 * A line is written as its two dots, column from the left and row from the bottom, one character
 * each (1..9, then a, b, ...): on 3x3 boxes `1112` is the lower left vertical line, `1121` the
 * lower left horizontal one. Dots are accepted in either order and with capital letters. `0000` is
 * a pass.
 *
 * A position is up to four fields:
 *
 *     ---/||.|/-../..../...  2  1../...  pass        (blanks between fields)
 *
 * the rows of lines from the top (horizontal rows `-` or `.`, vertical rows `|` or `.`), the seat
 * on turn (1 or 2), the owner of each completed box by rows (`1`, `2`, or `.` for nobody), and
 * `pass` if the last move was one, `pass pass` if the last two were. Only the first field is
 * required; without the others seat 1 is on turn and nobody owns a box.
 */
#ifndef DAMERO_DOTS_NOTATION_H
#define DAMERO_DOTS_NOTATION_H

#include "games/dots/dots.h"

/* The character of a column or row, counted from 1. */
char dots_coordinate(int number);

size_t dots_position_text_bytes(const dots_rules *);

void dots_write_line(const dots_rules *, int line, text *);

void dots_write_move(const game_rules *, const game_position *, game_move, text *);
bool dots_read_move(const game_rules *, const game_position *, const char *word, game_move *,
                    error *);
void dots_write_position(const game_rules *, const game_position *, text *);
bool dots_read_position(const game_rules *, const char *, game_position *, error *);

#endif
