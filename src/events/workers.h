/* workers - a series whose games are played by workers, on any machine that shares the journal.
 *
 * The series becomes work in the journal (store/jobs.h), a job for each game. The caller of
 * workers_play only reports the results, in the order of the games' numbers, and ends the work when
 * no more games are wanted. Workers go on without it if it is killed; the next call goes on
 * reporting.
 *
 * A worker plays with series_play, whose `take` hands out the jobs. */
#ifndef DAMERO_EVENTS_WORKERS_H
#define DAMERO_EVENTS_WORKERS_H

#include "events/series.h"

typedef struct workers_terms {
    const char *needs; /* what a worker must have (store_work.needs) */
    uint64_t ahead;    /* games that may be played beyond the last reported one; 0: all */
    /* Nothing has been reported for this number of seconds; called every second, or NULL. False:
     * no more games are wanted, or with an error the series fails. */
    bool (*waiting)(void *context, int64_t seconds, error *);
} workers_terms;

/* The series needs its entry in the journal. Of the callbacks it uses begin, host.show (for the end
 * of each game alone) and end. Games that were reported before are `known`. */
series_outcome workers_play(const series_setup *, const workers_terms *, error *);

#endif
