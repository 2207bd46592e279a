#include <stdlib.h>
#include <string.h>

#include "arena/event.h"
#include "base/clock.h"
#include "base/text.h"
#include "server/desk_private.h"
#include "server/frame.h"
#include "server/games_json.h"
#include "server/match_json.h"

desk *desk_create(arena *a, study *s, const char *version, error *e) {
    desk *d = calloc(1, sizeof *d);
    message_prepare();
    if (d)
        *d = (desk){.arena = a, .study = s, .games = games_json(version), .quota = quota_create(e)};
    if (d && d->games) {
        json_object_set_new(d->games, "contest", json_boolean(arena_is_contest(a)));
        json_object_set_new(d->games, "chat", json_true());
    }
    if (d && d->games && d->quota && !message_lacks_memory()) return d;
    error_set(e, "no memory for a desk");
    if (d) {
        json_decref(d->games);
        quota_destroy(d->quota);
    }
    free(d);
    return NULL;
}

void desk_destroy(desk *d) {
    if (!d) return;
    for (desk_client *c = d->clients, *next; c; c = next) {
        next = c->next;
        desk_close(c);
    }
    studies_close(d);
    events_close(d);
    delayed_forget(d, NULL);
    lists_close(d);
    json_decref(d->games);
    quota_destroy(d->quota);
    free(d);
}

void desk_set_arrival(desk *d, int64_t when) { arena_set_arrival(d->arena, when); }

void desk_set_answered(desk *d, void (*answered)(void *, const desk_reply *)) {
    d->answered = answered;
}

void desk_set_log(desk *d, void (*log)(void *, json_t *), void *context) {
    d->log = log;
    d->log_context = context;
}

void desk_log(const desk *d, json_t *entry) {
    if (entry && d->log) d->log(d->log_context, entry);
    json_decref(entry);
}

bool desk_has_allowance(desk *d, uint64_t address) {
    return quota_take(d->quota, address, clock_now()) &&
           (!address || store_take_allowance(arena_store(d->arena), "begin", address,
                                             1000 / QUOTA_SECOND, QUOTA_BURST));
}

/* Clients. */

desk_client *desk_open(desk *d, desk_socket socket) {
    desk_client *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (desk_client){.desk = d,
                       .next = d->clients,
                       .socket = socket,
                       .address = quota_address(socket.peer),
                       .rate = rate_full(RATE_CLIENT, clock_now())};
    text peer = text_over(c->peer, sizeof c->peer);
    text_add(&peer, socket.peer ? socket.peer : "");
    if (c->next) c->next->previous = c;
    d->clients = c;
    return c;
}

bool desk_plays(const desk_client *c) {
    for (const watch *w = c->seated ? c->watches : NULL; w; w = w->next)
        if (w->seat >= 0 && !w->game->so_far.over) return true;
    return false;
}

void desk_leave(desk_client *c, watch *w) {
    watch **at = &c->watches;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    c->watch_count--;
    c->seated -= w->seat >= 0;
    w->game->spectators -= w->seat < 0;
    arena_match *g = w->game;
    bool gone = w->seat >= 0 && arena_went(g, w->seat), evaluated = w->evaluate;
    free(w);
    if (gone) desk_tell_seats(c->desk, g);
    if (evaluated) studies_evaluate(c->desk, g);
    arena_unwatch(g);
}

void desk_close(desk_client *c) {
    desk *d = c->desk;
    c->closing = true;
    studies_forget_client(d, c);
    errands_forget(d, c);
    events_forget(d, NULL, c);
    while (c->watches) desk_leave(c, c->watches);
    if (c->previous) c->previous->next = c->next;
    else d->clients = c->next;
    if (c->next) c->next->previous = c->previous;
    free(c);
}

/* There was no memory for a message to this client: it must reconnect, and gets everything then. */
static void drop(desk_client *c) {
    c->closing = true;
    c->socket.close(c->socket.context, 1011);
}

void desk_tell(desk_client *c, json_t *o, json_t *id) {
    if (c->closing) {
        json_decref(o);
        return;
    }
    if (id) json_object_set(o, "id", id);
    message *m = message_of(o);
    if (m) c->socket.send(c->socket.context, m, true);
    else drop(c);
    message_release(m);
}

void desk_refuse(desk_client *c, json_t *id, const char *code, const error *why) {
    json_t *o = refusal_json(code, why);
    json_object_set_new(o, "tell", json_string("error"));
    desk_tell(c, o, id);
}

watch *desk_watch_of(desk_client *c, const arena_match *g) {
    for (watch *w = c->watches; w; w = w->next)
        if (w->game == g) return w;
    return NULL;
}

