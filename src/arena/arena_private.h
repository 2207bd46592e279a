/* What the parts of the arena share. */
#ifndef DAMERO_ARENA_PRIVATE_H
#define DAMERO_ARENA_PRIVATE_H

#include "arena/arena.h"
#include "arena/runner.h"

typedef void arena_told(void *, arena_game *, const arena_news *);

struct arena {
    arena_setup setup;
    arena_game *games;
    runner_inbox inbox;
    int64_t
        take_up; /* when to look again for matches that could not be claimed; 0: there are none */
    int64_t arrived; /* when what is being said came; 0: now */
};

/* arena.c */
int arena_running(const arena *); /* how many matches have a thread */

/* Whether there is room for one more match, begun from that address; `alone`: without a person,
 * board or program. Makes some if need be. */
bool arena_has_room(arena *, uint64_t address, bool alone, error *);
bool arena_start(arena *, arena_game *, error *);
void arena_add(arena *, arena_game *);
void arena_write_name(const char *, text *); /* on one line, nothing in it hidden; may be NULL */

/* What the store says of its trouble is the operator's; people are told in other words. */
bool arena_hide_trouble(const arena *, error *);

/* Whether a match waits for a person, with no clock running and nothing on a line. */
bool arena_may_park(const arena_game *);

/* Parks the match that has been left alone longest, but not less than so many seconds (in which all
 * that its table had to tell is heard); false where there is none. */
bool arena_park_one(arena *, int seconds);

/* Whether a match of ours waits for a thread alone. */
bool arena_waits_for_room(const arena_game *);

/* stored.c: closes a match that cannot go on; tells what has happened elsewhere. */
void arena_abort(arena *, arena_game *, const char *why);
void arena_catch_up(arena *, arena_game *, arena_told *, void *context);

#endif
