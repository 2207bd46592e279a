/* Matches of the store: finished, interrupted, or played by another process. */
#include <stdlib.h>
#include <string.h>

#include "arena/elsewhere.h"
#include "base/clock.h"
#include "store/wire_log.h"

enum { TAKE_UP_SECONDS = 5 };

typedef struct polling {
    arena_match *game;
    arena_told *told;
    void *context;
    bool ended;
    store_event last; /* then */
} polling;

static void tell_nobody(void *context, arena_match *g, const arena_news *n) {
    (void)context, (void)g, (void)n;
}

static bool is_end(const store_event *v) {
    return strcmp(v->kind, match_event_name(MATCH_END)) == 0;
}

bool arena_take_stored(arena_match *g, const store_event *v, const store_match *over,
                       arena_told *told, void *context) {
    arena_news news = {.kind = ARENA_EVENT};
    error e;
    if (is_end(v)) {
        g->last_event = v->number;
        if (!over) return true;
        arena_match_take_verdict(g, over);
        g->foreign = false;
        news.event =
            (match_event){.kind = MATCH_END, .seat = GAME_NOBODY, .verdict = g->so_far.verdict};
    } else if (!arena_match_take_stored(g, v, &news.event, &e)) {
        return false;
    }
    told(context, g, &news);
    return true;
}

static bool poll_event(void *context, const store_event *v) {
    polling *p = context;
    p->ended = is_end(v);
    if (p->ended) p->last = *v;
    return !p->ended && arena_take_stored(p->game, v, NULL, p->told, p->context);
}

static void poll_line(void *context, const wire_run *r) {
    polling *p = context;
    arena_match *g = p->game;
    if (r->seat >= g->rules->seats) return;
    arena_match_take_line(g, r);
    arena_news news = {.kind = ARENA_LINE, .event.seat = r->seat, .sent = r->sent, .time = r->time};
    text bytes = text_over(news.event.text, sizeof news.event.text);
    text_add(&bytes, r->bytes);
    p->told(p->context, g, &news);
}

static void poll_lines(arena *a, arena_match *g, arena_told *told, void *context) {
    polling p = {.game = g, .told = told, .context = context};
    wire_log_read(a->setup.store, g->id, &g->lines_at, poll_line, &p);
}

static void catch_up(arena *a, arena_match *g, arena_told *told, void *context) {
    polling p = {.game = g, .told = told, .context = context};
    error e;
    poll_lines(a, g, told, context);
    store_each_later(a->setup.store, g->id, g->last_event, poll_event, &p, &e);
    if (!p.ended) return;
    poll_lines(a, g, told, context); /* the last ones */
    store_match *m = calloc(1, sizeof *m);
    if (m && store_find(a->setup.store, g->id, m, &e))
        arena_take_stored(g, &p.last, m, told, context);
    free(m);
}

/* Starts a resumed match that had no room before. */
static void start_one(arena *a) {
    error e;
    for (arena_match *g = a->games; g; g = g->next)
        if (arena_waits_for_room(g)) {
            if (arena_running(a) < ARENA_RUNNING_MAX) arena_start(a, g, &e);
            return;
        }
}

void arena_warn_of_failure(void *context, int64_t id, const char *why) {
    const arena *a = context;
    error e;
    error_set(&e, "match %lld cannot be resumed: %s", (long long)id, why);
    if (a->setup.warn) a->setup.warn(a->setup.context, e.message);
}

void arena_poll(arena *a, arena_told *told, void *context) {
    for (arena_match *g = a->games; g; g = g->next)
        if (g->foreign && !g->so_far.over && g->held) {
            if (a->relay) poll_lines(a, g, told, context);
            else catch_up(a, g, told, context);
        }
    elsewhere_poll(a);
    arena_park_one(a, ARENA_PARK_SECONDS);
    start_one(a);
    if (a->take_up && clock_now() >= a->take_up) arena_resume(a, arena_warn_of_failure, a);
}

typedef struct loading {
    arena_match *game;
    error *e;
    bool good;
} loading;

static bool load_event(void *context, const store_event *v) {
    loading *l = context;
    match_event event;
    return l->good = arena_match_take_stored(l->game, v, &event, l->e);
}

static arena_match *load(arena *a, const store_match *m, error *e) {
    store_seat seats[GAME_SEATS_MAX];
    int count = store_seats(a->setup.store, m->id, seats, GAME_SEATS_MAX, e);
    arena_match *g = count < 0 ? NULL : arena_match_open(m, seats, count, e);
    if (!g) return NULL;
    loading l = {.game = g, .e = e, .good = true};
    bool good = store_each_event(a->setup.store, m->id, load_event, &l, e) && l.good;
    /* On a server others' events can be read before they are on its disk. */
    if (good && !m->over && a->relay) good = store_sync(a->setup.store, e);
    if (!good) {
        arena_match_close(g);
        return NULL;
    }
    if (m->over) arena_match_take_verdict(g, m);
    bool alive = !m->over && store_is_alive(a->setup.store, &m->owner);
    bool mine = alive && store_is_mine(a->setup.store, &m->owner);
    if (mine) g->fence = store_fence_of(m);
    g->parked = mine && arena_match_is_full(g);
    g->foreign = !m->over && !mine;
    if (!alive || mine) g->so_far.asked = false;
    wire_log_read(a->setup.store, g->id, &g->lines_at, poll_line,
                  &(polling){.game = g, .told = tell_nobody});
    return g;
}

