/* The games of a tournament: its pairings, several at once, each a series. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "events/pair_games.h"
#include "events/past.h"
#include "events/places.h"
#include "store/jobs.h"

/* Attempts to write to a journal that others are writing to. */
enum { ATTEMPTS = 60, ATTEMPT_MS = 20 };

typedef struct playing {
    tournament *tournament;
    const tournament_run *run;
    int threads;
    pthread_mutex_t lock; /* for the tournament, its journal, and everything below */
    size_t next;          /* the next pairing to check */
    int each, extra;      /* games at once of a pairing; pairings that get one more */
    bool good;
    error e;
} playing;

/* One pairing while it is being played. */
typedef struct pair_play {
    playing *playing;
    pair_games games;
    int culprit; /* the player that could not be started; -1: none */
    series_past past;
    store *journal;
    int place[GAME_SEATS_MAX]; /* by seat, in the game that has ended; 0: not known */
    const pairing *pairing;
    size_t at; /* its number */
    series_setup *series;
    seat_spec *spec;
    lines_call call;  /* its boards */
    error unrecorded; /* why a game was not recorded; "": it was */
} pair_play;

/* Counts a game; at a table of several by places, if they can be found. */
static void count_game(pair_play *p, const series_game *g, const match_verdict *v) {
    error unused;
    bool places =
        p->games.count > 2 && (p->place[0] || places_load(p->journal, g->match, p->place, &unused));
    pair_games_add(&p->games, g->player, places ? p->place : NULL, v);
    p->place[0] = 0;
}

/* Whether the organiser has entered a result meanwhile, with another process. */
static bool is_decided_elsewhere(playing *g, store *journal, size_t at) {
    error unused;
    pthread_mutex_lock(&g->lock);
    bool over = tournament_refresh_pairing(g->tournament, journal, at, &unused) &&
                g->tournament->pairings.pairing[at].over;
    pthread_mutex_unlock(&g->lock);
    return over;
}

/* The journal has more games or results. */
static bool record_more(playing *g, error *e) {
    const tournament_run *run = g->run;
    if (!run->record) return true;
    pthread_mutex_lock(&g->lock);
    bool good = run->record(run->context, g->tournament, e);
    pthread_mutex_unlock(&g->lock);
    return good;
}

static void report_score(const pair_play *p, uint64_t games) {
    playing *g = p->playing;
    if (!g->run->scored) return;
    pthread_mutex_lock(&g->lock);
    g->run->scored(g->run->context, g->tournament, p->at, games, p->games.points);
    pthread_mutex_unlock(&g->lock);
}

static bool ended(void *context, const series_game *g, const match_verdict *v, const char *words) {
    pair_play *p = context;
    (void)words;
    if (v->reason == MATCH_ABORTED) return false;
    count_game(p, g, v);
    if (!record_more(p->playing, &p->unrecorded) || pair_games_decided(&p->games, g->number + 1) ||
        is_decided_elsewhere(p->playing, p->journal, p->at))
        return false;
    report_score(p, g->number + 1);
    return true;
}

static bool begun(void *context, const series_game *g, error *e) {
    (void)context, (void)g, (void)e;
    return true;
}

static void shown(void *context, const match *m, const match_event *v) {
    pair_play *p = context;
    error unused;
    if (!m || v->kind != MATCH_END || p->games.count < 3) return;
    if (!places_find(match_game(m), &v->verdict, p->place, &unused)) p->place[0] = 0;
}

static void failed(void *context, int player) { ((pair_play *)context)->culprit = player; }

static bool is_known(void *context, uint64_t number, int64_t *id, match_verdict *v) {
    const pair_play *p = context;
    return series_past_find(&p->past, number, id, v);
}

static void opened(void *context, int player, link_end *l) {
    pair_play *p = context;
    const tournament_run *run = p->playing->run;
    if (!run->opened) return;
    pthread_mutex_lock(&p->playing->lock);
    run->opened(run->context, p->playing->tournament, p->pairing->player[player], l);
    pthread_mutex_unlock(&p->playing->lock);
}

/* The seat of each board on the line that it has now. */
static bool seat_boards(pair_play *p, error *e) {
    const tournament_run *run = p->playing->run;
    for (int i = 0; i < p->call.count; i++) {
        int seat = p->call.seat[i];
        const store_entrant *v = &p->playing->tournament->entrant[p->pairing->player[seat]];
        char words[SEAT_SPEC];
        text t = text_over(words, sizeof words);
        if (!lines_write_seat(run->lines, p->call.line[i], v->seat, &t) ||
            !seat_read(words, run->game, &p->spec[seat], e))
            return t.full ? error_set(e, "the line's text is too long") : false;
        link_end **line = lines_link(run->lines, p->call.line[i]);
        p->series->line[seat] = line;
        if (!*line) continue; /* it is opened for the game */
        text label = text_over((*line)->label, sizeof(*line)->label);
        text_add(&label, v->name);
        opened(p, seat, *line);
    }
    return true;
}

