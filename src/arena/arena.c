#include "arena/arena.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "arena/runner.h"
#include "base/clock.h"

struct arena {
    arena_setup setup;
    arena_game *games;
    runner_inbox inbox;
};

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

void arena_destroy(arena *a) {
    if (!a) return;
    for (arena_game *g = a->games, *next; g; g = next) {
        next = g->next;
        runner_stop(g->runner);
        game_close(g);
    }
    inbox_destroy(&a->inbox);
    store_close(a->setup.store);
    free(a);
}

store *arena_store(arena *a) { return a->setup.store; }
bool arena_is_contest(const arena *a) { return a->setup.contest; }
void arena_hold(arena_game *g) { g->held++; }
void arena_release(arena_game *g) { g->held--; }

static int running(const arena *a) {
    int count = 0;
    for (const arena_game *g = a->games; g; g = g->next) count += g->runner != NULL;
    return count;
}

static bool start(arena *a, arena_game *g, error *e) {
    if (running(a) >= ARENA_RUNNING_MAX)
        return error_set(e, "%d matches are being played: no more for now", ARENA_RUNNING_MAX);
    store *journal = store_open_again(a->setup.store, e);
    if (!journal || !store_claim(journal, g->id, e)) {
        store_close(journal);
        return false;
    }
    g->runner = runner_start(g, journal, a->setup.open_house, &a->inbox, e);
    return g->runner != NULL;
}

/* Beginning. */

/* Rules with what the seats ask for: boards of the contest may pass, and where a game is for any
 * number of players it is for those who sit down. */
static void write_rules(const arena_match_setup *s, const game *g, text *t) {
    const char *given = s->rules ? s->rules : "";
    bool boards = false, players = false;
    for (int i = 0; i < s->seats; i++) boards = boards || s->seat[i].kind == ARENA_LINK;
    for (const game_setting *k = g->settings; k->key; k++)
        players = players || strcmp(k->key, "players") == 0;
    text_add(t, given);
    if (boards && strcmp(g->name, "dots") == 0 && !strstr(given, "pass="))
        text_addf(t, "%spass=on", t->length ? "," : "");
    if (players && !strstr(given, "players=") && !strchr(given, '+'))
        text_addf(t, "%splayers=%d", t->length ? "," : "", s->seats);
}

/* A name that fits a line. */
static void write_name(const char *name, text *t) {
    for (; name && *name; name++) text_add_char(t, (unsigned char)*name < ' ' ? ' ' : *name);
}

/* A seat as the referee reads it. */
static void write_seat(const arena_wish *w, text *t) {
    switch (w->kind) {
    case ARENA_PERSON:
    case ARENA_OPEN:
        text_add(t, "remote");
        if (w->name && *w->name) text_add_char(t, ':');
        write_name(w->name, t);
        break;
    case ARENA_ENGINE:
        text_add(t, "engine");
        if (w->engine) text_addf(t, ":%s", w->engine);
        if (w->level) text_addf(t, ":%s", w->level);
        if (w->think) text_addf(t, ":%lldms", (long long)(w->think / 1000000));
        break;
    case ARENA_LINK: write_name(w->spec, t); break;
    }
}

/* What the page calls a seat at first. */
static void name_seat(const arena_wish *w, const seat_spec *s, store_seat *v) {
    text kind = text_over(v->kind, sizeof v->kind), name = text_over(v->name, sizeof v->name);
    text avatar = text_over(v->avatar, sizeof v->avatar);
    text_add(&kind, arena_seat_kind_name(w->kind));
    if (w->kind == ARENA_ENGINE) text_add(&name, s->engine->levels[s->level].name);
    else if (w->kind == ARENA_LINK) text_add(&name, s->given);
    else write_name(w->name, &name);
    write_name(w->avatar, &avatar);
}

