/* group - one sync for many: requests that come at about the same time are served together, so that
 * many matches do not queue for the disk one after another.
 *
 * If a sync fails, what it should have brought to the disk may be gone, from any writer, and this
 * is reported only once. So each failure is reported to everybody who asks, even if another one
 * did. */
#ifndef DAMERO_GROUP_H
#define DAMERO_GROUP_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/histogram.h"
#include "store/store.h"

typedef struct sync_group {
    pthread_mutex_t lock; /* for everything here */
    pthread_cond_t settled;
    bool busy;
    uint64_t wanted, synced; /* requests, and those completed */
    uint64_t failures;
    histogram took;
} sync_group;

void group_create(sync_group *);
void group_destroy(sync_group *);

/* The failures so far, for someone who has nothing to lose by them. */
uint64_t group_failures(sync_group *);

/* Waits until `sync` has been called after this, by whichever thread, one at a time. False if it
 * failed, or has failed since *seen, which is brought up to date. */
bool group_sync(sync_group *, uint64_t *seen, bool (*sync)(void *), void *context);

void group_measure(sync_group *, store_figures *);

#endif
