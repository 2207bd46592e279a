/* ratings - strengths that make the results of many games most likely.
 *
 * Two players: the Bradley-Terry model, with a draw as half a win and half a loss. Several players:
 * the Plackett-Luce model, in which the winner is drawn with chances proportional to strength, then
 * the second from the others, and so on. The likelihood is concave in the logarithms of the
 * strengths; Newton's method, damped where a step would be too long, finds its maximum. Errors come
 * from the inverse of the Fisher information, with the mean of all ratings (or the anchors) fixed;
 * so does the likelihood of superiority. It must be fast: a server rates a tournament in the thread
 * that relays moves.
 *
 * A rating is 400 times the decimal logarithm of the strength: Elo's scale. A player who has won or
 * lost everything has no finite rating and is left out; so are players who then cannot be compared
 * with the largest group (of several, the strongest). The others of a game stay as they are: by the
 * model, who else took part says nothing about their order.
 */
#ifndef DAMERO_EVENTS_RATINGS_H
#define DAMERO_EVENTS_RATINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "games/game.h"

enum { RATINGS_MAX = 2000 };

/* A choice of the model: the players and each one's share of the win (the shares add up to 1). A
 * game is one choice if only its winner is known, and several if all places are. */
typedef struct rated_game {
    int count;
    int player[GAME_SEATS_MAX];
    double share[GAME_SEATS_MAX];
    bool further; /* not the first choice of its game: not counted in `points` and `games` */
    int times;    /* how often it happened; 0: once */
} rated_game;

typedef struct rated_games {
    rated_game *games; /* freed by the owner */
    size_t count, capacity;
} rated_games;

bool rated_games_add(rated_games *, const rated_game *, error *);

/* Adds the choices of a game whose places are known, from 1; equal places are a draw. */
bool rated_games_add_places(rated_games *, int count, const int *player, const int *place, error *);

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