static void announce(void *context, const lines_call *call) {
    pair_play *p = context;
    const tournament_run *run = p->playing->run;
    if (!run->called) return;
    pthread_mutex_lock(&p->playing->lock);
    run->called(run->context, p->playing->tournament, call);
    pthread_mutex_unlock(&p->playing->lock);
}

/* Calls the teams to their lines, and waits until they are ready. */
static bool call_boards(void *context, const series_game *g, const char *why, int *culprit,
                        error *e) {
    pair_play *p = context;
    const tournament_run *run = p->playing->run;
    lines_call *call = &p->call;
    text reason = text_over(call->why, sizeof call->why);
    call->game = g->number;
    text_add(&reason, why ? why : "");
    if (run->unattended) return !why || error_set(e, "%s", why);
    int seat = -1;
    lines_answer answer = lines_wait(run->lines, call, announce, p, run->series.stop, &seat);
    if (answer == LINES_READY) return seat_boards(p, e);
    *culprit = answer == LINES_FORFEITED ? seat : -1;
    if (answer == LINES_STOPPED)
        return error_set(e, "stopped while boards were waited for; run it again to go on");
    return error_set(e, "forfeited");
}

/* Takes lines for the boards of a pairing, if it has any. */
static bool take_lines(pair_play *p, error *e) {
    const playing *g = p->playing;
    for (int i = 0; i < p->games.count; i++)
        if (lines_is_board(g->tournament->entrant[p->pairing->player[i]].seat))
            p->call.seat[p->call.count++] = i;
    if (!p->call.count) return true;
    if (!g->run->lines) {
        p->call.count = 0;
        return error_set(e, "boards play: declare the lines that they share, such as --line pty");
    }
    p->series->ready = call_boards;
    if (lines_take(g->run->lines, p->call.count, p->call.line, g->run->series.stop, e))
        return seat_boards(p, e);
    p->call.count = 0;
    return false;
}

/* Lines that others connect to stay open for the next pairing. */
static void give_lines_back(pair_play *p) {
    if (!p->call.count) return;
    for (int i = 0; i < p->call.count; i++)
        lines_part(lines_link(p->playing->run->lines, p->call.line[i]));
    lines_give_back(p->playing->run->lines, p->call.line, p->call.count);
}

/* An error if workers may be playing the series. */
static bool is_left_by_workers(store *journal, int64_t series, error *e) {
    error unused;
    store_work *w = calloc(1, sizeof *w);
    bool open = w && store_find_series_work(journal, series, w, &unused) && !w->over;
    if (open)
        error_set(e,
                  "workers play its games: run it with --workers, or end that with 'damero worker "
                  "--cancel %lld'",
                  (long long)w->id);
    free(w);
    return !open;
}

/* The series of a pairing, and its games that count already. Workers find those themselves. */
static bool enter(playing *g, size_t at, store *journal, pair_play *p, int64_t *entry, error *e) {
    tournament *t = g->tournament;
    bool known = t->stored[at].series != 0;
    return pair_games_enter(t, at, journal, entry, e) &&
           (!known || g->run->workers ||
            (is_left_by_workers(journal, *entry, e) &&
             series_past_load(&p->past, journal, *entry, e)));
}

static bool is_stopped(const playing *g) {
    const atomic_bool *stop = g->run->series.stop;
    return stop && atomic_load(stop);
}

/* Saves the result of a pairing in the journal, unless the organiser has entered one. One side's
 * failure does not stop the event. */
static bool settle(playing *g, size_t at, const pair_play *p, series_outcome outcome, error *e) {
    tournament *t = g->tournament;
    error unread;
    if (!tournament_refresh_pairing(t, t->journal, at, &unread))
        return error_set(e, "%s", unread.message);
    if (t->pairings.pairing[at].over) return store_end_series(t->journal, t->stored[at].series, e);
    if (outcome == SERIES_OVER) return pair_games_settle(t, at, &p->games, e);
    if (!is_stopped(g) && p->culprit >= 0) {
        error why = *e;
        return pair_games_forfeit(t, at, p->culprit, why.message, e);
    }
    return *e->message ? false : error_set(e, "interrupted");
}

/* Whether to retry because the journal was busy, which must not end an event. */
static bool try_again(const playing *g, const store *journal, int *attempts) {
    if (!store_is_busy(journal) || is_stopped(g) || ++*attempts >= ATTEMPTS) return false;
    nanosleep(&(struct timespec){.tv_nsec = ATTEMPT_MS * MILLISECOND}, NULL);
    return true;
}