void desk_tell_match(desk_client *c, watch *w, json_t *id) {
    w->behind = false;
    json_t *whole = match_json(w->game, w->seat);
    json_object_set_new(whole, "chat", chat_json(c->desk, w));
    json_object_set_new(whole, "spectators", json_integer(arena_match_spectators(w->game)));
    desk_tell(c, json_pack("{s:s, s:o}", "tell", "match", "match", whole), id);
}

/* Broadcasts. */

void desk_tell_all(desk *d, arena_match *g, desk_writer *write, const void *context,
                   bool evaluators) {
    message *made[GAME_SEATS_MAX + 1] = {NULL};
    for (desk_client *c = d->clients; c; c = c->next) {
        watch *w = desk_watch_of(c, g);
        if (!w || w->behind || c->closing || (evaluators && !w->evaluate)) continue;
        message **m = &made[w->seat + 1];
        if (!*m) *m = message_of(write(context, g, w->seat));
        if (!*m) drop(c);
        else if (!c->socket.send(c->socket.context, *m, false)) w->behind = true;
    }
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) message_release(made[i]);
}

static json_t *write_seats(const void *context, arena_match *g, int seat) {
    (void)context, (void)seat;
    return json_pack("{s:s, s:I, s:o}", "tell", "seats", "match", (json_int_t)g->id, "seats",
                     seats_json(g));
}

void desk_tell_seats(desk *d, arena_match *g) { desk_tell_all(d, g, write_seats, NULL, false); }

/* A client that has caught up gets everything again. */
void desk_drained(desk_client *c) {
    for (watch *w = c->watches; w; w = w->next)
        if (w->behind) desk_tell_match(c, w, NULL);
    if (c->behind_list) lists_show(c);
    events_drained(c);
}

/* News of matches. */

/* A commitment, or its key: the roll's number, and the hash or the key. The last key of a round
 * comes with the position, which shows all dice. */
static json_t *write_secret(const match_event *v, const arena_match *g, int seat) {
    bool told = v->kind == MATCH_REVEAL, last = told;
    json_t *o = json_pack("{s:s, s:I, s:I, s:s}", "tell", match_event_name(v->kind), "match",
                          (json_int_t)g->id, "move", (json_int_t)strtoull(v->text, NULL, 10),
                          told ? "key" : "hash", v->text + strcspn(v->text, " ") + 1);
    for (size_t i = 0; i < g->so_far.secret_count; i++) last = last && *g->so_far.secrets[i].key;
    if (last) {
        json_object_set_new(o, "at", json_integer((json_int_t)arena_history(g)->count));
        json_object_set_new(o, "state", match_position_json(g, seat));
    }
    return o;
}

static json_t *write_clocks(arena_match *g) {
    return json_pack("{s:s, s:I, s:o, s:o}", "tell", "clocks", "match", (json_int_t)g->id, "clocks",
                     clocks_json(g), "seats", seats_json(g));
}

/* The match is suspended, or continues. */
static json_t *write_trouble(const void *context, arena_match *g, int seat) {
    (void)context, (void)seat;
    return write_clocks(g);
}

static json_t *write_event(const void *context, arena_match *g, int seat) {
    const arena_news *n = context;
    const match_event *v = &n->event;
    json_int_t id = (json_int_t)g->id, at = (json_int_t)arena_history(g)->count;
    switch (v->kind) {
    case MATCH_MOVE:
        return json_pack("{s:s, s:I, s:I, s:o, s:o, s:o}", "tell", "move", "match", id, "at", at,
                         "move", played_move_json(g, arena_history(g)->count - 1, seat), "clocks",
                         clocks_json(g), "state", match_position_json(g, seat));
    case MATCH_UNDO:
        return json_pack("{s:s, s:I, s:I, s:o, s:o}", "tell", "undone", "match", id, "at", at,
                         "clocks", clocks_json(g), "state", match_position_json(g, seat));
    case MATCH_END:
        return json_pack("{s:s, s:I, s:o, s:o, s:o, s:f, s:f}", "tell", "end", "match", id,
                         "verdict", verdict_json(g->rules, &g->so_far.verdict), "clocks",
                         clocks_json(g), "state", match_position_json(g, seat), "delay",
                         1000 * clock_seconds(v->delay.worst), "waited",
                         1000 * clock_seconds(v->delay.waited));
    case MATCH_OFFER:
    case MATCH_DECLINE:
        return json_pack("{s:s, s:I, s:i, s:s}", "tell",
                         v->kind == MATCH_OFFER ? "offer" : "declined", "match", id, "seat",
                         v->seat, "what", v->text);
    case MATCH_NOTE:
        return json_pack("{s:s, s:I, s:i, s:o}", "tell", "note", "match", id, "seat", v->seat,
                         "text", text_json(v->text));
    case MATCH_COMMIT:
    case MATCH_REVEAL: return write_secret(v, g, seat);
    case MATCH_READY: return write_seats(NULL, g, seat);
    case MATCH_START:
    case MATCH_RESUME:
    case MATCH_PAUSE:
    case MATCH_GO_ON: return write_clocks(g);
    }
    return NULL;
}

