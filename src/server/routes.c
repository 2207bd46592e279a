/* Requests by HTTP under /api/. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "puzzles/puzzle.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "server/position_json.h"
#include "server/puzzles_json.h"

enum { LIST_MOST = 100, STATES_MOST = 24, POINT_MS_MOST = 2000 };

bool reply_json(desk_reply *r, int status, json_t *o) {
    *r = (desk_reply){.status = status, .type = "application/json", .body = message_of(o)};
    return true;
}

/* The same for everybody. */
static bool reply_common(desk_reply *r, json_t *o) {
    reply_json(r, 200, o);
    r->common = true;
    return true;
}

bool reply_where(desk_reply *r, int status, const char *code, const error *why, const char *where) {
    json_t *o = refusal_json(code, why);
    if (*where) json_object_set_new(o, "where", json_string(where));
    return reply_json(r, status, json_pack("{s:o}", "error", o));
}

bool reply_refusal(desk_reply *r, int status, const char *code, const error *why) {
    return reply_where(r, status, code, why, "");
}

bool reply_error(desk_reply *r, int status, const char *code, const char *why) {
    error e;
    error_set(&e, "%s", why);
    return reply_refusal(r, status, code, &e);
}

bool route_argument(const desk_request *q, const char *name, int64_t least, int64_t most,
                    int64_t *value) {
    char word[32];
    uint64_t number;
    const char *given = q->argument(q->context, name, word, sizeof word);
    if (!given) return true;
    scan s = scan_string(given);
    if (!scan_number(&s, (uint64_t)least, (uint64_t)most, &number) || !scan_done(&s)) return false;
    *value = (int64_t)number;
    return true;
}

static bool list(desk *d, const desk_request *q, desk_reply *r) {
    char state[16], name[32];
    const char *of = q->argument(q->context, "state", state, sizeof state);
    const char *game_name = q->argument(q->context, "game", name, sizeof name);
    int64_t before = 0, limit = 20, states = 0, idle = 0;
    error e;
    if (of && strcmp(of, "running") != 0 && strcmp(of, "over") != 0)
        return reply_error(r, 400, "bad-request", "state: expected running or over");
    if (game_name && !game_find(game_name, &e)) return reply_refusal(r, 400, "no-game", &e);
    if (!route_argument(q, "before", 1, INT64_MAX, &before) ||
        !route_argument(q, "limit", 1, LIST_MOST, &limit) ||
        !route_argument(q, "states", 0, 1, &states) || !route_argument(q, "idle", 0, 1, &idle))
        return reply_error(
            r, 400, "bad-request",
            "expected before: a match number; limit: 1 to 100; states and idle: 0 or 1");
    store_wanted w = {.running = of && strcmp(of, "running") == 0,
                      .over = of && strcmp(of, "over") == 0,
                      .listed = true,
                      .game = game_name,
                      .before = before,
                      .most = (int)limit};
    if (w.running && !idle) w.idle = DESK_IDLE_SECONDS;
    if (states && w.most > STATES_MOST) w.most = STATES_MOST;
    message *all = lists_get(d, &w, states, &e);
    if (!all) return reply_refusal(r, 500, "store", &e);
    *r = (desk_reply){.status = 200, .type = "application/json", .body = message_hold(all)};
    return true;
}

/* Starting a match. */

bool ask_clock(const json_t *o, time_control *c, error *e) {
    static const char *const names[] = {"move", "game", "increment", "overage"};
    int64_t *const into[] = {&c->move, &c->game, &c->increment, &c->overage};
    if (!o || json_is_null(o)) return true;
    if (!json_is_object(o)) return error_set(e, "clock: expected an object");
    for (int i = 0; i < 4; i++) {
        if (!ask_number(o, names[i], 0, 7 * 86400 * INT64_C(1000), into[i]))
            return error_set(e, "clock.%s: expected milliseconds, at most a week", names[i]);
        *into[i] *= MILLISECOND;
    }
    return !c->increment || c->game || error_set(e, "clock.increment needs clock.game");
}