static bool read_seat(const arena *a, const game *g, const arena_wish *w, store_seat *v,
                      text *lines, char token[TOKEN_TEXT], error *e) {
    char line[SEAT_SPEC];
    text t = text_over(line, sizeof line);
    seat_spec spec;
    if (w->kind == ARENA_LINK && !a->setup.contest)
        return error_set(e, "seats on lines are for an arena that was started with --contest");
    write_seat(w, &t);
    if (t.full || !seat_read(line, g, &spec, e)) return t.full ? error_set(e, "too long") : false;
    if (w->kind == ARENA_LINK && spec.kind != SEAT_LINK)
        return error_set(e, "'%s' is no line", line);
    *v = (store_seat){0};
    name_seat(w, &spec, v);
    text_addf(lines, "%s\n", line);
    token[0] = '\0';
    if (w->kind != ARENA_PERSON && w->kind != ARENA_OPEN) return true;
    token_make(token);
    v->has_token = token_hash(token, v->token);
    return true;
}

static bool describe(const arena *a, const arena_match_setup *s, const game_rules *rules,
                     store_match *m, store_seat *seats, char tokens[][TOKEN_TEXT], error *e) {
    text lines = text_over(m->seats, sizeof m->seats);
    for (int i = 0; i < s->seats; i++)
        if (!read_seat(a, rules->game, &s->seat[i], &seats[i], &lines, tokens[i], e))
            return error_in(e, "seat %d", i);
    game_position *start = s->start && *s->start ? game_new_position(rules) : NULL;
    bool good = !start || game_read_position(rules, s->start, start, e);
    kept_settings terms = {.control = s->control};
    randombytes_buf(&terms.seed, sizeof terms.seed);
    good = good && kept_describe(m, rules, start, &terms, e);
    free(start);
    m->unlisted = s->unlisted;
    if (good && lines.full) return error_set(e, "the seats' texts are too long");
    return good;
}

static void add_game(arena *a, arena_game *g) {
    g->heard = clock_now();
    g->next = a->games;
    a->games = g;
}

arena_game *arena_begin(arena *a, const arena_match_setup *s, char tokens[][TOKEN_TEXT], error *e) {
    char settings[700];
    text t = text_over(settings, sizeof settings);
    store_seat seats[GAME_SEATS_MAX];
    arena_game *g = NULL;
    const game *of = game_find(s->game, e);
    if (!of) return NULL;
    if (running(a) >= ARENA_RUNNING_MAX) {
        error_set(e, "%d matches are being played: no more for now", ARENA_RUNNING_MAX);
        return NULL;
    }
    write_rules(s, of, &t);
    game_rules *rules = game_create(of, settings, e);
    store_match *m = rules ? calloc(1, sizeof *m) : NULL;
    if (rules && rules->seats != s->seats)
        error_set(e, "%s has %d seats by these rules, not %d", of->name, rules->seats, s->seats);
    else if (m && describe(a, s, rules, m, seats, tokens, e) &&
             store_begin_seated(a->setup.store, m, seats, s->seats, e) &&
             store_sync(a->setup.store, e))
        g = game_open(m, seats, s->seats, e);
    free(m);
    game_destroy(rules);
    if (!g) return NULL;
    if (game_is_full(g) && !start(a, g, e)) {
        game_close(g);
        return NULL;
    }
    add_game(a, g);
    return g;
}

/* Reading from the store. */

typedef struct loading {
    arena_game *game;
    error *e;
    bool good;
} loading;

static bool load_event(void *context, const store_event *v) {
    loading *l = context;
    store_event own = *v;
    match_event event;
    return l->good = game_take_stored(l->game, &own, &event, l->e);
}

static arena_game *load(arena *a, const store_match *m, error *e) {
    store_seat seats[GAME_SEATS_MAX];
    int count = store_seats(a->setup.store, m->id, seats, GAME_SEATS_MAX, e);
    arena_game *g = count < 0 ? NULL : game_open(m, seats, count, e);
    if (!g) return NULL;
    loading l = {.game = g, .e = e, .good = true};
    if (!store_each_event(a->setup.store, m->id, load_event, &l, e) || !l.good) {
        game_close(g);
        return NULL;
    }
    if (m->over) game_take_verdict(g, m);
    g->foreign = !m->over && store_is_alive(m);
    if (!g->foreign) g->asked = false;
    return g;
}

arena_game *arena_find(arena *a, int64_t id, error *e) {
    for (arena_game *g = a->games; g; g = g->next)
        if (g->id == id) return g;
    store_match *m = calloc(1, sizeof *m);
    arena_game *g = m && store_find(a->setup.store, id, m, e) ? load(a, m, e) : NULL;
    if (!m) error_set(e, "no memory for a match");
    free(m);
    if (g) add_game(a, g);
    return g;
}

