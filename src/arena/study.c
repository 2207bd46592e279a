#include "arena/study.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"

enum { MEMORY = 32 << 20, PROGRESS_MS = 150 };

/* A query: waiting, being worked on, answered. */
typedef struct task {
    struct task *next;
    study *study;
    uint64_t number;
    bool progress;
    pool_engine engine;
    pool_job job;
    int64_t told;    /* when progress was last reported */
    inquiry inquiry; /* the thinking thread's, until it is done */
    /* Under the study's lock: */
    bool done, news, dropped;
    engine_result result;
} task;

struct study {
    pool *pool;
    pthread_mutex_t lock;
    task *tasks; /* oldest first */
    uint64_t numbers;
    void (*wake)(void *);
    void *context;
};

/* Also waits for a thread that is about to leave it. */
static void free_task(task *t) {
    pool_leave(t->study->pool, &t->job);
    pool_close_engine(t->study->pool, &t->engine);
    inquiry_destroy(&t->inquiry);
    free(t);
}

static void progress(void *context, const engine_result *so_far) {
    task *t = context;
    int64_t now = clock_now();
    if (now - t->told < PROGRESS_MS * MILLISECOND) return;
    t->told = now;
    pthread_mutex_lock(&t->study->lock);
    t->result = *so_far;
    t->news = true;
    pthread_mutex_unlock(&t->study->lock);
    t->study->wake(t->study->context);
}

/* In a thread of the pool. */
static void think(void *context) {
    task *t = context;
    error e;
    engine *who = pool_take_engine(t->study->pool, &t->engine, &e);
    if (!who) {
        engine_result *found = &t->inquiry.found;
        *found = (engine_result){0};
        text note = text_over(found->note, sizeof found->note);
        text_add(&note, e.message);
        return;
    }
    engine_watch watch = {.stop = &t->job.stop, .context = t};
    if (t->progress) watch.progress = progress;
    inquiry_think(&t->inquiry, who, &watch);
    /* Frees its place for others while the answer waits to be collected. */
    pool_close_engine(t->study->pool, &t->engine);
}

static void ended(void *context, bool again) {
    task *t = context;
    if (again) return;
    pthread_mutex_lock(&t->study->lock);
    t->result = t->inquiry.found;
    t->done = t->news = true;
    pthread_mutex_unlock(&t->study->lock);
    t->study->wake(t->study->context);
}

study *study_create(pool *p, void (*wake)(void *), void *context, error *e) {
    study *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a study");
        return NULL;
    }
    s->pool = p;
    s->wake = wake;
    s->context = context;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void study_destroy(study *s) {
    if (!s) return;
    for (task *t = s->tasks; t; t = t->next) pool_stop(s->pool, &t->job);
    for (task *t = s->tasks, *next; t; t = next) {
        next = t->next;
        free_task(t);
    }
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* A task with its own memory; NULL if there is none. */
static task *new_task(study *s, const study_question *q, const engine_kind *kind, error *e) {
    task *k = calloc(1, sizeof *k);
    if (!k) {
        error_set(e, "no memory for a question");
        return NULL;
    }
    if (!inquiry_create(&k->inquiry, q->rules, q->view, q->seat, q->values, q->lines, q->time, e)) {
        free(k);
        return NULL;
    }
    k->study = s;
    k->progress = q->progress;
    k->engine = (pool_engine){.kind = kind,
                              .rules = k->inquiry.rules,
                              .options = {.memory = pool_share(s->pool, MEMORY),
                                          .level = engine_full_level(kind),
                                          .seed = 1}};
    k->job = (pool_job){.turn.address = q->address, .context = k, .think = think, .ended = ended};
    return k;
}

uint64_t study_ask(study *s, const study_question *q, error *e) {
    const engine_kind *kind = boards_find_engine(q->rules->game, NULL, e);
    int waiting = 0;
    task **end = &s->tasks;
    for (; *end; end = &(*end)->next) waiting++;
    if (!kind) return 0;
    if (waiting >= STUDY_WAITING_MAX) {
        error_code(e, "engine-busy", "too many questions are waiting; please try again later");
        return 0;
    }
    task *t = new_task(s, q, kind, e);
    if (!t) return 0;
    if (!pool_ask(s->pool, &t->job)) {
        free_task(t);
        error_set(e, "no thread for a question");
        return 0;
    }
    *end = t;
    return t->number = ++s->numbers;
}

void study_drop(study *s, uint64_t number) {
    for (task *t = s->tasks; t; t = t->next) {
        if (t->number != number) continue;
        bool out = pool_stop(s->pool, &t->job);
        pthread_mutex_lock(&s->lock);
        t->dropped = true;
        t->done = t->done || out;
        pthread_mutex_unlock(&s->lock);
    }
}

/* The first task with news, or that can be destroyed; removed from the list if it is finished. */
static task *with_news(study *s) {
    for (task **at = &s->tasks; *at; at = &(*at)->next) {
        task *t = *at;
        if (!t->done && !(t->news && !t->dropped)) continue;
        if (t->done) *at = t->next;
        t->news = false;
        return t;
    }
    return NULL;
}

void study_hear(study *s, void (*told)(void *, const study_answer *), void *context) {
    for (;;) {
        study_answer a = {0};
        pthread_mutex_lock(&s->lock);
        task *t = with_news(s);
        if (t) {
            a.result = t->result;
            a.done = t->done;
        }
        pthread_mutex_unlock(&s->lock);
        if (!t) return;
        a.number = t->number;
        const inquiry *i = &t->inquiry;
        a.rules = i->rules;
        a.view = i->view;
        a.seat = i->seat;
        a.engine = t->engine.kind;
        if (a.done) {
            a.count = i->count, a.moves = i->moves, a.values = i->value;
            a.line_count = i->line_count, a.lines = i->line;
        }
        if (!t->dropped) told(context, &a);
        if (a.done) free_task(t);
    }
}
