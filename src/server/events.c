/* Tournaments: everybody may see them, the organiser changes them. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/desk_private.h"
#include "server/event_json.h"

enum { LIST_MOST = 50, LOOK_MS = 300 };

static const char events_path[] = "/api/events";

bool events_is_path(const char *path) {
    size_t length = sizeof events_path - 1;
    return strncmp(path, events_path, length) == 0 && (!path[length] || path[length] == '/');
}

/* The name in "/api/events/NAME", or "" for all of them. */
static const char *name_in(const char *path) {
    path += sizeof events_path - 1;
    return *path == '/' ? path + 1 : path;
}

/* The version of a tournament, or of the list (""), as far as others may see it. A process that
 * plays one may die without a trace in the store, so the list is made again after a second. */
static uint64_t version_of(desk *d, const char *name) {
    uint64_t version = 0;
    error unused;
    store *s = arena_store(d->arena);
    if (!*name) return hash_join((uint64_t)store_changes(s), (uint64_t)(clock_now() / SECOND)) | 1;
    if (!store_tournament_version(s, name, &version, &unused)) return 0;
    const arena_event *v = arena_find_event(d->arena, name);
    version = hash_join(version, v ? 2 + v->news : event_is_running(d->arena, name));
    return version ? version : 1; /* 0: there is no such tournament */
}

/* The place where a tournament, or the list, is kept in its current version: DESK_EVENTS_KEPT if
 * there is none. Reading a large one takes tens of milliseconds, so everybody gets the same until
 * it changes. */
static size_t keep(desk *d, const char *name, uint64_t version, error *e) {
    size_t at = 0;
    while (at < DESK_EVENTS_KEPT && (!d->event[at].json || strcmp(d->event[at].name, name) != 0))
        at++;
    if (at < DESK_EVENTS_KEPT && d->event[at].version == version) return at;
    json_t *o = *name ? event_json(d->arena, name, false, e)
                      : event_list_json(d->arena, LIST_MOST, &d->past_events, e);
    if (!o) return DESK_EVENTS_KEPT;
    if (at == DESK_EVENTS_KEPT) at = d->event_next++ % DESK_EVENTS_KEPT;
    json_decref(d->event[at].json);
    message_release(d->event[at].message);
    d->event[at].json = o;
    d->event[at].message = NULL;
    d->event[at].version = version;
    text t = text_over(d->event[at].name, sizeof d->event[at].name);
    text_add(&t, name);
    return at;
}

/* The same for one answer: NULL with an error. */
static json_t *kept_json(desk *d, const char *name, uint64_t version, error *e) {
    size_t at = keep(d, name, version, e);
    return at < DESK_EVENTS_KEPT ? json_incref(d->event[at].json) : NULL;
}

bool events_show(desk *d, const desk_request *q, desk_reply *r) {
    const char *name = name_in(q->path);
    desk_reply unused = {0};
    error e;
    bool organiser = q->token && organiser_asks(d, q, &unused);
    if (unused.body) message_release(unused.body);
    json_t *o = *name && organiser ? event_json(d->arena, name, true, &e)
                                   : kept_json(d, name, version_of(d, name), &e);
    if (!o) return reply_refusal(r, *name ? 404 : 500, *name ? "no-event" : "store", &e);
    return reply_json(r, 200, *name ? o : json_pack("{s:o}", "events", o));
}

/* Creating one. */

static bool read_plan(const json_t *o, tournament_plan *p, text *where, error *e) {
    const char *kind = NULL, *tiebreaks = NULL;
    int64_t rounds = 0, games = 1, seats = 4;
    bool good = (ask_string(o, "kind", &kind) && kind) || error_set(e, "kind: missing");
    if (!good || !event_kind_find(kind, &p->kind, e)) {
        text_add(where, "kind");
        return false;
    }
    bool open = p->kind == EVENT_SWISS || p->kind == EVENT_TABLES;
    if (!ask_number(o, "rounds", 1, 1000, &rounds) || (open && !rounds)) {
        text_add(where, "rounds");
        return error_code(e, "event-rounds", "the number of rounds must be 1 to %d", 1000);
    }
    if (!ask_number(o, "games", 1, 1000, &games) ||
        !ask_number(o, "seats", 2, GAME_SEATS_MAX, &seats) ||
        !ask_string(o, "tiebreaks", &tiebreaks)) {
        text_add(where, "games");
        return error_set(e, "expected games: 1 to 1000; seats: 2 to %d; tiebreaks: a text",
                         GAME_SEATS_MAX);
    }
    p->rounds = open ? (int)rounds : 0;
    p->games = (int)games;
    p->seats = (int)seats;
    p->order_count = tiebreaks && *tiebreaks ? tiebreaks_read(tiebreaks, p->order, e) : 0;
    return p->order_count >= 0;
}

