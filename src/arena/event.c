#include "arena/event.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena_private.h"
#include "arena/event_private.h"
#include "events/players.h"

bool event_read(store *s, const event_language *language, const char *name, tournament *t,
                event_terms *terms, error *e) {
    *terms = (event_terms){0};
    if (!tournament_load(t, s, name, e)) {
        uint64_t unused;
        /* The message above is worded for the command line; this one is for the page. */
        store_tournament_version(s, name, &unused, e);
        return false;
    }
    if (!language || !language->read(t->about, terms, e)) return false;
    t->plan = terms->plan;
    return true;
}

arena_event *arena_find_event(arena *a, const char *name) {
    for (arena_event *v = a->events; v; v = v->next)
        if (strcmp(v->t.about->name, name) == 0) return v;
    return NULL;
}

/* A tournament to change: one that is played here, or one read from the journal for this change. */
typedef struct changing {
    arena_event *played; /* NULL: it is not */
    tournament own, *t;
    event_terms terms;
} changing;

static bool open_event(arena *a, const char *name, changing *c, error *e) {
    *c = (changing){.played = arena_find_event(a, name)};
    if (c->played) {
        c->t = &c->played->t;
        c->terms = c->played->terms;
        return true;
    }
    c->t = &c->own;
    if (!event_read(a->setup.store, a->setup.language, name, &c->own, &c->terms, e)) return false;
    return !store_is_played(a->setup.store, c->own.about) ||
           error_code(e, "event-elsewhere", "%s is being played by another program", name);
}

static bool close_event(arena *a, changing *c, bool good, error *e) {
    if (c->played) c->played->changed = true;
    if (c->played) c->played->news++;
    tournament_destroy(&c->own);
    return good && (store_sync(a->setup.store, e) || arena_hide_trouble(a, e));
}

bool event_refuse_absent(arena *a, const char *name, error *e) {
    changing c;
    error why = {0};
    open_event(a, name, &c, &why);
    tournament_destroy(&c.own);
    if (strcmp(why.code, "event-elsewhere") == 0) {
        if (e) *e = why;
        return false;
    }
    return error_code(e, "event-not-running", "%s is not being played", name);
}

/* Creating. */

/* An entrant for the store, with a token if it is a person. */
static bool describe(const arena *a, const game *g, const arena_wish *w, int number,
                     store_entrant *v, char token[TOKEN_TEXT], error *e) {
    seat_spec spec;
    *v = (store_entrant){.number = number, .withdrawn = -1};
    token[0] = '\0';
    if (!player_name_check(w->name ? w->name : "", e)) return false;
    text name = text_over(v->name, sizeof v->name), seat = text_over(v->seat, sizeof v->seat);
    text_add(&name, w->name);
    /* A board that shares lines is checked as it will be on any of them. */
    bool shares = w->kind == ARENA_LINK && w->spec && lines_is_board(w->spec);
    char words[SEAT_SPEC];
    text t = text_over(words, sizeof words);
    arena_wish on_line = *w;
    if (shares) {
        text_addf(&t, "pty%s", w->spec + strlen("board"));
        on_line.spec = words;
    }
    if (!arena_read_seat(a, g, &on_line, &spec, e)) return error_in(e, "%s", w->name);
    text_add(&seat, shares ? w->spec : spec.given);
    if (w->kind != ARENA_PERSON && w->kind != ARENA_OPEN) return true;
    token_make(token);
    v->has_token = token_hash(token, v->token);
    return true;
}

