#include "events/series.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "events/lines.h"
#include "events/opening.h"
#include "referee/greeting.h"
#include "referee/journal.h"
#include "store/wire_log.h"

enum {
    AHEAD = 16,    /* finished games per thread that may wait to be reported */
    LOOK_MS = 100, /* how often the reporting thread checks whether to stop */
    HANDSHAKE_SECONDS = 10,
    WORDS = 1200,
};

/* A game that is being played, or that waits to be reported. */
typedef struct played {
    series_game game;
    game_position *start; /* memory for game.start */
    match_event *events;  /* to be shown later */
    size_t count, capacity, shown;
    bool begun, over, good, refused;
    int failed; /* the player who could not be started; -1: nobody */
    match_verdict verdict;
    char words[WORDS];
    error why; /* unless it is good */
} played;

/* A player in one thread. */
typedef struct chair {
    struct lane *lane;
    link_end *link;
    int seat;
    bool greeted;         /* it has answered `hub` */
    bool checked;         /* a board: it has answered the greeting of this game */
    engine *engine;       /* with its endgame tables, between games */
    char name[TALK_NAME]; /* the name it reports */
} chair;

/* Plays one game at a time. */
typedef struct lane {
    struct series *series;
    store *journal;
    chair chair[GAME_SEATS_MAX]; /* by player */
    wire_log wires;
    fair secrets;
    judge judge;
    played *current;
    pthread_t thread;
} lane;

typedef struct series {
    const series_setup *setup;
    bool threaded;
    atomic_bool halt;
    pthread_mutex_t lock; /* for everything below, and for callbacks from the lanes */
    pthread_cond_t changed;
    uint64_t next;    /* the next game to hand out */
    uint64_t telling; /* the game whose events are being reported */
    played *ring;     /* the games from `telling` on */
    uint64_t room;
    struct {
        int failed;   /* consecutive failed starts */
        bool started; /* it was ready once */
        bool leaves;  /* it does not answer a second greeting, so it is started for every game */
    } player[GAME_SEATS_MAX];
} series;

static bool is_program(const series_setup *s, const link_end *l, int player) {
    return l && l->kind == LINK_PROGRAM && s->spec[player]->speaks == &hub;
}

static void close_chair(chair *c) {
    if (c->link) link_close(c->link);
    c->link = NULL;
    c->greeted = false;
}

/* The starting position of game `number`: the same until everyone has had every seat. */
static bool choose_start(const series_setup *s, played *p, error *e) {
    uint64_t round = p->game.number / (uint64_t)s->players;
    p->game.start = s->book ? opening_book_at(s->book, s->first_opening + round) : s->given;
    if (!s->opening.moves) return true;
    if (!p->start && !(p->start = game_new_position(s->rules))) return error_set(e, "no memory");
    p->game.start = p->start;
    return opening_draw(s->rules, s->given, s->opening, opening_seed(s->terms.seed, round),
                        p->start, e) ||
           error_in(e, "--opening");
}

static void link_opened(void *context, int seat, link_end *end) {
    lane *l = context;
    const series_setup *s = l->series->setup;
    pthread_mutex_lock(&l->series->lock);
    if (s->opened) s->opened(s->host.context, l->current->game.player[seat], end);
    pthread_mutex_unlock(&l->series->lock);
}

static bool gives_up(void *context, error *e) {
    const lane *l = context;
    const atomic_bool *stop = l->series->setup->stop;
    bool stopped = atomic_load(&l->series->halt) || (stop && atomic_load(stop));
    return stopped && !error_set(e, "interrupted while waiting for the players");
}

