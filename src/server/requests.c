/* Requests of clients on a socket: {"do": ..., ...}. */
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "server/position_json.h"

bool ask_string(const json_t *o, const char *name, const char **value) {
    const json_t *v = json_object_get(o, name);
    *value = json_string_value(v);
    return !v || json_is_string(v) || json_is_null(v);
}

bool ask_number(const json_t *o, const char *name, int64_t least, int64_t most, int64_t *value) {
    const json_t *v = json_object_get(o, name);
    if (!v || json_is_null(v)) return true;
    if (!json_is_integer(v) || json_integer_value(v) < least || json_integer_value(v) > most)
        return false;
    *value = json_integer_value(v);
    return true;
}

bool ask_bool(const json_t *o, const char *name, bool *value) {
    const json_t *v = json_object_get(o, name);
    if (v && !json_is_boolean(v)) return false;
    if (v) *value = json_is_true(v);
    return true;
}

/* A request being handled. */
typedef struct request {
    desk *desk;
    desk_client *client;
    json_t *said;      /* borrowed */
    json_t *id;        /* borrowed, or NULL */
    arena_match *game; /* if one is named */
    watch *watch;      /* of that game, or NULL */
} request;

/* For errors that only a program can make, and for which the code is enough. */
static void refuse(const request *r, const char *code, const char *why) {
    error e;
    error_set(&e, "%s", why);
    desk_refuse(r->client, r->id, code, &e);
}

static void refuse_because(const request *r, const char *code, const error *why) {
    desk_refuse(r->client, r->id, code, why);
}

/* It was done; its effects come as news. */
static void confirm(const request *r) {
    if (r->id) desk_tell(r->client, json_pack("{s:s}", "tell", "done"), r->id);
}

/* Whether the client plays in the match. */
static bool seated(const request *r) {
    if (r->watch && r->watch->seat >= 0) return true;
    refuse(r, "not-seated", "watch the match with the token of a seat first");
    return false;
}

/* If another server plays the match, the answer comes from there. */
static bool elsewhere_waits(const request *r, bool joins) {
    int64_t ticket = arena_ticket(r->desk->arena);
    errand *f = ticket ? calloc(1, sizeof *f) : NULL;
    if (!f) return ticket != 0;
    *f = (errand){.next = r->desk->errands,
                  .ticket = ticket,
                  .client = r->client,
                  .id = json_incref(r->id),
                  .said = joins ? json_incref(r->said) : NULL,
                  .game = r->game};
    arena_hold(f->game);
    r->desk->errands = f;
    r->client->errands++;
    return true;
}

/* Whether the client may send one more command to the match. While another server or the store
 * does not answer, its commands wait in memory. */
static bool may_send(const request *r) {
    error e;
    if (r->client->errands < DESK_ERRANDS_EACH) return true;
    error_code(&e, "match-busy", "the match is busy, please try again");
    refuse_because(r, "busy", &e);
    return false;
}

static int watches_of(const desk *d, uint64_t address) {
    int count = 0;
    for (const desk_client *c = d->clients; c; c = c->next)
        if (c->address == address) count += c->watch_count;
    return count;
}

/* The account that a request gives, if any. False, after answering the client, if its secret is
 * wrong. */
static bool read_account(const request *r, store_account *a) {
    error e;
    if (account_of(r->desk, r->said, a, &e)) return true;
    refuse_because(r, *e.code ? "no-account" : "bad-request", &e);
    return false;
}

