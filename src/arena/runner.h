/* runner - a match at a table of the referee's, in a thread of its own, and what it has to tell. */
#ifndef DAMERO_ARENA_RUNNER_H
#define DAMERO_ARENA_RUNNER_H

#include <pthread.h>

#include "arena/game.h"

/* What happened, on its way from a match's thread to the arena. */
typedef struct runner_letter {
    struct runner_letter *next;
    const struct arena_runner *from; /* to be compared only */
    int64_t match;
    enum {
        RUNNER_EVENT,   /* `event`, its text in `text` and its verdict in `verdict` */
        RUNNER_REFUSED, /* `mark`, `why` */
        RUNNER_LINE,    /* bytes of `event.seat`: `sent`, `time`, `text` */
        RUNNER_CALLED,  /* where a seat is waited for: `text` */
        RUNNER_JOINED,  /* the other side of a seat's line is there */
        RUNNER_TROUBLE, /* the journal cannot be written: why is in `text`; "": it can again */
        RUNNER_DONE,    /* the thread ends; `failed` with `why`, by which seat's fault */
    } kind;
    match_event event;
    match_verdict verdict;
    uint64_t mark;
    double time;
    bool sent, failed;
    bool lost;  /* another process plays it now */
    bool taken; /* played along already */
    char text[600];
    error why;
} runner_letter;

/* Where letters are put, from any thread. */
typedef struct runner_inbox {
    pthread_mutex_t lock;
    runner_letter *first, **last;
    void (*wake)(void *context);
    void *context;
} runner_inbox;

void inbox_create(runner_inbox *, void (*wake)(void *), void *context);
void inbox_destroy(runner_inbox *);

/* All letters at once, oldest first; the caller's to free one by one. */
runner_letter *inbox_take(runner_inbox *);

typedef struct arena_runner arena_runner;

/* Sits everyone down and begins, or goes on where the game left off. `journal` is a connection of
 * its own and owned from now on, also on failure; the match is read from there. Engines think in
 * the pool; NULL: in threads of the match's own. */
arena_runner *runner_start(const arena_game *, store *journal, bool open_house, pool *,
                           runner_inbox *, error *);

/* Whether somebody plays or watches. */
void runner_set_watched(arena_runner *, bool watched);

/* Whether a match can ever be played on: its seats can be read, and be shown a game that has begun.
 */
bool runner_can_start(const arena_game *, error *);

/* Says something at the table, or will as soon as it stands. False where too much waits. */
bool runner_post(arena_runner *, const table_word *);

/* Ends the match aborted, also while its boards are waited for. False where too much waits. */
bool runner_abort(arena_runner *, const char *why);

/* Ends the thread, without a verdict where there is none yet. */
void runner_stop(arena_runner *);

#endif
