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
};

/* arena.c */
int arena_running(const arena *); /* how many matches have a thread */
bool arena_start(arena *, arena_game *, error *);
void arena_add(arena *, arena_game *);
void arena_write_name(const char *, text *); /* on one line, nothing in it hidden; may be NULL */

/* Whether a match waits for a person, with no clock running and nothing on a line. */
bool arena_may_park(const arena_game *);

/* Parks the match that has been left alone longest, but not less than so many seconds (in which all
 * that its table had to tell is heard); false where there is none. */
bool arena_park_one(arena *, int seconds);

/* stored.c: closes a match that cannot go on; tells what has happened elsewhere. */
void arena_abort(arena *, int64_t id, const char *why);
void arena_catch_up(arena *, arena_game *, arena_told *, void *context);

#endif
