/* host - a match with real links, engines in threads, people and a journal: the loop that waits.
 *
 * One thread waits for all seats at once, never past the next deadline. Every event is added to the
 * journal when it happens (so a kill does not lose it), then the bytes that depend on it are sent.
 * Another thread syncs the journal to disk, and only then is the event shown.
 *
 * If the journal cannot be written (a full disk), none of this happens: the event and its
 * consequences wait, `trouble` is called, no clock runs, and the journal is retried until it can be
 * written. If another process has taken over the match, it ends here silently.
 *
 * People type at a terminal (seats `me`) or are remote (seats `remote`): then other threads post
 * their input as match_commands. The organiser may pause, adjudicate or abort a match in the same
 * way. Commands are handled in the order they arrive; a move counts as arrived when it was posted.
 *
 *     host *h = host_open(&setup, &e);    in any thread
 *     host_run(h, &verdict);              in the match's own thread: calls back from there
 *     host_post(h, &command);             in any thread, until it is closed
 *     host_close(h);                      after host_run has returned
 *
 * The callbacks run in the thread of host_run, and only they may look at the match. `show` gets the
 * whole truth: before passing it on, reduce it with the game's `seen` and `view`. A store belongs
 * to one thread: each host gets its own.
 */
#ifndef DAMERO_HOST_H
#define DAMERO_HOST_H

#include <stdatomic.h>

#include "links/link.h"
#include "referee/command.h"
#include "referee/judge.h"
#include "referee/pool.h"
#include "referee/seat.h"
#include "store/store.h"

typedef enum host_typed {
    HOST_TYPED_COMMAND, /* it is for the match */
    HOST_TYPED_DONE,    /* it was handled */
    HOST_TYPED_LEAVE,   /* leave the match */
} host_typed;

typedef struct host_setup {
    match_setup match;                     /* all but its owner */
    const seat_spec *spec[GAME_SEATS_MAX]; /* not owned */
    link_end *link[GAME_SEATS_MAX];        /* of seats on links: open and joined; not owned */
    pool *pool;           /* where engines think; NULL: the host has its own threads */
    uint64_t address;     /* the address they think for (schedule.h) */
    bool spare;           /* nobody plays or watches: see host_set_spare */
    int engine_threads;   /* maximum for each; 0: as its seat says */
    size_t engine_memory; /* for each; 0: the engine's default */
    /* Where a seat's engine stays after the match for the player's next one (by the same rules),
     * with its endgame tables; the owner destroys it. NULL: it is created for each match. */
    engine **kept[GAME_SEATS_MAX];
    store *journal;          /* NULL: none */
    store_fence fence;       /* of the match in the journal */
    int input;               /* where people (or the organiser) type; -1: none */
    bool relayed;            /* `show` only hands events over: see host_relayed */
    bool attended;           /* a person watches the input, and may type when not asked */
    const atomic_bool *stop; /* set: the match is aborted, or left if `leaves` says so; or NULL */

    /* A game at home, with everybody at one keyboard: people are asked whether they interrupt
     * without a time limit, and any offer is accepted at once. */
    bool home;
    void (*equip)(
        engine *); /* gives an engine its endgame tables, if the pool is our own; or NULL */
    /* Adjudicates the game once its result is proven. The time this takes is charged to nobody. Or
     * NULL. */
    judge *judge;
    void *context;
    void (*show)(void *context, const match *, const match_event *);
    void (*prompt)(void *context, const match *, int seat); /* a person here is on turn; or NULL */
    /* People here may interrupt, or pass; or NULL. */
    void (*offer)(void *context, const match *, int seat);
    /* The match is suspended because the journal cannot be written: the reason; NULL: it continues.
     * Or NULL.
     */
    void (*trouble)(void *context, const match *, const char *why);
    /* A refused command, posted or typed. Or NULL. */
    void (*refuse)(void *context, const match *, const match_command *, const error *why);
    /* A line was typed, for `seat` if it is a move: the owner decides what to do with it. Or
     * NULL. */
    host_typed (*typed)(void *context, const match *, int seat, const char *line);
    /* The input has ended, or `stop` is set: whether to leave the match as it is. Or NULL. */
    bool (*leaves)(void *context);
} host_setup;

typedef struct host host;

/* A host with all seats filled; NULL with an error if that is impossible. The setup must outlive
 * it. */
host *host_open(const host_setup *, error *);
void host_close(host *);

typedef enum host_outcome {
    HOST_OVER, /* played to its end */
    HOST_LEFT, /* the match stays in the journal, to be resumed another time */
    HOST_LOST, /* another process plays it now */
} host_outcome;

/* Plays the match; fills in the verdict if it is over. */
host_outcome host_run(host *, match_verdict *);

/* The same step by step: a step waits for the next event and handles it; false: it was the last. */
void host_begin(host *);
bool host_step(host *);
host_outcome host_end(host *, match_verdict *);

/* Sends a command to the match. False if too many are waiting. */
bool host_post(host *, const match_command *);

/* The owner has passed on all events up to that number (match_event.number) at that time. With
 * `relayed` the time of a remote person starts then: they are not charged for the owner's delay.
 * From any thread, until it is closed. */
void host_relayed(host *, int64_t event, int64_t when);

/* Whether nobody plays or watches any more: then its engines use only spare capacity. From any
 * thread, until it is closed. */
void host_set_spare(host *, bool spare);

/* All of this in one call. False with an error if it could not start, or if another process plays
 * it. A match that was left has the verdict `aborted`, which is not in the journal. */
bool host_play(const host_setup *, match_verdict *, error *);

#endif
