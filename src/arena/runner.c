#define _GNU_SOURCE
#include "arena/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    JOIN_SECONDS = 600,
    EARLY_WORDS = 8,
    ENGINE_MEMORY = 16 << 20, /* there may be many */
};

void inbox_create(runner_inbox *b, void (*wake)(void *), void *context) {
    *b = (runner_inbox){.wake = wake, .context = context};
    pthread_mutex_init(&b->lock, NULL);
    b->last = &b->first;
}

runner_letter *inbox_take(runner_inbox *b) {
    pthread_mutex_lock(&b->lock);
    runner_letter *all = b->first;
    b->first = NULL;
    b->last = &b->first;
    pthread_mutex_unlock(&b->lock);
    return all;
}

void inbox_destroy(runner_inbox *b) {
    for (runner_letter *l = inbox_take(b), *next; l; l = next) {
        next = l->next;
        free(l);
    }
    pthread_mutex_destroy(&b->lock);
}

static void inbox_put(runner_inbox *b, const arena_runner *from, const runner_letter *l) {
    runner_letter *copy = malloc(sizeof *copy);
    if (!copy) return; /* the journal has it: who looks again sees it */
    *copy = *l;
    copy->next = NULL;
    copy->from = from;
    pthread_mutex_lock(&b->lock);
    *b->last = copy;
    b->last = &copy->next;
    pthread_mutex_unlock(&b->lock);
    b->wake(b->context);
}

/* A seat's line, whose bytes are told as they pass. */
typedef struct wire {
    arena_runner *runner;
    int seat;
} wire;

struct arena_runner {
    int64_t match;
    store_fence fence;
    runner_inbox *inbox;
    const game_rules *rules;
    transcript so_far; /* a copy of its own, from the journal */
    match_terms terms;
    seat_spec spec[GAME_SEATS_MAX];
    wire wire[GAME_SEATS_MAX];
    int64_t opened; /* when the wires were: the times of all of them count from there */
    fair secrets;   /* dice under cups, of a match that goes on */
    table_setup setup;
    store *journal;
    bool open_house, own_start;
    pthread_mutex_t lock; /* of all that follow */
    bool watched;
    table *table; /* NULL before all have sat down, and at the end */
    table_word early[EARLY_WORDS];
    size_t early_count; /* words that came before */
    atomic_bool leave;
    pthread_t thread;
    bool running;
    atomic_bool broken_off;
    char why[TABLE_TEXT]; /* it was broken off before it began; written before the flag is set */
};

static void letter_text(runner_letter *l, const char *words) {
    text t = text_over(l->text, sizeof l->text);
    text_add(&t, words ? words : "");
}

static void show(void *context, const match *m, const match_event *v) {
    (void)m;
    arena_runner *r = context;
    runner_letter l = {.match = r->match, .kind = RUNNER_EVENT, .event = *v};
    letter_text(&l, v->text);
    if (v->verdict) l.verdict = *v->verdict;
    l.event.text = NULL;
    l.event.verdict = NULL;
    inbox_put(r->inbox, r, &l);
}

static void refuse(void *context, const match *m, const table_word *w, const error *why) {
    (void)m;
    arena_runner *r = context;
    runner_letter l = {.match = r->match, .kind = RUNNER_REFUSED, .mark = w->mark, .why = *why};
    l.event.seat = w->seat;
    inbox_put(r->inbox, r, &l);
}

static void trouble(void *context, const match *m, const char *why) {
    (void)m;
    arena_runner *r = context;
    runner_letter l = {.match = r->match, .kind = RUNNER_TROUBLE, .event.seat = GAME_NOBODY};
    letter_text(&l, why);
    inbox_put(r->inbox, r, &l);
}

/* Bytes on a seat's line. */
static void tap(void *context, bool sent, int64_t since, const char *shown) {
    const wire *w = context;
    runner_letter l = {.match = w->runner->match, .kind = RUNNER_LINE};
    l.time = clock_seconds(since);
    l.sent = sent;
    l.event.seat = w->seat;
    letter_text(&l, shown);
    inbox_put(w->runner->inbox, w->runner, &l);
}

/* A link is open: what passes on it is told, and where its other side is waited for. */
static void opened(void *context, int seat, link_end *l) {
    arena_runner *r = context;
    r->wire[seat] = (wire){.runner = r, .seat = seat};
    l->tap = tap;
    l->tap_context = &r->wire[seat];
    l->trace_start = r->opened;
    runner_letter called = {.match = r->match, .kind = RUNNER_CALLED, .event.seat = seat};
    letter_text(&called, l->name);
    inbox_put(r->inbox, r, &called);
}

static void joined(void *context, int seat) {
    arena_runner *r = context;
    runner_letter l = {.match = r->match, .kind = RUNNER_JOINED, .event.seat = seat};
    inbox_put(r->inbox, r, &l);
}

static bool gives_up(void *context, error *e) {
    arena_runner *r = context;
    if (atomic_load(&r->broken_off)) return !error_set(e, "%s", r->why);
    return atomic_load(&r->leave) && !error_set(e, "left");
}

static bool open_links(arena_runner *r, int *culprit, error *e) {
    link_options options = {.open_house = r->open_house,
                            .must_confine = !r->open_house,
                            .hidden = store_path(r->journal)};
    r->opened = clock_now();
    setup_waiting waiting = {.options = &options,
                             .deadline = r->opened + JOIN_SECONDS * LINK_SECOND,
                             .opened = opened,
                             .joined = joined,
                             .gives_up = gives_up,
                             .context = r};
    return setup_open_links(r->setup.spec, r->rules->seats, r->setup.link, &waiting, culprit, e);
}