bool ask_seat(const json_t *o, int number, arena_wish *w, error *e) {
    const char *kind = NULL;
    int64_t think = 0;
    if (!json_is_object(o) || !ask_string(o, "kind", &kind) || !kind ||
        !arena_seat_kind_find(kind, &w->kind))
        return error_set(e, "seat %d: kind must be person, open, engine or link", number);
    if (!ask_string(o, "name", &w->name) || !ask_string(o, "avatar", &w->avatar) ||
        (w->name && strlen(w->name) > 60) || (w->avatar && strlen(w->avatar) > 30))
        return error_set(e, "seat %d: name (60 bytes) and avatar (30 bytes) must be texts", number);
    if (!ask_string(o, "engine", &w->engine) || !ask_string(o, "level", &w->level) ||
        !ask_string(o, "spec", &w->spec) || !ask_number(o, "time", 1, 600000, &think))
        return error_set(e, "seat %d: engine, level and spec must be texts, time 1 to 600000 ms",
                         number);
    /* These words become one text separated by colons: none may contain one. */
    if ((w->engine && strpbrk(w->engine, ":\n")) || (w->level && strpbrk(w->level, ":\n")))
        return error_set(e, "seat %d: engine and level must be single words", number);
    if (w->kind == ARENA_LINK && !w->spec)
        return error_set(e, "seat %d: missing spec, for example \"pty\"", number);
    w->think = think * MILLISECOND;
    return true;
}

/* `where`: the part that is wrong. */
static bool read_match(const json_t *o, arena_match_setup *s, text *where, error *e) {
    bool listed = true;
    const json_t *seats = json_object_get(o, "seats");
    if (!ask_string(o, "game", &s->game) || !s->game)
        return error_set(e, "game: expected the name of a game");
    if (!ask_string(o, "rules", &s->rules) || !ask_string(o, "start", &s->start) ||
        (s->rules && strlen(s->rules) > 500) || (s->start && strlen(s->start) > 4000))
        return error_set(e, "rules and start must be texts of at most 500 and 4000 bytes");
    if (!ask_bool(o, "listed", &listed)) return error_set(e, "listed: expected true or false");
    s->unlisted = !listed;
    if (!json_is_array(seats) || json_array_size(seats) < 1 ||
        json_array_size(seats) > GAME_SEATS_MAX)
        return error_set(e, "seats: expected an array of 1 to %d", GAME_SEATS_MAX);
    s->seats = (int)json_array_size(seats);
    for (int i = 0; i < s->seats; i++)
        if (!ask_seat(json_array_get(seats, (size_t)i), i, &s->seat[i], e)) {
            text_addf(where, "seats/%d", i);
            return false;
        }
    if (ask_clock(json_object_get(o, "clock"), &s->control, e)) return true;
    text_add(where, "clock");
    return false;
}

/* Only the organiser may choose lines and programs of this machine. */
static bool has_links(const arena_match_setup *s) {
    for (int i = 0; i < s->seats; i++)
        if (s->seat[i].kind == ARENA_LINK) return true;
    return false;
}

/* The accounts of people's seats, which also have their names. */
static bool read_accounts(desk *d, const json_t *seats, arena_match_setup *s,
                          store_account accounts[GAME_SEATS_MAX], text *where, error *e) {
    for (int i = 0; i < s->seats; i++) {
        if (s->seat[i].kind != ARENA_PERSON) continue;
        if (!account_of(d, json_array_get(seats, (size_t)i), &accounts[i], e)) {
            text_addf(where, "seats/%d", i);
            return false;
        }
        if (!accounts[i].id) continue;
        s->seat[i].account = accounts[i].id;
        s->seat[i].name = accounts[i].name;
    }
    return true;
}

static void write_begun(const arena_match *g, int seats, char tokens[][TOKEN_TEXT], json_t *into) {
    json_t *all = json_array();
    for (int i = 0; i < seats; i++)
        json_array_append_new(all,
                              *tokens[i] ? json_pack("{s:s}", "token", tokens[i]) : json_object());
    json_object_set_new(into, "match", json_integer((json_int_t)g->id));
    json_object_set_new(into, "seats", all);
    if (*g->key) json_object_set_new(into, "key", json_string(g->key));
}

/* Takes the answer at this place out of the list and sends it; if `why`, it is an error instead. */
static void answer_delayed(desk *d, delayed **at, int status, const char *code, const error *why) {
    delayed *one = *at;
    desk_reply r;
    *at = one->next;
    if (why) reply_refusal(&r, status, code, why);
    else reply_json(&r, one->status, json_incref(one->answer));
    if (one->exchange) d->answered(one->exchange, &r);
    else message_release(r.body);
    json_decref(one->answer);
    free(one);
}

void begin_answer(desk *d, const arena_match *g, const error *why) {
    delayed **at = &d->delayed;
    while (*at && (*at)->match != g->id) at = &(*at)->next;
    if (!*at) return; /* a tournament's */
    lists_forget(d);
    if (!why)
        desk_log(d, json_pack("{s:s, s:I, s:s, s:i}", "event", "match-begun", "match",
                              (json_int_t)g->id, "game", g->rules->game->name, "seats",
                              g->rules->seats));
    answer_delayed(d, at, 422, "cannot-begin", why);
}