/* Records the result of a start; false with an error if another attempt is pointless. */
static bool count_start(lane *l, int player, greeting found, error *e) {
    series *s = l->series;
    link_end *end = l->chair[player].link;
    char why[240];
    bool cannot = false;
    text t = text_over(why, sizeof why);
    if (found == GREETING_ENDED) cannot = greeting_explain(end, &t);
    else text_add(&t, "it does not answer the greeting");
    pthread_mutex_lock(&s->lock);
    if (found == GREETING_READY) s->player[player].failed = 0;
    else s->player[player].failed++;
    cannot = cannot && !s->player[player].started;
    if (found == GREETING_READY) s->player[player].started = true;
    bool enough = s->player[player].failed >= SERIES_FAILED_STARTS;
    pthread_mutex_unlock(&s->lock);
    l->current->refused = cannot;
    if (cannot || enough) l->current->failed = player;
    if (cannot) return error_set(e, "%s cannot be started: %s", end->name, why);
    if (enough)
        return error_set(e, "%s failed to start %d times in a row: %s", end->name,
                         SERIES_FAILED_STARTS, why);
    return true;
}

static greeting greet(lane *l, int player) {
    const series_setup *s = l->series->setup;
    chair *c = &l->chair[player];
    int64_t patience = s->terms.handshake ? s->terms.handshake : HANDSHAKE_SECONDS * SECOND;
    const atomic_bool *stop = l->series->threaded ? &l->series->halt : s->stop;
    return greeting_exchange(c->link, s->spec[player], s->rules, c->seat, c->greeted,
                             clock_now() + patience, stop, c->name);
}

/* Announces the next game to programs that stayed since the last one; a program that does not
 * answer is closed, to be started again. */
static void greet_those_who_stayed(lane *l) {
    series *s = l->series;
    for (int i = 0; i < s->setup->players; i++) {
        chair *c = &l->chair[i];
        if (!c->link || !c->greeted) continue;
        greeting found = greet(l, i);
        if (found == GREETING_READY) continue;
        close_chair(c);
        pthread_mutex_lock(&s->lock);
        if (found == GREETING_SILENT) s->player[i].leaves = true;
        pthread_mutex_unlock(&s->lock);
    }
}

/* On a contest day boards are greeted before the match, so that none loses by a loose cable. */
static bool check_board(lane *l, int player, error *e) {
    chair *c = &l->chair[player];
    if (greet(l, player) == GREETING_READY) return c->checked = true;
    l->current->failed = player;
    return error_set(e, "the board at %s does not answer the greeting", c->link->name);
}

/* Opens the links and greets the programs. */
static bool seat_players(lane *l, host_setup *h, error *e) {
    const series_setup *s = l->series->setup;
    int culprit = GAME_NOBODY, *player = l->current->game.player;
    bool fresh[GAME_SEATS_MAX] = {false};
    greet_those_who_stayed(l);
    for (int seat = 0; seat < s->players; seat++) {
        h->link[seat] = l->chair[player[seat]].link;
        fresh[seat] = !h->link[seat];
    }
    char numbered[GAME_SEATS_MAX][24];
    const char *label[GAME_SEATS_MAX];
    for (int seat = 0; seat < s->players; seat++) {
        snprintf(numbered[seat], sizeof numbered[seat], "player %d", player[seat] + 1);
        label[seat] = s->name[player[seat]] ? s->name[player[seat]] : numbered[seat];
    }
    setup_waiting waiting = {.options = &s->links,
                             .label = label,
                             .deadline = clock_now() + s->patience,
                             .opened = link_opened,
                             .gives_up = gives_up,
                             .context = l};
    bool good = setup_open_links(h->spec, s->players, h->link, &waiting, &culprit, e);
    for (int seat = 0; seat < s->players; seat++) l->chair[player[seat]].link = h->link[seat];
    if (!good && culprit >= 0) l->current->failed = player[culprit];
    for (int seat = 0; good && seat < s->players; seat++) {
        chair *c = &l->chair[player[seat]];
        if (s->ready && c->link && c->link->kind != LINK_PROGRAM)
            good = check_board(l, player[seat], e);
        if (!fresh[seat] || !is_program(s, c->link, player[seat])) continue;
        greeting found = greet(l, player[seat]);
        c->greeted = found == GREETING_READY;
        good = count_start(l, player[seat], found, e) || error_in(e, "seat %d", seat + 1);
    }
    return good;
}

/* Returns the links of lines to their owner, who may change them; `back` false: fetches them again.
 */
