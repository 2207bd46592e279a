/* Tournaments: everybody may see them, the organiser changes them. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/desk_private.h"
#include "server/event_json.h"
#include "server/event_reader.h"

enum { LOOK_MS = 300, RARELY = 4, RARELY_MS = 10000 };

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

/* Views: tournaments, and the list of them, as the reader has read them last (event_reader.h). */

/* Who gets the next content of a view: a request by HTTP, or a client that begins to follow it. */
typedef struct waiter {
    struct waiter *next;
    bool later;     /* not of the reading under way, which began before */
    void *exchange; /* or */
    desk_client *client;
    json_t *id;
    json_t *you; /* the number of the player that the client is, null; or NULL: it did not ask */
} waiter;

struct event_view {
    event_view *next;
    char name[STORE_NAME]; /* "": the list of tournaments */
    bool organiser;
    uint64_t stamp;   /* of the content; 0: there is none yet */
    uint64_t version; /* the same, as the reader knows it */
    message *content; /* JSON */
    message *news;    /* the same for those who follow it; NULL: not made yet */
    uint64_t reading; /* the stamp of the reading under way; 0: none is */
    int64_t due;      /* followers alone do not cause a reading before */
    waiter *waiters;
};

/* Changes whenever a tournament, or the list (""), may have changed. A process that plays one may
 * die without a trace in the store, so what others play is looked at again after a second. */
static uint64_t stamp_of(desk *d, const char *name) {
    const arena_event *v = *name ? arena_find_event(d->arena, name) : NULL;
    uint64_t other = v ? v->news : (uint64_t)(clock_now() / SECOND);
    return hash_join((uint64_t)store_changes(arena_store(d->arena)), other) | 1;
}

static void free_waiter(waiter *w) {
    json_decref(w->id);
    json_decref(w->you);
    free(w);
}

static void free_view(event_view *v) {
    for (waiter *w = v->waiters, *next; w; w = next) {
        next = w->next;
        free_waiter(w);
    }
    message_release(v->content);
    message_release(v->news);
    free(v);
}

static event_view **find_view(desk *d, const char *name, bool organiser) {
    event_view **at = &d->views;
    while (*at && (strcmp((*at)->name, name) != 0 || (*at)->organiser != organiser))
        at = &(*at)->next;
    return at;
}

/* The view of that name, which becomes the first; NULL: no memory. Drops those that were not
 * needed for the longest time. */
static event_view *view_of(desk *d, const char *name, bool organiser) {
    event_view **at = find_view(d, name, organiser), *v = *at;
    if (v) {
        *at = v->next;
    } else {
        v = calloc(1, sizeof *v);
        if (!v) return NULL;
        v->organiser = organiser;
        text t = text_over(v->name, sizeof v->name);
        text_add(&t, name);
    }
    v->next = d->views;
    d->views = v;
    int count = 0;
    for (at = &v->next; *at; count++) {
        event_view *old = *at;
        if (count < DESK_EVENTS_KEPT || old->reading) {
            at = &old->next;
            continue;
        }
        *at = old->next;
        free_view(old);
    }
    return v;
}

/* Has it read, unless it is being read. */
static bool read_view(desk *d, event_view *v) {
    if (v->reading) return true;
    const arena_event *here = *v->name ? arena_find_event(d->arena, v->name) : NULL;
    event_reading *g = d->reader ? calloc(1, sizeof *g) : NULL;
    if (!g) return false;
    *g = (event_reading){.organiser = v->organiser,
                         .here = here ? event_here_json(here) : NULL,
                         .news = here ? here->news : 0,
                         .version = v->version};
    memcpy(g->name, v->name, sizeof g->name);
    v->reading = stamp_of(d, v->name);
    for (waiter *w = v->waiters; w; w = w->next) w->later = false;
    event_reader_ask(d->reader, g);
    return true;
}

static bool is_current(desk *d, const event_view *v) {
    return v->content && v->stamp == stamp_of(d, v->name);
}

/* Adds one who waits for content that is not older than this moment. */
static bool await_view(desk *d, event_view *v, const waiter *like) {
    waiter *w = malloc(sizeof *w);
    if (!w) return false;
    *w = *like;
    w->next = v->waiters;
    w->later = v->reading && v->reading != stamp_of(d, v->name);
    v->waiters = w;
    if (read_view(d, v)) return true;
    v->waiters = w->next;
    free(w);
    return false;
}

