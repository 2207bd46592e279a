#include <stdlib.h>
#include <string.h>

#include "arena/elsewhere.h"
#include "arena/event.h"
#include "base/clock.h"

arena *arena_create(const arena_setup *setup, error *e) {
    arena *a = calloc(1, sizeof *a);
    bool good = a ? token_prepare(e) : error_set(e, "no memory for an arena");
    if (good) {
        a->setup = *setup;
        good = (a->kept = store_open_again(setup->store, e)) &&
               syncer_create(&a->keeper, a->kept, setup->wake, setup->context, e);
        if (a->kept && !good) syncer_destroy(&a->keeper);
    }
    if (good) {
        inbox_create(&a->inbox, setup->wake, setup->context);
        good = relay_start(&a->relay, setup->store, &a->inbox, e);
        if (good) return a;
        inbox_destroy(&a->inbox);
        syncer_destroy(&a->keeper);
    }
    if (a) store_close(a->kept);
    store_close(setup->store);
    free(a);
    return NULL;
}

uint64_t arena_sync_soon(arena *a) {
    syncer_want(&a->keeper, ++a->asked);
    return a->asked;
}

arena_sync arena_synced(const arena *a, uint64_t request, error *e) {
    if (request <= a->lost_after || request > a->lost_upto)
        return request <= a->kept_upto ? ARENA_SYNC_DONE : ARENA_SYNC_WAITS;
    *e = a->lost_why;
    return ARENA_SYNC_FAILED;
}

static arena_match *known(const arena *a, int64_t id) {
    for (arena_match *g = a->games; g; g = g->next)
        if (g->id == id) return g;
    return NULL;
}

static wire_run run_of(const arena_news *n) {
    return (wire_run){
        .time = n->time, .seat = n->event.seat, .sent = n->sent, .bytes = n->event.text};
}

/* Bytes on lines that have not been reported yet are kept anyway. */
static void keep_lines(arena *a) {
    for (arena_news *n = inbox_take(&a->inbox), *next; n; n = next) {
        next = n->next;
        arena_match *g = n->kind == ARENA_LINE ? known(a, n->match) : NULL;
        wire_run run = run_of(n);
        if (g) wire_log_add(&g->kept, &run);
        news_free(n);
    }
}

void arena_destroy(arena *a) {
    if (!a) return;
    arena_event_forget(a);
    relay_stop(a->relay);
    for (arena_match *g = a->games; g; g = g->next) runner_leave(g->runner);
    for (arena_match *g = a->games; g; g = g->next) {
        runner_stop(g->runner);
        g->runner = NULL;
    }
    keep_lines(a);
    for (arena_match *g = a->games, *next; g; g = next) {
        next = g->next;
        elsewhere_forget_posts(g);
        arena_match_close(g);
    }
    inbox_destroy(&a->inbox);
    syncer_destroy(&a->keeper);
    store_close(a->kept);
    store_close(a->setup.store);
    free(a);
}

store *arena_store(arena *a) { return a->setup.store; }

bool arena_is_beginning(const arena *a, int64_t id) {
    const arena_match *g = known(a, id);
    return g && g->beginning;
}

void arena_set_arrival(arena *a, int64_t when) { a->arrived = when; }
bool arena_is_contest(const arena *a) { return a->setup.contest; }
void arena_hold(arena_match *g) { g->held++; }
void arena_release(arena_match *g) { g->held--; }

static void note_watchers(const arena_match *g) {
    if (g->runner) runner_set_watched(g->runner, arena_match_is_watched(g));
}

void arena_watch(arena *a, arena_match *g) {
    g->held++;
    if (g->watchers++ == 0) note_watchers(g);
    if (arena_is_elsewhere(a, g) && !g->followed) arena_follow(a, g);
}

void arena_unwatch(arena_match *g) {
    g->held--;
    if (--g->watchers == 0) note_watchers(g);
}

/* Whether no person, board or program plays. */
static bool is_alone(const arena_match *g) {
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (g->seat[seat].kind != ARENA_ENGINE) return false;
    return true;
}

/* Whether it has a thread, or will have one. */
static bool is_running(const arena_match *g) {
    return g->runner || (g->beginning && arena_match_is_full(g));
}

int arena_running(const arena *a) {
    int count = 0;
    for (const arena_match *g = a->games; g; g = g->next) count += is_running(g);
    return count;
}

void arena_measure(const arena *a, arena_figures *f) {
    *f = a->figures;
    for (const arena_match *g = a->games; g; g = g->next) {
        f->in_memory++;
        f->playing += g->runner != NULL;
        f->parked += g->parked;
        f->troubled += g->trouble;
    }
}

