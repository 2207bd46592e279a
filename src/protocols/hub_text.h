/* hub_text - lines of Hub: a command and its name=value pairs, and moves in Hub's notation.
 *
 * Used by both ends of a line: hub.c for the referee, cli/hub.c for our engines as programs.
 */
#ifndef DAMERO_HUB_TEXT_H
#define DAMERO_HUB_TEXT_H

#include "games/game.h"

/* The value of a name in the rest of a line, quoted or not; false if the name is missing. */
bool hub_find_value(scan rest, const char *name, text *value);

/* The same for long values, which are not copied. */
bool hub_find_part(scan rest, const char *name, const char **value, size_t *length);

/* A move, with captured squares in Damas. */
void hub_write_move(const game_rules *, const game_position *before, game_move, text *);

/* Reads a move in Hub's or the game's own notation. */
bool hub_read_move(const game_rules *, const game_position *, const char *word, game_move *,
                   error *);

/* Reads a position in Hub's notation, which only Damas has. */
bool hub_read_position(const game_rules *, const char *, game_position *, error *);

#endif
