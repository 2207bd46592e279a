/* pool - the threads in which engines think, and the memory of their tables: a budget for all.
 *
 * Whoever has an engine think hands a job to the pool; schedule.h says which job is next. Threads
 * are started when they are first needed. They have a low priority, so that what people do is never
 * held up by an engine.
 *
 * An engine's tables are kept between its moves as long as there is room. If there is none, the
 * engine that thought longest ago loses them and gets new ones before it thinks again.
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
    int slots;               /* how many think at once, 1 to POOL_SLOTS_MAX */
    size_t memory;           /* bytes of all engines' tables together; 0: no limit */
    int nice;                /* by how much the threads stand back when the machine is busy */
    void (*equip)(engine *); /* gives a new engine its endgame tables; or NULL */
} pool_setup;

pool *pool_create(const pool_setup *, error *);

/* All jobs have ended and all engines are closed. */
void pool_destroy(pool *);

/* Whether there is a limit to the memory of all engines. */
bool pool_is_bounded(const pool *);

/* The memory one engine may use if all slots are taken, at most `wanted`. */
size_t pool_share(const pool *, size_t wanted);

typedef struct pool_job {
    schedule_job turn; /* address and spare are the owner's to set */
    void *context;
    /* Both are called in a thread of the pool. `think` looks at `stop` and returns within 20 ms
     * of its being set. It may be called again after `ended` with `again`. */
    void (*think)(void *context);
    void (*ended)(void *context, bool again);
    atomic_bool stop;
    /* The pool's own: */
    enum { POOL_IDLE, POOL_WAITS, POOL_THINKS } state;
    bool left;
} pool_job;

/* False if there is no thread for it. */
bool pool_ask(pool *, pool_job *);

/* Nobody wants the result any more. True if the job is out of the pool; false if it will end
 * soon. */
bool pool_stop(pool *, pool_job *);

/* The same, and waits for its end. Also for a job that has ended: after this its memory may go. */
void pool_leave(pool *, pool_job *);

/* Whether somebody waits for the job has changed. */
void pool_set_spare(pool *, pool_job *, bool spare);

/* An engine whose tables count. */
typedef struct pool_engine {
    const engine_kind *kind;
    const game_rules *rules;
    engine_options options; /* memory: what it counts for */
    /* The pool's own: */
    struct pool_engine *next;
    engine *engine; /* NULL: it has no tables now */
    bool busy;
    int64_t used;
    uint64_t times; /* that it was made */
} pool_engine;

/* The engine, made again if need be; it keeps its tables until it is given back. */
engine *pool_take_engine(pool *, pool_engine *, error *);
void pool_give_back(pool *, pool_engine *);

/* Frees it. */
void pool_close_engine(pool *, pool_engine *);

#endif