bool arena_hide_trouble(const arena *a, error *e) {
    if (a->setup.warn) a->setup.warn(a->setup.context, e->message);
    return error_code(e, "nothing-saved", "nothing can be saved right now; please try again later");
}

bool arena_has_room(arena *a, uint64_t address, bool engines, error *e) {
    int alone = 0, running_each = 0, alone_each = 0;
    for (const arena_match *g = a->games; g; g = g->next) {
        if (!is_running(g)) continue;
        bool same = address && g->address == address;
        running_each += same;
        alone += is_alone(g);
        alone_each += same && is_alone(g);
    }
    if (engines && alone_each >= ARENA_ALONE_EACH)
        return error_code(e, "too-many-engine-matches-here",
                          "%d matches of engines from your address are being played; wait for "
                          "one to finish",
                          alone_each);
    if (running_each >= ARENA_RUNNING_EACH)
        return error_code(e, "too-many-matches-here",
                          "%d matches from your address are being played; wait for one to finish",
                          running_each);
    if (engines && alone >= ARENA_ALONE_MAX)
        return error_code(e, "too-many-engine-matches",
                          "%d matches of engines are being played: no more for now", alone);
    return arena_running(a) < ARENA_RUNNING_MAX || arena_park_one(a, ARENA_SPARE_SECONDS) ||
           error_code(e, "too-many-matches", "%d matches are being played: no more for now",
                      ARENA_RUNNING_MAX);
}

static bool has_lines(const arena_match *g) {
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (g->seat[seat].kind == ARENA_LINK) return true;
    return false;
}

/* This thread writes the bytes on a match's lines as they are reported, never the match's own
 * thread: a slow disk must not delay what is relayed. The match does not depend on them. */
static void open_log(arena *a, arena_match *g) {
    error e;
    if (!has_lines(g) || wire_log_open(&g->kept, a->setup.store, g->id, &e)) return;
    error_in(&e, "match %lld: the bytes on its lines will not be saved", (long long)g->id);
    if (a->setup.warn) a->setup.warn(a->setup.context, e.message);
}

/* A match that has begun was counted already. */
bool arena_start(arena *a, arena_match *g, error *e) {
    bool counted = is_running(g);
    g->beginning = 0;
    if (!counted && !arena_has_room(a, g->address, is_alone(g), e)) return false;
    store *journal = store_open_again(a->setup.store, e);
    if (!journal) return false;
    g->counted = (match_delay){0}; /* a new host counts from 0 */
    g->runner =
        runner_start(g, journal, a->setup.open_house, a->setup.pool, a->setup.equip, &a->inbox, e);
    if (!g->runner) return false;
    g->parked = false;
    open_log(a, g);
    return true;
}

bool arena_may_park(const arena_match *g) {
    int turn = game_turn(g->rules, arena_history(g)->now);
    if (g->so_far.over || g->terms.control.move || g->terms.control.game || turn < 0 ||
        has_lines(g))
        return false;
    return g->seat[turn].kind == ARENA_PERSON;
}

bool arena_waits_for_room(const arena_match *g) {
    return g->parked && !g->runner && !g->so_far.over && !arena_may_park(g);
}

static void park(arena_match *g) {
    runner_stop(g->runner);
    g->runner = NULL;
    g->parked = true;
    g->so_far.asked = false;
}

bool arena_park_one(arena *a, int seconds) {
    arena_match *longest = NULL;
    int64_t now = clock_now();
    for (arena_match *g = a->games; g; g = g->next)
        if (g->runner && !g->held && now - g->heard >= seconds * SECOND && arena_may_park(g) &&
            (!longest || g->heard < longest->heard))
            longest = g;
    if (longest) park(longest);
    return longest != NULL;
}

bool arena_attend(arena *a, arena_match *g, error *e) {
    g->heard = clock_now();
    return !g->parked || g->runner || arena_start(a, g, e);
}

void arena_write_name(const char *name, text *t) {
    if (name) text_add_visible(t, name, "");
}

void arena_add(arena *a, arena_match *g) {
    g->heard = clock_now();
    g->next = a->games;
    a->games = g;
}

/* People. */

int arena_seat_of(const arena_match *g, const char *token) {
    unsigned char hash[TOKEN_BYTES];
    int found = GAME_NOBODY;
    if (!token_hash(token, hash)) return GAME_NOBODY;
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (token_same(hash, g->seat[seat].token) && g->seat[seat].has_token) found = seat;
    return found;
}

