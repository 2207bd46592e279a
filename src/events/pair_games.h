/* pair_games - the games of one pairing: what they are worth, and when the pairing is decided.
 *
 * Shared by both ways to play a tournament: tournament_play and the arena of a server. */
#ifndef DAMERO_EVENTS_PAIR_GAMES_H
#define DAMERO_EVENTS_PAIR_GAMES_H

#include "events/tournament.h"

typedef struct pair_games {
    int count;                  /* players */
    int planned;                /* games */
    bool knockout;              /* ends as soon as it is decided */
    int points[GAME_SEATS_MAX]; /* twice the points, in the order of the pairing */
} pair_games;

/* A pairing without games yet. */
pair_games pair_games_of(const tournament *, size_t pairing);

/* The largest number of games: a knockout that is tied goes on for a while. */
uint64_t pair_games_most(const tournament *);

/* The player (in the order of the pairing) in a seat of game `number`: each moves on by a seat. */
static inline int pair_games_player(int count, uint64_t number, int seat) {
    return (int)(((uint64_t)seat + number) % (uint64_t)count);
}

/* Counts a game: two points for each opponent who did worse, one for each who did equally well.
 * `player`: the player in each seat; `place`: the place of each seat (places.h), NULL if only the
 * verdict counts. */
void pair_games_add(pair_games *, const int *player, const int *place, const match_verdict *);

/* Whether no further game is needed after this many. */
bool pair_games_decided(const pair_games *, uint64_t played);

/* The series of a pairing: a new one, or the one it was played in before. */
bool pair_games_enter(tournament *, size_t pairing, store *, int64_t *series, error *);

/* Saves the result of a pairing that was played, or that a player lost because it could not be
 * started, unless the organiser has entered one; the series ends. */
bool pair_games_settle(tournament *, size_t pairing, const pair_games *, error *);
bool pair_games_forfeit(tournament *, size_t pairing, int culprit, const char *reason, error *);

#endif
