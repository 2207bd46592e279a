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
    pthread_cond_t wake;
    uint64_t wanted, done; /* events handed over, and on the disk */
    bool quit, failed;
    error trouble;
} syncer;

bool syncer_create(syncer *, store *, error *);
void syncer_destroy(syncer *);

/* So many events have been added to the journal. */
void syncer_want(syncer *, uint64_t count);

/* How many are on the disk; false where it failed, which then stays so. */
bool syncer_done(syncer *, uint64_t *count, error *);

/* Waits until all that was wanted is on the disk, or that has failed. The disk sets how long. */
void syncer_finish(syncer *);

#endif