bool reply_when_kept(desk *d, const desk_request *q, int status, json_t *answer,
                     const former_secret *former, desk_reply *r) {
    delayed *one = calloc(1, sizeof *one);
    if (!one) {
        json_decref(answer);
        account_restore(d, former);
        return reply_error(r, 503, "no-memory", "no memory for an answer");
    }
    *one = (delayed){.next = d->delayed,
                     .sync = arena_sync_soon(d->arena),
                     .exchange = q->context,
                     .status = status,
                     .answer = answer,
                     .former = *former};
    d->delayed = one;
    return false;
}

void delayed_hear(desk *d) {
    error why;
    for (delayed **at = &d->delayed, *one; (one = *at);) {
        arena_sync state = one->sync ? arena_synced(d->arena, one->sync, &why) : ARENA_SYNC_WAITS;
        if (state == ARENA_SYNC_WAITS) {
            at = &one->next;
            continue;
        }
        bool failed = state == ARENA_SYNC_FAILED;
        if (failed) account_restore(d, &one->former);
        answer_delayed(d, at, 500, "store", failed ? &why : NULL);
    }
}

void delayed_forget(desk *d, const void *exchange) {
    for (delayed *one = d->delayed, *next; one; one = next) {
        next = one->next;
        if (one->exchange == exchange) one->exchange = NULL;
        if (exchange) continue;
        json_decref(one->answer);
        free(one);
    }
    if (!exchange) d->delayed = NULL;
}

/* False if it begins: the answer comes when the disk has it. */
static bool begin(desk *d, const json_t *o, const desk_request *q, desk_reply *r) {
    arena_match_setup s = {0};
    store_account accounts[GAME_SEATS_MAX];
    char tokens[GAME_SEATS_MAX][TOKEN_TEXT];
    arena_refusal why = {.code = "bad-request"};
    text where = text_over(why.where, sizeof why.where);
    if (!read_match(o, &s, &where, &why.why))
        return reply_where(r, 400, why.code, &why.why, why.where);
    if (has_links(&s) && !organiser_asks(d, q, r)) return true;
    s.address = quota_address(q->peer);
    if (!desk_has_allowance(d, s.address))
        return reply_error(r, 429, "slow-down",
                           "too many matches were started from your address: wait a minute");
    /* After the quota, which bounds how fast passwords can be guessed. */
    if (!organiser_may_begin(d, q, o, r)) return true;
    if (!read_accounts(d, json_object_get(o, "seats"), &s, accounts, &where, &why.why))
        return reply_where(r, 403, "no-account", &why.why, why.where);
    delayed *b = calloc(1, sizeof *b);
    json_t *answer = json_object();
    arena_match *g = b && answer ? arena_begin(d->arena, &s, tokens, &why) : NULL;
    if (!g) {
        bool memory = !b || !answer;
        free(b);
        json_decref(answer);
        return memory ? reply_error(r, 503, "no-memory", "no memory for a match")
                      : reply_where(r, strcmp(why.code, "too-many") == 0 ? 429 : 422, why.code,
                                    &why.why, why.where);
    }
    write_begun(g, s.seats, tokens, answer);
    *b = (delayed){.next = d->delayed,
                   .match = g->id,
                   .exchange = q->context,
                   .status = 201,
                   .answer = answer};
    d->delayed = b;
    return false;
}

/* One match. */

static void put(void *context, const char *bytes, size_t length) {
    json_t *parts = context;
    json_array_append_new(parts, json_stringn(bytes, length));
}

char *record_text(store *s, const store_match *m, const arena_match *names, size_t *length,
                  error *e) {
    record played;
    if (!journal_export(s, m, &played, e)) return NULL;
    for (int seat = 0; names && seat < names->rules->seats; seat++) {
        char tag[16];
        text t = text_over(tag, sizeof tag);
        text_addf(&t, "Seat%d", seat + 1);
        if (*names->seat[seat].name) record_set_tag(&played, tag, names->seat[seat].name, e);
    }
    json_t *parts = json_array();
    bool good = record_write(&played, (record_sink){put, parts}, e) && !message_lacks_memory();
    record_destroy(&played);
    size_t at = 0;
    *length = 0;
    for (size_t i = 0; i < json_array_size(parts); i++)
        *length += json_string_length(json_array_get(parts, i));
    char *bytes = good ? malloc(*length + 1) : NULL;
    for (size_t i = 0; bytes && i < json_array_size(parts); i++) {
        const json_t *part = json_array_get(parts, i);
        memcpy(bytes + at, json_string_value(part), json_string_length(part));
        at += json_string_length(part);
    }
    json_decref(parts);
    if (!bytes) error_set(e, "no memory for a record");
    return bytes;
}