/* "lines": ["pty", "serial:/dev/ttyUSB0"], with commas between them. */
static bool read_lines(const json_t *o, char *to, size_t size, error *e) {
    const json_t *list = json_object_get(o, "lines");
    text t = text_over(to, size);
    if (list && !json_is_array(list)) return error_set(e, "lines: expected a list of texts");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *spec = json_string_value(json_array_get(list, i));
        if (!spec || !*spec || strchr(spec, ','))
            return error_code(e, "empty-line", "one of the lines is empty");
        if (i > 0) text_add_char(&t, ',');
        text_add_visible(&t, spec, "");
    }
    return !t.full || error_code(e, "lines-too-long", "the lines' texts are too long");
}

/* `player` has room for EVENT_PLAYERS_MAX. */
static bool read_wish(const json_t *o, event_wish *w, text *where, error *e) {
    const char *name = NULL, *rules = NULL;
    int64_t opening = 0;
    bool adjudicate = false;
    text given = text_over(w->is.rules, sizeof w->is.rules);
    const json_t *players = json_object_get(o, "players");
    if (!ask_string(o, "name", &w->name) || !w->name) {
        text_add(where, "name");
        return error_set(e, "name: expected a text");
    }
    if (!ask_string(o, "game", &name) || !name || !(w->is.game = game_find(name, e))) {
        text_add(where, "game");
        return name ? false : error_set(e, "game: expected the name of a game");
    }
    if (!ask_string(o, "rules", &rules) || !ask_number(o, "opening", 1, 1000, &opening) ||
        !ask_bool(o, "adjudicate", &adjudicate))
        return error_set(
            e, "rules must be a text, opening a number from 1 to 1000, adjudicate true or false");
    if (rules) text_add(&given, rules);
    if (given.full) return error_set(e, "rules: at most %d bytes", EVENT_RULES - 1);
    w->is.opening.moves = (size_t)opening;
    w->is.terms.prove = adjudicate;
    if (!read_plan(o, &w->is.plan, where, e)) return false;
    if (!read_lines(o, w->is.lines, sizeof w->is.lines, e)) {
        text_add(where, "lines");
        return false;
    }
    if (!ask_clock(json_object_get(o, "clock"), &w->is.terms.control, e)) {
        text_add(where, "clock");
        return false;
    }
    if (!json_is_array(players) || json_array_size(players) > EVENT_PLAYERS_MAX) {
        text_add(where, "players");
        return error_code(e, "event-players", "a tournament has at most %d players here",
                          EVENT_PLAYERS_MAX);
    }
    w->players = (int)json_array_size(players);
    for (int i = 0; i < w->players; i++)
        if (!ask_seat(json_array_get(players, (size_t)i), i, &w->player[i], e)) {
            text_addf(where, "players/%d", i);
            return false;
        }
    return true;
}

static bool create(desk *d, const json_t *said, desk_reply *r) {
    event_wish w = {.player = calloc(EVENT_PLAYERS_MAX, sizeof *w.player)};
    char(*tokens)[TOKEN_TEXT] = calloc(EVENT_PLAYERS_MAX, sizeof *tokens);
    arena_refusal why = {.code = "bad-request"};
    text where = text_over(why.where, sizeof why.where);
    if (!w.player || !tokens) {
        reply_error(r, 503, "no-memory", "no memory for a tournament");
    } else if (!read_wish(said, &w, &where, &why.why)) {
        reply_where(r, 400, why.code, &why.why, why.where);
    } else if (!arena_create_event(d->arena, &w, tokens, &why)) {
        reply_where(r, 422, why.code, &why.why, why.where);
    } else {
        json_t *players = json_array();
        for (int i = 0; i < w.players; i++) {
            json_t *o = json_pack("{s:s}", "name", w.player[i].name);
            if (*tokens[i]) json_object_set_new(o, "token", json_string(tokens[i]));
            json_array_append_new(players, o);
        }
        reply_json(r, 201, json_pack("{s:s, s:o}", "name", w.name, "players", players));
    }
    free(w.player);
    free(tokens);
    return true;
}

/* Changing one. */

typedef struct change {
    desk *desk;
    const char *name;
    const json_t *said;
    json_t *answer;
} change;

static bool start(const change *c, error *e) {
    return arena_start_event(c->desk->arena, c->name, e);
}
static bool pause(const change *c, error *e) {
    return arena_pause_event(c->desk->arena, c->name, e);
}