static void do_watch(request *r) {
    const char *token = NULL;
    store_account account;
    if (!ask_string(r->said, "token", &token)) {
        refuse(r, "bad-request", "token: expected a text");
        return;
    }
    bool given = token && *token;
    int seat = given ? arena_seat_of(r->game, token) : GAME_NOBODY;
    if (given && seat == GAME_NOBODY) {
        refuse(r, "wrong-token", "that is not a token of this match");
        return;
    }
    if (!given && !read_account(r, &account)) return;
    if (!given) seat = arena_seat_of_account(r->game, account.id);
    error e;
    if (seat >= 0 && !arena_attend(r->desk->arena, r->game, &e)) {
        refuse_because(r, "busy", &e);
        return;
    }
    if (r->watch && r->watch->seat != seat) {
        desk_leave(r->client, r->watch);
        r->watch = NULL;
    }
    if (!r->watch) {
        bool plays = seat >= 0 && !r->game->so_far.over;
        if (r->client->watch_count >= DESK_WATCHES_MAX ||
            (!plays && watches_of(r->desk, r->client->address) >= DESK_WATCHES_EACH)) {
            refuse(r, "too-many", "leave another match first");
            return;
        }
        watch *w = calloc(1, sizeof *w);
        if (!w) {
            refuse(r, "no-memory", "no memory to watch a match");
            return;
        }
        *w = (watch){.next = r->client->watches, .game = r->game, .seat = seat};
        arena_watch(r->desk->arena, r->game);
        r->client->watches = r->watch = w;
        r->client->watch_count++;
        r->client->seated += seat >= 0;
        r->game->spectators += seat < 0;
        if (seat >= 0 && arena_came(r->game, seat)) {
            w->behind = true; /* it gets the whole match next */
            desk_tell_seats(r->desk, r->game);
        }
    }
    desk_tell_match(r->client, r->watch, r->id);
}

static void do_leave(request *r) {
    if (r->watch) desk_leave(r->client, r->watch);
    r->watch = NULL;
    confirm(r);
}

static void say(request *r, match_command w) {
    arena_refusal why;
    if (!seated(r) || !may_send(r)) return;
    w.seat = r->watch->seat;
    if (!arena_say(r->desk->arena, r->game, &w, &why)) refuse_because(r, why.code, &why.why);
    else if (!elsewhere_waits(r, false)) confirm(r);
}

static void do_move(request *r) {
    const char *word = NULL;
    int64_t at = -1;
    if (!ask_string(r->said, "text", &word) || !word || !*word || strlen(word) >= GAME_MOVE_TEXT) {
        refuse(r, "bad-request", "text: expected a move, for example \"text\":\"1112\"");
    } else if (!ask_number(r->said, "at", 0, INT32_MAX, &at) || at < 0) {
        refuse(r, "bad-request", "at: expected the number of moves so far");
    } else {
        match_command w = {.kind = COMMAND_MOVE, .after = at};
        text t = text_over(w.text, sizeof w.text);
        text_add(&t, word);
        say(r, w);
    }
}

static void do_resign(request *r) { say(r, (match_command){.kind = COMMAND_RESIGN}); }

/* "draw" or "undo". */
static bool proposal(request *r, match_command_kind *kind) {
    const char *what = NULL;
    bool good = ask_string(r->said, "what", &what) && what &&
                (strcmp(what, "draw") == 0 || strcmp(what, "undo") == 0);
    if (!good) refuse(r, "bad-request", "what: expected \"draw\" or \"undo\"");
    else *kind = strcmp(what, "draw") == 0 ? COMMAND_DRAW : COMMAND_UNDO;
    return good;
}

static void do_offer(request *r) {
    match_command w = {0};
    if (proposal(r, &w.kind)) say(r, w);
}

static void do_accept(request *r) {
    match_command w = {.accepts = true};
    if (proposal(r, &w.kind)) say(r, w);
}

static void do_decline(request *r) { say(r, (match_command){.kind = COMMAND_DECLINE}); }

static void do_join(request *r) {
    const char *token = NULL, *name = NULL, *avatar = NULL;
    store_account account;
    error e;
    if (!ask_string(r->said, "token", &token) || !ask_string(r->said, "name", &name) ||
        !ask_string(r->said, "avatar", &avatar) || (name && strlen(name) > 60) ||
        (avatar && strlen(avatar) > 30)) {
        refuse(r, "bad-request", "token, name (60 bytes) and avatar (30 bytes) must be texts");
        return;
    }
    if (!may_send(r) || !read_account(r, &account)) return;
    int seat = token ? arena_seat_of(r->game, token) : r->watch ? r->watch->seat : GAME_NOBODY;
    if (seat == GAME_NOBODY) {
        refuse(r, "wrong-token", "that is not a token of this match");
    } else if (!arena_join(r->desk->arena, r->game, seat, name, avatar,
                           account.id ? &account : NULL, &e)) {
        refuse_because(r, "no-seat", &e);
    } else if (!elsewhere_waits(r, true)) {
        do_watch(r);
        desk_tell_seats(r->desk, r->game);
    }
}

static void end_errand(errand *f) {
    f->client->errands--;
    arena_release(f->game);
    json_decref(f->id);
    json_decref(f->said);
    free(f);
}

