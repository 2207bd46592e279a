#include <stdlib.h>
#include <string.h>

#include "arena/arena_private.h"
#include "base/clock.h"

arena *arena_create(const arena_setup *setup, error *e) {
    arena *a = calloc(1, sizeof *a);
    if (a && token_prepare(e)) {
        a->setup = *setup;
        inbox_create(&a->inbox, setup->wake, setup->context);
        return a;
    }
    if (!a) error_set(e, "no memory for an arena");
    store_close(setup->store);
    free(a);
    return NULL;
}

static arena_game *known(arena *a, int64_t id) {
    for (arena_game *g = a->games; g; g = g->next)
        if (g->id == id) return g;
    return NULL;
}

static line_run run_of(const runner_letter *l) {
    return (line_run){.time = l->time, .seat = l->event.seat, .sent = l->sent, .bytes = l->text};
}

/* What has passed on lines and was not told yet is kept all the same. */
static void keep_lines(arena *a) {
    for (runner_letter *l = inbox_take(&a->inbox), *next; l; l = next) {
        next = l->next;
        arena_game *g = l->kind == RUNNER_LINE ? known(a, l->match) : NULL;
        line_run run = run_of(l);
        if (g) line_log_add(&g->kept, &run);
        free(l);
    }
}

void arena_destroy(arena *a) {
    if (!a) return;
    for (arena_game *g = a->games; g; g = g->next) {
        runner_stop(g->runner);
        g->runner = NULL;
    }
    keep_lines(a);
    for (arena_game *g = a->games, *next; g; g = next) {
        next = g->next;
        game_close(g);
    }
    inbox_destroy(&a->inbox);
    store_close(a->setup.store);
    free(a);
}

store *arena_store(arena *a) { return a->setup.store; }
void arena_set_arrival(arena *a, int64_t when) { a->arrived = when; }
bool arena_is_contest(const arena *a) { return a->setup.contest; }
void arena_hold(arena_game *g) { g->held++; }
void arena_release(arena_game *g) { g->held--; }

void arena_watch(arena_game *g) {
    g->held++;
    if (g->watchers++ == 0 && g->runner) runner_set_watched(g->runner, true);
}

void arena_unwatch(arena_game *g) {
    g->held--;
    if (--g->watchers == 0 && g->runner) runner_set_watched(g->runner, false);
}

/* No person, board or program sits at it. */
static bool is_alone(const arena_game *g) {
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (g->seat[seat].kind != ARENA_ENGINE) return false;
    return true;
}

int arena_running(const arena *a) {
    int count = 0;
    for (const arena_game *g = a->games; g; g = g->next) count += g->runner != NULL;
    return count;
}

bool arena_hide_trouble(const arena *a, error *e) {
    if (a->setup.warn) a->setup.warn(a->setup.context, e->message);
    return error_code(e, "nothing-saved", "nothing can be saved at the moment; try again later");
}