bool arena_create_event(arena *a, const event_wish *w, char tokens[][TOKEN_TEXT],
                        arena_refusal *r) {
    text where = text_over(r->where, sizeof r->where);
    error *e = &r->why;
    r->code = "cannot-begin";
    if (!player_name_check(w->name ? w->name : "", e)) {
        text_add(&where, "name");
        return false;
    }
    game_rules *rules =
        tournament_rules(&w->is.plan, w->is.game, *w->is.rules ? w->is.rules : NULL, e);
    game_destroy(rules);
    if (!rules) {
        text_add(&where, "rules");
        return false;
    }
    if (!lines_check(w->is.lines, e)) {
        text_add(&where, "lines");
        return false;
    }
    if (w->players < 2) {
        text_add(&where, "players");
        return error_code(e, "too-few-players", "a tournament needs at least two players");
    }
    store_tournament *t = calloc(1, sizeof *t);
    store_entrant *all = calloc((size_t)w->players, sizeof *all);
    bool good = (t && all) || error_set(e, "no memory for a tournament");
    for (int i = 0; good && i < w->players; i++) {
        good = describe(a, w->is.game, &w->player[i], i, &all[i], tokens[i], e);
        for (int k = 0; good && k < i; k++)
            if (strcmp(all[k].name, all[i].name) == 0)
                good = error_code(e, "player-twice", "two players are named %s", all[i].name);
        if (!good) text_addf(&where, "players/%d", i);
    }
    if (good) {
        event_wish wish = *w;
        text name = text_over(t->name, sizeof t->name);
        text words = text_over(t->words, sizeof t->words);
        randombytes_buf(&wish.is.terms.seed, sizeof wish.is.terms.seed);
        wish.is.terms.seed >>= 1; /* the command line reads it as a number */
        text_add(&name, w->name);
        good = a->setup.language->write(&wish, &words, e) &&
               (!words.full || error_set(e, "the options are too long for the journal"));
        if (good && !store_begin_tournament(a->setup.store, t, all, (size_t)w->players, e)) {
            good = false;
            if (*e->code) text_add(&where, "name");
            else arena_hide_trouble(a, e);
        }
        good = good && (store_sync(a->setup.store, e) || arena_hide_trouble(a, e));
    }
    free(all);
    free(t);
    return good;
}

/* The organiser's changes. */

static int find_player(const tournament *t, const char *name, error *e) {
    for (int i = 0; i < t->entrants; i++)
        if (strcmp(t->entrant[i].name, name) == 0) return i;
    error_code(e, "no-such-player", "no player named %s in this tournament", name);
    return -1;
}

static bool set_player(tournament *t, int at, const store_entrant *v, error *e) {
    if (!store_set_entrant(t->journal, t->about->id, v, e)) return false;
    t->entrant[at] = *v;
    return true;
}

bool arena_add_player(arena *a, const char *name, const arena_wish *w, char token[TOKEN_TEXT],
                      error *e) {
    changing c;
    store_entrant v;
    bool good = open_event(a, name, &c, e);
    if (good && c.t->about->over) good = error_code(e, "event-over", "%s is over", name);
    good = good && describe(a, c.terms.game, w, c.t->entrants, &v, token, e) &&
           tournament_add(c.t, v.name, v.seat, e);
    if (good && v.has_token) {
        v.joined = c.t->entrant[v.number].joined;
        good = set_player(c.t, v.number, &v, e);
    }
    return close_event(a, &c, good, e);
}

bool arena_withdraw_player(arena *a, const char *name, const char *player, error *e) {
    changing c;
    bool good = open_event(a, name, &c, e) && tournament_withdraw(c.t, player, e);
    int at = good ? find_player(c.t, player, e) : -1;
    /* Also between the games of its pairing, and before a game that waits for people. */
    for (size_t i = 0; good && c.played && i < c.played->count; i++) {
        const event_table *table = &c.played->table[i];
        const pairing *p = &c.t->pairings.pairing[table->pairing];
        for (int k = 0; good && k < p->count; k++)
            if (!p->over && p->player[k] == at && !event_is_played(a, table))
                good = pair_games_forfeit(c.t, table->pairing, k, "withdrawn", e);
    }
    return close_event(a, &c, good, e);
}

bool arena_reseat_player(arena *a, const char *name, const char *player, const arena_wish *w,
                         error *e) {
    changing c;
    store_entrant v;
    char token[TOKEN_TEXT];
    bool good = open_event(a, name, &c, e);
    int at = good ? find_player(c.t, player, e) : -1;
    arena_wish wish = *w;
    wish.name = player;
    good = at >= 0 && describe(a, c.terms.game, &wish, at, &v, token, e);
    if (good) {
        store_entrant is = c.t->entrant[at];
        memcpy(is.seat, v.seat, sizeof is.seat);
        good = set_player(c.t, at, &is, e);
    }
    return close_event(a, &c, good, e);
}