/* The other server has answered. Whoever has taken a seat there watches the match from it. */
static void finish_errand(desk *d, errand *f, const arena_news *n) {
    request r = {.desk = d,
                 .client = f->client,
                 .said = f->said,
                 .id = f->id,
                 .game = f->game,
                 .watch = desk_watch_of(f->client, f->game)};
    if (*n->mail->code) refuse_because(&r, n->mail->code, &n->why);
    else if (f->said) do_watch(&r);
    else confirm(&r);
}

void errands_answered(desk *d, const arena_news *n) {
    for (errand **at = &d->errands; *at; at = &(*at)->next) {
        errand *f = *at;
        if (f->ticket != n->mail->ticket) continue;
        *at = f->next;
        finish_errand(d, f, n);
        end_errand(f);
        return;
    }
}

void errands_forget(desk *d, const desk_client *c) {
    for (errand **at = &d->errands; *at;) {
        errand *f = *at;
        if (f->client != c) {
            at = &f->next;
            continue;
        }
        *at = f->next;
        end_errand(f);
    }
}

static void do_look(request *r) {
    int64_t at = -1;
    int seat = r->watch ? r->watch->seat : GAME_NOBODY;
    json_t *state = NULL;
    if (ask_number(r->said, "at", 0, INT32_MAX, &at) && at >= 0)
        state = match_position_json_at(r->game, seat, (size_t)at);
    if (!state) {
        refuse(r, "bad-request", "at: expected a number of moves that were played");
        return;
    }
    desk_tell(r->client,
              json_pack("{s:s, s:I, s:I, s:o}", "tell", "look", "match", (json_int_t)r->game->id,
                        "at", (json_int_t)at, "state", state),
              r->id);
}

/* With {here: true} the page thinks itself: it may, and that it did is noted as for any other help.
 */
static void study_it(request *r, task_kind kind) {
    bool here = false;
    error e;
    if (!seated(r)) return;
    if (!ask_bool(r->said, "here", &here)) {
        refuse(r, "bad-request", "here: expected true or false");
        return;
    }
    if (!studies_may_help(r->game, &e)) refuse_because(r, "not-allowed", &e);
    else if (!r->game->so_far.over &&
             game_turn(r->game->rules, arena_history(r->game)->now) != r->watch->seat)
        refuse(r, "not-your-turn", "it is not your turn");
    else if (here) {
        arena_note_help(r->desk->arena, r->game, r->watch->seat);
        confirm(r);
    } else if (!studies_ask(r->desk, kind, r->client, r->id, r->game, r->watch->seat, &e))
        refuse_because(r, "busy", &e);
    else arena_note_help(r->desk->arena, r->game, r->watch->seat);
}

static void do_hint(request *r) { study_it(r, TASK_HINT); }
static void do_values(request *r) { study_it(r, TASK_VALUES); }

static void do_evaluate(request *r) {
    bool on = true;
    error e;
    if (!ask_bool(r->said, "on", &on)) {
        refuse(r, "bad-request", "on: expected true or false");
    } else if (!r->watch) {
        refuse(r, "not-watching", "watch the match first");
    } else if (on && r->game->rules->game->view && !r->game->so_far.over) {
        error_code(&e, "hidden-until-over",
                   "positions with hidden dice are not evaluated until the match is over");
        refuse_because(r, "not-allowed", &e);
    } else if (on && !studies_may_help(r->game, &e)) {
        refuse_because(r, "not-allowed", &e);
    } else {
        r->watch->evaluate = on;
        if (on && r->watch->seat >= 0) arena_note_help(r->desk->arena, r->game, r->watch->seat);
        confirm(r);
        studies_evaluate(r->desk, r->game);
    }
}

static void do_odds(request *r) {
    int seat = r->watch ? r->watch->seat : GAME_NOBODY;
    game_position *view = game_new_view(r->game->rules, arena_history(r->game)->now, seat);
    json_t *bids = view ? odds_json(r->game->rules, view, seat) : NULL;
    free(view);
    if (!bids) {
        refuse(r, "no-odds", "odds exist only in a game of bids, while a player is to bid");
        return;
    }
    desk_tell(r->client,
              json_pack("{s:s, s:I, s:I, s:o}", "tell", "odds", "match", (json_int_t)r->game->id,
                        "at", (json_int_t)arena_history(r->game)->count, "bids", bids),
              r->id);
}