typedef struct resuming {
    int64_t *ids;
    size_t count;
} resuming;

static bool note_unfinished(void *context, const store_match *m) {
    resuming *r = context;
    if (store_is_alive(m)) return true;
    int64_t *ids = realloc(r->ids, (r->count + 1) * sizeof *ids);
    if (!ids) return false;
    r->ids = ids;
    r->ids[r->count++] = m->id;
    return true;
}

static void close_as_aborted(arena *a, int64_t id, const char *why) {
    store_match *m = calloc(1, sizeof *m);
    kept k;
    error e;
    if (m && store_find(a->setup.store, id, m, &e) && kept_load(a->setup.store, m, &k, &e)) {
        kept_close(a->setup.store, m, &k, MATCH_ABORTED, GAME_NOBODY, why, &e);
        kept_destroy(&k);
    }
    free(m);
}

int arena_resume(arena *a, void (*failed)(void *, int64_t match, const char *why), void *context) {
    resuming r = {0};
    error e;
    int count = 0;
    store_each_wanted(a->setup.store, &(store_wanted){.running = true, .most = INT32_MAX},
                      note_unfinished, &r, &e);
    for (size_t i = r.count; i-- > 0;) {
        arena_game *g = arena_find(a, r.ids[i], &e);
        if (g && !g->served) continue; /* 'damero match' does */
        if (g && (!game_is_full(g) || start(a, g, &e))) {
            count++;
        } else {
            if (g) close_as_aborted(a, r.ids[i], e.message);
            failed(context, r.ids[i], e.message);
        }
    }
    free(r.ids);
    return count;
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
    write_name(name, &t);
}