static void return_lines(lane *l, bool back) {
    const series_setup *s = l->series->setup;
    for (int i = 0; i < s->players; i++) {
        chair *c = &l->chair[i];
        if (!s->line[i]) continue;
        c->checked = false;
        link_end **from = back ? &c->link : s->line[i], **to = back ? s->line[i] : &c->link;
        if (*from) *to = *from; /* a line is in one of the two places */
        *from = NULL;
    }
}

/* Makes all players ready for the game; if somebody can be asked for help, tries again until they
 * are. */
static bool gather(lane *l, host_setup *h, error *e) {
    const series_setup *s = l->series->setup;
    char why[sizeof e->message] = "";
    for (;;) {
        return_lines(l, true);
        if (s->ready && !s->ready(s->host.context, &l->current->game, *why ? why : NULL,
                                  &l->current->failed, e))
            return false;
        l->current->failed = -1;
        return_lines(l, false);
        for (int seat = 0; seat < s->players; seat++)
            h->spec[seat] = s->spec[l->current->game.player[seat]];
        *e = (error){0};
        error unused;
        if (seat_players(l, h, e)) return true;
        if (!s->ready || l->current->refused || gives_up(l, &unused)) return false;
        text t = text_over(why, sizeof why);
        int failed = l->current->failed;
        if (failed >= 0 && s->name[failed]) text_addf(&t, "%s: ", s->name[failed]);
        text_add(&t, e->message);
        for (int i = 0; i < s->players; i++)
            if (s->line[i]) lines_part(&l->chair[i].link);
    }
}

/* Links that failed are reopened for the next game; programs stay if they may. */
static void part(lane *l, const played *p) {
    series *s = l->series;
    const match_verdict *v = &p->verdict;
    for (int seat = 0; seat < s->setup->players; seat++) {
        int i = p->game.player[seat];
        chair *c = &l->chair[i];
        if (!c->link) continue;
        bool failed = p->good && v->culprit == seat && v->reason != MATCH_RESIGNED;
        bool program = c->link->kind == LINK_PROGRAM;
        pthread_mutex_lock(&s->lock);
        bool stays = program ? c->greeted && !failed && !s->setup->restart && !s->player[i].leaves
                             : !(failed && v->reason == MATCH_CRASHED);
        pthread_mutex_unlock(&s->lock);
        if (stays) continue;
        if (s->setup->line[i]) lines_part(&c->link);
        else close_chair(c);
    }
}

static void tap(void *context, bool sent, int64_t since, const char *shown) {
    const chair *c = context;
    wire_log_add(&c->lane->wires, &(wire_run){clock_seconds(since), c->seat, sent, shown});
}

/* Other processes may watch the bytes on the lines while a game of the journal is played. */
static void let_others_see(lane *l, int64_t id, bool open) {
    const series_setup *s = l->series->setup;
    char warning[400];
    error e;
    bool any = false;
    for (int i = 0; i < s->players; i++) any = any || l->chair[i].link;
    if (open && any && !wire_log_open(&l->wires, l->journal, id, &e)) {
        text t = text_over(warning, sizeof warning);
        text_addf(&t, "the page will not show the bytes on the lines: %s", e.message);
        pthread_mutex_lock(&l->series->lock);
        if (s->warn) s->warn(s->host.context, warning);
        pthread_mutex_unlock(&l->series->lock);
    }
    for (int i = 0; i < s->players; i++) {
        chair *c = &l->chair[i];
        if (!c->link) continue;
        c->link->tap = open ? tap : NULL;
        c->link->tap_context = c;
    }
    if (!open) wire_log_close(&l->wires);
}

/* Called in a lane's thread: stores an event for the reporting thread. */
static void keep_event(void *context, const match *m, const match_event *v) {
    lane *l = context;
    played *p = l->current;
    (void)m;
    pthread_mutex_lock(&l->series->lock);
    if (p->count == p->capacity) {
        size_t larger = p->capacity ? 2 * p->capacity : 32;
        match_event *events = realloc(p->events, larger * sizeof *events);
        if (events) {
            p->events = events;
            p->capacity = larger;
        }
    }
    if (p->count < p->capacity) {
        p->events[p->count++] = *v;
        if (l->series->telling == p->game.number) pthread_cond_broadcast(&l->series->changed);
    }
    pthread_mutex_unlock(&l->series->lock);
}

