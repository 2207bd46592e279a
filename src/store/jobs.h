/* jobs - work that any number of workers share: the games of a series, the parts of a long
 * computation.
 *
 * A piece of work is divided into jobs. A worker takes a job for as long as it renews its lease
 * (store_stay); when the lease has run out, any other worker may take the job. Each time a job is
 * taken its fence grows by one, and a worker can begin a game, finish a job or give it back only
 * with the current fence. So a worker that was stopped or cut off and comes back can write no more.
 * Taking the job of a game also closes what was begun of it, by the claim of its match (store.h).
 *
 * Of each game one result counts, by an index of the store; a job whose worker died between the
 * result and the job's end is found to be done when it is taken the next time.
 *
 * Leases are measured by the clock of the database: of the server, or of the one machine that uses
 * a file. */
#ifndef DAMERO_JOBS_H
#define DAMERO_JOBS_H

#include "store/entries.h"

enum { STORE_NEEDS = 8192, STORE_TAGS = 512, STORE_INPUT = 256 };

typedef struct store_work {
    int64_t id;
    char kind[16];           /* "series", or the kind of computation */
    int64_t series;          /* a series: which (entries.h); else 0 */
    char words[STORE_WORDS]; /* a computation: what is computed, in the words of its command */
    char needs[STORE_NEEDS]; /* what a worker must have, a line each; see the caller */
    char begun[32];
    bool over;
    int64_t reported;         /* a series: games whose results were reported */
    char trouble[STORE_NAME]; /* why some worker cannot do it; "": none said so */
} store_work;

/* Enters work and fills in the rest of it. The same work (a series, or a computation of the same
 * kind with the same words) goes on with the jobs it has. */
bool store_enter_work(store *, store_work *, error *);
bool store_find_work(store *, int64_t id, store_work *, error *);

/* The work of a series. */
bool store_find_series_work(store *, int64_t series, store_work *, error *);

/* Calls back for the work that is not over, oldest first; `open`: only if it has a job to take. */
bool store_each_work(store *, bool open, bool (*with)(void *, const store_work *), void *context,
                     error *);

/* Its jobs: all of them, those finished, and those that living workers do. */
typedef struct store_progress {
    int64_t jobs, done, held;
} store_progress;
bool store_count_jobs(store *, int64_t work, store_progress *, error *);

/* Adds the jobs from number `from` to `to` - 1 that are not there yet. */
bool store_add_jobs(store *, int64_t work, int64_t from, int64_t to, error *);

/* Adds a job of a computation; nothing changes if it is there. */
bool store_add_job(store *, int64_t work, int64_t number, const char *input, error *);

/* No job of it is handed out any more, and those who do one stop. */
bool store_end_work(store *, int64_t id, error *);
bool store_drop_job(store *, int64_t work, int64_t number, error *);

/* The results of a series are reported up to this number. */
bool store_set_reported(store *, int64_t work, int64_t number, error *);
bool store_set_trouble(store *, int64_t work, const char *why, error *);

typedef struct store_job {
    int64_t work, number, fence;
    char input[STORE_INPUT]; /* of a computation */
} store_job;

/* Takes the first job that nobody does. STORE_LOST without an error: there is none now. */
store_result store_take_job(store *, int64_t work, store_job *, error *);

/* The worker has done it, with this result, or cannot and gives it back. */
store_result store_finish_job(store *, const store_job *, const void *result, size_t, error *);
store_result store_return_job(store *, const store_job *, error *);

/* Calls back for the jobs that a worker (NULL: this process) does and that are still needed. */
bool store_each_held(store *, const char *worker, bool (*with)(void *, const store_job *),
                     void *context, error *);

/* Calls back for all jobs of a computation, by number, and whether they are finished. */
bool store_each_job(store *, int64_t work, bool (*with)(void *, const store_job *, bool done),
                    void *context, error *);

/* Calls back with the result of a finished job, as long as it lasts. */
bool store_find_result(store *, int64_t work, int64_t number,
                       bool (*with)(void *, const void *result, size_t), void *context, error *);

/* Calls back for at most `most` matches that count, from game `from` on, by number. */
bool store_each_counted(store *, int64_t series, int64_t from, int most,
                        bool (*with)(void *, const store_match *), void *context, error *);

/* A worker. Its name is that of its process as an owner of matches. */
typedef struct store_worker {
    char name[OWNER_NAME];
    char place[STORE_NAME]; /* "machine:process" */
    char tags[STORE_TAGS];  /* NAME=VALUE, a line each */
    int lanes;              /* jobs at once */
    int64_t done;           /* jobs that it has finished */
    int64_t begun, seen;    /* seconds since 1970, by the database's clock */
    int64_t now;            /* the same */
    bool alive;             /* its lease has not run out */
} store_worker;

/* Renews the lease of this process for some seconds, and what others see of it. */
bool store_stay(store *, const store_worker *, int64_t seconds, error *);

/* It has ended; its jobs are free at once. */
bool store_leave(store *, error *);

/* Calls back for every worker of the last day, those alive first. */
bool store_each_worker(store *, bool (*with)(void *, const store_worker *), void *context, error *);

#endif
