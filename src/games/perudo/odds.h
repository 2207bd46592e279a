/* perudo odds - the exact chance that a bid holds.
 *
 * The number of hidden dice that match a face has a binomial distribution: each does so with the
 * same chance, one in six with six faces, or two in six if lamas are jokers and the face is not the
 * lama.
 */
#ifndef DAMERO_PERUDO_ODDS_H
#define DAMERO_PERUDO_ODDS_H

#include "games/perudo/perudo.h"

/* The chance that `k` or more out of `n` dice match, each with chance `p`. */
double perudo_at_least(int n, int k, double p);

/* The same for every k from 0 to n + 1. */
void perudo_tails(int n, double p, double tail[PERUDO_TOTAL_MAX + 2]);

/* The chance that a bid holds, as seen by `seat` (GAME_NOBODY: a spectator): known hands are
 * counted, hidden dice are random. */
double perudo_odds(const perudo_rules *, const perudo_position *view, int seat, perudo_bid);

/* The chance that a bid is exactly right. */
double perudo_odds_exact(const perudo_rules *, const perudo_position *view, int seat, perudo_bid);

/* The chance that a move of `seat` proves right: a bid holds, the last bid does not, or is exact.
 */
double perudo_move_odds(const perudo_rules *, const perudo_position *view, int seat, game_move);

#endif