static void trouble_in_lane(void *context, const match *m, const char *why) {
    lane *l = context;
    const host_setup *h = &l->series->setup->host;
    pthread_mutex_lock(&l->series->lock);
    if (h->trouble) h->trouble(h->context, m, why);
    pthread_mutex_unlock(&l->series->lock);
}

/* The setup of the game's host. */
static host_setup host_of(lane *l) {
    const series_setup *s = l->series->setup;
    host_setup h = s->host;
    if (l->series->threaded)
        h = (host_setup){.context = l,
                         .input = -1,
                         .stop = &l->series->halt,
                         .show = keep_event,
                         .trouble = trouble_in_lane};
    else h.stop = s->stop;
    h.journal = l->journal;
    h.fence = s->fence;
    h.equip = s->equip;
    h.judge = s->terms.prove && judge_knows(s->rules) ? &l->judge : NULL;
    return h;
}

static bool begin_in_journal(lane *l, played *p, const match_terms *terms, store_fence *f,
                             error *e) {
    const series_setup *s = l->series->setup;
    const char *given[GAME_SEATS_MAX], *name[GAME_SEATS_MAX] = {NULL};
    for (int seat = 0; seat < s->players; seat++) {
        given[seat] = s->spec[p->game.player[seat]]->given;
        name[seat] = s->name[p->game.player[seat]];
    }
    return journal_begin(l->journal, s->entry, p->game.number, p->game.turn, s->rules,
                         p->game.start, given, name[0] ? name : NULL, terms, f, e);
}

/* A crash is explained by the last lines that the program wrote. */
static void hear_last_words(lane *l, played *p) {
    int culprit = p->verdict.culprit;
    if (!p->good || p->verdict.reason != MATCH_CRASHED || culprit < 0) return;
    chair *c = &l->chair[p->game.player[culprit]];
    text t = text_over(p->words, sizeof p->words);
    if (c->link) link_write_last_words(c->link, &t);
}

/* Reports that the game begins: at once in the caller's thread, otherwise when its turn comes. */
static bool announce(lane *l, played *p, error *e) {
    const series_setup *s = l->series->setup;
    if (!l->series->threaded) return s->begin(s->host.context, &p->game, e);
    pthread_mutex_lock(&l->series->lock);
    p->begun = true;
    pthread_cond_broadcast(&l->series->changed);
    pthread_mutex_unlock(&l->series->lock);
    return true;
}

static bool play(lane *l, played *p, error *e) {
    const series_setup *s = l->series->setup;
    match_terms terms = s->terms;
    host_setup h = host_of(l);
    bool good = choose_start(s, p, e);
    if (!s->begun) terms.seed = hash_join(terms.seed, p->game.number);
    for (int seat = 0; seat < s->players; seat++) {
        h.spec[seat] = s->spec[p->game.player[seat]];
        h.kept[seat] = &l->chair[p->game.player[seat]].engine;
        l->chair[p->game.player[seat]].seat = seat;
    }
    if (!good || !gather(l, &h, e)) return false;
    setup_match(&h, s->rules, p->game.start, &terms);
    for (int seat = 0; seat < s->players; seat++) {
        const chair *c = &l->chair[p->game.player[seat]];
        if (c->greeted || c->checked) h.match.seat[seat].options.greeted = c->name;
    }
    if (s->begun && !transcript_resume(s->begun, &h.match, &l->secrets, e)) return false;
    if (l->journal && !s->begun && !begin_in_journal(l, p, &terms, &h.fence, e)) return false;
    p->game.match = h.fence.match;
    good = announce(l, p, e);
    if (good && l->journal) let_others_see(l, p->game.match, true);
    good = good && host_play(&h, &p->verdict, e);
    if (l->journal) let_others_see(l, p->game.match, false);
    return good;
}

static void play_game(lane *l, played *p) {
    l->current = p;
    judge_new_game(&l->judge);
    p->good = play(l, p, &p->why);
    hear_last_words(l, p);
    part(l, p);
}

