/* Shared by the parts of the arena. */
#ifndef DAMERO_ARENA_PRIVATE_H
#define DAMERO_ARENA_PRIVATE_H

#include "arena/arena.h"
#include "arena/relay.h"
#include "arena/runner.h"
#include "referee/syncer.h"

typedef void arena_told(void *, arena_match *, const arena_news *);

struct arena {
    arena_setup setup;
    arena_match *games;
    struct arena_event *events; /* those played here */
    news_inbox inbox;
    relay *relay;       /* to other arenas; NULL: there are none */
    int64_t ticket;     /* see arena_ticket */
    syncer keeper;      /* syncs what the arena itself has written, ... */
    store *kept;        /* through this */
    uint64_t asked;     /* how often it was asked to, */
    uint64_t kept_upto; /* which requests were done, and which failed last, and why */
    uint64_t lost_after, lost_upto;
    error lost_why;
    int64_t
        take_up; /* when to look again for matches that could not be claimed; 0: there are none */
    arena_figures figures; /* the counts since the start */
    int64_t arrived;       /* arrival time of the current command; 0: now */
};

/* arena.c */
int arena_running(const arena *); /* number of matches with a thread */

/* Whether there is room for one more match started from that address; `alone`: without a person,
 * board or program. Makes room if necessary. */
bool arena_has_room(arena *, uint64_t address, bool alone, error *);
bool arena_start(arena *, arena_match *, error *);
void arena_add(arena *, arena_match *);
void arena_write_name(const char *,
                      text *); /* on one line, without invisible characters; may be NULL */

/* Whether a match waits for a person, with no clock running and nothing on a line. */
bool arena_may_park(const arena_match *);

/* Parks the match that has been unattended longest, but at least for that many seconds (by which
 * time all news of its host has been heard); false if there is none. */
bool arena_park_one(arena *, int seconds);

/* Whether a match of ours only waits for a thread. */
bool arena_waits_for_room(const arena_match *);

/* begin.c: continues with matches that have reached the disk. */
void arena_go_on_beginning(arena *, arena_told *, void *context);

/* begin.c: a requested seat in the referee's notation; false if it is not possible here. */
bool arena_read_seat(const arena *, const game *, const arena_wish *, seat_spec *, error *);

/* stored.c: closes a match that cannot go on; continues one that was claimed, if there is room. */
void arena_abort(arena *, arena_match *, const error *why);
bool arena_adopt(arena *, store_fence, error *);
void arena_warn_of_failure(void *arena, int64_t match, const char *why);

/* stored.c: whether a match was started through an arena; 'damero match' resumes the others. */
bool arena_is_served(arena *, int64_t match);

/* stored.c: takes the next event of a match that another process plays; `over`: its result, if it
 * is the last one and the result is known. False if it does not fit. */
bool arena_take_stored(arena_match *, const store_event *, const store_match *over, arena_told *,
                       void *context);

/* arena.c: another process plays it now: from here on it is only watched. */
void arena_lose(arena *, arena_match *, arena_told *, void *context);

/* elsewhere.c: asks for its news. */
void arena_follow(arena *, arena_match *);

#endif