bool arena_join(arena *a, arena_game *g, int seat, const char *name, const char *avatar, error *e) {
    arena_seat was = g->seat[seat], *s = &g->seat[seat];
    store_seat v = {.has_token = false};
    if (g->over) return error_set(e, "the match is over");
    if (s->kind != ARENA_OPEN && s->kind != ARENA_PERSON)
        return error_set(e, "nobody can sit down there");
    if (name) rename_seat(s->name, sizeof s->name, name);
    if (avatar) rename_seat(s->avatar, sizeof s->avatar, avatar);
    bool new = s->kind == ARENA_OPEN;
    s->kind = ARENA_PERSON;
    text kind = text_over(v.kind, sizeof v.kind);
    text_add(&kind, arena_seat_kind_name(s->kind));
    memcpy(v.name, s->name, sizeof v.name);
    memcpy(v.avatar, s->avatar, sizeof v.avatar);
    if (store_set_seat(a->setup.store, g->id, seat, &v, e) && store_sync(a->setup.store, e) &&
        (!new || !game_is_full(g) || start(a, g, e)))
        return true;
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
    game_position *view = game_new_position(rules);
    game_move *moves = malloc(rules->max_moves * sizeof *moves), move = 0;
    bool good = view && moves;
    if (!good) refuse(r, "no-memory", "no memory for a move");
    if (good) {
        if (rules->game->view) rules->game->view(rules, g->game.now, seat, view);
        else game_copy(rules, view, g->game.now);
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
    if (accept && (g->offer != what || g->offer_by == seat))
        return refuse(r, "no-offer", "nothing of that kind is offered");
    return true;
}

bool arena_say(arena *a, arena_game *g, table_word_kind kind, int seat, size_t at, const char *word,
               uint64_t mark, arena_refusal *r) {
    (void)a;
    table_word w = {.kind = kind, .seat = seat, .after = TABLE_ANY, .mark = mark};
    text t = text_over(w.text, sizeof w.text);
    if (g->over) return refuse(r, "over", "the match is over");
    if (!g->runner)
        return refuse(r, "not-begun",
                      game_is_full(g) ? "the match is not played here" : "not all seats are taken");
    if (kind == TABLE_MOVE) {
        if (at != g->game.count || g->seat[seat].posted == at + 1)
            return refuse(r, "stale", "the game has gone on meanwhile");
        if (!check_move(g, seat, word, r)) return false;
        w.after = (int64_t)at;
        text_add(&t, word);
    } else if ((kind == TABLE_DRAW || kind == TABLE_UNDO) &&
               !check_offer(g, kind, seat, word != NULL, r)) {
        return false;
    } else if (kind == TABLE_DECLINE && g->offer == MATCH_NO_OFFER) {
        return refuse(r, "no-offer", "nothing is offered");
    }
    if (!runner_post(g->runner, &w)) return refuse(r, "busy", "too much at once: say it again");
    if (kind == TABLE_MOVE) g->seat[seat].posted = at + 1;
    return true;
}

/* News. */

static arena_game *known(arena *a, int64_t id) {
    for (arena_game *g = a->games; g; g = g->next)
        if (g->id == id) return g;
    return NULL;
}

typedef void arena_told(void *, arena_game *, const arena_news *);

/* The thread of a match has ended: with its verdict, or because it could not be played. */
static void finish(arena *a, arena_game *g, const runner_letter *l, arena_told *told,
                   void *context) {
    runner_stop(g->runner);
    g->runner = NULL;
    g->asked = false;
    if (!l->failed) return;
    match_verdict v = {.reason = MATCH_ABORTED, .winner = GAME_NOBODY, .culprit = GAME_NOBODY};
    text detail = text_over(v.detail, sizeof v.detail);
    text_add(&detail, l->text);
    close_as_aborted(a, g->id, l->text);
    match_event end = {.kind = MATCH_END, .seat = GAME_NOBODY, .verdict = &v, .time = g->elapsed};
    error e;
    game_take(g, &end, &e);
    told(context, g, &(arena_news){.kind = ARENA_EVENT, .event = &end, .seat = GAME_NOBODY});
}

static void deliver(arena *a, arena_game *g, runner_letter *l, arena_told *told, void *context) {
    arena_news news = {.seat = l->event.seat, .text = l->text};
    error e;
    switch (l->kind) {
    case RUNNER_EVENT:
        l->event.text = l->text;
        if (l->event.kind == MATCH_END) l->event.verdict = &l->verdict;
        if (!game_take(g, &l->event, &e)) return;
        news.kind = ARENA_EVENT;
        news.event = &l->event;
        break;
    case RUNNER_REFUSED:
        if (l->event.seat >= 0) g->seat[l->event.seat].posted = 0;
        news.kind = ARENA_REFUSED;
        news.mark = l->mark;
        break;
    case RUNNER_LINE:
        news.kind = ARENA_LINE;
        news.sent = l->sent;
        news.time = l->time;
        break;
    case RUNNER_CALLED:
        rename_seat(g->seat[l->event.seat].called, sizeof g->seat[l->event.seat].called, l->text);
        news.kind = ARENA_SEATS;
        break;
    case RUNNER_DONE: finish(a, g, l, told, context); return;
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
            if (g->runner || g->held || (!g->over && !game_is_full(g))) continue;
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

/* What other processes play. */

typedef struct polling {
    arena_game *game;
    arena_told *told;
    void *context;
    bool ended;
} polling;

static bool poll_event(void *context, const store_event *s) {
    polling *p = context;
    arena_game *g = p->game;
    error e;
    store_event own = *s;
    match_event v = {0};
    if (strcmp(s->kind, match_event_name(MATCH_END)) == 0) {
        g->last_event = s->number;
        p->ended = true;
        return false;
    }
    if (!game_take_stored(g, &own, &v, &e)) return false;
    v.moves = g->game.count;
    p->told(p->context, g, &(arena_news){.kind = ARENA_EVENT, .event = &v, .seat = v.seat});
    return true;
}

void arena_poll(arena *a, arena_told *told, void *context) {
    for (arena_game *g = a->games; g; g = g->next) {
        if (!g->foreign || g->over || !g->held) continue;
        polling p = {.game = g, .told = told, .context = context};
        error e;
        store_each_later(a->setup.store, g->id, g->last_event, poll_event, &p, &e);
        if (!p.ended) continue;
        store_match *m = calloc(1, sizeof *m);
        if (m && store_find(a->setup.store, g->id, m, &e)) {
            game_take_verdict(g, m);
            match_event end = {.kind = MATCH_END, .seat = GAME_NOBODY, .verdict = &g->verdict};
            told(context, g, &(arena_news){.kind = ARENA_EVENT, .event = &end});
        }
        free(m);
    }
}