/* The content between other bytes of a JSON text. */
static message *wrap(const char *before, const message *content, const char *after) {
    size_t size = strlen(before) + content->length + strlen(after) + 1;
    char *bytes = malloc(size);
    if (!bytes) return NULL;
    text t = text_over(bytes, size);
    text_add(&t, before);
    text_add_part(&t, content->bytes, content->length);
    text_add(&t, after);
    message *m = message_of_bytes(bytes, t.length, false);
    free(bytes);
    return m;
}

static bool reply_view(desk_reply *r, const event_view *v) {
    message *m = *v->name ? message_hold(v->content) : wrap("{\"events\":", v->content, "}");
    if (!m) return reply_error(r, 503, "no-memory", "no memory for an answer");
    *r = (desk_reply){.status = 200, .type = "application/json", .body = m};
    return true;
}

static const char *tell_of(const event_view *v) {
    return *v->name ? "{\"tell\":\"event\",\"event\":" : "{\"tell\":\"events\",\"events\":";
}

/* Sends a client the news of a view, unless it has that version. */
static void send_news(desk_client *c, event_view *v) {
    uint64_t *has = *v->name ? &c->event_version : &c->events_version;
    if (c->closing || c->behind_events || *has == v->version) return;
    if (!v->news) v->news = wrap(tell_of(v), v->content, "}");
    if (v->news && !c->socket.send(c->socket.context, v->news, false)) c->behind_events = true;
    else *has = v->version;
}

static bool follows(const desk_client *c, const event_view *v) {
    return !v->organiser && (*v->name ? strcmp(c->event, v->name) == 0 : c->events);
}

/* The answer to a client that begins to follow it. */
static void tell_view(desk_client *c, const event_view *v, json_t *id, json_t *you) {
    json_t *rest = json_object();
    if (id) json_object_set(rest, "id", id);
    if (you) json_object_set(rest, "you", you);
    char *words = json_dumps(rest, JSON_COMPACT);
    bool more = json_object_size(rest) > 0;
    if (words && more) *words = ',';
    message *m = words ? wrap(tell_of(v), v->content, more ? words : "}") : NULL;
    if (m && !c->closing) c->socket.send(c->socket.context, m, true);
    if (m && follows(c, v)) *(*v->name ? &c->event_version : &c->events_version) = v->version;
    message_release(m);
    free(words);
    json_decref(rest);
}

/* There is content, or an error. */
static void answer_waiter(desk *d, const event_view *v, const waiter *w, const error *why) {
    const char *code = *v->name ? "no-event" : "store";
    if (w->exchange) {
        desk_reply r;
        if (why) reply_refusal(&r, *v->name ? 404 : 500, code, why);
        else reply_view(&r, v);
        d->answered(w->exchange, &r);
    } else if (why) {
        if (*v->name && follows(w->client, v)) w->client->event[0] = '\0';
        desk_refuse(w->client, w->id, code, why);
    } else {
        tell_view(w->client, v, w->id, w->you);
    }
}

static void take_reading(desk *d, event_view *v, event_reading *g) {
    const error *why = *g->why.message ? &g->why : NULL;
    int64_t pause = RARELY * g->took;
    if (g->content) {
        message_release(v->content);
        message_release(v->news);
        v->content = message_hold(g->content);
        v->news = NULL;
        v->version = g->version;
    }
    if (!why) v->stamp = v->reading;
    v->reading = 0;
    v->due = clock_now() + (pause < RARELY_MS * MILLISECOND ? pause : RARELY_MS * MILLISECOND);
    waiter *all = v->waiters, *later = NULL;
    v->waiters = NULL;
    for (waiter *w = all, *next; w; w = next) {
        next = w->next;
        if (w->later) {
            w->next = later;
            later = w;
            continue;
        }
        answer_waiter(d, v, w, why);
        free_waiter(w);
    }
    v->waiters = later;
    for (desk_client *c = v->content && !why ? d->clients : NULL; c; c = c->next)
        if (follows(c, v)) send_news(c, v);
    if (later) read_view(d, v);
}

void events_hear(desk *d) {
    for (event_reading *g; d->reader && (g = event_reader_take(d->reader)); event_reading_free(g)) {
        event_view **at = find_view(d, g->name, g->organiser), *v = *at;
        take_reading(d, v, g);
        if (v->content || v->reading) continue;
        *at = v->next; /* there is no such tournament */
        free_view(v);
    }
}

void events_forget(desk *d, const void *exchange, const desk_client *c) {
    for (event_view *v = d->views; v; v = v->next)
        for (waiter **at = &v->waiters, *w; (w = *at);) {
            if ((exchange && w->exchange == exchange) || (c && w->client == c)) {
                *at = w->next;
                free_waiter(w);
            } else {
                at = &w->next;
            }
        }
}

