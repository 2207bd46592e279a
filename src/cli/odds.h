/* odds - how likely the bids of a round of Perudo are, for one seat. */
#ifndef DAMERO_CLI_ODDS_H
#define DAMERO_CLI_ODDS_H

#include "games/game.h"

/* Whether a game has odds: Perudo does. */
bool cli_has_odds(const game_rules *);

/* Prints them for `seat` (or the seat on turn if it is negative), as a table or as an object.
 */
bool cli_print_odds(const game_rules *, const game_position *, int seat, bool json, error *);

#endif