static void close_lane(lane *l) {
    return_lines(l, true);
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        close_chair(&l->chair[i]);
        engine_destroy(l->chair[i].engine);
    }
    judge_close(&l->judge);
    if (l->series->threaded) store_close(l->journal);
}

static void start_game(const series_setup *s, played *p, uint64_t number) {
    game_position *start = p->start;
    match_event *events = p->events;
    size_t capacity = p->capacity;
    *p = (played){.start = start, .events = events, .capacity = capacity, .failed = -1};
    p->game.number = number;
    for (int seat = 0; seat < s->players; seat++)
        p->game.player[seat] = (int)(((uint64_t)seat + number) % (uint64_t)s->players);
}

/* Whether the game was played before; then only its verdict is reported. */
static bool is_known(const series_setup *s, played *p) {
    p->game.known =
        s->known && s->known(s->host.context, p->game.number, &p->game.match, &p->verdict);
    /* The journal may be another's. */
    if (p->verdict.winner >= s->rules->seats) p->verdict.winner = GAME_NOBODY;
    p->good = p->over = p->game.known;
    return p->game.known;
}

/* Whether the series continues after this game. */
static bool goes_on(const series_setup *s, const played *p, series_outcome *outcome, error *e) {
    if (!p->good) {
        *outcome = p->refused && p->game.number == 0 ? SERIES_REFUSED : SERIES_FAILED;
        if (s->failed && p->failed >= 0) s->failed(s->host.context, p->failed);
        *e = p->why;
        return false;
    }
    bool wanted = s->end(s->host.context, &p->game, &p->verdict, p->words);
    bool last = p->game.number + 1 == s->games;
    bool stopped = !last && s->stop && atomic_load(s->stop);
    *outcome =
        p->verdict.reason == MATCH_ABORTED || (wanted && stopped) ? SERIES_FAILED : SERIES_OVER;
    return wanted && *outcome == SERIES_OVER;
}

static bool next_game(const series_setup *s, uint64_t *number, store_turn *turn) {
    if (s->take) return s->take(s->host.context, number, turn);
    return *number < s->games;
}

/* One after another, in this thread. */
static series_outcome play_in_turn(series *s, error *e) {
    lane l = {.series = s,
              .journal = s->setup->journal,
              .wires.file = -1,
              .judge.equip = s->setup->equip};
    played p = {0};
    series_outcome outcome = SERIES_OVER;
    for (int i = 0; i < GAME_SEATS_MAX; i++) l.chair[i].lane = &l;
    store_turn turn = {0};
    for (uint64_t number = 0; next_game(s->setup, &number, &turn); number++) {
        start_game(s->setup, &p, number);
        p.game.turn = turn;
        if (!is_known(s->setup, &p)) play_game(&l, &p);
        if (!goes_on(s->setup, &p, &outcome, e)) break;
    }
    close_lane(&l);
    free(p.start);
    return outcome;
}

/* The next game to play, or NULL if there is none. Waits while too many are unreported. */
static played *take_game(series *s) {
    played *p = NULL;
    pthread_mutex_lock(&s->lock);
    while (!p && !atomic_load(&s->halt) && s->next < s->setup->games) {
        if (s->next >= s->telling + s->room) {
            pthread_cond_wait(&s->changed, &s->lock);
            continue;
        }
        p = &s->ring[s->next % s->room];
        start_game(s->setup, p, s->next++);
        if (!is_known(s->setup, p)) break;
        pthread_cond_broadcast(&s->changed);
        p = NULL;
    }
    pthread_mutex_unlock(&s->lock);
    return p;
}

static void *play_lane(void *context) {
    lane *l = context;
    for (played *p; (p = take_game(l->series));) {
        play_game(l, p);
        pthread_mutex_lock(&l->series->lock);
        p->over = true;
        pthread_cond_broadcast(&l->series->changed);
        pthread_mutex_unlock(&l->series->lock);
    }
    return NULL;
}

