/* players - a file of players: their names and seats.
 *
 *     # a comment
 *     [New]
 *     command = ./new --fast
 *     folder = /srv/new          its working folder
 *     time = 100ms               its own clock: per move, or 60s+1s per game
 *     hash = 64                  every other name is a parameter of the program (Hub's set-param)
 *
 *     [Engine]
 *     seat = engine:depth=8      any seat, instead of a command
 */
#ifndef DAMERO_EVENTS_PLAYERS_H
#define DAMERO_EVENTS_PLAYERS_H

#include "referee/seat.h"
#include "store/store.h"

typedef struct event_player {
    char name[STORE_NAME];
    char seat[SEAT_SPEC]; /* in the notation of seat_read */
} event_player;

typedef struct player_list {
    event_player *player;
    size_t count, capacity;
} player_list;

/* Reads a file; an error names the line. Destroy it, even on failure. */
bool player_list_read(player_list *, const char *bytes, size_t length, error *);

/* Adds one; false if the name is not visible text, is taken, or there is no memory. */
bool player_list_add(player_list *, const char *name, const char *seat, error *);
void player_list_destroy(player_list *);

/* Whether a name is 1 to STORE_NAME - 1 bytes of visible text. */
bool player_name_check(const char *name, error *);

#endif