static void rename_seat(char *to, size_t size, const char *name) {
    text t = text_over(to, size);
    arena_write_name(name, &t);
}

int arena_seat_of_account(const arena_match *g, int64_t account) {
    for (int seat = 0; account && seat < g->rules->seats; seat++)
        if (g->seat[seat].account == account) return seat;
    return GAME_NOBODY;
}

bool arena_delete_account(arena *a, int64_t account, bool names,
                          void (*changed)(void *, arena_match *), void *context, error *e) {
    if (!store_delete_account(a->setup.store, account, names, e)) return false;
    for (arena_match *g = a->games; g; g = g->next) {
        if (arena_seat_of_account(g, account) == GAME_NOBODY) continue;
        for (int seat = 0; seat < g->rules->seats; seat++) {
            if (g->seat[seat].account != account) continue;
            g->seat[seat].account = 0;
            if (names) *g->seat[seat].name = '\0';
        }
        changed(context, g);
    }
    return true;
}

void arena_note_help(arena *a, arena_match *g, int seat) {
    arena_seat *s = &g->seat[seat];
    error e;
    if (!s->account || s->helped || g->so_far.over) return;
    s->helped = store_set_helped(a->setup.store, g->id, seat, &e);
    if (!s->helped) arena_hide_trouble(a, &e);
}

bool arena_join(arena *a, arena_match *g, int seat, const char *name, const char *avatar,
                const store_account *account, error *e) {
    arena_seat was = g->seat[seat], *s = &g->seat[seat];
    store_seat v = {.has_token = false};
    a->ticket = 0;
    if (g->so_far.over) return error_code(e, "match-over", "the match is over");
    if (g->beginning) return error_code(e, "match-busy", "the match is busy, please try again");
    if (s->kind != ARENA_OPEN && s->kind != ARENA_PERSON)
        return error_code(e, "seat-taken", "that seat cannot be taken");
    if (arena_is_elsewhere(a, g)) {
        elsewhere_join(a, g, seat, name, avatar, account);
        return true;
    }
    if (account && s->kind == ARENA_OPEN) {
        s->account = account->id;
        rename_seat(s->name, sizeof s->name, account->name);
    }
    if (name && !s->account) rename_seat(s->name, sizeof s->name, name);
    if (avatar) rename_seat(s->avatar, sizeof s->avatar, avatar);
    bool new = s->kind == ARENA_OPEN;
    s->kind = ARENA_PERSON;
    text kind = text_over(v.kind, sizeof v.kind);
    text_add(&kind, arena_seat_kind_name(s->kind));
    memcpy(v.name, s->name, sizeof v.name);
    memcpy(v.avatar, s->avatar, sizeof v.avatar);
    v.account = s->account;
    bool kept = store_set_seat(a->setup.store, g->fence, seat, &v, e) == STORE_KEPT;
    if (kept) arena_sync_soon(a);
    else arena_hide_trouble(a, e);
    bool good = kept && (!new || !arena_match_is_full(g) || arena_start(a, g, e));
    if (good) relay_tell(a->relay, "seats", g->id, 0);
    else *s = was;
    return good;
}

bool arena_came(arena_match *g, int seat) { return g->seat[seat].here++ == 0; }
bool arena_went(arena_match *g, int seat) { return --g->seat[seat].here == 0; }

/* Commands. */

static bool refuse(arena_refusal *r, const char *code, const char *why) {
    r->code = code;
    return error_set(&r->why, "%s", why);
}

/* Whether a seat's command can be done, by what the seat may see. */
static bool can_do(const arena_match *g, const match_command *w, arena_refusal *r) {
    const transcript *t = &g->so_far;
    game_position *view = game_new_view(g->rules, arena_history(g)->now, w->seat);
    game_move *moves = malloc(g->rules->max_moves * sizeof *moves), move;
    command_state s = {.rules = g->rules,
                       .position = view,
                       .played = arena_history(g)->count,
                       .over = t->over,
                       .offer = t->offer,
                       .offer_by = t->offer_by};
    bool good = view && moves ? match_command_check(w, &s, moves, &move, &r->why)
                              : error_code(&r->why, "no-memory", "no memory for a move");
    free(view);
    free(moves);
    return good;
}

/* What kind of refusal it is, for programs; most reasons are a game's own. */
static void name_refusal(arena_refusal *r) {
    const char *why = r->why.code;
    r->code = "illegal-move";
    if (strcmp(why, "match-over") == 0) r->code = "over";
    if (strcmp(why, "stale") == 0) r->code = "stale";
    if (strcmp(why, "not-your-turn") == 0) r->code = "not-your-turn";
    if (strcmp(why, "no-offer") == 0 || strcmp(why, "nothing-to-decline") == 0)
        r->code = "no-offer";
    if (strcmp(why, "no-memory") == 0) r->code = "no-memory";
}

