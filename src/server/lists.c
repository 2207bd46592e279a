/* Lists of matches: for requests, and for clients that subscribe to them.
 *
 * The thread that makes them also relays moves, and with every move a list is outdated. So its
 * entries are kept as text, each until its match changes, and a list is put together from them. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "server/desk_private.h"
#include "server/match_json.h"

enum {
    LIST_MS = 500,
    LIST_LENGTH = 40,
    LIST_FIRST = 4096,
    ENTRY_KEPT = 16384, /* longer ones are not kept: large boards could fill the memory */
};

/* A list that is being written. */
typedef struct listing {
    desk *desk;
    bool states;
    int64_t work;
    char *bytes;
    size_t length, room;
    bool lacking; /* memory */
} listing;

json_t *lists_state(desk *d, const store_match *m, int seat, int64_t *work) {
    error e;
    arena_match *g = *work <= DESK_LIST_WORK ? arena_find(d->arena, m->id, &e) : NULL;
    if (!g) return NULL;
    json_t *state = match_position_json(g, seat);
    *work += m->moves + (int64_t)json_string_length(json_object_get(state, "text")) / 2;
    return state;
}

static void add_bytes(listing *l, const char *bytes, size_t length) {
    while (l->length + length > l->room && !l->lacking) {
        size_t room = l->room ? 2 * l->room : LIST_FIRST;
        char *more = realloc(l->bytes, room);
        if (more) l->bytes = more, l->room = room;
        l->lacking = !more;
    }
    if (l->lacking) return;
    memcpy(l->bytes + l->length, bytes, length);
    l->length += length;
}

static uint64_t join_text(uint64_t hash, const char *s) {
    return hash_join(hash, hash_bytes(s, strlen(s)));
}

/* Everything that summary_json writes of a match, but for its state. */
static uint64_t hash_summary(const store_match *m, const store_seat *seats, int count) {
    uint64_t hash = hash_join((uint64_t)m->moves, (uint64_t)m->winner * 2 + m->over);
    const char *const texts[] = {m->game,   m->rules, m->seats,      m->begun,
                                 m->reason, m->score, m->why.message};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) hash = join_text(hash, texts[i]);
    for (int i = 0; i < count; i++) {
        hash = join_text(join_text(hash, seats[i].kind), seats[i].name);
        hash = hash_join(join_text(hash, seats[i].avatar), (uint64_t)seats[i].account);
    }
    return hash;
}

/* Which state it has, by its last event. A match that is over does not change any more, so it need
 * not be read for that. */
static uint64_t version_of(desk *d, const store_match *m) {
    error e;
    const arena_match *g = m->over ? NULL : arena_find(d->arena, m->id, &e);
    return g ? hash_join((uint64_t)g->last_event, arena_history(g)->count) : 0;
}

static void write_entry(listing *l, listed_match *kept, const store_match *m,
                        const store_seat *seats, int count) {
    int64_t before = l->work;
    json_t *state = l->states ? lists_state(l->desk, m, GAME_NOBODY, &l->work) : NULL;
    free(kept->text);
    kept->stateless = l->states && !state;
    kept->text = message_text(summary_json(m, seats, count, state));
    kept->work = l->work - before;
}

static bool add_entry(void *context, const store_match *m) {
    listing *l = context;
    desk *d = l->desk;
    if (arena_is_beginning(d->arena, m->id)) return true;
    store_seat seats[GAME_SEATS_MAX];
    error e;
    int count = store_seats(arena_store(d->arena), m->id, seats, GAME_SEATS_MAX, &e);
    if (count < 0) count = 0;
    /* A list says nothing of the states for which it has no time, whether or not they are known. */
    bool late = l->states && l->work > DESK_LIST_WORK;
    listed_match *kept = &d->listed[l->states][(uint64_t)m->id % DESK_LISTED];
    listed_match now = {.id = m->id,
                        .version = l->states && !late ? version_of(d, m) : 0,
                        .summary = hash_summary(m, seats, count)};
    bool same = kept->text && kept->id == now.id && kept->version == now.version &&
                kept->summary == now.summary;
    if (same && kept->stateless == late) {
        l->work += kept->work;
    } else {
        kept->id = now.id, kept->version = now.version, kept->summary = now.summary;
        write_entry(l, kept, m, seats, count);
    }
    if (!kept->text) l->lacking = true;
    if (l->lacking) return false;
    size_t length = strlen(kept->text);
    if (l->bytes[l->length - 1] != '[') add_bytes(l, ",", 1);
    add_bytes(l, kept->text, length);
    if (length > ENTRY_KEPT) {
        free(kept->text);
        kept->text = NULL;
    }
    return !l->lacking;
}