static bool record_of(desk *d, const arena_match *g, desk_reply *r) {
    store_match *m = calloc(1, sizeof *m);
    store *s = arena_store(d->arena);
    size_t length;
    error e;
    if (!m) return reply_error(r, 500, "no-memory", "no memory for a record");
    char *bytes = store_find(s, g->id, m, &e) ? record_text(s, m, g, &length, &e) : NULL;
    free(m);
    if (!bytes) return reply_refusal(r, 500, "store", &e);
    *r = (desk_reply){.status = 200,
                      .type = "text/plain; charset=utf-8",
                      .body = message_of_bytes(bytes, length, false)};
    free(bytes);
    return true;
}

static bool graph(desk *d, arena_match *g, const desk_request *q, desk_reply *r) {
    int64_t time = 200, known = 0;
    if (!g->so_far.over) return reply_error(r, 409, "running", "the match is not over yet");
    if (!route_argument(q, "time", 1, POINT_MS_MOST, &time))
        return reply_error(r, 400, "bad-request", "time: expected 1 to 2000 ms per position");
    if (!route_argument(q, "known", 0, 1, &known))
        return reply_error(r, 400, "bad-request", "known: expected 0 or 1");
    if (known) {
        json_t *there = studies_known(d, g);
        return reply_json(r, 200, there ? there : json_pack("{s:b}", "unknown", true));
    }
    return reply_json(r, 200, studies_graph(d, g, time * MILLISECOND, quota_address(q->peer)));
}

/* ID, or ID-KEY of an unlisted match. */
static bool read_address(scan *s, uint64_t *id, char key[STORE_KEY]) {
    text t = text_over(key, STORE_KEY);
    if (!scan_number(s, 1, INT64_MAX, id)) return false;
    if (scan_char(s, '-'))
        while (!scan_done(s) && scan_peek(s) != '/') text_add_char(&t, *s->at++);
    return !t.full;
}

static bool one_match(desk *d, const desk_request *q, desk_reply *r) {
    scan s = scan_string(q->path + strlen("/api/matches/"));
    char key[STORE_KEY];
    uint64_t id;
    error e;
    int64_t at = -1;
    if (!read_address(&s, &id, key))
        return reply_error(r, 404, "no-match", "/api/matches/ID: expected a number");
    arena_match *g = arena_find_for(d->arena, (int64_t)id, key, NULL, &e);
    if (!g) return reply_refusal(r, 404, "no-match", &e);
    if (scan_done(&s)) return reply_json(r, 200, match_json(g, GAME_NOBODY));
    if (strcmp(s.at, "/state") == 0) {
        json_t *state = NULL;
        if (route_argument(q, "at", 0, INT32_MAX, &at))
            state = match_position_json_at(g, GAME_NOBODY,
                                           at < 0 ? arena_history(g)->count : (size_t)at);
        return state ? reply_json(r, 200, state)
                     : reply_error(r, 400, "bad-request",
                                   "at: expected a number of moves that were played");
    }
    if (strcmp(s.at, "/record") == 0) return record_of(d, g, r);
    if (strcmp(s.at, "/analysis") == 0) return graph(d, g, q, r);
    return reply_error(r, 404, "no-page", "expected /state, /record or /analysis");
}

/* The requested game; by default the first that has odds. */
static const game *game_of_odds(const desk_request *q, error *e) {
    char name[32];
    const char *given = q->argument(q->context, "game", name, sizeof name);
    if (given) return game_find(given, e);
    const game *const *g = games_all;
    while (*g && !game_has_odds(*g)) g++;
    return *g;
}

/* The odds of any position: ?game=...&rules=...&start=... */
static bool odds(const desk_request *q, desk_reply *r) {
    char settings[512], start[2048];
    const char *rules_text = q->argument(q->context, "rules", settings, sizeof settings);
    const char *position = q->argument(q->context, "start", start, sizeof start);
    error e;
    const game *of = game_of_odds(q, &e);
    game_rules *rules = of ? game_create(of, rules_text, &e) : NULL;
    game_position *p = rules ? game_new_position(rules) : NULL;
    bool good = p && position && game_read_position(rules, position, p, &e);
    if (!position) error_set(&e, "missing start, for example 11335/?????");
    json_t *bids = good ? odds_json(rules, p, game_turn(rules, p)) : NULL;
    if (good && !bids) error_set(&e, "there is no bid in that position");
    free(p);
    game_destroy(rules);
    return bids ? reply_json(r, 200, json_pack("{s:o}", "bids", bids))
                : reply_refusal(r, 422, "no-position", &e);
}