/* ROUND and BOARD of a request, counted from 1 there. */
static bool read_place(const json_t *o, int *round, int *board, error *e) {
    int64_t numbers[2] = {0};
    if (!ask_number(o, "round", 1, 100000, &numbers[0]) || !numbers[0] ||
        !ask_number(o, "board", 1, 100000, &numbers[1]) || !numbers[1])
        return error_set(e, "round and board: expected numbers from 1");
    *round = (int)numbers[0] - 1;
    *board = (int)numbers[1] - 1;
    return true;
}

static bool ready(const change *c, error *e) {
    int round = 0, board = 0;
    if (!read_place(c->said, &round, &board, e) ||
        !arena_ready_event(c->desk->arena, c->name, round, board, e))
        return false;
    arena_step_events(c->desk->arena);
    return true;
}

static bool swap(const change *c, error *e) {
    int round = 0, board = 0;
    return read_place(c->said, &round, &board, e) &&
           arena_swap_event(c->desk->arena, c->name, round, board, e);
}

static bool set_lines(const change *c, error *e) {
    char list[EVENT_LINES];
    return read_lines(c->said, list, sizeof list, e) &&
           arena_set_lines(c->desk->arena, c->name, list, e);
}

static bool decide(const change *c, error *e) {
    const json_t *result = json_object_get(c->said, "result");
    int round = 0, board = 0, points[GAME_SEATS_MAX], count = (int)json_array_size(result);
    if (!read_place(c->said, &round, &board, e)) return false;
    if (count < 1 || count > GAME_SEATS_MAX)
        return error_set(e, "result: expected the points of each player");
    for (int i = 0; i < count; i++) {
        double value = json_number_value(json_array_get(result, (size_t)i));
        bool fits =
            json_is_number(json_array_get(result, (size_t)i)) && value >= 0 && value <= 10000;
        points[i] = fits ? (int)(2 * value + 0.5) : 0;
        if (!fits || points[i] != 2 * value)
            return error_code(e, "bad-points", "points must be whole or half, from 0");
    }
    if (!arena_decide_event(c->desk->arena, c->name, round, board, points, count, e)) return false;
    arena_step_events(c->desk->arena);
    return true;
}

static bool player_of(const change *c, const char **player, error *e) {
    return (ask_string(c->said, "player", player) && *player) ||
           error_set(e, "player: expected the name of a player");
}

static bool withdraw(const change *c, error *e) {
    const char *player;
    if (!player_of(c, &player, e) || !arena_withdraw_player(c->desk->arena, c->name, player, e))
        return false;
    arena_step_events(c->desk->arena);
    return true;
}

static bool add(const change *c, error *e) {
    char token[TOKEN_TEXT];
    arena_wish w = {0};
    if (!ask_seat(json_object_get(c->said, "seat"), 0, &w, e) ||
        !arena_add_player(c->desk->arena, c->name, &w, token, e))
        return false;
    if (*token) json_object_set_new(c->answer, "token", json_string(token));
    return true;
}

static bool reseat(const change *c, error *e) {
    const char *player;
    arena_wish w = {0};
    return player_of(c, &player, e) && ask_seat(json_object_get(c->said, "seat"), 0, &w, e) &&
           arena_reseat_player(c->desk->arena, c->name, player, &w, e);
}

static bool new_link(const change *c, error *e) {
    const char *player;
    char token[TOKEN_TEXT];
    if (!player_of(c, &player, e) || !arena_link_player(c->desk->arena, c->name, player, token, e))
        return false;
    json_object_set_new(c->answer, "token", json_string(token));
    return true;
}

static const struct {
    const char *word;
    bool (*run)(const change *, error *);
} changes[] = {{"start", start},       {"pause", pause},    {"ready", ready}, {"result", decide},
               {"withdraw", withdraw}, {"add", add},        {"seat", reseat}, {"link", new_link},
               {"swap", swap},         {"lines", set_lines}};

bool events_change(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    const char *word = NULL, *name = name_in(q->path);
    error e;
    if (!organiser_asks(d, q, r)) return true;
    if (!*name) return create(d, said, r);
    if (!ask_string(said, "do", &word) || !word) word = "";
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (strcmp(changes[i].word, word) != 0) continue;
        change c = {.desk = d, .name = name, .said = said, .answer = json_object()};
        json_object_set_new(c.answer, "name", json_string(name));
        if (changes[i].run(&c, &e)) return reply_json(r, 200, c.answer);
        json_decref(c.answer);
        int status = strcmp(e.code, "no-such-event") == 0 ? 404 : 409;
        return reply_refusal(r, status, "event-refused", &e);
    }
    return reply_error(
        r, 400, "bad-request",
        "do: expected start, pause, ready, swap, lines, result, withdraw, add, seat or link");
}

/* Followers. */

