/* schedule - which engine thinks next, and which one must stop so that others get a turn.
 *
 * Only the policy, without threads and with the time as an argument (pool.h has the threads). A job
 * is one move of an engine, or one query to it. There are `slots` places to think.
 *
 * Jobs that somebody waits for go before spare ones. At the same priority the address that has used
 * the least time goes first (start-time fair queueing), and within an address the oldest job: a
 * match has one job at a time, so the matches of an address take turns.
 *
 * A running job must stop
 * - if it is spare and a job that somebody waits for has no slot; it is restarted later, unless it
 * has thought for SCHEDULE_TURN_MOST by then;
 * - if its turn is over and another job waits that is not less important. It answers with its best
 * result so far. Turns get shorter as more jobs wait, so that each gets one within about
 * SCHEDULE_ROUND, but never shorter than SCHEDULE_TURN_LEAST.
 *
 * Without the second rule a few engines with ten minutes per move would make everybody wait.
 */
#ifndef DAMERO_SCHEDULE_H
#define DAMERO_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds. */
#define SCHEDULE_TURN_LEAST INT64_C(100000000)
#define SCHEDULE_TURN_MOST  INT64_C(2000000000)
#define SCHEDULE_ROUND      INT64_C(3000000000)

enum { SCHEDULE_ADDRESSES = 256 };

typedef struct schedule_job {
    uint64_t address; /* on whose behalf, as a number; 0: nobody in particular */
    bool spare;       /* nobody waits for it; may change at any time */
    /* The schedule's own: */
    struct schedule_job *next;
    bool running;
    bool told;       /* to stop, and why: */
    bool gives_way;  /* to a job that somebody waits for */
    int64_t started; /* in this turn */
    int64_t thought; /* in turns that were cut short */
    int64_t charged; /* to its address, in advance */
} schedule_job;

typedef struct schedule {
    int slots, running, waiting;
    schedule_job *jobs; /* waiting or running, oldest first */
    /* Time used by each address, on a scale on which an address that was away has used no less than
     * the one served last. Addresses with the same hash displace each other. */
    int64_t level;
    struct {
        uint64_t address;
        int64_t used;
    } by[SCHEDULE_ADDRESSES];
} schedule;

/* Adds a waiting job. */
void schedule_add(schedule *, schedule_job *);

/* Removes a waiting job. */
void schedule_remove(schedule *, schedule_job *);

/* The job to start now, or NULL: none is waiting, or no slot is free. */
schedule_job *schedule_start(schedule *, int64_t now);

/* A job that must stop now, each reported once; or NULL with the time of the next call. */
schedule_job *schedule_stop(schedule *, int64_t now, int64_t *again);

/* A job has stopped. False if it should be restarted later: then the caller must add it again. */
bool schedule_end(schedule *, schedule_job *, int64_t now);

#endif
