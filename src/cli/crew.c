#define _GNU_SOURCE /* unshare */
#include "cli/crew.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command.h"
#include "cli/needs.h"
#include "cli/series_work.h"
#include "cli/solve_work.h"
#include "cli/tables_work.h"

enum {
    LEASE_SECONDS = 10,
    LOOK_MS = 500, /* how often the watch looks whether jobs are still wanted */
    WAKE_MS = 20,  /* how soon a thread notices that it should stop */
    IDLE_MS = 25,
    IDLE_LAST_MS = 500, /* pauses between looks for work grow from the one to the other */
    CANNOT = 32,
    CANNOT_SECONDS = 60, /* how long this process does not try work again that it cannot do */
    FAILURES = 3,        /* consecutive ones after which it is such work */
};

struct crew_lane {
    crew *crew;
    store *journal;
    pthread_t thread;
    atomic_bool stop; /* it has to leave its job */
    bool busy;        /* it has a job; under `holding` */
    store_job job;
    int64_t work;          /* that it is in */
    char name[STORE_NAME]; /* of that work, for lines */
    error refused;         /* a player that could not be started */
    int failures;          /* consecutive ones */
};

struct crew {
    crew_terms terms;
    store *journal; /* the watch's */
    store_worker about;
    int64_t lease; /* seconds */
    atomic_bool quit;
    atomic_int running; /* lanes */
    pthread_t watch;
    bool watched;
    /* Lanes hold it for reading while they take or finish a job, the watch for writing while it
     * compares their jobs with those of the journal. */
    pthread_rwlock_t holding;
    pthread_mutex_t lock; /* for what follows, and for printing */
    struct {
        int64_t work, until;
    } cannot[CANNOT];
    int64_t done;
    crew_lane *lane;
    int lanes;
};

static void pause_ms(int64_t milliseconds) {
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000,
                                 .tv_nsec = milliseconds % 1000 * MILLISECOND},
              NULL);
}

/* Waits, but not for a stop. */
static void rest(const atomic_bool *stop, int64_t milliseconds) {
    for (; milliseconds > 0 && !atomic_load(stop); milliseconds -= WAKE_MS)
        pause_ms(milliseconds < WAKE_MS ? milliseconds : WAKE_MS);
}

static void tell(crew *c, FILE *to, const char *name, const char *words) {
    char line[600]; /* it may quote the journal */
    text t = text_over(line, sizeof line);
    text_add_visible(&t, words, "");
    pthread_mutex_lock(&c->lock);
    if (to == stdout) cli_say(to, "%s%s%s", name, *name ? ": " : "", line);
    else cli_say(to, "%s: %s%s%s", c->terms.label, name, *name ? ": " : "", line);
    fflush(to);
    pthread_mutex_unlock(&c->lock);
}