/* {...,"matches":[...]}, with `before` as its beginning; NULL with an error. */
static message *make_list(desk *d, const char *before, const store_wanted *w, bool states,
                          error *e) {
    listing l = {.desk = d, .states = states};
    message *list = NULL;
    add_bytes(&l, before, strlen(before));
    bool read = !l.lacking && store_each_wanted(arena_store(d->arena), w, add_entry, &l, e);
    add_bytes(&l, "]}", 2);
    if (read && !l.lacking) list = message_of_bytes(l.bytes, l.length, false);
    if ((read || l.lacking) && !list) error_set(e, "no memory for a list");
    free(l.bytes);
    return list;
}

static void forget(kept_list *l) {
    message_release(l->message);
    l->message = NULL;
}

void lists_forget(desk *d) {
    for (int states = 0; states < 2; states++) forget(&d->list[states]);
    for (size_t i = 0; i < DESK_LISTS_KEPT; i++) forget(&d->answer[i]);
}

void lists_doubt(desk *d) {
    d->list[true].version = -1;
    for (size_t i = 0; i < DESK_LISTS_KEPT; i++)
        if (d->answer[i].states) d->answer[i].version = -1;
}

void lists_close(desk *d) {
    lists_forget(d);
    for (int states = 0; states < 2; states++)
        for (size_t i = 0; i < DESK_LISTED; i++) free(d->listed[states][i].text);
}

static bool is_list_of(const kept_list *l, const store_wanted *w, bool states) {
    const store_wanted *v = &l->wanted;
    return l->message && l->states == states && v->running == w->running && v->over == w->over &&
           v->listed == w->listed && v->before == w->before && v->most == w->most &&
           v->idle == w->idle && !v->game == !w->game &&
           (!v->game || strcmp(v->game, w->game) == 0);
}

message *lists_get(desk *d, const store_wanted *w, bool states, error *e) {
    int64_t version = store_changes(arena_store(d->arena));
    size_t i = 0;
    while (i < DESK_LISTS_KEPT && !is_list_of(&d->answer[i], w, states)) i++;
    if (i == DESK_LISTS_KEPT) i = d->answer_next++ % DESK_LISTS_KEPT;
    else if (d->answer[i].version == version) return d->answer[i].message;
    message *made = make_list(d, "{\"matches\":[", w, states, e);
    if (!made) return NULL;
    kept_list *l = &d->answer[i];
    forget(l);
    *l = (kept_list){.message = made, .wanted = *w, .states = states, .version = version};
    text t = text_over(l->game, sizeof l->game);
    if (w->game) text_add(&t, w->game);
    l->wanted.game = w->game ? l->game : NULL;
    return made;
}

/* The list for subscribers, owned by the desk. Clients that ask at about the same time get the same
 * one; if it has changed since, lists_tick sends the new one soon. `version`: the store's. */
static message *list_message(desk *d, bool states, int64_t version) {
    error e;
    kept_list *l = &d->list[states];
    int64_t now = clock_now();
    if (l->message && (version == l->version || now - l->made < LIST_MS * MILLISECOND))
        return l->message;
    /* The wall of a contest shows all tables, also one that has waited for its boards for hours. */
    bool contest = arena_is_contest(d->arena);
    store_wanted w = {.running = true,
                      .listed = true,
                      .most = contest && !states ? ARENA_RUNNING_MAX : LIST_LENGTH,
                      .idle = contest ? 0 : DESK_IDLE_SECONDS};
    forget(l);
    *l = (kept_list){.message = make_list(d, "{\"tell\":\"list\",\"matches\":[", &w, states, &e),
                     .version = version,
                     .made = now};
    return l->message;
}

void lists_show(desk_client *c) {
    message *m = list_message(c->desk, c->states, store_changes(arena_store(c->desk->arena)));
    c->behind_list = m && !c->socket.send(c->socket.context, m, false);
}

void lists_tick(desk *d) {
    int64_t now = clock_now(), version = store_changes(arena_store(d->arena));
    bool wanted = false;
    for (desk_client *c = d->clients; c; c = c->next) wanted = wanted || c->list;
    if (!wanted || version == d->told_version || now - d->told < LIST_MS * MILLISECOND) return;
    lists_forget(d);
    for (desk_client *c = d->clients; c; c = c->next) {
        if (!c->list || c->behind_list) continue;
        message *m = list_message(d, c->states, version);
        if (m && !c->socket.send(c->socket.context, m, false)) c->behind_list = true;
    }
    d->told = now;
    d->told_version = version;
}
