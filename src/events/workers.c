#include "events/workers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "referee/journal.h"
#include "store/jobs.h"

enum {
    BATCH = 32, /* results read at once */
    SOON_MS = 10,
    LATER_MS = 400, /* pauses between looks grow from the one to the other */
};

typedef struct following {
    const series_setup *setup;
    const workers_terms *terms;
    store_work *work;
    store_match *batch;
    int count;
    uint64_t next, added; /* the next game to report; jobs that were added */
    bool troubled;        /* it was said that the journal cannot be read */
} following;

static bool is_stopped(const following *f) { return f->setup->stop && atomic_load(f->setup->stop); }

/* Hands out more games. */
static bool add_jobs(following *f, error *e) {
    uint64_t to = f->setup->games;
    if (f->terms->ahead && f->next + f->terms->ahead < to) to = f->next + f->terms->ahead;
    if (to <= f->added) return true;
    if (!store_add_jobs(f->setup->journal, f->work->id, (int64_t)f->added, (int64_t)to, e))
        return false;
    f->added = to;
    return true;
}

static bool collect(void *context, const store_match *m) {
    following *f = context;
    /* Results come in any order; they are reported in theirs. */
    if (m->number != (int64_t)f->next + f->count) return false;
    f->batch[f->count++] = *m;
    return f->count < BATCH;
}

/* Reports one game; false: the series ends. */
static bool report(following *f, const store_match *m, series_outcome *outcome, error *e) {
    const series_setup *s = f->setup;
    series_game g = {
        .number = f->next, .match = m->id, .known = (int64_t)f->next < f->work->reported};
    match_event end = {.kind = MATCH_END};
    for (int seat = 0; seat < s->players; seat++)
        g.player[seat] = (int)(((uint64_t)seat + g.number) % (uint64_t)s->players);
    journal_verdict(m, s->rules, &end.verdict);
    if (!g.known) {
        if (!s->begin(s->host.context, &g, e)) {
            *outcome = SERIES_FAILED;
            return false;
        }
        s->host.show(s->host.context, NULL, &end);
    }
    f->next++;
    return s->end(s->host.context, &g, &end.verdict, "");
}

/* Says once that the journal cannot be used, and once that it can be again. */
static void tell_trouble(following *f, const error *why) {
    const series_setup *s = f->setup;
    if (f->troubled == (why != NULL)) return;
    f->troubled = why != NULL;
    if (s->warn) s->warn(s->host.context, why ? why->message : "the journal can be read again");
}

/* Reports what there is; false: the series ends. */
static bool look(following *f, series_outcome *outcome, error *e) {
    const series_setup *s = f->setup;
    error why;
    f->count = 0;
    bool good = add_jobs(f, &why) &&
                store_each_counted(s->journal, s->entry, (int64_t)f->next, BATCH, collect, f, &why);
    tell_trouble(f, good ? NULL : &why);
    bool more = true;
    for (int i = 0; more && i < f->count; i++) more = report(f, &f->batch[i], outcome, e);
    if (f->count > 0) store_set_reported(s->journal, f->work->id, (int64_t)f->next, &why);
    return more && f->next < s->games;
}

static series_outcome follow(following *f, error *e) {
    series_outcome outcome = SERIES_OVER;
    int64_t since = clock_now(), said = 0, pause = SOON_MS;
    while (look(f, &outcome, e)) {
        if (is_stopped(f)) return SERIES_FAILED;
        if (f->count == BATCH) continue;
        if (f->count > 0) since = clock_now(), said = 0, pause = SOON_MS;
        int64_t idle = (clock_now() - since) / SECOND;
        if (idle > said && f->terms->waiting &&
            !f->terms->waiting(f->setup->host.context, said = idle, e))
            return *e->message ? SERIES_FAILED : SERIES_OVER;
        nanosleep(&(struct timespec){.tv_nsec = pause * MILLISECOND}, NULL);
        if (pause < LATER_MS) pause *= 2;
    }
    return outcome;
}

series_outcome workers_play(const series_setup *s, const workers_terms *terms, error *e) {
    following f = {.setup = s, .terms = terms};
    series_outcome outcome = SERIES_FAILED;
    *e = (error){0};
    f.work = calloc(1, sizeof *f.work);
    f.batch = calloc(BATCH, sizeof *f.batch);
    if (!f.work || !f.batch) {
        error_set(e, "no memory for a series");
    } else {
        text kind = text_over(f.work->kind, sizeof f.work->kind);
        text needs = text_over(f.work->needs, sizeof f.work->needs);
        text_add(&kind, "series");
        text_add(&needs, terms->needs ? terms->needs : "");
        f.work->series = s->entry;
        if (needs.full) error_set(e, "what a worker needs is too long for the journal");
        else if (store_enter_work(s->journal, f.work, e)) outcome = follow(&f, e);
        error unused;
        if (outcome == SERIES_OVER && !store_end_work(s->journal, f.work->id, &unused)) *e = unused;
    }
    free(f.batch);
    free(f.work);
    return outcome;
}
