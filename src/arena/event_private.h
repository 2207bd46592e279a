/* Shared by event.c and event_play.c. */
#ifndef DAMERO_ARENA_EVENT_PRIVATE_H
#define DAMERO_ARENA_EVENT_PRIVATE_H

#include "arena/event.h"

/* The next game of a table that waits may begin; an error if its lines are not free. */
bool event_make_ready(arena *, arena_event *, event_table *, error *);

/* Whether a game of a table has begun and goes on. */
bool event_is_played(arena *, const event_table *);

/* A pairing is decided: its game, if there is one, is aborted. */
void event_stop_table(arena *, arena_event *, size_t at);

#endif
