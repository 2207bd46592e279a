/* table - a match with real links, engines in threads, people and a journal: the loop that waits.
 *
 * One thread waits for all seats at once, never past the next deadline. Every event is handed to
 * the journal when it happens (a kill does not lose it), then the bytes that follow from it go out;
 * another thread brings the journal onto the disk, and only then the event is shown.
 */
#ifndef DAMERO_TABLE_H
#define DAMERO_TABLE_H

#include <stdatomic.h>

#include "links/link.h"
#include "referee/match.h"
#include "referee/seat.h"
#include "store/store.h"

typedef struct table_setup {
    match_setup match;                     /* all but its owner */
    const seat_spec *spec[GAME_SEATS_MAX]; /* not owned */
    link_end *link[GAME_SEATS_MAX];        /* of seats on links: open and joined; not owned */
    int engine_threads;                    /* 0: one */
    store *journal;                        /* NULL: none is kept */
    int64_t id;                            /* of the match in the journal */
    int input;                             /* where people type; -1: there are none */
    const atomic_bool *stop;               /* set: the match is aborted; or NULL */
    void *context;
    void (*show)(void *context, const match *, const match_event *);
    void (*prompt)(void *context, const match *, int seat); /* a person is on turn */
    void (*complain)(void *context, const char *message);   /* about what a person typed */
} table_setup;

/* Plays it to its end. False with an error only where it could not begin. */
bool table_play(const table_setup *, match_verdict *, error *);

#endif