bool arena_link_player(arena *a, const char *name, const char *player, char token[TOKEN_TEXT],
                       error *e) {
    changing c;
    bool good = open_event(a, name, &c, e);
    int at = good ? find_player(c.t, player, e) : -1;
    good = at >= 0;
    if (good && !c.t->entrant[at].has_token)
        good = error_code(e, "not-a-person", "%s is not a person", player);
    if (good) {
        store_entrant v = c.t->entrant[at];
        token_make(token);
        good = token_hash(token, v.token) && set_player(c.t, at, &v, e);
    }
    return close_event(a, &c, good, e);
}

/* Looks for the player with a token. */
typedef struct seeking {
    unsigned char hash[TOKEN_BYTES];
    int found;
} seeking;

static bool is_sought(void *context, const store_entrant *v) {
    seeking *s = context;
    if (v->has_token && token_same(s->hash, v->token)) s->found = v->number;
    return true;
}

int arena_player_of(arena *a, const char *name, const char *token) {
    store_tournament *about = malloc(sizeof *about);
    seeking s = {.found = -1};
    error unused;
    if (about && token_hash(token, s.hash) &&
        store_find_tournament(a->setup.store, name, about, &unused) &&
        !store_each_entrant(a->setup.store, about->id, is_sought, &s, &unused))
        s.found = -1;
    free(about);
    return s.found;
}

arena_event *event_waiting(arena *a, const char *name, int round, int board, event_table **found,
                           error *e) {
    arena_event *v = arena_find_event(a, name);
    int at = v ? tournament_find(&v->t, 0, round, board) : -1;
    for (size_t i = 0; v && i < v->count; i++)
        if ((int)v->table[i].pairing == at && v->table[i].state == TABLE_WAITS) {
            *found = &v->table[i];
            return v;
        }
    if (!v) event_refuse_absent(a, name, e);
    else
        error_code(e, "table-not-waiting", "table %d of round %d does not wait for its boards",
                   board + 1, round + 1);
    return NULL;
}

bool arena_ready_event(arena *a, const char *name, int round, int board, error *e) {
    event_table *t = NULL;
    arena_event *v = event_waiting(a, name, round, board, &t, e);
    return v && event_make_ready(a, v, t, e);
}

bool arena_set_lines(arena *a, const char *name, const char *list, error *e) {
    changing c;
    bool good = open_event(a, name, &c, e);
    store_tournament *about = good ? calloc(1, sizeof *about) : NULL;
    if (good && !about) good = error_set(e, "no memory for a tournament");
    if (good) {
        *about = *c.t->about;
        text words = text_over(about->words, sizeof about->words);
        good = lines_check(list, e) &&
               (strlen(list) < EVENT_LINES ||
                error_code(e, "lines-too-long", "the lines' texts are too long")) &&
               a->setup.language->change_lines(c.t->about, list, &words, e) &&
               (!words.full || error_set(e, "the options are too long for the journal")) &&
               store_set_words(a->setup.store, about->id, about->words, e);
    }
    if (good) *c.t->about = *about;
    if (good && c.played) event_change_lines(c.played, list);
    free(about);
    return close_event(a, &c, good, e);
}

bool arena_decide_event(arena *a, const char *name, int round, int board, const int *points,
                        int count, error *e) {
    changing c;
    bool good = open_event(a, name, &c, e);
    int at = good ? tournament_find(c.t, 0, round, board) : -1;
    if (good && at < 0)
        good = error_code(e, "no-such-pairing", "there is no pairing %d.%d", round + 1, board + 1);
    if (good && c.t->pairings.pairing[at].count != count)
        good = error_code(e, "wrong-points", "the pairing has %d players",
                          c.t->pairings.pairing[at].count);
    if (good && (c.t->about->over || round + 1 < tournament_paired(c.t)))
        good = error_code(e, "round-over", "round %d is over, and what follows is based on it",
                          round + 1);
    if (good && c.played) event_stop_table(a, c.played, (size_t)at);
    good = good && tournament_set_result(c.t, (size_t)at, points, count > 1, "by the organiser", e);
    if (good && c.t->stored[at].series)
        good = store_end_series(c.t->journal, c.t->stored[at].series, e);
    return close_event(a, &c, good, e);
}
