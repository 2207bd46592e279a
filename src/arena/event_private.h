/* Shared by event.c and event_play.c. */
#ifndef DAMERO_ARENA_EVENT_PRIVATE_H
#define DAMERO_ARENA_EVENT_PRIVATE_H

#include "arena/event.h"

/* Says why a tournament that is not played here cannot be changed as one that is: another program
 * plays it, or nobody does. Returns false. */
bool event_refuse_absent(arena *, const char *name, error *);

/* The table that waits, and its tournament; NULL with an error if there is none. */
arena_event *event_waiting(arena *, const char *name, int round, int board, event_table **,
                           error *);

/* event_lines.c: the seat of a player of the pairing in the referee's notation. False if it is a
 * board that has no line yet. */
bool event_seat_text(const arena_event *, const event_table *, int player, text *);

/* Gives free lines to tables that wait, the first ones first. */
void event_assign_lines(arena_event *);

/* The lines of a table whose game goes on. */
void event_recover_lines(arena_event *, event_table *, const arena_match *);

/* Other lines are declared. */
void event_change_lines(arena_event *, const char *lines);

/* The next game of a table that waits may begin; an error if its lines are not free. */
bool event_make_ready(arena *, arena_event *, event_table *, error *);

/* Whether a game of a table has begun and goes on. */
bool event_is_played(arena *, const event_table *);

/* A pairing is decided: its game, if there is one, is aborted. */
void event_stop_table(arena *, arena_event *, size_t at);

#endif