static void close_links(arena_runner *r) {
    for (int seat = 0; seat < r->rules->seats; seat++) {
        link_close(r->setup.link[seat]);
        r->setup.link[seat] = NULL;
    }
}

static void prepare(arena_runner *r) {
    setup_match(&r->setup, r->rules, r->own_start ? transcript_game(&r->so_far)->start : NULL,
                &r->terms);
    r->setup.journal = r->journal;
    r->setup.fence = r->fence;
    r->setup.input = -1;
    r->setup.engine_threads = 1;
    r->setup.engine_memory = ENGINE_MEMORY;
    r->setup.context = r;
    r->setup.show = show;
    r->setup.trouble = trouble;
    r->setup.refuse = refuse;
}

static void set_table(arena_runner *r, table *t) {
    pthread_mutex_lock(&r->lock);
    r->table = t;
    if (t) table_set_spare(t, !r->watched);
    for (size_t i = 0; t && i < r->early_count; i++) table_post(t, &r->early[i]);
    r->early_count = 0;
    pthread_mutex_unlock(&r->lock);
}

static void *run(void *context) {
    arena_runner *r = context;
    runner_letter done = {.match = r->match, .kind = RUNNER_DONE, .event.seat = GAME_NOBODY};
    error e = {0};
    match_verdict verdict;
    bool good = open_links(r, &done.event.seat, &e);
    if (good) prepare(r);
    table *t = good ? table_open(&r->setup, &e) : NULL;
    if (t) {
        set_table(r, t);
        done.lost = table_run(t, &verdict) == TABLE_LOST;
        set_table(r, NULL);
        table_close(t);
    }
    close_links(r);
    done.failed = !t && !atomic_load(&r->leave);
    done.why = e;
    inbox_put(r->inbox, r, &done);
    return NULL;
}

bool runner_post(arena_runner *r, const table_word *w) {
    pthread_mutex_lock(&r->lock);
    bool posted = r->table ? table_post(r->table, w) : r->early_count < EARLY_WORDS;
    if (!r->table && posted) r->early[r->early_count++] = *w;
    pthread_mutex_unlock(&r->lock);
    return posted;
}

void runner_set_watched(arena_runner *r, bool watched) {
    pthread_mutex_lock(&r->lock);
    r->watched = watched;
    if (r->table) table_set_spare(r->table, !watched);
    pthread_mutex_unlock(&r->lock);
}

bool runner_abort(arena_runner *r, const char *why) {
    table_word w = {.kind = TABLE_ABORT, .seat = GAME_NOBODY, .after = TABLE_ANY};
    text t = text_over(w.text, sizeof w.text);
    text_add(&t, why);
    pthread_mutex_lock(&r->lock);
    bool waits = !r->table && !atomic_load(&r->broken_off);
    if (waits) memcpy(r->why, w.text, sizeof r->why);
    pthread_mutex_unlock(&r->lock);
    if (waits) atomic_store(&r->broken_off, true);
    return runner_post(r, &w);
}

static void destroy(arena_runner *r) {
    store_close(r->journal);
    transcript_destroy(&r->so_far);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static bool read_seats(arena_runner *r, const arena_game *g, error *e) {
    const char *at = g->lines;
    for (int seat = 0; seat < g->rules->seats; seat++) {
        char line[SEAT_SPEC];
        text t = text_over(line, sizeof line);
        size_t length = strcspn(at, "\n");
        text_add_part(&t, at, length);
        at += length + (at[length] == '\n');
        if (!seat_read(line, g->rules->game, &r->spec[seat], e))
            return error_in(e, "seat %d", seat + 1);
        r->setup.spec[seat] = &r->spec[seat];
    }
    return arena_history(g)->count == 0 || setup_check_start(r->setup.spec, g->rules->seats, e);
}

bool runner_can_start(const arena_game *g, error *e) {
    arena_runner *r = calloc(1, sizeof *r);
    bool good = !r || read_seats(r, g, e);
    free(r);
    return good;
}

/* The match up to where it is, from the journal: this thread's own copy, with the dice that
 * nobody may see. */
static bool read_journal(arena_runner *r, error *e) {
    store_match *m = calloc(1, sizeof *m);
    bool good = m ? store_find(r->journal, r->match, m, e) &&
                        journal_load(r->journal, m, true, &r->so_far, e) &&
                        transcript_resume(&r->so_far, &r->setup.match, &r->secrets, e)
                  : error_set(e, "no memory for a match");
    r->rules = transcript_rules(&r->so_far);
    r->own_start = m && *m->start;
    free(m);
    return good;
}

arena_runner *runner_start(const arena_game *g, store *journal, bool open_house, pool *p,
                           runner_inbox *inbox, error *e) {
    arena_runner *r = calloc(1, sizeof *r);
    if (!r) {
        store_close(journal);
        error_set(e, "no memory for a match");
        return NULL;
    }
    r->match = g->id;
    r->fence = g->fence;
    r->inbox = inbox;
    r->journal = journal;
    r->open_house = open_house;
    r->terms = g->terms;
    r->setup.pool = p;
    r->setup.address = g->address;
    r->watched = g->watchers > 0;
    pthread_mutex_init(&r->lock, NULL);
    if (read_seats(r, g, e) && read_journal(r, e)) {
        r->running = pthread_create(&r->thread, NULL, run, r) == 0;
        if (r->running) return r;
        error_set(e, "no thread for a match");
    }
    destroy(r);
    return NULL;
}

void runner_stop(arena_runner *r) {
    if (!r) return;
    atomic_store(&r->leave, true);
    /* The mailbox is full only while the table is busy emptying it. */
    while (!runner_post(r, &(table_word){.kind = TABLE_LEAVE})) usleep(1000);
    pthread_join(r->thread, NULL);
    destroy(r);
}
