/* perudo odds - how likely a bid is, exactly.
 *
 * How many of the hidden dice count for a face is binomial: each does with the same chance, one in
 * six with six faces, or two in six where lamas are jokers and the face is another.
 */
#ifndef DAMERO_PERUDO_ODDS_H
#define DAMERO_PERUDO_ODDS_H

#include "games/perudo/perudo.h"

/* The chance of `k` or more out of `n` dice that count with chance `p` each. */
double perudo_at_least(int n, int k, double p);

/* The same for every k from 0 to n + 1. */
void perudo_tails(int n, double p, double tail[PERUDO_TOTAL_MAX + 2]);

/* The chance that a bid holds, for `seat` (GAME_NOBODY: a spectator), from the dice it sees: known
 * hands are counted, hidden ones are as likely as they fall. */
double perudo_odds(const perudo_rules *, const perudo_position *view, int seat, perudo_bid);

/* The same for a bid that is exactly right. */
double perudo_odds_exact(const perudo_rules *, const perudo_position *view, int seat, perudo_bid);

#endif
