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
    game_rules *rules;
    game_position *view;
    int seat, lines;
    bool values, progress;
    engine_limits limits;
    pool_engine engine;
    pool_job job;
    int64_t told; /* when progress was last reported */
    /* For the thinking thread, until it is done: */
    engine_result found;
    size_t count;
    game_move *moves;
    int *value;
    game_position *after; /* if lines are wanted */
    int line_count;
    study_line line[STUDY_LINES_MAX];
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
    game_destroy(t->rules);
    free(t->view);
    free(t->moves);
    free(t->value);
    free(t->after);
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

/* The best move that is not in the lines yet; false if none is left. */
static bool next_best(const task *t, size_t *best) {
    bool found = false;
    for (size_t i = 0; i < t->count; i++) {
        bool known = t->value[i] == ENGINE_UNKNOWN;
        for (int k = 0; k < t->line_count; k++) known = known || t->line[k].moves[0] == t->moves[i];
        if (known || (found && t->value[i] <= t->value[*best])) continue;
        *best = i;
        found = true;
    }
    return found;
}

/* Follows the best moves: what the engine expects after each of them. */
static void follow(task *t, engine *who, const engine_watch *watch) {
    engine_limits limits = {.move_time = t->limits.move_time / (2 * t->lines)};
    size_t best = 0;
    while (t->line_count < t->lines && next_best(t, &best)) {
        study_line *l = &t->line[t->line_count++];
        *l = (study_line){.score = t->value[best], .count = 1, .moves = {t->moves[best]}};
        game_copy(t->rules, t->after, t->view);
        game_play(t->rules, t->after, t->moves[best], NULL);
        int turn = game_turn(t->rules, t->after);
        if (turn < 0) continue;
        engine_result r = {0};
        engine_think(who, t->after, turn, &limits, watch, &r);
        for (size_t i = 0; i < r.line_count && l->count < ENGINE_LINE_MAX; i++)
            l->moves[l->count++] = r.line[i];
        if (r.line_count == 0 && r.move) l->moves[l->count++] = r.move;
    }
}

/* An engine may tell values without naming the best move. */
static void name_best(task *t) {
    const study_line *l = &t->line[0];
    if (t->found.move || t->line_count == 0) return;
    t->found.move = l->moves[0];
    t->found.score = l->score;
    t->found.scored = true;
    t->found.line_count = l->count;
    memcpy(t->found.line, l->moves, l->count * sizeof *l->moves);
}

/* In a thread of the pool. */
static void think(void *context) {
    task *t = context;
    error e;
    t->found = (engine_result){0};
    engine *who = pool_take_engine(t->study->pool, &t->engine, &e);
    if (!who) {
        text note = text_over(t->found.note, sizeof t->found.note);
        text_add(&note, e.message);
        return;
    }
    engine_watch watch = {.stop = &t->job.stop, .context = t};
    if (t->progress) watch.progress = progress;
    if (t->values && who->kind->values) {
        engine_limits limits = t->limits;
        if (t->lines) limits.move_time /= 2;
        t->count = game_moves(t->rules, t->view, t->seat, t->moves);
        who->kind->values(who, t->view, t->seat, &limits, &watch, t->value, &t->found);
        if (t->lines) follow(t, who, &watch);
        name_best(t);
    }
    /* An engine may have found no value in time, but it always has a move. */
    if (t->lines ? t->line_count == 0 : !t->values || !who->kind->values)
        engine_think(who, t->view, t->seat, &t->limits, &watch, &t->found);
    /* Frees its place for others while the answer waits to be collected. */
    pool_close_engine(t->study->pool, &t->engine);
}

static void ended(void *context, bool again) {
    task *t = context;
    if (again) return;
    pthread_mutex_lock(&t->study->lock);
    t->result = t->found;
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
    char settings[700];
    text t = text_over(settings, sizeof settings);
    task *k = calloc(1, sizeof *k);
    if (!k) {
        error_set(e, "no memory for a question");
        return NULL;
    }
    game_write_settings(q->rules, &t);
    k->study = s;
    k->rules = game_create(q->rules->game, settings, e);
    k->view = k->rules ? game_new_position(k->rules) : NULL;
    if (q->lines > 1 && k->rules && !k->rules->game->view) {
        k->lines = q->lines < STUDY_LINES_MAX ? q->lines : STUDY_LINES_MAX;
        k->after = game_new_position(k->rules);
    }
    bool values = q->values || k->lines;
    if (values && k->rules) {
        k->moves = malloc(k->rules->max_moves * sizeof *k->moves);
        k->value = malloc(k->rules->max_moves * sizeof *k->value);
    }
    if (!k->view || (values && (!k->moves || !k->value)) || (k->lines && !k->after)) {
        if (k->rules) error_set(e, "no memory for a question");
        free_task(k);
        return NULL;
    }
    game_copy(k->rules, k->view, q->view);
    k->seat = q->seat;
    k->values = values;
    k->progress = q->progress;
    k->limits.move_time = q->time;
    k->engine = (pool_engine){.kind = kind,
                              .rules = k->rules,
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
        a.rules = t->rules;
        a.view = t->view;
        a.seat = t->seat;
        a.engine = t->engine.kind;
        if (a.done) {
            a.count = t->count, a.moves = t->moves, a.values = t->value;
            a.line_count = t->line_count, a.lines = t->line;
        }
        if (!t->dropped) told(context, &a);
        if (a.done) free_task(t);
    }
}
