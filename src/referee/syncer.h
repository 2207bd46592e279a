/* syncer - brings the journal onto the disk in a thread of its own, so that the disk delays what is
 * shown but not what is passed on. */
#ifndef DAMERO_SYNCER_H
#define DAMERO_SYNCER_H

#include <pthread.h>

#include "store/store.h"

typedef struct syncer {
    store *journal;
    int pipe[2]; /* a byte comes out of [0] whenever more has reached the disk */
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake, idle;
    uint64_t wanted, done; /* events handed over, and on the disk */
    bool quit;
    bool failed; /* nothing is done until it is mended */
    error trouble;
} syncer;

bool syncer_create(syncer *, store *, error *);
void syncer_destroy(syncer *);

/* This many events have been added to the journal. */
void syncer_want(syncer *, uint64_t count);

/* How many are on the disk. */
void syncer_done(syncer *, uint64_t *count);

/* Whether the last try has failed, and why. */
bool syncer_failed(syncer *, error *);

/* This many events were brought onto the disk in another way: it goes on from there. */
void syncer_mend(syncer *, uint64_t count);

/* Waits until all that was wanted is on the disk, or that has failed. The disk sets how long. */
void syncer_wait(syncer *);

#endif