/* Waits briefly for something to report. */
static void wait_for_change(series *s) {
    int64_t end = clock_now() + LOOK_MS * MILLISECOND;
    struct timespec until = {.tv_sec = end / SECOND, .tv_nsec = end % SECOND};
    pthread_cond_timedwait(&s->changed, &s->lock, &until);
    if (s->setup->stop && atomic_load(s->setup->stop)) atomic_store(&s->halt, true);
}

/* Shows one game's events as they come, until it is over. False if it cannot be shown, or if the
 * series is stopped before it has begun. Called, and returns, with the lock held. */
static bool tell_game(series *s, played *p, error *e) {
    const series_setup *setup = s->setup;
    bool begun = false;
    for (;;) {
        bool handed_out = s->next > s->telling;
        if (handed_out && p->begun && !begun) {
            begun = true;
            pthread_mutex_unlock(&s->lock);
            bool good = setup->begin(setup->host.context, &p->game, e);
            pthread_mutex_lock(&s->lock);
            if (!good) return false;
        } else if (handed_out && p->shown < p->count) {
            match_event v = p->events[p->shown++];
            pthread_mutex_unlock(&s->lock);
            setup->host.show(setup->host.context, NULL, &v);
            pthread_mutex_lock(&s->lock);
        } else if (handed_out && p->over) {
            return true;
        } else if (!handed_out && atomic_load(&s->halt)) {
            return false;
        } else {
            wait_for_change(s);
        }
    }
}

/* Reports one game after another while the lanes play. */
static series_outcome tell_all(series *s, error *e) {
    series_outcome outcome = SERIES_OVER;
    bool more = true;
    pthread_mutex_lock(&s->lock);
    while (more && s->telling < s->setup->games) {
        played *p = &s->ring[s->telling % s->room];
        if (!tell_game(s, p, e)) {
            outcome = SERIES_FAILED;
            break;
        }
        pthread_mutex_unlock(&s->lock);
        more = goes_on(s->setup, p, &outcome, e);
        pthread_mutex_lock(&s->lock);
        s->telling++;
        pthread_cond_broadcast(&s->changed);
    }
    atomic_store(&s->halt, true);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return outcome;
}

static bool start_lane(series *s, lane *l, error *e) {
    *l = (lane){.series = s, .wires.file = -1, .judge.equip = s->setup->equip};
    for (int i = 0; i < GAME_SEATS_MAX; i++) l->chair[i].lane = l;
    if (s->setup->journal && !(l->journal = store_open_again(s->setup->journal, e))) return false;
    if (pthread_create(&l->thread, NULL, play_lane, l) == 0) return true;
    store_close(l->journal);
    return error_set(e, "no thread for the games");
}

static void free_played(played *p) {
    free(p->events);
    free(p->start);
}

/* Several at once. */
static series_outcome play_at_once(series *s, error *e) {
    int count = 0, wanted = s->setup->concurrency;
    lane *lanes = calloc((size_t)wanted, sizeof *lanes);
    s->room = (uint64_t)wanted * AHEAD;
    s->ring = calloc(s->room, sizeof *s->ring);
    series_outcome outcome = SERIES_FAILED;
    if (!lanes || !s->ring) {
        error_set(e, "no memory for a series");
    } else {
        while (count < wanted && start_lane(s, &lanes[count], e)) count++;
        if (count > 0) outcome = tell_all(s, e); /* with fewer it only takes longer */
    }
    for (int i = 0; i < count; i++) {
        pthread_join(lanes[i].thread, NULL);
        close_lane(&lanes[i]);
    }
    for (uint64_t i = 0; s->ring && i < s->room; i++) free_played(&s->ring[i]);
    free(s->ring);
    free(lanes);
    return outcome;
}

series_outcome series_play(const series_setup *setup, error *e) {
    series s = {.setup = setup, .threaded = setup->concurrency > 1};
    pthread_condattr_t monotonic;
    *e = (error){0};
    pthread_mutex_init(&s.lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s.changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    series_outcome outcome = s.threaded ? play_at_once(&s, e) : play_in_turn(&s, e);
    pthread_cond_destroy(&s.changed);
    pthread_mutex_destroy(&s.lock);
    return outcome;
}