void desk_set_reader(desk *d, event_reader *r) { d->reader = r; }

bool events_show(desk *d, const desk_request *q, desk_reply *r) {
    const char *name = name_in(q->path);
    desk_reply unused = {0};
    bool organiser = *name && q->token && organiser_asks(d, q, &unused);
    message_release(unused.body);
    event_view *v = strlen(name) < STORE_NAME ? view_of(d, name, organiser) : NULL;
    if (v && is_current(d, v)) return reply_view(r, v);
    if (v && await_view(d, v, &(waiter){.exchange = q->context})) return false;
    return v ? reply_error(r, 503, "no-memory", "tournaments cannot be read now")
             : reply_error(r, 404, "no-event", "there is no such tournament");
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

/* Tells a client what it follows from now on: at once, or when it has been read. */
static void show(desk_client *c, const char *name, json_t *id, json_t *you) {
    desk *d = c->desk;
    event_view *v = view_of(d, name, false);
    error e;
    if (v && is_current(d, v)) {
        tell_view(c, v, id, you);
        return;
    }
    waiter w = {.client = c, .id = json_incref(id), .you = json_incref(you)};
    if (v && await_view(d, v, &w)) return;
    error_set(&e, "tournaments cannot be read now");
    desk_refuse(c, id, "no-memory", &e);
    json_decref(id);
    json_decref(you);
}

void events_follow(desk_client *c, const json_t *said, json_t *id) {
    const char *name = NULL, *token = NULL;
    bool on = true;
    error e;
    if (!ask_string(said, "event", &name) || !name || !*name || strlen(name) >= sizeof c->event ||
        !ask_string(said, "token", &token) || !ask_bool(said, "on", &on)) {
        error_set(&e, "expected event: its name; token: a text; on: true or false");
        desk_refuse(c, id, "bad-request", &e);
        return;
    }
    c->event[0] = '\0';
    c->event_version = 0;
    if (!on) {
        desk_tell(c, json_pack("{s:s}", "tell", "done"), id);
        return;
    }
    text t = text_over(c->event, sizeof c->event);
    text_add(&t, name);
    int you = token ? arena_player_of(c->desk->arena, name, token) : -1;
    json_t *number = !token ? NULL : you < 0 ? json_null() : json_integer(you);
    show(c, name, id, number);
    json_decref(number);
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
    if (on) show(c, "", id, NULL);
    else desk_tell(c, json_pack("{s:s}", "tell", "done"), id);
}

/* Sends what is known, and has it read if it may have changed. False if that has to wait. */
static bool update(desk_client *c, const char *name, int64_t now) {
    event_view *v = *find_view(c->desk, name, false);
    if (!v) v = view_of(c->desk, name, false);
    if (!v) return false;
    if (v->content) send_news(c, v);
    return is_current(c->desk, v) || (now >= v->due && !v->reading && read_view(c->desk, v));
}

/* Thousands may follow the same tournament. A large one is read again after a pause, so that it
 * takes at most a fifth of a processor. */
void events_tick(desk *d) {
    int64_t now = clock_now(), changes_now = 0;
    uint64_t news = 0;
    bool wanted = false, all = true;
    for (desk_client *c = d->clients; c; c = c->next) wanted = wanted || *c->event || c->events;
    if (!wanted || now - d->events_looked < LOOK_MS * MILLISECOND) return;
    changes_now = store_changes(arena_store(d->arena));
    for (desk_client *c = d->clients; c; c = c->next) {
        const arena_event *v = *c->event ? arena_find_event(d->arena, c->event) : NULL;
        if (v) news += v->news;
    }
    if (changes_now == d->events_store && news == d->events_news) return;
    d->events_looked = now;
    for (desk_client *c = d->clients; c; c = c->next) {
        if (c->closing || c->behind_events) continue;
        if (c->events) all = update(c, "", now) && all;
        if (*c->event) all = update(c, c->event, now) && all;
    }
    d->events_store = all ? changes_now : -1; /* else looks again */
    d->events_news = news;
}

void events_drained(desk_client *c) {
    if (!c->behind_events) return;
    c->behind_events = false;
    if (c->events) update(c, "", clock_now());
    if (*c->event) update(c, c->event, clock_now());
    c->desk->events_store = -1; /* what has to wait is looked at again */
}

void events_close(desk *d) {
    for (event_view *v = d->views, *next; v; v = next) {
        next = v->next;
        free_view(v);
    }
    d->views = NULL;
}
