/* What people say at a match, and how many watch it.
 *
 * Everybody who watches reads what the players say. What spectators say reaches the players only
 * when the match is over: it could be advice. */
#include <string.h>

#include "base/clock.h"
#include "server/desk_private.h"
#include "server/match_json.h"
#include "store/extras.h"

enum { CHAT_SHOWN = 50, TEXT_MOST = 200, NAME_MOST = 40, EACH_MOST = 6, EACH_SECONDS = 10 };

/* Set phrases, which the page words in each language. They are stored as "/name". */
static const char *const phrases[] = {"hello", "good-luck",  "well-played", "good-game", "thanks",
                                      "oops",  "one-moment", "again",       "nice-move", "goodbye"};

void desk_set_chat(desk *d, bool on) {
    d->chat_off = !on;
    json_object_set_new(d->games, "chat", json_boolean(on));
}

static bool is_phrase(const char *word) {
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (strcmp(phrases[i], word) == 0) return true;
    return false;
}

static bool may_read(const watch *w, const chat_line *l) {
    return l->seat > 0 || w->seat < 0 || w->game->so_far.over;
}

static json_t *line_json(const chat_line *l) {
    json_t *o =
        json_pack("{s:I, s:I, s:o, s:o}", "number", (json_int_t)l->number, "time",
                  (json_int_t)l->time, "seat", seat_json(l->seat - 1), "name", text_json(l->name));
    bool phrase = l->text[0] == '/';
    json_object_set_new(o, phrase ? "phrase" : "text", text_json(l->text + phrase));
    return o;
}

typedef struct reading {
    const watch *watch;
    json_t *lines;
} reading;

static bool add_line(void *context, const chat_line *l) {
    const reading *r = context;
    if (may_read(r->watch, l)) json_array_append_new(r->lines, line_json(l));
    return true;
}

json_t *chat_json(desk *d, const watch *w) {
    reading r = {.watch = w, .lines = json_array()};
    error e;
    if (!d->chat_off)
        store_each_chat(arena_store(d->arena), w->game->id, CHAT_SHOWN, add_line, &r, &e);
    return json_pack("{s:b, s:o}", "on", !d->chat_off, "lines", r.lines);
}

/* A few at a time, whichever connections and matches they come through. */
static bool has_room(const desk *d, uint64_t address, int64_t now) {
    int count = 0;
    for (size_t i = 0; i < DESK_CHAT_SAID && i < d->said_count; i++)
        count += d->said[i].address == address && now - d->said[i].when < EACH_SECONDS * SECOND;
    return count < EACH_MOST &&
           (!address || store_take_allowance(arena_store(d->arena), "chat", address,
                                             EACH_SECONDS * 1000 / EACH_MOST, EACH_MOST));
}

static bool read_line(const watch *w, const json_t *said, chat_line *l, error *e) {
    const char *words = NULL, *phrase = NULL, *name = NULL;
    text t = text_over(l->text, sizeof l->text), called = text_over(l->name, sizeof l->name);
    if (!ask_string(said, "text", &words) || !ask_string(said, "phrase", &phrase) ||
        !ask_string(said, "name", &name) || !words == !phrase ||
        (words && strlen(words) > TEXT_MOST) || (name && strlen(name) > NAME_MOST))
        return error_set(e, "expected text (200 bytes) or phrase, and name (40 bytes)");
    if (phrase && !is_phrase(phrase)) return error_set(e, "phrase: there is no such phrase");
    /* Invisible characters are removed first: one could hide the slash that makes a text a
     * phrase. */
    if (words) text_add_visible(&t, words, "");
    size_t skipped = strspn(l->text, "/ ");
    memmove(l->text, l->text + skipped, strlen(l->text + skipped) + 1);
    t.length -= skipped;
    if (phrase) text_addf(&t, "/%s", phrase);
    if (t.length == 0) return error_set(e, "text: it is empty");
    l->seat = w->seat + 1;
    text_add_visible(&called, w->seat >= 0 ? w->game->seat[w->seat].name : name ? name : "", "");
    return true;
}

/* To everybody who may read it; `id` is for the one who has said it here. */
static void tell_line(desk *d, const arena_match *g, const chat_line *l, const desk_client *by,
                      json_t *id) {
    for (desk_client *c = d->clients; c; c = c->next) {
        watch *reader = desk_watch_of(c, g);
        if (reader && !reader->behind && may_read(reader, l))
            desk_tell(c,
                      json_pack("{s:s, s:I, s:o}", "tell", "chat", "match", (json_int_t)g->id,
                                "line", line_json(l)),
                      c == by ? id : NULL);
    }
}

void chat_say(desk_client *c, watch *w, const json_t *said, json_t *id) {
    desk *d = c->desk;
    int64_t now = clock_now();
    chat_line l = {0};
    error e;
    if (d->chat_off) {
        error_code(&e, "chat-off", "the organiser has switched the chat off");
        desk_refuse(c, id, "not-allowed", &e);
    } else if (!read_line(w, said, &l, &e)) {
        desk_refuse(c, id, "bad-request", &e);
    } else if (!has_room(d, c->address, now)) {
        error_code(&e, "chat-too-fast", "too many messages: wait a moment");
        desk_refuse(c, id, "too-many", &e);
    } else if (!store_add_chat(arena_store(d->arena), w->game->id, &l, &e)) {
        desk_refuse(c, id, "refused", &e);
    } else {
        size_t place = d->said_count++ % DESK_CHAT_SAID;
        d->said[place].address = c->address;
        d->said[place].when = now;
        tell_line(d, w->game, &l, c, id);
        arena_tell_chat(d->arena, w->game, l.number);
    }
}

void chat_hear(desk *d, arena_match *g, const chat_line *l) {
    if (!d->chat_off) tell_line(d, g, l, NULL, NULL);
}

bool chat_switch(desk *d, const desk_request *q, const json_t *said, desk_reply *r) {
    bool on = true;
    if (!organiser_asks(d, q, r)) return true;
    if (!json_object_get(said, "on") || !ask_bool(said, "on", &on))
        return reply_error(r, 400, "bad-request", "on: expected true or false");
    desk_set_chat(d, on);
    for (desk_client *c = d->clients; c; c = c->next)
        for (watch *w = c->watches; w; w = w->next)
            desk_tell(c,
                      json_pack("{s:s, s:I, s:o}", "tell", "chat", "match", (json_int_t)w->game->id,
                                "chat", chat_json(d, w)),
                      NULL);
    return reply_json(r, 200, json_pack("{s:b}", "on", on));
}

static json_t *write_spectators(const void *context, arena_match *g, int seat) {
    (void)context, (void)seat;
    return json_pack("{s:s, s:I, s:i}", "tell", "spectators", "match", (json_int_t)g->id, "count",
                     arena_match_spectators(g));
}

void chat_tell_spectators(desk *d) {
    for (desk_client *c = d->clients; c; c = c->next)
        for (watch *w = c->watches; w; w = w->next)
            if (arena_match_spectators(w->game) != w->game->spectators_told) {
                w->game->spectators_told = arena_match_spectators(w->game);
                desk_tell_all(d, w->game, write_spectators, NULL, false);
            }
}