bool arena_say(arena *a, arena_match *g, const match_command *said, arena_refusal *r) {
    match_command w = *said;
    bool elsewhere = arena_is_elsewhere(a, g) && arena_match_is_full(g);
    w.arrived = a->arrived;
    a->ticket = 0;
    if (g->parked && !g->runner && !arena_attend(a, g, &r->why)) {
        r->code = "busy";
        return false;
    }
    if (!g->runner && !g->so_far.over && !elsewhere)
        return refuse(r, "not-begun",
                      arena_match_is_full(g) ? "the match is not played here"
                                             : "not all seats are taken");
    bool move = w.kind == COMMAND_MOVE, waits = move && g->seat[w.seat].posted == w.after + 1;
    if (waits) return refuse(r, "stale", "the game has moved on");
    if (!can_do(g, &w, r)) {
        name_refusal(r);
        return false;
    }
    if (elsewhere) elsewhere_say(a, g, &w);
    else if (!runner_post(g->runner, &w))
        return refuse(r, "busy", "the match is busy, please try again");
    if (move) g->seat[w.seat].posted = w.after + 1;
    return true;
}

/* Aborts a match of ours that has no thread: people have not joined, or it is parked. */
static bool break_off_waiting(arena *a, arena_match *g, const char *why, error *e) {
    error because;
    error_set(&because, "%s", why);
    arena_abort(a, g, &because);
    if (!g->so_far.over) error_set(e, "match %lld cannot be closed", (long long)g->id);
    if (!g->so_far.over || !store_sync(a->setup.store, e)) return arena_hide_trouble(a, e);
    g->parked = false;
    inbox_put(&a->inbox, &(arena_news){.kind = ARENA_EVENT,
                                       .match = g->id,
                                       .taken = true,
                                       .event = {.kind = MATCH_END,
                                                 .seat = GAME_NOBODY,
                                                 .delay = g->counted,
                                                 .time = g->so_far.elapsed,
                                                 .verdict = g->so_far.verdict}});
    return true;
}

bool arena_break_off(arena *a, arena_match *g, const char *why, error *e) {
    if (g->so_far.over) return error_code(e, "match-over", "the match is over");
    a->ticket = 0;
    if (!g->runner && g->fence.match) return break_off_waiting(a, g, why, e);
    if (arena_is_elsewhere(a, g)) {
        elsewhere_abort(a, g, why);
        return true;
    }
    if (!g->runner) return error_code(e, "played-elsewhere", "the match is not played here");
    return runner_abort(g->runner, why) ||
           error_code(e, "match-busy", "the match is busy, please try again");
}

/* News. */

static void warn(const arena *a, const arena_match *g, const char *what, const char *why) {
    error e;
    error_set(&e, "match %lld %s%s%s", (long long)g->id, what, *why ? ": " : "", why);
    if (a->setup.warn) a->setup.warn(a->setup.context, e.message);
}

/* The journal cannot be written, or can be written again. */
static void take_trouble(const arena *a, arena_match *g, const char *why) {
    transcript *t = &g->so_far;
    g->trouble = *why != '\0';
    if (g->trouble && !t->paused) t->spell = clock_now() - t->since;
    if (!g->trouble && !t->paused) t->since = clock_now() - t->spell;
    warn(a, g, g->trouble ? "is paused until the journal can be written" : "continues", why);
}

/* Moves that the referee here had and could not write are gone: those who watch get the match as it
 * is. */
void arena_lose(arena *a, arena_match *g, arena_told *told, void *context) {
    runner_stop(g->runner);
    g->runner = NULL;
    g->parked = false;
    g->foreign = true;
    g->fence = (store_fence){0};
    g->trouble = false;
    arena_match_forget_posted(g);
    elsewhere_forget_posts(g);
    if (a->relay && g->held) arena_follow(a, g);
    warn(a, g, "was taken over by another process", "");
    told(context, g, &(arena_news){.kind = ARENA_TROUBLE});
    told(context, g, &(arena_news){.kind = ARENA_MOVED});
}