/* "/api/puzzles", "/api/puzzles/GAME", "/api/puzzles/GAME/NUMBER": the same for everybody. */
static bool puzzles(const desk_request *q, desk_reply *r) {
    scan s = scan_string(q->path + strlen("/api/puzzles"));
    char name[32];
    text t = text_over(name, sizeof name);
    const char *word;
    size_t length;
    uint64_t number;
    error e;
    if (scan_done(&s)) return reply_common(r, puzzle_games_json());
    if (!scan_char(&s, '/') || !scan_word(&s, "/", &word, &length))
        return reply_error(r, 404, "no-page", "expected /api/puzzles/GAME");
    text_add_part(&t, word, length);
    const game *g = t.full ? NULL : game_find(name, &e);
    if (!g) return reply_error(r, 404, "no-game", "there is no such game");
    if (scan_done(&s)) return reply_common(r, puzzle_list_json(g));
    if (!scan_char(&s, '/') || !scan_number(&s, 1, PUZZLE_COUNT_MAX, &number) || !scan_done(&s))
        return reply_error(r, 404, "no-page", "expected /api/puzzles/GAME/NUMBER");
    json_t *one = puzzle_json(g, (size_t)number, &e);
    return one ? reply_common(r, one) : reply_refusal(r, 404, "no-puzzle", &e);
}

/* "/api/matches/ID/abort"; the organiser needs no key. */
static bool is_abort(const char *path, uint64_t *id) {
    static const char before[] = "/api/matches/";
    if (strncmp(path, before, strlen(before)) != 0) return false;
    scan s = scan_string(path + strlen(before));
    char key[STORE_KEY];
    return read_address(&s, id, key) && strcmp(s.at, "/abort") == 0;
}

static const char line_path[] = "/api/lab/perudo-view";

static bool posted(desk *d, const desk_request *q, desk_reply *r) {
    json_error_t where;
    uint64_t id = 0;
    bool begins = strcmp(q->path, "/api/matches") == 0, aborts = is_abort(q->path, &id),
         listens = strcmp(q->path, line_path) == 0, organises = events_is_path(q->path),
         chats = strcmp(q->path, "/api/chat") == 0, person = account_is_path(q->path);
    if (!begins && !aborts && !listens && !organises && !chats && !person && !analysis_has(q->path))
        return reply_error(r, 404, "no-page",
                           "POST is only for /api/matches, /api/matches/ID/abort, /api/events, "
                           "/api/events/NAME, /api/account, /api/account/change, /api/analyse, "
                           "/api/review, /api/position, /api/paste, /api/explore, /api/chat and "
                           "/api/lab/perudo-view");
    json_t *o = json_loadb(q->body, q->length, JSON_REJECT_DUPLICATES, &where);
    if (!o && message_lacks_memory())
        return reply_error(r, 503, "no-memory", "no memory for that request");
    if (!json_is_object(o)) {
        json_decref(o);
        return reply_error(r, 400, "bad-json", "expected one JSON object");
    }
    bool now = begins      ? begin(d, o, q, r)
               : aborts    ? organiser_abort(d, q, (int64_t)id, o, r)
               : listens   ? organiser_line(d, q, o, r)
               : organises ? events_change(d, q, o, r)
               : chats     ? chat_switch(d, q, o, r)
               : person    ? account_ask(d, q, o, r)
                           : analysis_ask(d, o, q, r);
    json_decref(o);
    return now;
}

bool desk_ask(desk *d, const desk_request *q, desk_reply *r) {
    if (q->post) return posted(d, q, r);
    if (account_is_path(q->path)) return account_ask(d, q, NULL, r);
    if (q->removes) return reply_error(r, 405, "method", "DELETE is only for /api/account");
    if (strcmp(q->path, "/api/games") == 0) return reply_common(r, json_incref(d->games));
    if (strcmp(q->path, "/api/matches") == 0) return list(d, q, r);
    if (strncmp(q->path, "/api/matches/", 13) == 0) return one_match(d, q, r);
    if (events_is_path(q->path)) return events_show(d, q, r);
    if (strcmp(q->path, "/api/odds") == 0) return odds(q, r);
    if (strncmp(q->path, "/api/puzzles", 12) == 0) return puzzles(q, r);
    if (strcmp(q->path, "/api/ports") == 0) return organiser_ports(d, q, r);
    if (strcmp(q->path, line_path) == 0) return organiser_line(d, q, NULL, r);
    return reply_error(r, 404, "no-page", "unknown path; see docs/api.md");
}