static json_t *write_line(const void *context, arena_match *g, int seat) {
    (void)seat;
    const arena_news *n = context;
    return json_pack("{s:s, s:I, s:i, s:s, s:f, s:o}", "tell", "line", "match", (json_int_t)g->id,
                     "seat", n->event.seat, "dir", n->sent ? "out" : "in", "time", n->time, "bytes",
                     text_json(n->event.text));
}

/* A command that its match has refused after accepting it: tells all connections of the seat. */
static void refuse_late(desk *d, const arena_match *g, const arena_news *n) {
    for (desk_client *c = d->clients; c; c = c->next) {
        watch *w = desk_watch_of(c, g);
        if (!w || w->seat != n->event.seat) continue;
        json_t *o = refusal_json("refused", &n->why);
        json_object_set_new(o, "tell", json_string("error"));
        json_object_set_new(o, "match", json_integer((json_int_t)g->id));
        desk_tell(c, o, NULL);
    }
}

static void log_end(const desk *d, const arena_match *g, const match_verdict *v) {
    json_t *o =
        json_pack("{s:s, s:I, s:s, s:I, s:s}", "event", "match-over", "match", (json_int_t)g->id,
                  "game", g->rules->game->name, "moves", (json_int_t)arena_history(g)->count,
                  "reason", match_reason_name(v->reason));
    if (o && v->winner >= 0) json_object_set_new(o, "winner", json_integer(v->winner));
    desk_log(d, o);
}

/* Everybody gets the match as it is now. */
static void tell_whole(desk *d, arena_match *g) {
    lists_doubt(d);
    for (desk_client *c = d->clients; c; c = c->next) {
        watch *w = desk_watch_of(c, g);
        if (w && !c->closing) desk_tell_match(c, w, NULL);
    }
}

static void told(void *context, arena_match *g, const arena_news *n) {
    desk *d = context;
    switch (n->kind) {
    case ARENA_EVENT:
        if (n->event.kind == MATCH_NOTE && !line_bytes_are_public(g)) break;
        if (n->event.kind == MATCH_END) {
            lists_forget(d);
            log_end(d, g, &n->event.verdict);
        }
        lists_doubt(d);
        desk_tell_all(d, g, write_event, n, false);
        if (n->event.kind == MATCH_MOVE || n->event.kind == MATCH_UNDO ||
            n->event.kind == MATCH_END)
            studies_evaluate(d, g);
        break;
    case ARENA_CALLED:
    case ARENA_JOINED: desk_tell_seats(d, g); break;
    case ARENA_TROUBLE: desk_tell_all(d, g, write_trouble, NULL, false); break;
    case ARENA_REFUSED: refuse_late(d, g, n); break;
    case ARENA_LINE:
        if (line_bytes_are_public(g)) desk_tell_all(d, g, write_line, n, false);
        break;
    case ARENA_PRESENT: desk_tell_seats(d, g); break; /* spectators: chat_tell_spectators */
    case ARENA_CHAT: chat_hear(d, g, &n->mail->line); break;
    case ARENA_ANSWERED: errands_answered(d, n); break;
    case ARENA_MOVED: tell_whole(d, g); break;
    case ARENA_BEGUN: begin_answer(d, g, NULL); break;
    case ARENA_NOT_BEGUN: begin_answer(d, g, &n->why); break;
    case ARENA_DONE:
    case ARENA_LOST:
    case ARENA_FAILED:
    default: break;
    }
}

void desk_say_goodbye(desk *d) {
    for (desk_client *c = d->clients; c; c = c->next) {
        if (c->closing) continue;
        desk_tell(c, json_pack("{s:s}", "tell", "stopping"), NULL);
        c->closing = true;
        c->socket.close(c->socket.context, FRAME_GOING_AWAY);
    }
}

void desk_hear(desk *d) {
    arena_hear(d->arena, told, d);
    delayed_hear(d);
    arena_step_events(d->arena);
    studies_hear(d);
    events_hear(d);
}

void desk_tick(desk *d) {
    arena_poll(d->arena, told, d);
    arena_step_events(d->arena);
    lists_tick(d);
    events_tick(d);
    chat_tell_spectators(d);
    if (!d->resumed) studies_resume(d);
    d->resumed = true;
}
