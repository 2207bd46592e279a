/* people - the ratings of people with accounts, by their matches against each other and against the
 * levels of engines.
 *
 * A match is rated if everybody in it is a different account or an engine at one of its levels, and
 * if store_each_rated finds it. A level with another time for its moves is another player. All
 * rules of a game count together. The ratings are those that make the newest PEOPLE_MATCHES results
 * most likely (events/ratings.h); the mean of all players is PEOPLE_MEAN.
 *
 * Memory grows with the square of the number of players and time with its cube, so at most
 * PEOPLE_MAX are rated: those with the most matches, so that nobody can take the places of others
 * with many new accounts of one match each.
 */
#ifndef DAMERO_PEOPLE_H
#define DAMERO_PEOPLE_H

#include "engines/engine.h"
#include "events/ratings.h"
#include "store/accounts.h"

enum { PEOPLE_MAX = 500, PEOPLE_MATCHES = 5000, PEOPLE_MEAN = 1500 };

/* A person or a level. */
typedef struct rated_player {
    int64_t account; /* 0: an engine's level */
    char name[STORE_NAME];
    const engine_kind *engine;
    int level;
    int64_t think; /* the engine's time for a move; 0: the usual one */
    rating rating; /* its `points` and `games` are of all rated matches */
} rated_player;

/* Rates the players of a game, strongest first; those without a finite rating come last. Returns
 * their number, at most PEOPLE_MAX, or -1 with an error. Nobody has a name yet. The caller frees
 * `players`. Takes a while: not for a thread in which others wait. */
int people_rate(store *, const game *, rated_player **players, error *);

/* Gives everybody the name that they have now, and leaves out accounts that are gone. Returns how
 * many are left. */
int people_name(store *, rated_player *, int count);

#endif
