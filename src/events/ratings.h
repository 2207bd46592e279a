/* ratings - strengths that make the results of many games most likely.
 *
 * Two players: the Bradley-Terry model, with a draw as half a win and half a loss. Several players:
 * the Plackett-Luce model, in which the winner is drawn with chances proportional to strength. The
 * iteration of D. R. Hunter, "MM algorithms for generalized Bradley-Terry models" (2004), finds the
 * maximum likelihood. Errors come from the inverse of the Fisher information, with the mean of all
 * ratings (or the anchors) fixed; so does the likelihood of superiority.
 *
 * A rating is 400 times the decimal logarithm of the strength: Elo's scale. A player who has won or
 * lost everything has no finite rating and is left out, together with its games; so are players who
 * then cannot be compared with the largest group.
 */
#ifndef DAMERO_EVENTS_RATINGS_H
#define DAMERO_EVENTS_RATINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "games/game.h"

enum { RATINGS_MAX = 2000 };

/* A game: its players and each one's share of the win (the shares add up to 1). */
typedef struct rated_game {
    int count;
    int player[GAME_SEATS_MAX];
    double share[GAME_SEATS_MAX];
} rated_game;

typedef struct rating {
    bool rated;
    double elo, error; /* half of the 95 % interval */
    double points;
    int games;
    bool anchored; /* set by the caller, with `elo`: keeps that rating */
} rating;

/* Rates `players` by their games. `superior`, if not NULL, receives for each pair the likelihood
 * that the first is stronger than the second, by rows. */
bool ratings_find(int players, const rated_game *, size_t count, rating *, double *superior,
                  error *);

#endif