/* The thread of a match has ended: with its verdict, or because it could not be played. */
static void finish(arena *a, arena_match *g, const arena_news *n, arena_told *told, void *context) {
    runner_stop(g->runner);
    g->runner = NULL;
    g->so_far.asked = false;
    wire_log_close(&g->kept);
    if (n->kind == ARENA_LOST) arena_lose(a, g, told, context);
    if (n->kind != ARENA_FAILED) return;
    arena_news end = {.kind = ARENA_EVENT,
                      .event = {.kind = MATCH_END,
                                .seat = GAME_NOBODY,
                                .time = g->so_far.elapsed,
                                .verdict = {.reason = MATCH_ABORTED,
                                            .winner = GAME_NOBODY,
                                            .culprit = n->event.seat,
                                            .why = n->why}}};
    arena_abort(a, g, &n->why);
    a->figures.finished++, a->figures.aborted++;
    error e;
    arena_match_take(g, &end.event, &e);
    told(context, g, &end);
}

/* Commitments and keys belong to the move that they follow: if they arrived with it, they are known
 * when it is reported. */
static void look_ahead(arena_match *g, arena_news *n) {
    error e;
    for (; n && n->match == g->id && n->kind == ARENA_EVENT; n = n->next) {
        if (n->event.kind != MATCH_COMMIT && n->event.kind != MATCH_REVEAL) return;
        n->taken = arena_match_take(g, &n->event, &e);
    }
}

/* Counts an event of a match that is played here. */
static void count(arena *a, arena_match *g, const match_event *v) {
    arena_figures *f = &a->figures;
    size_t delays = v->delay.count - g->counted.count;
    if (v->delay.count > g->counted.count)
        histogram_add(&f->delays, (v->delay.total - g->counted.total) / (int64_t)delays, delays);
    g->counted = v->delay;
    f->moves += v->kind == MATCH_MOVE;
    if (v->kind == MATCH_END) f->finished++, f->aborted += v->verdict.reason == MATCH_ABORTED;
}

static void deliver(arena *a, arena_match *g, arena_news *n, arena_told *told, void *context) {
    arena_seat *s = n->event.seat >= 0 ? &g->seat[n->event.seat] : NULL;
    wire_run run = run_of(n);
    error e;
    switch (n->kind) {
    case ARENA_EVENT:
        if (!n->taken && !arena_match_take(g, &n->event, &e)) return;
        count(a, g, &n->event);
        if (n->event.kind == MATCH_MOVE) look_ahead(g, n->next);
        elsewhere_happened(a, g, n);
        break;
    case ARENA_REFUSED:
        if (s && n->refused.kind == COMMAND_MOVE) s->posted = 0;
        elsewhere_happened(a, g, n);
        break;
    case ARENA_LINE:
        wire_log_add(&g->kept, &run);
        arena_match_take_line(g, &run);
        break;
    case ARENA_CALLED:
        if (s) rename_seat(s->called, sizeof s->called, n->event.text);
        break;
    case ARENA_JOINED:
        if (s) s->joined = true;
        break;
    case ARENA_TROUBLE: take_trouble(a, g, n->event.text); break;
    case ARENA_BEGUN:
    case ARENA_NOT_BEGUN: return; /* the arena's own */
    case ARENA_DONE:
    case ARENA_LOST:
    case ARENA_FAILED:
        if (n->from == g->runner) finish(a, g, n, told, context);
        return;
    default: return; /* of other arenas: elsewhere.c */
    }
    told(context, g, n);
}

/* Unloads matches that nobody plays or watches, the oldest first, to bound the memory. */
static void forget(arena *a) {
    for (;;) {
        int idle = 0;
        arena_match **oldest = NULL;
        for (arena_match **at = &a->games; *at; at = &(*at)->next) {
            arena_match *g = *at;
            if (g->runner || g->held || g->beginning || arena_waits_for_room(g)) continue;
            idle++;
            if (!oldest || g->heard < (*oldest)->heard) oldest = at;
        }
        if (idle <= ARENA_KEPT_MAX) return;
        arena_match *gone = *oldest;
        *oldest = gone->next;
        relay_unfollow(a->relay, gone->id);
        elsewhere_forget_posts(gone);
        arena_match_close(gone);
    }
}

void arena_hear(arena *a, arena_told *told, void *context) {
    arena_go_on_beginning(a, told, context);
    for (arena_news *n = inbox_take(&a->inbox), *next; n; n = next) {
        next = n->next;
        arena_match *g = known(a, n->match);
        if (elsewhere_is_news(n)) elsewhere_take(a, g, n, told, context);
        else if (g) deliver(a, g, n, told, context);
        if (g && n->kind == ARENA_EVENT && n->from && n->from == g->runner)
            runner_relayed(g->runner, n->event.number, clock_now());
        news_free(n);
    }
    forget(a);
}
