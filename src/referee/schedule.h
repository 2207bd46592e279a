/* schedule - whose engine thinks next, and which one has to stop so that others get a turn.
 *
 * The policy alone, without threads and with the time as an argument (pool.h has the threads). A
 * job is one move of an engine, or one question to it. There are `slots` places to think.
 *
 * Jobs that somebody waits for go before spare ones. Among equals the address that has used the
 * least time goes first (start-time fair queueing), and within an address the job that came first:
 * a match has one job at a time, so the matches of an address take turns.
 *
 * A job that thinks has to stop
 * - if it is spare and a job that somebody waits for has no place; it begins again later, unless it
 *   has thought for SCHEDULE_TURN_MOST by then;
 * - if it has had its turn and another one waits that is not less important. It answers with what
 *   it has found. A turn is the shorter the more wait, so that each gets one within about
 *   SCHEDULE_ROUND, but never less than SCHEDULE_TURN_LEAST.
 *
 * Without the second rule a few engines with ten minutes for a move would keep everybody waiting.
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
    uint64_t address; /* for whom, as a number; 0: nobody in particular */
    bool spare;       /* nobody waits for it; may change at any time */
    /* The schedule's own: */
    struct schedule_job *next;
    bool running;
    bool told;       /* to stop, and why: */
    bool gives_way;  /* to a job that somebody waits for */
    int64_t started; /* this time */
    int64_t thought; /* in turns that were cut short */
    int64_t charged; /* to its address, in advance */
} schedule_job;

typedef struct schedule {
    int slots, running, waiting;
    schedule_job *jobs; /* that wait or think, in the order in which they came */
    /* Time used by each address, on a scale on which those who were away have used no less than
     * the one served last. Addresses that fall on the same place displace each other. */
    int64_t level;
    struct {
        uint64_t address;
        int64_t used;
    } by[SCHEDULE_ADDRESSES];
} schedule;

/* A job that waits from now on. */
void schedule_add(schedule *, schedule_job *);

/* A job that waits is not wanted any more. */
void schedule_remove(schedule *, schedule_job *);

/* The job that begins to think now, or NULL: none waits, or there is no place. */
schedule_job *schedule_start(schedule *, int64_t now);

/* A job that has to stop now, each once; or NULL with when to ask again at the latest. */
schedule_job *schedule_stop(schedule *, int64_t now, int64_t *again);

/* A job has stopped thinking. False if it should begin again later: then it is up to the caller to
 * add it again. */
bool schedule_end(schedule *, schedule_job *, int64_t now);

#endif
