#define _GNU_SOURCE
#include "referee/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"

struct pool {
    pool_setup setup;
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t more;  /* there is work for a thread of the pool */
    pthread_cond_t ended; /* a job has ended */
    pthread_cond_t timer; /* a job may have to stop earlier than expected */
    schedule schedule;
    bool quit;
    int threads;
    pthread_t thread[POOL_SLOTS_MAX], timekeeper;
    bool has_timekeeper;
    pool_engine *engines;
    size_t bytes; /* of all engines with tables */
};

static pool_job *job_of(schedule_job *j) { return (pool_job *)(void *)j; }

pool *pool_create(const pool_setup *setup, error *e) {
    pool *p = calloc(1, sizeof *p);
    pthread_condattr_t monotonic;
    if (!p) {
        error_set(e, "no memory for engines");
        return NULL;
    }
    p->setup = *setup;
    p->schedule.slots = setup->slots;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    pthread_cond_init(&p->ended, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->timer, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return p;
}

void pool_destroy(pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->more);
    pthread_cond_signal(&p->timer);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    if (p->has_timekeeper) pthread_join(p->timekeeper, NULL);
    pthread_cond_destroy(&p->more);
    pthread_cond_destroy(&p->ended);
    pthread_cond_destroy(&p->timer);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool pool_is_bounded(const pool *p) { return p->setup.memory > 0; }

size_t pool_share(const pool *p, size_t wanted) {
    size_t most = p->setup.memory / (size_t)p->setup.slots;
    return p->setup.memory && wanted > most ? most : wanted;
}

void pool_measure(pool *p, pool_figures *f) {
    pthread_mutex_lock(&p->lock);
    *f = (pool_figures){.slots = p->schedule.slots,
                        .thinking = p->schedule.running,
                        .waiting = p->schedule.waiting,
                        .bytes = p->bytes,
                        .limit = p->setup.memory};
    pthread_mutex_unlock(&p->lock);
}

/* Threads. */

/* Runs one job and reports the result. Its owner must not see it as idle, and no other thread may
 * start it again, before `ended` has returned. */
static void work_on(pool *p, pool_job *j) {
    pthread_mutex_unlock(&p->lock);
    j->think(j->context);
    pthread_mutex_lock(&p->lock);
    bool again = !schedule_end(&p->schedule, &j->turn, clock_now()) && !j->left;
    pthread_mutex_unlock(&p->lock);
    j->ended(j->context, again);
    pthread_mutex_lock(&p->lock);
    if (again && !j->left) {
        j->state = POOL_WAITS;
        atomic_store(&j->stop, false);
        schedule_add(&p->schedule, &j->turn);
    } else {
        j->state = POOL_IDLE;
        pthread_cond_broadcast(&p->ended);
    }
}

static void *work(void *context) {
    pool *p = context;
    /* On Linux each thread has its own priority. */
    if (p->setup.nice) setpriority(PRIO_PROCESS, 0, p->setup.nice);
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        schedule_job *next = schedule_start(&p->schedule, clock_now());
        if (!next) {
            pthread_cond_wait(&p->more, &p->lock);
            continue;
        }
        job_of(next)->state = POOL_THINKS;
        pthread_cond_signal(&p->timer);
        work_on(p, job_of(next));
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Stops jobs whose turn is over. */
static void *keep_time(void *context) {
    pool *p = context;
    pthread_mutex_lock(&p->lock);
    while (!p->quit) {
        int64_t again;
        schedule_job *over = schedule_stop(&p->schedule, clock_now(), &again);
        if (over) {
            atomic_store(&job_of(over)->stop, true);
        } else if (again == INT64_MAX) {
            pthread_cond_wait(&p->timer, &p->lock);
        } else {
            struct timespec until = {.tv_sec = again / SECOND, .tv_nsec = again % SECOND};
            pthread_cond_timedwait(&p->timer, &p->lock, &until);
        }
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Starts a thread for each slot as needed, and the timekeeper once a job has to wait. */
static bool start_threads(pool *p) {
    const schedule *s = &p->schedule;
    int needed = s->running + s->waiting;
    if (p->threads < needed && p->threads < s->slots &&
        pthread_create(&p->thread[p->threads], NULL, work, p) == 0)
        p->threads++;
    if (needed > s->slots && !p->has_timekeeper)
        p->has_timekeeper = pthread_create(&p->timekeeper, NULL, keep_time, p) == 0;
    return p->threads > 0;
}

bool pool_ask(pool *p, pool_job *j) {
    pthread_mutex_lock(&p->lock);
    j->left = false;
    atomic_store(&j->stop, false);
    j->state = POOL_WAITS;
    j->turn.thought = 0;
    schedule_add(&p->schedule, &j->turn);
    bool good = start_threads(p);
    if (!good) {
        schedule_remove(&p->schedule, &j->turn);
        j->state = POOL_IDLE;
    }
    pthread_cond_signal(&p->more);
    pthread_cond_signal(&p->timer);
    pthread_mutex_unlock(&p->lock);
    return good;
}

static bool stop(pool *p, pool_job *j) {
    j->left = true;
    atomic_store(&j->stop, true);
    if (j->state == POOL_WAITS) {
        schedule_remove(&p->schedule, &j->turn);
        j->state = POOL_IDLE;
    }
    return j->state == POOL_IDLE;
}

bool pool_stop(pool *p, pool_job *j) {
    pthread_mutex_lock(&p->lock);
    bool out = stop(p, j);
    pthread_mutex_unlock(&p->lock);
    return out;
}

void pool_leave(pool *p, pool_job *j) {
    pthread_mutex_lock(&p->lock);
    while (!stop(p, j)) pthread_cond_wait(&p->ended, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void pool_set_spare(pool *p, pool_job *j, bool spare) {
    pthread_mutex_lock(&p->lock);
    j->turn.spare = spare;
    pthread_cond_signal(&p->timer);
    pthread_mutex_unlock(&p->lock);
}

/* Engines. */

/* Takes the tables of the least recently used engine; NULL if all are thinking. */
static engine *take_away(pool *p) {
    pool_engine *oldest = NULL;
    for (pool_engine *e = p->engines; e; e = e->next)
        if (e->engine && !e->busy && (!oldest || e->used < oldest->used)) oldest = e;
    if (!oldest) return NULL;
    engine *taken = oldest->engine;
    oldest->engine = NULL;
    p->bytes -= oldest->options.memory;
    return taken;
}

/* Frees that many bytes; the evicted engines are destroyed outside the lock. */
static void make_room(pool *p, size_t bytes) {
    engine *gone = NULL;
    while (p->setup.memory && p->bytes + bytes > p->setup.memory && (gone = take_away(p))) {
        pthread_mutex_unlock(&p->lock);
        engine_destroy(gone);
        pthread_mutex_lock(&p->lock);
    }
}

static bool is_known(const pool *p, const pool_engine *wanted) {
    const pool_engine *e = p->engines;
    while (e && e != wanted) e = e->next;
    return e != NULL;
}

engine *pool_take_engine(pool *p, pool_engine *e, error *why) {
    pthread_mutex_lock(&p->lock);
    if (!is_known(p, e)) {
        e->next = p->engines;
        p->engines = e;
    }
    e->busy = true;
    if (!e->engine) {
        make_room(p, e->options.memory);
        p->bytes += e->options.memory;
        engine_options options = e->options;
        /* An engine that is recreated must not repeat its random choices. */
        if (e->times++) options.seed = hash_join(options.seed, e->times);
        pthread_mutex_unlock(&p->lock);
        engine *made = engine_create(e->kind, e->rules, &options, why);
        if (made && p->setup.equip) p->setup.equip(made);
        pthread_mutex_lock(&p->lock);
        e->engine = made;
        if (!made) {
            p->bytes -= e->options.memory;
            e->busy = false;
        }
    }
    pthread_mutex_unlock(&p->lock);
    return e->engine;
}

void pool_give_back(pool *p, pool_engine *e) {
    pthread_mutex_lock(&p->lock);
    e->busy = false;
    e->used = clock_now();
    pthread_mutex_unlock(&p->lock);
}

void pool_adopt_engine(pool *p, pool_engine *e, engine *given) {
    pthread_mutex_lock(&p->lock);
    e->next = p->engines;
    p->engines = e;
    e->engine = given;
    p->bytes += e->options.memory;
    pthread_mutex_unlock(&p->lock);
}

engine *pool_remove_engine(pool *p, pool_engine *e) {
    pthread_mutex_lock(&p->lock);
    pool_engine **at = &p->engines;
    while (*at && *at != e) at = &(*at)->next;
    if (*at) *at = e->next;
    engine *gone = e->engine;
    e->engine = NULL;
    if (gone) p->bytes -= e->options.memory;
    pthread_mutex_unlock(&p->lock);
    return gone;
}

void pool_close_engine(pool *p, pool_engine *e) { engine_destroy(pool_remove_engine(p, e)); }