/* The message about a tournament, or with the list; owned by the desk. NULL if there is none. */
static message *message_about(desk *d, const char *name, uint64_t version) {
    error e;
    size_t at = keep(d, name, version, &e);
    if (at == DESK_EVENTS_KEPT) return NULL;
    if (!d->event[at].message) {
        const char *what = *name ? "event" : "events";
        d->event[at].message =
            message_of(json_pack("{s:s, s:O}", "tell", what, what, d->event[at].json));
    }
    return d->event[at].message;
}

static void send_event(desk_client *c, const char *name, uint64_t version) {
    message *m = message_about(c->desk, name, version);
    bool sent = !m || c->socket.send(c->socket.context, m, false);
    if (!sent) c->behind_events = true;
}

void events_follow(desk_client *c, const json_t *said, json_t *id) {
    const char *name = NULL, *token = NULL;
    bool on = true;
    error e;
    int you = -1;
    if (!ask_string(said, "event", &name) || !name || strlen(name) >= sizeof c->event ||
        !ask_string(said, "token", &token) || !ask_bool(said, "on", &on)) {
        error_set(&e, "expected event: its name; token: a text; on: true or false");
        desk_refuse(c, id, "bad-request", &e);
        return;
    }
    c->event[0] = '\0';
    if (!on) {
        desk_tell(c, json_pack("{s:s}", "tell", "done"), id);
        return;
    }
    uint64_t version = version_of(c->desk, name);
    json_t *o = kept_json(c->desk, name, version, &e);
    if (!o) {
        desk_refuse(c, id, "no-event", &e);
        return;
    }
    text t = text_over(c->event, sizeof c->event);
    text_add(&t, name);
    c->event_version = version;
    o = json_pack("{s:s, s:o}", "tell", "event", "event", o);
    if (token) you = arena_player_of(c->desk->arena, name, token);
    if (token) json_object_set_new(o, "you", you < 0 ? json_null() : json_integer(you));
    desk_tell(c, o, id);
}

void events_list(desk_client *c, const json_t *said, json_t *id) {
    bool on = true;
    error e;
    if (!ask_bool(said, "on", &on)) {
        error_set(&e, "on: expected true or false");
        desk_refuse(c, id, "bad-request", &e);
        return;
    }
    c->events = on;
    json_t *o = on ? kept_json(c->desk, "", version_of(c->desk, ""), &e) : NULL;
    desk_tell(c,
              o ? json_pack("{s:s, s:o}", "tell", "events", "events", o)
                : json_pack("{s:s}", "tell", "done"),
              id);
}

/* The version of the tournament that a client follows. Asks the store once for each tournament, not
 * for each client: thousands may follow the same one. */
typedef struct known_versions {
    const char *name[DESK_EVENTS_KEPT];
    uint64_t version[DESK_EVENTS_KEPT];
    size_t count;
} known_versions;

static uint64_t version_for(desk *d, const char *name, known_versions *known) {
    for (size_t i = 0; i < known->count; i++)
        if (strcmp(known->name[i], name) == 0) return known->version[i];
    uint64_t version = version_of(d, name);
    if (known->count < DESK_EVENTS_KEPT) {
        known->name[known->count] = name;
        known->version[known->count++] = version;
    }
    return version;
}

void events_tick(desk *d) {
    known_versions known = {.count = 0};
    int64_t now = clock_now(), changes_now = 0;
    uint64_t news = 0;
    bool wanted = false;
    for (desk_client *c = d->clients; c; c = c->next) wanted = wanted || *c->event || c->events;
    if (!wanted || now - d->events_looked < LOOK_MS * MILLISECOND) return;
    changes_now = store_changes(arena_store(d->arena));
    for (desk_client *c = d->clients; c; c = c->next) {
        const arena_event *v = *c->event ? arena_find_event(d->arena, c->event) : NULL;
        if (v) news += v->news;
    }
    if (changes_now == d->events_store && news == d->events_news) return;
    bool listed = changes_now != d->events_store;
    d->events_looked = now;
    d->events_store = changes_now;
    d->events_news = news;
    for (desk_client *c = d->clients; c; c = c->next) {
        if (c->closing || c->behind_events) continue;
        if (c->events && listed) send_event(c, "", version_for(d, "", &known));
        uint64_t version = *c->event ? version_for(d, c->event, &known) : 0;
        if (!version || version == c->event_version) continue;
        c->event_version = version;
        send_event(c, c->event, version);
    }
}

void events_drained(desk_client *c) {
    if (!c->behind_events) return;
    c->behind_events = false;
    if (c->events) send_event(c, "", version_of(c->desk, ""));
    if (*c->event) send_event(c, c->event, version_of(c->desk, c->event));
}

void events_close(desk *d) {
    for (size_t i = 0; i < DESK_EVENTS_KEPT; i++) {
        message_release(d->event[i].message);
        json_decref(d->event[i].json);
    }
    json_decref(d->past_events);
}