static void do_list(request *r) {
    bool on = true, states = false;
    if (!ask_bool(r->said, "on", &on) || !ask_bool(r->said, "states", &states)) {
        refuse(r, "bad-request", "on and states: expected true or false");
        return;
    }
    r->client->list = on;
    r->client->states = states;
    confirm(r);
    if (on) lists_show(r->client);
}

static void do_event(request *r) { events_follow(r->client, r->said, r->id); }
static void do_events(request *r) { events_list(r->client, r->said, r->id); }

static void do_say(request *r) {
    if (r->watch) chat_say(r->client, r->watch, r->said, r->id);
    else refuse(r, "not-watching", "watch the match first");
}

static void do_ping(request *r) { desk_tell(r->client, json_pack("{s:s}", "tell", "pong"), r->id); }

static const struct {
    const char *name;
    void (*run)(request *);
    bool needs_match;
} requests[] = {
    {"watch", do_watch, true},       {"leave", do_leave, true},    {"move", do_move, true},
    {"resign", do_resign, true},     {"offer", do_offer, true},    {"accept", do_accept, true},
    {"decline", do_decline, true},   {"join", do_join, true},      {"look", do_look, true},
    {"hint", do_hint, true},         {"values", do_values, true},  {"odds", do_odds, true},
    {"evaluate", do_evaluate, true}, {"list", do_list, false},     {"ping", do_ping, false},
    {"event", do_event, false},      {"events", do_events, false}, {"say", do_say, true},
};

static void refuse_unknown(const request *r, const char *word) {
    spelling nearest = {.word = word};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        spelling_offer(&nearest, requests[i].name);
    error e;
    error_set(&e, "do: '%.40s' is unknown%s%s", word, nearest.best ? "; did you mean " : "",
              nearest.best ? nearest.best : "");
    refuse_because(r, "unknown-request", &e);
}

/* The named match, if the client may know of it: because it watches it already, or by the
 * credentials in the request. */
static arena_match *find_match(const request *r, int64_t id, error *e) {
    for (watch *w = r->client->watches; w; w = w->next)
        if (w->game->id == id) return w->game;
    return arena_find_for(r->desk->arena, id, json_string_value(json_object_get(r->said, "key")),
                          json_string_value(json_object_get(r->said, "token")), e);
}

static void obey(request *r) {
    const char *word = NULL;
    int64_t id = 0;
    error e;
    if (!ask_string(r->said, "do", &word) || !word) {
        refuse(r, "bad-request", "do: missing");
        return;
    }
    size_t i = 0, count = sizeof requests / sizeof *requests;
    while (i < count && strcmp(requests[i].name, word) != 0) i++;
    if (i == count) {
        refuse_unknown(r, word);
        return;
    }
    if (requests[i].needs_match) {
        if (!ask_number(r->said, "match", 1, INT64_MAX, &id) || id == 0) {
            refuse(r, "bad-request", "match: expected its number");
            return;
        }
        r->game = find_match(r, id, &e);
        if (!r->game) {
            refuse_because(r, "no-match", &e);
            return;
        }
        r->watch = desk_watch_of(r->client, r->game);
    }
    requests[i].run(r);
}

void desk_receive(desk_client *c, const char *bytes, size_t length) {
    json_error_t where;
    error e;
    if (c->closing) return;
    if (!rate_take(&c->rate, RATE_CLIENT, clock_now())) {
        error_set(&e, "too many messages: at most 20 a second");
        desk_refuse(c, NULL, "slow-down", &e);
        c->closing = true;
        c->socket.close(c->socket.context, 1008);
        return;
    }
    json_t *said = length <= DESK_MESSAGE_MAX
                       ? json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where)
                       : NULL;
    if (!said && message_lacks_memory()) {
        error_set(&e, "no memory for that message");
        desk_refuse(c, NULL, "no-memory", &e);
    } else if (!json_is_object(said)) {
        error_set(&e, "expected one JSON object of at most 16 kB");
        desk_refuse(c, NULL, "bad-json", &e);
    } else {
        json_t *id = json_object_get(said, "id");
        bool plain = json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= 64);
        request r = {.desk = c->desk, .client = c, .said = said, .id = plain ? id : NULL};
        obey(&r);
    }
    json_decref(said);
}
