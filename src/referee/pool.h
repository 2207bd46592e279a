/* pool - the threads in which engines think, and the memory of their tables: one budget for all.
 *
 * To let an engine think, give the pool a job; schedule.h decides which job is next. Threads are
 * started on first use. They have a low priority, so that engines never delay people.
 *
 * An engine's tables are kept between its moves as long as there is room. If there is none, the
 * least recently used engine loses its tables and gets new ones before it thinks again.
 *
 * All functions may be called from any thread.
 */
#ifndef DAMERO_POOL_H
#define DAMERO_POOL_H

#include "engines/engine.h"
#include "referee/schedule.h"

enum { POOL_SLOTS_MAX = 64 };

typedef struct pool pool;

typedef struct pool_setup {
    int slots;               /* maximum number thinking at once, 1 to POOL_SLOTS_MAX */
    size_t memory;           /* total bytes of all engines' tables; 0: no limit */
    int nice;                /* niceness of the threads */
    void (*equip)(engine *); /* gives a new engine its endgame tables; or NULL */
} pool_setup;

pool *pool_create(const pool_setup *, error *);

/* All jobs must have ended and all engines be closed. */
void pool_destroy(pool *);

/* Whether the memory of all engines is limited. */
bool pool_is_bounded(const pool *);

/* The memory one engine may use if all slots are taken, at most `wanted`. */
size_t pool_share(const pool *, size_t wanted);

/* What is going on, for monitoring. */
typedef struct pool_figures {
    int slots, thinking, waiting; /* jobs */
    size_t bytes, limit;          /* of tables; limit 0: none */
} pool_figures;
void pool_measure(pool *, pool_figures *);

typedef struct pool_job {
    schedule_job turn; /* the owner sets address and spare */
    void *context;
    /* Both are called in a thread of the pool. `think` checks `stop` and returns within 20 ms of
     * its being set. It may be called again after `ended` with `again`. */
    void (*think)(void *context);
    void (*ended)(void *context, bool again);
    atomic_bool stop;
    /* The pool's own: */
    enum { POOL_IDLE, POOL_WAITS, POOL_THINKS } state;
    bool left;
} pool_job;

/* False if no thread can be started. */
bool pool_ask(pool *, pool_job *);

/* The result is no longer needed. True if the job has left the pool; false if it will end soon. */
bool pool_stop(pool *, pool_job *);

/* The same, and waits for its end. Also call it for a job that has ended, before freeing its
 * memory. */
void pool_leave(pool *, pool_job *);

/* Whether somebody waits for the job has changed. */
void pool_set_spare(pool *, pool_job *, bool spare);

/* An engine whose tables count towards the limit. */
typedef struct pool_engine {
    const engine_kind *kind;
    const game_rules *rules;
    engine_options options; /* memory: the amount it counts for */
    /* The pool's own: */
    struct pool_engine *next;
    engine *engine; /* NULL: it has no tables now */
    bool busy;
    int64_t used;
    uint64_t times; /* how often it was created */
} pool_engine;

/* The engine, recreated if necessary; it keeps its tables until it is returned. */
engine *pool_take_engine(pool *, pool_engine *, error *);
void pool_give_back(pool *, pool_engine *);

/* Frees it. */
void pool_close_engine(pool *, pool_engine *);

/* Hands over an engine that was created elsewhere, before it is taken for the first time; and takes
 * it out again, not busy, instead of freeing it (NULL: it has none). */
void pool_adopt_engine(pool *, pool_engine *, engine *);
engine *pool_remove_engine(pool *, pool_engine *);

#endif
