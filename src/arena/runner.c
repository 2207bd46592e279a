#define _GNU_SOURCE
#include "arena/runner_private.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

enum {
    JOIN_SECONDS = 600,
    ENGINE_MEMORY = 16 << 20, /* there may be many */
};

/* Sends news about a seat (GAME_NOBODY: about the match). */
static void tell(const arena_runner *r, arena_news news, int seat, const char *words) {
    text t = text_over(news.event.text, sizeof news.event.text);
    news.match = r->match;
    news.from = r;
    news.event.seat = seat;
    if (words) text_add(&t, words);
    inbox_put(r->inbox, &news);
}

static void show(void *context, const match *m, const match_event *v) {
    (void)m;
    const arena_runner *r = context;
    inbox_put(r->inbox,
              &(arena_news){.kind = ARENA_EVENT, .match = r->match, .from = r, .event = *v});
}

static void refuse(void *context, const match *m, const match_command *w, const error *why) {
    (void)m;
    tell(context, (arena_news){.kind = ARENA_REFUSED, .refused = *w, .why = *why}, w->seat, NULL);
}

static void trouble(void *context, const match *m, const char *why) {
    (void)m;
    tell(context, (arena_news){.kind = ARENA_TROUBLE}, GAME_NOBODY, why);
}

/* Bytes on a seat's line. */
static void tap(void *context, bool sent, int64_t since, const char *shown) {
    const wire *w = context;
    tell(w->runner, (arena_news){.kind = ARENA_LINE, .time = clock_seconds(since), .sent = sent},
         w->seat, shown);
}

/* A link is open: reports the bytes on it, and the address where its other side is expected. */
static void opened(void *context, int seat, link_end *l) {
    arena_runner *r = context;
    r->wire[seat] = (wire){.runner = r, .seat = seat};
    l->tap = tap;
    l->tap_context = &r->wire[seat];
    l->trace_start = r->opened;
    tell(r, (arena_news){.kind = ARENA_CALLED}, seat, l->name);
}

static void joined(void *context, int seat) {
    tell(context, (arena_news){.kind = ARENA_JOINED}, seat, NULL);
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
                             .deadline = r->opened + JOIN_SECONDS * SECOND,
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
    r->setup.judge = r->terms.prove && judge_knows(r->rules) ? &r->judge : NULL;
    r->setup.journal = r->journal;
    r->setup.fence = r->fence;
    r->setup.input = -1;
    r->setup.engine_threads = 1;
    r->setup.engine_memory = ENGINE_MEMORY;
    r->setup.context = r;
    r->setup.show = show;
    r->setup.relayed = true;
    r->setup.trouble = trouble;
    r->setup.refuse = refuse;
}

static void set_table(arena_runner *r, host *t) {
    pthread_mutex_lock(&r->lock);
    r->host = t;
    if (t) host_set_spare(t, !r->watched);
    for (size_t i = 0; t && i < r->early_count; i++) host_post(t, &r->early[i]);
    r->early_count = 0;
    pthread_mutex_unlock(&r->lock);
}

bool runner_sit_down(arena_runner *r) {
    r->done = (arena_news){.kind = ARENA_DONE};
    r->culprit = GAME_NOBODY;
    bool good = open_links(r, &r->culprit, &r->done.why);
    if (good) prepare(r);
    host *t = good ? host_open(&r->setup, &r->done.why) : NULL;
    if (t) {
        set_table(r, t);
        host_begin(t);
    } else if (!atomic_load(&r->leave)) {
        r->done.kind = ARENA_FAILED;
    }
    return t;
}

bool runner_step(arena_runner *r) { return host_step(r->host); }

void runner_rise(arena_runner *r) {
    match_verdict verdict;
    host *t = r->host;
    if (t) {
        if (host_end(t, &verdict) == HOST_LOST) r->done.kind = ARENA_LOST;
        set_table(r, NULL);
        host_close(t);
    }
    close_links(r);
    tell(r, r->done, r->culprit, NULL);
}

bool runner_post(arena_runner *r, const match_command *w) {
    pthread_mutex_lock(&r->lock);
    bool posted = r->host ? host_post(r->host, w) : r->early_count < EARLY_WORDS;
    if (!r->host && posted) r->early[r->early_count++] = *w;
    pthread_mutex_unlock(&r->lock);
    return posted;
}

void runner_relayed(arena_runner *r, int64_t event, int64_t when) {
    if (!r->has_remote) return;
    pthread_mutex_lock(&r->lock);
    if (r->host) host_relayed(r->host, event, when);
    pthread_mutex_unlock(&r->lock);
}

void runner_set_watched(arena_runner *r, bool watched) {
    pthread_mutex_lock(&r->lock);
    r->watched = watched;
    if (r->host) host_set_spare(r->host, !watched);
    pthread_mutex_unlock(&r->lock);
}

bool runner_abort(arena_runner *r, const char *why) {
    match_command w = {.kind = COMMAND_ABORT, .seat = GAME_NOBODY, .after = COMMAND_ANY};
    text t = text_over(w.text, sizeof w.text);
    text_add(&t, why);
    pthread_mutex_lock(&r->lock);
    bool waits = !r->host && !atomic_load(&r->broken_off);
    if (waits) memcpy(r->why, w.text, sizeof r->why);
    pthread_mutex_unlock(&r->lock);
    if (waits) atomic_store(&r->broken_off, true);
    return runner_post(r, &w);
}

static void destroy(arena_runner *r) {
    store_close(r->journal);
    judge_close(&r->judge);
    transcript_destroy(&r->so_far);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static bool read_seats(arena_runner *r, const arena_match *g, error *e) {
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
        r->has_remote |= r->spec[seat].kind == SEAT_REMOTE;
    }
    return arena_history(g)->count == 0 || setup_check_start(r->setup.spec, g->rules->seats, e);
}

bool runner_can_start(const arena_match *g, error *e) {
    arena_runner *r = calloc(1, sizeof *r);
    bool good = !r || read_seats(r, g, e);
    free(r);
    return good;
}

/* The match so far, from the journal: this thread's own copy, with the hidden dice. */
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

arena_runner *runner_start(const arena_match *g, store *journal, bool open_house, pool *p,
                           void (*equip)(engine *), news_inbox *inbox, error *e) {
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
    r->judge.equip = equip;
    r->setup.pool = p;
    r->setup.address = g->address;
    r->watched = g->watchers > 0;
    pthread_mutex_init(&r->lock, NULL);
    if (read_seats(r, g, e) && read_journal(r, e)) {
        if (runner_spawn(r)) return r;
        error_set(e, "no thread for a match");
    }
    destroy(r);
    return NULL;
}

void runner_leave(arena_runner *r) {
    if (!r || atomic_exchange(&r->leave, true)) return;
    /* The mailbox is full only while the host is busy emptying it. */
    while (!runner_post(r, &(match_command){.kind = COMMAND_LEAVE})) usleep(1000);
}

void runner_stop(arena_runner *r) {
    if (!r) return;
    runner_leave(r);
    runner_join(r);
    destroy(r);
}