arena_match *arena_find(arena *a, int64_t id, error *e) {
    for (arena_match *g = a->games; g; g = g->next) {
        if (g->id != id) continue;
        /* arena_poll keeps a match that somebody holds up to date, but no other. */
        if (g->foreign && !g->held) catch_up(a, g, tell_nobody, NULL);
        return g;
    }
    store_match *m = calloc(1, sizeof *m);
    arena_match *g = m && store_find(a->setup.store, id, m, e) ? load(a, m, e) : NULL;
    if (!m) error_set(e, "no memory for a match");
    free(m);
    if (g) arena_add(a, g);
    return g;
}

static bool is_token_of(arena *a, int64_t id, const char *token) {
    store_seat seats[GAME_SEATS_MAX];
    unsigned char hash[TOKEN_BYTES];
    error unused;
    bool found = false;
    if (!token_hash(token, hash)) return false;
    int count = store_seats(a->setup.store, id, seats, GAME_SEATS_MAX, &unused);
    for (int i = 0; i < count; i++)
        found = (token_same(hash, seats[i].token) && seats[i].has_token) || found;
    return found;
}

arena_match *arena_find_for(arena *a, int64_t id, const char *key, const char *token, error *e) {
    char own[STORE_KEY];
    if (!arena_is_beginning(a, id) && store_find_key(a->setup.store, id, own) &&
        (!*own || (key && token_same_key(own, key)) || (token && is_token_of(a, id, token))))
        return arena_find(a, id, e);
    error_set(e, "there is no match %lld; 'damero matches' lists them", (long long)id);
    return NULL;
}

/* Matches whose owners are dead. */
typedef struct orphan {
    int64_t id;
    store_owner owner;
} orphan;

typedef struct resuming {
    const store *store;
    orphan *orphans;
    size_t count;
} resuming;

static bool note_orphan(void *context, const store_match *m) {
    resuming *r = context;
    if (store_is_alive(r->store, &m->owner)) return true;
    orphan *more = realloc(r->orphans, (r->count + 1) * sizeof *more);
    if (!more) return false;
    r->orphans = more;
    more[r->count++] = (orphan){m->id, m->owner};
    return true;
}

void arena_abort(arena *a, arena_match *g, const error *why) {
    store *s = a->setup.store;
    store_match *m = calloc(1, sizeof *m);
    transcript t;
    error e;
    if (m && store_find(s, g->id, m, &e) && journal_load(s, m, true, &t, &e)) {
        journal_close(s, g->fence, &t, MATCH_ABORTED, GAME_NOBODY, why, &e);
        transcript_destroy(&t);
    }
    if (m && store_find(s, g->id, m, &e) && m->over) arena_match_take_verdict(g, m);
    free(m);
}

bool arena_is_served(arena *a, int64_t id) {
    store_seat first;
    return store_seats(a->setup.store, id, &first, 1, NULL) == 1 &&
           strcmp(first.kind, STORE_NAMED) != 0;
}

/* Continues a claimed match if there is room. There is no need to wait for a person who is absent,
 * and there may be thousands. */
bool arena_adopt(arena *a, store_fence f, error *e) {
    arena_match *g = arena_find(a, f.match, e);
    if (!g) return false;
    if (g->foreign) catch_up(a, g, tell_nobody, NULL);
    g->foreign = false;
    g->fence = f;
    g->parked = arena_match_is_full(g);
    if (!g->parked || arena_may_park(g)) return true;
    if (!runner_can_start(g, e)) {
        arena_abort(a, g, e);
        return false;
    }
    arena_start(a, g, e); /* otherwise it waits for room */
    return true;
}

int arena_resume(arena *a, void (*failed)(void *, int64_t match, const char *why), void *context) {
    resuming r = {.store = a->setup.store};
    error e;
    int count = 0;
    store_wanted wanted = {.running = true, .most = INT32_MAX};
    bool good = store_each_wanted(a->setup.store, &wanted, note_orphan, &r, &e);
    a->take_up = 0;
    for (size_t i = r.count; i-- > 0;) {
        const orphan *o = &r.orphans[i];
        store_fence f;
        if (!arena_is_served(a, o->id)) continue;
        store_result claimed = store_claim(a->setup.store, o->id, &o->owner, &f, &e);
        good = good && claimed != STORE_FAILED;
        if (claimed != STORE_KEPT) continue;
        if (arena_adopt(a, f, &e)) count++;
        else failed(context, o->id, e.message);
    }
    if (!good) {
        a->take_up = clock_now() + TAKE_UP_SECONDS * SECOND;
        error_in(&e, "not all interrupted matches could be resumed; retrying");
        if (a->setup.warn) a->setup.warn(a->setup.context, e.message);
    }
    free(r.orphans);
    a->figures.resumed += (uint64_t)count;
    return count;
}