/* Work that this process has found that it cannot do. */
static bool is_beyond(crew *c, int64_t work) {
    bool found = false;
    pthread_mutex_lock(&c->lock);
    for (int i = 0; i < CANNOT; i++)
        found = found || (c->cannot[i].work == work && clock_now() < c->cannot[i].until);
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void give_up(crew_lane *l, const char *why) {
    crew *c = l->crew;
    error unused;
    char line[400], trouble[STORE_NAME];
    int oldest = 0;
    pthread_mutex_lock(&c->lock);
    for (int i = 1; i < CANNOT; i++)
        if (c->cannot[i].until < c->cannot[oldest].until) oldest = i;
    c->cannot[oldest].work = l->work;
    c->cannot[oldest].until = clock_now() + CANNOT_SECONDS * SECOND;
    pthread_mutex_unlock(&c->lock);
    text t = text_over(line, sizeof line), shorter = text_over(trouble, sizeof trouble);
    text_addf(&t, "cannot be done here: %s", why);
    text_addf(&shorter, "%s: %s", c->about.place, why);
    tell(c, stderr, l->name, line);
    store_set_trouble(l->journal, l->work, trouble, &unused);
}

/* Jobs. */

const atomic_bool *crew_stop(const crew_lane *l) { return &l->stop; }

store *crew_journal(crew_lane *l) { return l->journal; }

bool crew_take(crew_lane *l, int64_t work, store_job *j) {
    error e;
    if (atomic_load(&l->stop)) return false;
    pthread_rwlock_rdlock(&l->crew->holding);
    store_result result = store_take_job(l->journal, work, j, &e);
    l->busy = result == STORE_KEPT;
    if (l->busy) l->job = *j;
    pthread_rwlock_unlock(&l->crew->holding);
    if (result == STORE_FAILED) {
        tell(l->crew, stderr, l->name, e.message);
        rest(&l->stop, IDLE_LAST_MS);
    }
    return l->busy;
}

/* Writes something about the lane's job until the journal takes it. */
static store_result settle(crew_lane *l, bool finished, const void *result, size_t size) {
    error e;
    for (;;) {
        pthread_rwlock_rdlock(&l->crew->holding);
        store_result r = finished ? store_finish_job(l->journal, &l->job, result, size, &e)
                                  : store_return_job(l->journal, &l->job, &e);
        if (r != STORE_FAILED) l->busy = false;
        pthread_rwlock_unlock(&l->crew->holding);
        if (r != STORE_FAILED) return r;
        if (atomic_load(&l->crew->quit)) return r; /* others will have it when the lease ends */
        tell(l->crew, stderr, l->name, e.message);
        rest(&l->crew->quit, IDLE_LAST_MS);
    }
}

bool crew_finish(crew_lane *l, const void *result, size_t size, const char *line) {
    crew *c = l->crew;
    bool kept = settle(l, true, result, size) == STORE_KEPT;
    if (!kept) return false;
    l->failures = 0;
    pthread_mutex_lock(&c->lock);
    c->done++;
    pthread_mutex_unlock(&c->lock);
    if (!c->terms.quiet) tell(c, stdout, l->name, line);
    return true;
}

/* Games. */

static bool take_game(void *context, uint64_t *number, store_turn *turn) {
    crew_lane *l = context;
    store_job j;
    if (!crew_take(l, l->work, &j)) return false;
    *number = (uint64_t)j.number;
    *turn = (store_turn){j.work, j.fence};
    return true;
}

static bool begin_game(void *context, const series_game *g, error *e) {
    (void)context, (void)g, (void)e;
    return true;
}

static bool end_game(void *context, const series_game *g, const match_verdict *v,
                     const char *words) {
    crew_lane *l = context;
    char line[200];
    (void)words;
    if (v->reason == MATCH_ABORTED) return false;
    text t = text_over(line, sizeof line);
    text_addf(&t, "game %llu, match %lld, ", (unsigned long long)g->number + 1,
              (long long)g->match);
    if (v->winner < 0) text_add(&t, "drawn");
    else text_addf(&t, "won by player %d", g->player[v->winner] + 1);
    if (v->reason != MATCH_WON && v->reason != MATCH_DRAWN)
        text_addf(&t, " (%s)", match_reason_name(v->reason));
    return crew_finish(l, NULL, 0, line);
}

static void show_nothing(void *context, const match *m, const match_event *v) {
    (void)context, (void)m, (void)v;
}

static void tell_trouble(void *context, const match *m, const char *why) {
    crew_lane *l = context;
    (void)m;
    tell(l->crew, stderr, l->name, why ? why : "the journal can be written again");
}

static void warn(void *context, const char *what) {
    crew_lane *l = context;
    tell(l->crew, stderr, l->name, what);
}

static void player_failed(void *context, int player) {
    crew_lane *l = context;
    error_set(&l->refused, "player %d cannot be started", player + 1);
}

/* Plays games of a series that is set up, as long as there are any. */
static bool play_series(void *context, series_setup *s, error *e) {
    crew_lane *l = context;
    if (s->links.open_house && !l->crew->terms.unconfined) {
        l->refused = (error){0};
        return error_set(&l->refused,
                         "its programs are to run unconfined, which this worker allows "
                         "only with --no-sandbox") ||
               error_set(e, "%s", l->refused.message);
    }
    for (int i = 0; i < s->players; i++)
        if (s->spec[i]->kind != SEAT_ENGINE && strncmp(s->spec[i]->link, "program:", 8) != 0)
            return error_set(&l->refused, "player %d is neither an engine nor a program", i + 1) ||
                   error_set(e, "%s", l->refused.message);
    if (!needs_programs(s, &l->refused)) return error_set(e, "%s", l->refused.message);
    s->links.must_confine = !l->crew->terms.unconfined;
    s->journal = l->journal;
    s->concurrency = 1;
    s->stop = &l->stop;
    s->host =
        (host_setup){.context = l, .input = -1, .show = show_nothing, .trouble = tell_trouble};
    s->take = take_game;
    s->begin = begin_game;
    s->end = end_game;
    s->warn = warn;
    s->failed = player_failed;
    s->opened = NULL;
    s->known = NULL;
    return series_play(s, e) == SERIES_OVER;
}

static bool do_series(crew_lane *l, const store_work *w, error *e) {
    static const char event[] = "tournament ";
    store_series *v = calloc(1, sizeof *v);
    bool good = v ? store_find_series(l->journal, w->series, v, e) : error_set(e, "no memory");
    if (good && strncmp(v->words, event, strlen(event)) == 0)
        good = tournament_work(v->words + strlen(event), v, l->journal, w->needs, play_series, l,
                               &l->refused, e);
    else if (good) good = match_work(v, l->journal, w->needs, play_series, l, &l->refused, e);
    free(v);
    return good;
}

/* Kinds of work. */
static const struct {
    const char *name;
    bool (*work)(crew_lane *, const store_work *, error *);
} kinds[] = {
    {"series", do_series},
    {"damas", tables_work_do},
    {"dots", solve_work_do},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int kind_of(const store_work *w) {
    int i = 0;
    while (i < KINDS && strcmp(kinds[i].name, w->kind) != 0) i++;
    return i;
}

/* Does jobs of this work, as long as there are any. */
static void work_on(crew_lane *l, const store_work *w) {
    crew *c = l->crew;
    error e = {0};
    l->work = w->id;
    l->refused = (error){0};
    text t = text_over(l->name, sizeof l->name);
    if (w->series) text_addf(&t, "series %lld", (long long)w->series);
    else text_addf(&t, "%s, work %lld", w->kind, (long long)w->id);
    bool good = kinds[kind_of(w)].work(l, w, &e);
    bool stopped = atomic_load(&l->stop);
    if (l->busy && settle(l, false, NULL, 0) == STORE_LOST && !atomic_load(&c->quit)) {
        tell(c, stderr, l->name, "the job is another worker's now, or no longer wanted");
        stopped = true;
    }
    if (!good && !stopped && *l->refused.message) {
        give_up(l, *e.message ? e.message : l->refused.message);
    } else if (!good && !stopped && *e.message) {
        tell(c, stderr, l->name, e.message);
        if (++l->failures >= FAILURES) give_up(l, e.message);
        rest(&c->quit, IDLE_LAST_MS);
    }
    if (!atomic_load(&c->quit)) atomic_store(&l->stop, false);
}

typedef struct choice {
    crew_lane *lane;
    store_work *work;
    bool found;
} choice;

static bool consider(void *context, const store_work *w) {
    choice *k = context;
    const crew_terms *t = &k->lane->crew->terms;
    if ((t->series && w->series != t->series) || kind_of(w) == KINDS ||
        is_beyond(k->lane->crew, w->id) || !needs_tags(w->needs, t->tags ? t->tags : ""))
        return true;
    *k->work = *w;
    k->found = true;
    return false;
}

static void *run_lane(void *context) {
    crew_lane *l = context;
    crew *c = l->crew;
    store_work *w = calloc(1, sizeof *w);
    error e;
    int64_t idle = IDLE_MS;
    /* A folder of its own: series are played in the folders where they were begun. */
    if (c->terms.lanes > 1 && unshare(CLONE_FS) != 0) tell(c, stderr, "", strerror(errno));
    while (w && !atomic_load(&c->quit)) {
        choice k = {.lane = l, .work = w};
        if (!store_each_work(l->journal, true, consider, &k, &e)) tell(c, stderr, "", e.message);
        else if (!k.found && c->terms.drain) break;
        if (k.found) {
            work_on(l, w);
            idle = IDLE_MS;
        } else {
            rest(&c->quit, idle);
            if (idle < IDLE_LAST_MS) idle *= 2;
        }
    }
    free(w);
    atomic_fetch_sub(&c->running, 1);
    return NULL;
}

/* The watch. */

typedef struct look {
    crew *crew;
    bool *still;     /* by lane: its job is its own */
    store_job stray; /* a job that no lane does */
    bool strays;
} look;

static bool compare(void *context, const store_job *j) {
    look *k = context;
    bool ours = false;
    for (int i = 0; i < k->crew->lanes; i++) {
        const crew_lane *l = &k->crew->lane[i];
        if (!l->busy || l->job.work != j->work || l->job.number != j->number ||
            l->job.fence != j->fence)
            continue;
        k->still[i] = ours = true;
    }
    if (!ours) k->stray = *j;
    k->strays = k->strays || !ours;
    return true;
}

static void look_after_jobs(crew *c, bool *still) {
    look k = {.crew = c, .still = still};
    error e;
    memset(still, 0, (size_t)c->lanes * sizeof *still);
    pthread_rwlock_wrlock(&c->holding);
    if (store_each_held(c->journal, NULL, compare, &k, &e)) {
        for (int i = 0; i < c->lanes; i++)
            if (c->lane[i].busy && !still[i]) atomic_store(&c->lane[i].stop, true);
        if (k.strays) store_return_job(c->journal, &k.stray, &e);
    }
    pthread_rwlock_unlock(&c->holding);
}

static void *run_watch(void *context) {
    crew *c = context;
    error e;
    bool *still = calloc((size_t)c->lanes, sizeof *still), troubled = false;
    int64_t renewed = clock_now();
    while (still && atomic_load(&c->running) > 0) {
        if (atomic_load(&c->quit))
            for (int i = 0; i < c->lanes; i++) atomic_store(&c->lane[i].stop, true);
        if (troubled || clock_now() - renewed > c->lease * SECOND / 3) {
            pthread_mutex_lock(&c->lock);
            c->about.done = c->done;
            pthread_mutex_unlock(&c->lock);
            renewed = clock_now();
            bool good = store_stay(c->journal, &c->about, c->lease, &e);
            if (!good && !troubled) tell(c, stderr, "", e.message);
            troubled = !good;
        }
        if (!troubled) look_after_jobs(c, still);
        rest(&c->quit, LOOK_MS);
        if (atomic_load(&c->quit)) pause_ms(WAKE_MS);
    }
    free(still);
    return NULL;
}

static void describe(crew *c) {
    char machine[64] = "unknown";
    gethostname(machine, sizeof machine - 1);
    text place = text_over(c->about.place, sizeof c->about.place);
    text tags = text_over(c->about.tags, sizeof c->about.tags);
    text_addf(&place, "%s:%ld", machine, (long)getpid());
    text_add(&tags, c->terms.tags ? c->terms.tags : "");
    c->about.lanes = c->lanes;
}

static bool start_lane(crew *c, crew_lane *l, error *e) {
    l->crew = c;
    if (!(l->journal = store_open_again(c->journal, e))) return false;
    atomic_fetch_add(&c->running, 1);
    if (pthread_create(&l->thread, NULL, run_lane, l) == 0) return true;
    atomic_fetch_sub(&c->running, 1);
    store_close(l->journal);
    return error_set(e, "no thread for a worker");
}

crew *crew_start(store *journal, const crew_terms *terms, error *e) {
    const char *seconds = getenv("DAMERO_LEASE");
    crew *c = calloc(1, sizeof *c);
    if (!c || !(c->lane = calloc((size_t)terms->lanes, sizeof *c->lane))) {
        free(c);
        error_set(e, "no memory for a worker");
        return NULL;
    }
    c->terms = *terms;
    c->lanes = terms->lanes;
    c->lease = seconds && atoi(seconds) > 0 ? atoi(seconds) : LEASE_SECONDS;
    pthread_mutex_init(&c->lock, NULL);
    pthread_rwlock_init(&c->holding, NULL);
    describe(c);
    bool good = (c->journal = store_open_again(journal, e)) &&
                store_stay(c->journal, &c->about, c->lease, e);
    int started = 0;
    while (good && started < c->lanes && (good = start_lane(c, &c->lane[started], e))) started++;
    c->lanes = started;
    if (good) good = c->watched = pthread_create(&c->watch, NULL, run_watch, c) == 0;
    if (good) return c;
    crew_end(c);
    return NULL;
}

bool crew_is_done(crew *c) { return atomic_load(&c->running) == 0; }

int64_t crew_end(crew *c) {
    error unused;
    atomic_store(&c->quit, true);
    for (int i = 0; i < c->lanes; i++) atomic_store(&c->lane[i].stop, true);
    for (int i = 0; i < c->lanes; i++) {
        pthread_join(c->lane[i].thread, NULL);
        store_close(c->lane[i].journal);
    }
    if (c->watched) pthread_join(c->watch, NULL);
    if (c->journal) store_leave(c->journal, &unused);
    store_close(c->journal);
    int64_t done = c->done;
    pthread_mutex_destroy(&c->lock);
    pthread_rwlock_destroy(&c->holding);
    free(c->lane);
    free(c);
    return done;
}

static bool count_alive(void *context, const store_worker *w) {
    *(int *)context += w->alive;
    return true;
}

void crew_tell_waiting(store *journal, int64_t series, int64_t seconds) {
    enum { OFTEN = 10 };
    store_work *w = seconds % OFTEN == 0 ? calloc(1, sizeof *w) : NULL;
    int alive = 0;
    error e;
    if (!w) return;
    if (store_each_worker(journal, count_alive, &alive, &e) && alive == 0)
        cli_say(stderr, "No worker is alive: start 'damero worker' with the same --store, on any "
                        "machine.");
    else if (store_find_series_work(journal, series, w, &e) && *w->trouble)
        cli_say(stderr, "A worker cannot play these games: %s", w->trouble);
    free(w);
}
