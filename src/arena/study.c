#define _GNU_SOURCE
#include "arena/study.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "boards/engines.h"

enum { THREADS_MAX = 8, LOW_PRIORITY = 10, MEMORY = 32 << 20, PROGRESS_MS = 150 };

/* A question on its way: waiting, being worked on, answered. */
typedef struct task {
    struct task *next;
    study *study;
    uint64_t number, mark;
    game_rules *rules;
    game_position *view;
    int seat;
    bool values, progress;
    engine_limits limits;
    atomic_bool stop;
    int64_t told; /* when progress was last told */
    /* Under the study's lock: */
    bool working, done, news, dropped;
    engine_result result;
    size_t count;
    game_move *moves;
    int *value;
} task;

struct study {
    pthread_mutex_t lock;
    pthread_cond_t more;
    task *tasks; /* oldest first */
    uint64_t numbers;
    bool quit;
    int threads;
    pthread_t thread[THREADS_MAX];
    void (*wake)(void *);
    void *context;
};

static void free_task(task *t) {
    game_destroy(t->rules);
    free(t->view);
    free(t->moves);
    free(t->value);
    free(t);
}

static void progress(void *context, const engine_result *so_far) {
    task *t = context;
    int64_t now = clock_now();
    if (now - t->told < PROGRESS_MS * INT64_C(1000000)) return;
    t->told = now;
    pthread_mutex_lock(&t->study->lock);
    t->result = *so_far;
    t->news = true;
    pthread_mutex_unlock(&t->study->lock);
    t->study->wake(t->study->context);
}

/* Asks the engine; in the worker's thread, without the lock. */
static void think(task *t, engine_result *result, size_t *count) {
    error e;
    engine_options options = {.memory = MEMORY, .seed = 1};
    const engine_kind *kind = boards_find_engine(t->rules->game, NULL, &e);
    engine *who;
    options.level = engine_full_level(kind);
    if (!(who = engine_create(kind, t->rules, &options, &e))) {
        text note = text_over(result->note, sizeof result->note);
        text_add(&note, e.message);
        return;
    }
    engine_watch watch = {.stop = &t->stop, .context = t};
    if (t->progress) watch.progress = progress;
    if (t->values && kind->values) {
        *count = game_moves(t->rules, t->view, t->seat, t->moves);
        kind->values(who, t->view, t->seat, &t->limits, &watch, t->value, result);
    } else {
        engine_think(who, t->view, t->seat, &t->limits, &watch, result);
    }
    engine_destroy(who);
}

static task *next_task(study *s) {
    for (task *t = s->tasks; t; t = t->next)
        if (!t->working && !t->done && !t->dropped) return t;
    return NULL;
}

static void *work(void *context) {
    study *s = context;
    /* On Linux a thread has a priority of its own. */
    setpriority(PRIO_PROCESS, 0, LOW_PRIORITY);
    pthread_mutex_lock(&s->lock);
    while (!s->quit) {
        task *t = next_task(s);
        if (!t) {
            pthread_cond_wait(&s->more, &s->lock);
            continue;
        }
        t->working = true;
        pthread_mutex_unlock(&s->lock);
        engine_result result = {0};
        size_t count = 0;
        think(t, &result, &count);
        pthread_mutex_lock(&s->lock);
        t->result = result;
        t->count = count;
        t->done = t->news = true;
        t->working = false;
        s->wake(s->context);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

study *study_create(int threads, void (*wake)(void *), void *context, error *e) {
    study *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a study");
        return NULL;
    }
    s->wake = wake;
    s->context = context;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->more, NULL);
    while (s->threads < threads && s->threads < THREADS_MAX &&
           pthread_create(&s->thread[s->threads], NULL, work, s) == 0)
        s->threads++;
    if (s->threads) return s;
    error_set(e, "no thread for a study");
    study_destroy(s);
    return NULL;
}

void study_destroy(study *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->quit = true;
    for (task *t = s->tasks; t; t = t->next) atomic_store(&t->stop, true);
    pthread_cond_broadcast(&s->more);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->threads; i++) pthread_join(s->thread[i], NULL);
    for (task *t = s->tasks, *next; t; t = next) {
        next = t->next;
        free_task(t);
    }
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->more);
    free(s);
}

/* A task of its own memory; NULL where there is none. */
static task *new_task(const study_question *q, error *e) {
    char settings[700];
    text t = text_over(settings, sizeof settings);
    task *k = calloc(1, sizeof *k);
    if (!k) {
        error_set(e, "no memory for a question");
        return NULL;
    }
    game_write_settings(q->rules, &t);
    k->rules = game_create(q->rules->game, settings, e);
    k->view = k->rules ? game_new_position(k->rules) : NULL;
    if (q->values && k->rules) {
        k->moves = malloc(k->rules->max_moves * sizeof *k->moves);
        k->value = malloc(k->rules->max_moves * sizeof *k->value);
    }
    if (!k->view || (q->values && (!k->moves || !k->value))) {
        if (k->rules) error_set(e, "no memory for a question");
        free_task(k);
        return NULL;
    }
    game_copy(k->rules, k->view, q->view);
    k->seat = q->seat;
    k->values = q->values;
    k->progress = q->progress;
    k->mark = q->mark;
    k->limits.move_time = q->time;
    return k;
}

uint64_t study_ask(study *s, const study_question *q, error *e) {
    if (!boards_find_engine(q->rules->game, NULL, e)) return 0;
    task *t = new_task(q, e);
    if (!t) return 0;
    t->study = s;
    pthread_mutex_lock(&s->lock);
    task **end = &s->tasks;
    int waiting = 0;
    for (; *end; end = &(*end)->next) waiting++;
    uint64_t number = waiting < STUDY_WAITING_MAX ? ++s->numbers : 0;
    if (number) {
        t->number = number;
        *end = t;
        pthread_cond_signal(&s->more);
    }
    pthread_mutex_unlock(&s->lock);
    if (number) return number;
    free_task(t);
    error_code(e, "engine-busy", "too many questions wait for an answer: ask again later");
    return 0;
}

void study_drop(study *s, uint64_t number) {
    pthread_mutex_lock(&s->lock);
    for (task *t = s->tasks; t; t = t->next)
        if (t->number == number) {
            t->dropped = true;
            atomic_store(&t->stop, true);
        }
    pthread_mutex_unlock(&s->lock);
}

/* The first task with something to tell, or that is to be put away; taken out of the list where it
 * is at its end. */
static task *with_news(study *s) {
    for (task **at = &s->tasks; *at; at = &(*at)->next) {
        task *t = *at;
        bool over = t->done || (t->dropped && !t->working);
        if (!over && !(t->news && !t->dropped)) continue;
        if (over) *at = t->next;
        t->news = false;
        return t;
    }
    return NULL;
}

void study_hear(study *s, void (*told)(void *, const study_answer *), void *context) {
    for (;;) {
        pthread_mutex_lock(&s->lock);
        task *t = with_news(s);
        bool over = t && (t->done || (t->dropped && !t->working)), wanted = t && !t->dropped;
        study_answer a = {0};
        if (t) {
            a.result = t->result;
            a.done = over;
        }
        pthread_mutex_unlock(&s->lock);
        if (!t) return;
        error e;
        a.number = t->number;
        a.mark = t->mark;
        a.rules = t->rules;
        a.view = t->view;
        a.seat = t->seat;
        a.engine = boards_find_engine(t->rules->game, NULL, &e);
        if (over) a.count = t->count, a.moves = t->moves, a.values = t->value;
        if (wanted) told(context, &a);
        if (over) free_task(t);
    }
}
