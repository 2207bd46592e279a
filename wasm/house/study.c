/* Queries outside the matches (arena/study.h), answered by other workers. */
#include "arena/study.h"

#include <stdlib.h>
#include <string.h>

#include "boards/engines.h"
#include "minds.h"

enum { MEMORY = 32 << 20 };

typedef struct task {
    struct task *next;
    uint64_t number;
    const engine_kind *kind;
    inquiry inquiry;
    bool done, news;
} task;

struct study {
    task *tasks; /* oldest first */
};

study *study_create(pool *p, void (*wake)(void *), void *context, error *e) {
    (void)p, (void)wake, (void)context;
    study *s = calloc(1, sizeof *s);
    if (!s) error_set(e, "no memory for a study");
    return s;
}

static void remove_task(study *s, task *t) {
    task **at = &s->tasks;
    while (*at != t) at = &(*at)->next;
    *at = t->next;
    inquiry_destroy(&t->inquiry);
    free(t);
}

void study_destroy(study *s) {
    while (s && s->tasks) study_drop(s, s->tasks->number);
    free(s);
}

static void told(void *context, const mind_answer *a, const int *values) {
    task *t = context;
    inquiry *i = &t->inquiry;
    if (a->state == MIND_STARTS) return;
    t->news = true;
    t->done = a->state != MIND_PROGRESS;
    i->found = a->result;
    if (a->state != MIND_DONE) return;
    i->line_count = a->line_count;
    memcpy(i->line, a->line, sizeof i->line);
    if (a->count) {
        i->count = game_moves(i->rules, i->view, i->seat, i->moves);
        memcpy(i->value, values, a->count * sizeof *values);
    }
}

uint64_t study_ask(study *s, const study_question *q, error *e) {
    const engine_kind *kind = boards_find_engine(q->rules->game, NULL, e);
    task *t = kind ? calloc(1, sizeof *t) : NULL;
    if (!kind) return 0;
    if (!t) {
        error_set(e, "no memory for a question");
        return 0;
    }
    int level = engine_full_level(kind);
    t->kind = kind;
    if (!inquiry_create(&t->inquiry, q->rules, q->view, q->seat, q->values, q->lines, q->time, e)) {
        free(t);
        return 0;
    }
    mind_question asked = {.kind = MIND_INQUIRY,
                           .options = {.memory = MEMORY,
                                       .threads = minds_threads(kind, level),
                                       .level = level,
                                       .seed = 1},
                           .limits = t->inquiry.limits,
                           .seat = q->seat,
                           .lines = q->lines,
                           .values = q->values,
                           .progress = q->progress};
    t->number = minds_ask(&asked, kind, t->inquiry.rules, t->inquiry.view, told, t);
    if (!t->number) {
        inquiry_destroy(&t->inquiry);
        free(t);
        error_set(e, "no memory for a question");
        return 0;
    }
    task **end = &s->tasks;
    while (*end) end = &(*end)->next;
    *end = t;
    return t->number;
}

void study_drop(study *s, uint64_t number) {
    for (task *t = s->tasks, *next; t; t = next) {
        next = t->next;
        if (t->number != number) continue;
        minds_drop(number);
        remove_task(s, t);
    }
}

/* The first with news, taken out of the list once it is done. */
static task *with_news(study *s) {
    for (task *t = s->tasks; t; t = t->next)
        if (t->news) return t;
    return NULL;
}

void study_hear(study *s, void (*hears)(void *, const study_answer *), void *context) {
    for (task *t; (t = with_news(s));) {
        const inquiry *i = &t->inquiry;
        study_answer a = {.number = t->number,
                          .done = t->done,
                          .rules = i->rules,
                          .view = i->view,
                          .seat = i->seat,
                          .engine = t->kind,
                          .result = i->found};
        if (t->done) {
            a.count = i->count, a.moves = i->moves, a.values = i->value;
            a.line_count = i->line_count, a.lines = i->line;
        }
        t->news = false;
        uint64_t number = t->number;
        bool done = t->done;
        hears(context, &a); /* which may drop it */
        for (t = s->tasks; t && t->number != number;) t = t->next;
        if (t && done) remove_task(s, t);
    }
}