/* Names and seats, except those of boards, which sit where a line is free. */
static bool seat_entrants(const tournament *t, const tournament_run *run, size_t at,
                          series_setup *s, seat_spec *spec, error *e) {
    const pairing *chosen = &t->pairings.pairing[at];
    bool good = true;
    s->players = chosen->count;
    for (int i = 0; good && i < chosen->count; i++) {
        const store_entrant *v = &t->entrant[chosen->player[i]];
        s->name[i] = v->name;
        s->spec[i] = &spec[i];
        if (lines_is_board(v->seat)) continue;
        good = seat_read(v->seat, run->game, &spec[i], e) || error_in(e, "%s", v->name);
    }
    return good;
}

/* What else the series of a pairing has of its own. */
static bool complete(const tournament *t, const tournament_run *run, size_t at, series_setup *s,
                     game_rules **rules, error *e) {
    *rules = setup_rules(run->game, run->rules, s->spec, s->players, e);
    s->rules = *rules;
    s->games = pair_games_most(t);
    s->first_opening = tournament_first_opening(t, at);
    s->terms.seed = hash_join(s->terms.seed, hash_join((uint64_t)t->pairings.pairing[at].round,
                                                       (uint64_t)t->stored[at].board));
    return *rules != NULL;
}

bool tournament_set_up(const tournament *t, const tournament_run *run, size_t at, series_setup *s,
                       seat_spec *spec, game_rules **rules, error *e) {
    *s = run->series;
    s->entry = t->stored[at].series;
    return seat_entrants(t, run, at, s, spec, e) && complete(t, run, at, s, rules, e);
}

/* The organiser may enter a result before any worker comes, or somebody remove the pairing from
 * the journal. If the journal cannot be read now, it can be later. */
static bool wait_for_workers(void *context, int64_t seconds, error *e) {
    pair_play *p = context;
    const tournament_run *run = p->playing->run;
    tournament *t = p->playing->tournament;
    error why;
    pthread_mutex_lock(&p->playing->lock);
    bool read = tournament_refresh_pairing(t, p->journal, p->at, &why);
    bool gone = !read && strcmp(why.code, "no-such-pairing") == 0;
    bool more = !gone && !t->pairings.pairing[p->at].over;
    if (more && run->waiting) run->waiting(run->context, t, p->at, seconds);
    pthread_mutex_unlock(&p->playing->lock);
    if (gone) *e = why;
    return more;
}

/* By workers or here. Of a knockout, workers get one game after the other: it may be decided. */
static series_outcome play_games(const pair_play *p, const series_setup *s, error *e) {
    const workers_terms *workers = p->playing->run->workers;
    if (!workers) return series_play(s, e);
    workers_terms terms = *workers;
    if (p->games.knockout) terms.ahead = 1;
    terms.waiting = wait_for_workers;
    return workers_play(s, &terms, e);
}

/* Says that a pairing is over; others may have waited for it to be recorded. */
static bool report(playing *g, size_t at, error *e) {
    if (g->run->over) {
        pthread_mutex_lock(&g->lock);
        g->run->over(g->run->context, g->tournament, at);
        pthread_mutex_unlock(&g->lock);
    }
    return record_more(g, e);
}

/* How many games of a pairing are played at once. */
static int share(playing *g, const pair_play *p) {
    const tournament *t = g->tournament;
    int most = g->each;
    for (int i = 0; i < p->games.count; i++) {
        const seat_spec *seat = &p->spec[i];
        bool program = seat->kind == SEAT_LINK && strncmp(seat->link, "program:", 8) == 0;
        if (lines_is_board(t->entrant[p->pairing->player[i]].seat) ||
            (seat->kind != SEAT_ENGINE && !program))
            return 1;
    }
    if (g->extra > 0) g->extra--, most++;
    return most < t->plan.games ? most : t->plan.games;
}

