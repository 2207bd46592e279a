/* crew - threads of this process that do jobs of the journal (store/jobs.h).
 *
 * Each lane does one job at a time: a game of a series or tournament, or a part of a computation.
 * A watch renews the lease of the process, stops lanes whose job is no longer theirs or no longer
 * needed, and gives back jobs that no lane does, which a connection that broke while a job was
 * taken can leave behind. */
#ifndef DAMERO_CLI_CREW_H
#define DAMERO_CLI_CREW_H

#include "events/series.h"
#include "store/jobs.h"

typedef struct crew crew;
typedef struct crew_lane crew_lane;

typedef struct crew_terms {
    int lanes;
    const char *tags;  /* NAME=VALUE, a line each */
    bool unconfined;   /* programs may run without a sandbox if their series says so */
    bool drain;        /* end when there is nothing left to do */
    int64_t series;    /* only this one; 0: all work */
    bool quiet;        /* print no line for each job */
    const char *label; /* of its lines on the standard error: "damero worker" */
} crew_terms;

/* Starts them, with connections of their own to the journal. NULL with an error. */
crew *crew_start(store *, const crew_terms *, error *);

/* Whether all lanes have ended, as with `drain`. */
bool crew_is_done(crew *);

/* Gives back what is being done, waits for the lanes, and returns how many jobs were finished. */
int64_t crew_end(crew *);

/* Says why nothing happens, every ten seconds: no worker is alive, or those that are cannot play
 * this series. */
void crew_tell_waiting(store *, int64_t series, int64_t seconds);

/* For those who compute. */

/* Set when the lane has to leave its job. */
const atomic_bool *crew_stop(const crew_lane *);
store *crew_journal(crew_lane *);

/* Takes the next job of the work; false if there is none now, or the lane has to stop. */
bool crew_take(crew_lane *, int64_t work, store_job *);

/* The job is done, with a result and a line about it. False if it was lost. */
bool crew_finish(crew_lane *, const void *result, size_t size, const char *line);

#endif