bool arena_has_room(arena *a, uint64_t address, bool engines, error *e) {
    int alone = 0, running_each = 0, alone_each = 0;
    for (const arena_game *g = a->games; g; g = g->next) {
        if (!g->runner) continue;
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

static bool has_lines(const arena_game *g) {
    for (int seat = 0; seat < g->rules->seats; seat++)
        if (g->seat[seat].kind == ARENA_LINK) return true;
    return false;
}

/* What passes on a match's lines is written by this thread as it is heard, never by the match's
 * own: a slow disk does not hold up what is relayed. A match does not depend on it. */
static void open_log(arena *a, arena_game *g) {
    error e;
    if (!has_lines(g) || line_log_open(&g->kept, a->setup.store, g->id, &e)) return;
    error_in(&e, "match %lld: what passes on its lines will not be kept", (long long)g->id);
    if (a->setup.warn) a->setup.warn(a->setup.context, e.message);
}

bool arena_start(arena *a, arena_game *g, error *e) {
    if (!arena_has_room(a, g->address, is_alone(g), e)) return false;
    store *journal = store_open_again(a->setup.store, e);
    if (!journal) return false;
    g->runner = runner_start(g, journal, a->setup.open_house, a->setup.pool, &a->inbox, e);
    if (!g->runner) return false;
    g->parked = false;
    open_log(a, g);
    return true;
}

bool arena_may_park(const arena_game *g) {
    int turn = game_turn(g->rules, arena_history(g)->now);
    if (g->so_far.over || g->terms.control.move || g->terms.control.game || turn < 0 ||
        has_lines(g))
        return false;
    return g->seat[turn].kind == ARENA_PERSON;
}

bool arena_waits_for_room(const arena_game *g) {
    return g->parked && !g->runner && !g->so_far.over && !arena_may_park(g);
}

static void park(arena_game *g) {
    runner_stop(g->runner);
    g->runner = NULL;
    g->parked = true;
    g->so_far.asked = false;
}

bool arena_park_one(arena *a, int seconds) {
    arena_game *longest = NULL;
    int64_t now = clock_now();
    for (arena_game *g = a->games; g; g = g->next)
        if (g->runner && !g->held && now - g->heard >= seconds * INT64_C(1000000000) &&
            arena_may_park(g) && (!longest || g->heard < longest->heard))
            longest = g;
    if (longest) park(longest);
    return longest != NULL;
}

bool arena_attend(arena *a, arena_game *g, error *e) {
    g->heard = clock_now();
    return !g->parked || g->runner || arena_start(a, g, e);
}

void arena_write_name(const char *name, text *t) {
    if (name) text_add_visible(t, name, "");
}

void arena_add(arena *a, arena_game *g) {
    g->heard = clock_now();
    g->next = a->games;
    a->games = g;
}

/* People. */

int arena_seat_of(const arena_game *g, const char *token) {
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

bool arena_join(arena *a, arena_game *g, int seat, const char *name, const char *avatar, error *e) {
    arena_seat was = g->seat[seat], *s = &g->seat[seat];
    store_seat v = {.has_token = false};
    if (g->so_far.over) return error_code(e, "match-over", "the match is over");
    if (s->kind != ARENA_OPEN && s->kind != ARENA_PERSON)
        return error_code(e, "seat-taken", "nobody can sit down there");
    if (name) rename_seat(s->name, sizeof s->name, name);
    if (avatar) rename_seat(s->avatar, sizeof s->avatar, avatar);
    bool new = s->kind == ARENA_OPEN;
    s->kind = ARENA_PERSON;
    text kind = text_over(v.kind, sizeof v.kind);
    text_add(&kind, arena_seat_kind_name(s->kind));
    memcpy(v.name, s->name, sizeof v.name);
    memcpy(v.avatar, s->avatar, sizeof v.avatar);
    bool kept = store_set_seat(a->setup.store, g->fence, seat, &v, e) == STORE_KEPT &&
                store_sync(a->setup.store, e);
    if (!kept) arena_hide_trouble(a, e);
    if (kept && (!new || !game_is_full(g) || arena_start(a, g, e))) return true;
    *s = was;
    return false;
}

bool arena_came(arena_game *g, int seat) { return g->seat[seat].here++ == 0; }
bool arena_went(arena_game *g, int seat) { return --g->seat[seat].here == 0; }

/* Words. */

static bool refuse(arena_refusal *r, const char *code, const char *why) {
    r->code = code;
    return error_set(&r->why, "%s", why);
}

/* Whether a move can be of that seat now, from what it may see. */
static bool check_move(const arena_game *g, int seat, const char *word, arena_refusal *r) {
    const game_rules *rules = g->rules;
    game_position *view = game_new_view(rules, arena_history(g)->now, seat);
    game_move *moves = malloc(rules->max_moves * sizeof *moves), move = 0;
    bool good = view && moves;
    if (!good) refuse(r, "no-memory", "no memory for a move");
    if (good) {
        size_t count = game_moves(rules, view, seat, moves), i = 0;
        if (count == 0) {
            good = refuse(r, "not-your-turn", "it is not your turn");
        } else if (!game_read_move(rules, view, word, &move, &r->why)) {
            r->code = "illegal-move";
            good = false;
        } else {
            while (i < count && moves[i] != move) i++;
            if (i == count) good = refuse(r, "illegal-move", "that is no move of yours now");
        }
    }
    free(view);
    free(moves);
    return good;
}

static bool check_offer(const arena_game *g, table_word_kind kind, int seat, bool accept,
                        arena_refusal *r) {
    match_proposal what = kind == TABLE_DRAW ? MATCH_DRAW : MATCH_TAKE_BACK;
    if (accept && (g->so_far.offer != what || g->so_far.offer_by == seat))
        return refuse(r, "no-offer", "nothing of that kind is offered");
    return true;
}

bool arena_say(arena *a, arena_game *g, table_word_kind kind, int seat, size_t at, const char *word,
               uint64_t mark, arena_refusal *r) {
    table_word w = {
        .kind = kind, .seat = seat, .after = TABLE_ANY, .mark = mark, .arrived = a->arrived};
    text t = text_over(w.text, sizeof w.text);
    if (g->so_far.over) return refuse(r, "over", "the match is over");
    if (!g->runner)
        return refuse(r, "not-begun",
                      game_is_full(g) ? "the match is not played here" : "not all seats are taken");
    if (kind == TABLE_MOVE) {
        if (at != arena_history(g)->count || g->seat[seat].posted == at + 1)
            return refuse(r, "stale", "the game has gone on meanwhile");
        if (!check_move(g, seat, word, r)) return false;
        w.after = (int64_t)at;
        text_add(&t, word);
    } else if ((kind == TABLE_DRAW || kind == TABLE_UNDO) &&
               !check_offer(g, kind, seat, word != NULL, r)) {
        return false;
    } else if (kind == TABLE_DECLINE && g->so_far.offer == MATCH_NO_OFFER) {
        return refuse(r, "no-offer", "nothing is offered");
    }
    if (!runner_post(g->runner, &w)) return refuse(r, "busy", "too much at once: say it again");
    if (kind == TABLE_MOVE) g->seat[seat].posted = at + 1;
    return true;
}

bool arena_break_off(arena_game *g, const char *why, error *e) {
    if (g->so_far.over) return error_code(e, "match-over", "the match is over");
    if (!g->runner) return error_code(e, "played-elsewhere", "the match is not played here");
    return runner_abort(g->runner, why) ||
           error_code(e, "match-busy", "too much at once: say it again");
}

/* News. */

static void warn(const arena *a, const arena_game *g, const char *what, const char *why) {
    error e;
    error_set(&e, "match %lld %s%s%s", (long long)g->id, what, *why ? ": " : "", why);
    if (a->setup.warn) a->setup.warn(a->setup.context, e.message);
}

/* The journal cannot be written, or it can again. */
static void take_trouble(const arena *a, arena_game *g, const char *why) {
    transcript *t = &g->so_far;
    g->trouble = *why != '\0';
    if (g->trouble && !t->paused) t->spell = clock_now() - t->since;
    if (!g->trouble && !t->paused) t->since = clock_now() - t->spell;
    warn(a, g, g->trouble ? "is paused until the journal can be written" : "goes on", why);
}

/* Another process plays it now: from here on it is watched. */
static void lose(arena *a, arena_game *g, arena_told *told, void *context) {
    g->foreign = true;
    g->fence = (store_fence){0};
    g->trouble = false;
    warn(a, g, "was taken over by another process", "");
    told(context, g, &(arena_news){.kind = ARENA_TROUBLE, .seat = GAME_NOBODY});
}

/* The thread of a match has ended: with its verdict, or because it could not be played. */
static void finish(arena *a, arena_game *g, const runner_letter *l, arena_told *told,
                   void *context) {
    runner_stop(g->runner);
    g->runner = NULL;
    g->so_far.asked = false;
    line_log_close(&g->kept);
    if (l->lost) lose(a, g, told, context);
    if (!l->failed) return;
    match_verdict v = {.reason = MATCH_ABORTED, .winner = GAME_NOBODY, .culprit = l->event.seat};
    text detail = text_over(v.detail, sizeof v.detail);
    text values = text_over(v.values, sizeof v.values);
    text_add(&detail, l->why.message);
    text_add(&values, l->why.values);
    v.code = l->why.code;
    arena_abort(a, g, l->why.message);
    match_event end = {
        .kind = MATCH_END, .seat = GAME_NOBODY, .verdict = &v, .time = g->so_far.elapsed};
    error e;
    game_take(g, &end, &e);
    told(context, g, &(arena_news){.kind = ARENA_EVENT, .event = &end, .seat = GAME_NOBODY});
}

/* Commitments and keys belong to the move that they follow: where they have come with it, they are
 * known when it is told. */
static void look_ahead(arena_game *g, runner_letter *l) {
    error e;
    for (; l && l->match == g->id && l->kind == RUNNER_EVENT; l = l->next) {
        if (l->event.kind != MATCH_COMMIT && l->event.kind != MATCH_REVEAL) return;
        l->event.text = l->text;
        l->taken = game_take(g, &l->event, &e);
    }
}

static void deliver(arena *a, arena_game *g, runner_letter *l, arena_told *told, void *context) {
    arena_news news = {.seat = l->event.seat, .text = l->text, .why = &l->why};
    line_run run = run_of(l);
    error e;
    switch (l->kind) {
    case RUNNER_EVENT:
        l->event.text = l->text;
        if (l->event.kind == MATCH_END) l->event.verdict = &l->verdict;
        if (!l->taken && !game_take(g, &l->event, &e)) return;
        if (l->event.kind == MATCH_MOVE) look_ahead(g, l->next);
        news.kind = ARENA_EVENT;
        news.event = &l->event;
        break;
    case RUNNER_REFUSED:
        if (l->event.seat >= 0) g->seat[l->event.seat].posted = 0;
        news.kind = ARENA_REFUSED;
        news.mark = l->mark;
        break;
    case RUNNER_JOINED:
        g->seat[l->event.seat].joined = true;
        news.kind = ARENA_SEATS;
        break;
    case RUNNER_LINE:
        line_log_add(&g->kept, &run);
        game_take_line(g, &run);
        news.kind = ARENA_LINE;
        news.sent = l->sent;
        news.time = l->time;
        break;
    case RUNNER_CALLED:
        rename_seat(g->seat[l->event.seat].called, sizeof g->seat[l->event.seat].called, l->text);
        news.kind = ARENA_SEATS;
        break;
    case RUNNER_TROUBLE:
        take_trouble(a, g, l->text);
        news.kind = ARENA_TROUBLE;
        break;
    case RUNNER_DONE:
        if (l->from == g->runner) finish(a, g, l, told, context);
        return;
    }
    told(context, g, &news);
}

/* Lets go of what nobody plays or looks at, the oldest first, so that memory has a bound. */
static void forget(arena *a) {
    for (;;) {
        int idle = 0;
        arena_game **oldest = NULL;
        for (arena_game **at = &a->games; *at; at = &(*at)->next) {
            arena_game *g = *at;
            if (g->runner || g->held || arena_waits_for_room(g)) continue;
            idle++;
            if (!oldest || g->heard < (*oldest)->heard) oldest = at;
        }
        if (idle <= ARENA_KEPT_MAX) return;
        arena_game *gone = *oldest;
        *oldest = gone->next;
        game_close(gone);
    }
}

void arena_hear(arena *a, arena_told *told, void *context) {
    for (runner_letter *l = inbox_take(&a->inbox), *next; l; l = next) {
        next = l->next;
        arena_game *g = known(a, l->match);
        if (g) deliver(a, g, l, told, context);
        free(l);
    }
    forget(a);
}