static bool play_pairing(playing *g, size_t at, store *journal, error *e) {
    tournament *t = g->tournament;
    seat_spec *spec = calloc(GAME_SEATS_MAX, sizeof *spec);
    series_setup s = g->run->series;
    pair_play p = {
        .playing = g, .culprit = -1, .journal = journal, .at = at, .series = &s, .spec = spec};
    game_rules *rules = NULL;
    pthread_mutex_lock(&g->lock);
    pairing chosen = t->pairings.pairing[at];
    p.pairing = &chosen;
    p.call.pairing = at;
    bool good = false;
    for (int attempts = 0; spec && !(good = enter(g, at, journal, &p, &s.entry, e));) {
        if (!try_again(g, journal, &attempts)) break;
        series_past_destroy(&p.past);
    }
    p.games = pair_games_of(t, at);
    good = good && seat_entrants(t, g->run, at, &s, spec, e);
    if (good) s.concurrency = share(g, &p);
    pthread_mutex_unlock(&g->lock);
    good = good && take_lines(&p, e) && complete(t, g->run, at, &s, &rules, e);
    series_outcome outcome = SERIES_FAILED;
    if (good) {
        s.journal = journal;
        s.host = (host_setup){.context = &p, .input = -1, .show = shown};
        s.begin = begun;
        s.end = ended;
        s.failed = failed;
        s.opened = opened;
        s.known = is_known;
        outcome = play_games(&p, &s, e);
        if (*p.unrecorded.message) {
            outcome = SERIES_FAILED;
            *e = p.unrecorded;
        }
        pthread_mutex_lock(&g->lock);
        error why = *e;
        for (int attempts = 0; !(good = settle(g, at, &p, outcome, e));) {
            if (!try_again(g, t->journal, &attempts)) break;
            *e = why;
        }
        pthread_mutex_unlock(&g->lock);
        good = good && report(g, at, e);
    }
    give_lines_back(&p);
    series_past_destroy(&p.past);
    game_destroy(rules);
    free(spec);
    return good;
}

/* The next pairing without a result; SIZE_MAX: there is none. */
static size_t take_pairing(playing *g) {
    const tournament *t = g->tournament;
    size_t found = SIZE_MAX;
    pthread_mutex_lock(&g->lock);
    for (; g->good && !is_stopped(g) && found == SIZE_MAX && g->next < t->pairings.count; g->next++)
        if (!t->pairings.pairing[g->next].over) found = g->next;
    pthread_mutex_unlock(&g->lock);
    return found;
}

static void *work(void *context) {
    playing *g = context;
    error e = {0};
    store *journal = store_open_again(g->tournament->journal, &e);
    bool good = journal != NULL;
    for (size_t at; good && (at = take_pairing(g)) != SIZE_MAX;) {
        e = (error){0};
        if (is_decided_elsewhere(g, journal, at)) {
            good = report(g, at, &e);
            continue;
        }
        for (int attempts = 0;;) {
            e = (error){0};
            good = play_pairing(g, at, journal, &e);
            /* Games that count are not played again. */
            if (good || !try_again(g, journal, &attempts)) break;
        }
    }
    store_close(journal);
    pthread_mutex_lock(&g->lock);
    if (!good && g->good) {
        g->good = false;
        g->e = e;
    }
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* A knockout may be decided by any game, after which no other is played. */
static void share_out(playing *g) {
    const tournament *t = g->tournament;
    int open = 0;
    for (size_t i = 0; i < t->pairings.count; i++) open += !t->pairings.pairing[i].over;
    g->each = 1;
    g->extra = 0;
    if (t->plan.kind == EVENT_KNOCKOUT || !open || g->threads <= open) return;
    g->each = g->threads / open;
    g->extra = g->threads % open;
}

/* Plays every pairing that has no result yet. */
static bool play_open_pairings(playing *g, error *e) {
    pthread_t *threads = calloc((size_t)g->threads, sizeof *threads);
    int count = 0;
    if (!threads) return error_set(e, "no memory for a tournament");
    g->next = 0;
    share_out(g);
    while (count < g->threads && pthread_create(&threads[count], NULL, work, g) == 0) count++;
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    free(threads);
    if (!g->good) *e = g->e;
    if (g->good && is_stopped(g)) return error_set(e, "interrupted");
    return g->good && (count > 0 || error_set(e, "no thread for the games"));
}

/* Players may have joined or left during the round. */
static bool pair_next(tournament *t, const tournament_run *run, error *e) {
    return tournament_refresh(t, e) && (!run->admits || run->admits(run->context, t, e)) &&
           tournament_pair(t, e);
}

bool tournament_play(tournament *t, const tournament_run *run, error *e) {
    playing g = {.tournament = t, .run = run, .threads = run->concurrency, .good = true};
    pthread_mutex_init(&g.lock, NULL);
    bool good = record_more(&g, e);
    while (good) {
        if (!tournament_is_settled(t)) good = play_open_pairings(&g, e);
        if (!good || tournament_paired(t) >= tournament_rounds(t)) break;
        for (int attempts = 0; !(good = pair_next(t, run, e));)
            if (!try_again(&g, t->journal, &attempts)) break;
        if (!good) break;
        if (run->paired) run->paired(run->context, t, tournament_paired(t) - 1);
    }
    pthread_mutex_destroy(&g.lock);
    return good;
}
