/* syncer - syncs the journal to disk in a separate thread, so that the disk delays what is shown
 * but not what is relayed. */
#ifndef DAMERO_SYNCER_H
#define DAMERO_SYNCER_H

#include <pthread.h>

#include "store/store.h"

typedef struct syncer {
    store *journal;
    int pipe[2]; /* a byte comes out of [0] whenever more has reached the disk, or it failed */
    void (*told)(void *context); /* called in its thread at the same time; or NULL */
    void *context;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t wake, idle;
    uint64_t wanted, done; /* events added, and on disk */
    bool quit;
    bool failed; /* nothing is done until it is repaired */
    error trouble;
} syncer;

bool syncer_create(syncer *, store *, void (*told)(void *), void *context, error *);
void syncer_destroy(syncer *);

/* This many events have been added to the journal. */
void syncer_want(syncer *, uint64_t count);

/* How many are on disk. */
void syncer_done(syncer *, uint64_t *count);

/* Whether the last attempt failed, and why. */
bool syncer_failed(syncer *, error *);

/* This many events were synced in another way: continue from there. */
void syncer_mend(syncer *, uint64_t count);

/* Waits until everything requested is on disk, or has failed. The disk determines how long. */
void syncer_wait(syncer *);

#endif
