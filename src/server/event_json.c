#include "server/event_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/match_json.h"

static json_t *points_json(int half) {
    return half % 2 ? json_real(half / 2.0) : json_integer(half / 2);
}

static json_t *figure_json(bool known, double value) {
    return known && isfinite(value) ? json_real(round(10 * value) / 10) : json_null();
}

bool event_is_running(store *s, const char *name) {
    store_tournament *about = malloc(sizeof *about);
    error unused;
    bool played =
        about && store_find_tournament(s, name, about, &unused) && store_is_played(s, about);
    free(about);
    return played;
}

static const char *state_of(const tournament *t) {
    if (t->about->over) return "over";
    if (store_is_played(t->journal, t->about)) return "running";
    return t->pairings.count ? "paused" : "new";
}

/* What kind of player it is; its line or command only if that may be known. */
static void add_seat(json_t *o, const store_entrant *v, const game *g, bool organiser) {
    seat_spec s;
    bool shares = lines_is_board(v->seat);
    bool known = seat_read(v->seat, g, &s, NULL);
    bool program = known && s.kind == SEAT_LINK && strncmp(s.link, "program:", 8) == 0;
    const char *kind = shares                  ? "board"
                       : !known                ? "unknown"
                       : s.kind == SEAT_ENGINE ? "engine"
                       : s.kind == SEAT_LINK   ? (program ? "program" : "board")
                                               : "person";
    json_object_set_new(o, "kind", json_string(kind));
    if (known && s.engine) {
        json_object_set_new(o, "engine", json_string(s.engine->name));
        json_object_set_new(o, "level", json_string(s.engine->levels[s.level].name));
    }
    if (known && s.kind == SEAT_LINK && !program) json_object_set_new(o, "line", text_json(s.link));
    if (organiser) json_object_set_new(o, "seat", text_json(v->seat));
}

static json_t *player_json(const tournament *t, const game *g, const standing *s, const rating *r,
                           bool organiser) {
    const store_entrant *v = &t->entrant[s->player];
    json_t *o =
        json_pack("{s:i, s:o, s:o, s:i, s:i, s:i, s:i, s:b}", "number", s->player, "name",
                  text_json(v->name), "points", points_json(s->points), "games", s->games, "wins",
                  s->wins, "draws", s->draws, "losses", s->losses, "withdrawn", v->withdrawn >= 0);
    json_t *tiebreaks = json_object();
    for (int i = 0; i < t->plan.order_count; i++)
        json_object_set_new(tiebreaks, tiebreak_name(t->plan.order[i]),
                            json_real(s->tiebreak[t->plan.order[i]]));
    json_object_set_new(o, "tiebreaks", tiebreaks);
    json_object_set_new(o, "rating", figure_json(r->rated, r->elo));
    json_object_set_new(o, "error", figure_json(r->rated, r->error));
    add_seat(o, v, g, organiser);
    return o;
}

static json_t *players_json(const tournament *t, const game *g, bool organiser, error *e) {
    standing *table = calloc((size_t)t->entrants + 1, sizeof *table);
    rating *r = calloc((size_t)t->entrants + 1, sizeof *r);
    json_t *all = NULL;
    if (!table || !r) {
        error_set(e, "no memory for the standings");
    } else if (tournament_stands(t, table, r, e)) {
        all = json_array();
        for (int i = 0; i < t->entrants; i++)
            json_array_append_new(all,
                                  player_json(t, g, &table[i], &r[table[i].player], organiser));
    }
    free(table);
    free(r);
    return all;
}

static json_t *pairing_json(const tournament *t, size_t at) {
    const pairing *p = &t->pairings.pairing[at];
    json_t *players = json_array(), *result = json_array();
    for (int i = 0; i < p->count; i++) {
        json_array_append_new(players, json_integer(p->player[i]));
        if (p->over) json_array_append_new(result, points_json(p->points[i]));
    }
    return json_pack("{s:i, s:i, s:o, s:o, s:b, s:o, s:o}", "round", p->round + 1, "board",
                     t->stored[at].board + 1, "players", players, "result", result, "over", p->over,
                     "reason", text_json(t->stored[at].reason), "games", json_array());
}

/* Adds the games to their pairings; both are in the same order. */
typedef struct adding {
    const tournament *t;
    json_t *pairings;
    size_t at;
} adding;

static bool add_game(void *context, const store_game *g) {
    adding *a = context;
    const tournament *t = a->t;
    int at = tournament_find(t, a->at, g->round, g->board);
    if (at < 0) return false;
    a->at = (size_t)at;
    int count = t->pairings.pairing[a->at].count;
    json_t *winner =
        g->winner > 0 ? json_integer(pair_games_player(count, (uint64_t)g->number, g->winner - 1))
                      : json_null();
    json_array_append_new(json_object_get(json_array_get(a->pairings, a->at), "games"),
                          json_pack("{s:I, s:I, s:b, s:o, s:s}", "match", (json_int_t)g->match,
                                    "number", (json_int_t)g->number + 1, "over", g->over, "winner",
                                    winner, "reason", g->reason));
    return true;
}

static json_t *pairings_json(const tournament *t, const json_t *here, error *e) {
    json_t *all = json_array();
    adding to = {.t = t, .pairings = all};
    for (size_t i = 0; i < t->pairings.count; i++) json_array_append_new(all, pairing_json(t, i));
    if (!store_each_game(t->journal, t->about->id, add_game, &to, e)) {
        json_decref(all);
        return NULL;
    }
    const json_t *tables = json_object_get(here, "tables");
    for (size_t i = 0; i < json_array_size(tables); i++) {
        json_t *table = json_array_get(tables, i);
        json_int_t at = json_integer_value(json_object_get(table, "at"));
        json_object_update(json_array_get(all, (size_t)at), json_object_get(table, "is"));
    }
    return all;
}

static json_t *shared_lines_json(const char *list) {
    json_t *all = json_array();
    for (int i = 0; i < lines_in(list); i++) {
        char spec[SEAT_SPEC];
        text t = text_over(spec, sizeof spec);
        if (lines_nth(list, i, &t)) json_array_append_new(all, text_json(spec));
    }
    return all;
}

static json_t *table_json(const tournament *t, const event_table *table) {
    static const char *const states[] = {
        [TABLE_WAITS] = "waits", [TABLE_DUE] = "due", [TABLE_PLAYING] = "playing"};
    const pairing *p = &t->pairings.pairing[table->pairing];
    json_t *o =
        json_pack("{s:s, s:I}", "state", states[table->state], "played", (json_int_t)table->played);
    json_t *on = json_array();
    bool any = false;
    for (int k = 0; k < p->count; k++) {
        int line = table->line[k];
        any = any || lines_is_board(t->entrant[p->player[k]].seat);
        json_array_append_new(on, line < 0 ? json_null() : json_integer(line + 1));
    }
    if (any) json_object_set(o, "lines", on);
    json_decref(on);
    if (*table->why.message)
        json_object_set_new(o, "why", refusal_json("cannot-begin", &table->why));
    return json_pack("{s:I, s:o}", "at", (json_int_t)table->pairing, "is", o);
}

json_t *event_here_json(const arena_event *v) {
    json_t *tables = json_array();
    for (size_t i = 0; i < v->count; i++)
        json_array_append_new(tables, table_json(&v->t, &v->table[i]));
    json_t *o =
        json_pack("{s:o, s:o}", "tables", tables, "lines", shared_lines_json(v->terms.lines));
    if (*v->why.message) json_object_set_new(o, "why", refusal_json("stuck", &v->why));
    return o;
}

static json_t *clock_json(const time_control *c) {
    json_t *o = json_object();
    if (c->move) json_object_set_new(o, "move", json_integer(c->move / MILLISECOND));
    if (c->game) json_object_set_new(o, "game", json_integer(c->game / MILLISECOND));
    if (c->increment) json_object_set_new(o, "increment", json_integer(c->increment / MILLISECOND));
    if (c->overage) json_object_set_new(o, "overage", json_integer(c->overage / MILLISECOND));
    return o;
}

static json_t *head_json(const tournament *t, const event_terms *terms) {
    return json_pack("{s:o, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i}", "name",
                     text_json(t->about->name), "game", terms->game->name, "kind",
                     event_kind_name(terms->plan.kind), "state", state_of(t), "begun",
                     t->about->begun, "rules", terms->rules, "round", tournament_paired(t),
                     "rounds", tournament_rounds(t), "games", terms->plan.games);
}

json_t *event_json(store *s, const event_language *language, const char *name, bool organiser,
                   const json_t *here, error *e) {
    tournament t;
    event_terms terms;
    json_t *o = NULL, *players = NULL, *pairings = NULL;
    if (event_read(s, language, name, &t, &terms, e) &&
        (players = players_json(&t, terms.game, organiser, e)) &&
        (pairings = pairings_json(&t, here, e))) {
        json_t *tiebreaks = json_array(), *why = json_object_get(here, "why");
        for (int i = 0; i < t.plan.order_count; i++)
            json_array_append_new(tiebreaks, json_string(tiebreak_name(t.plan.order[i])));
        o = head_json(&t, &terms);
        json_object_set_new(o, "seats", json_integer(terms.plan.seats));
        json_object_set_new(o, "clock", clock_json(&terms.terms.control));
        json_object_set_new(o, "tiebreaks", tiebreaks);
        if (here) json_object_set(o, "lines", json_object_get(here, "lines"));
        else json_object_set_new(o, "lines", shared_lines_json(terms.lines));
        json_object_set_new(o, "here", json_boolean(here != NULL));
        json_object_set(o, "players", players);
        json_object_set(o, "pairings", pairings);
        if (why) json_object_set(o, "why", why);
    }
    json_decref(players);
    json_decref(pairings);
    tournament_destroy(&t);
    return o;
}

/* The newest ones. */
typedef struct newest {
    struct {
        char name[STORE_NAME];
        int64_t id;
        bool over;
    } * all;
    size_t count, most;
} newest;

static bool note_one(void *context, const store_tournament *t) {
    newest *n = context;
    size_t at = n->count++ % n->most;
    memcpy(n->all[at].name, t->name, STORE_NAME);
    n->all[at].id = t->id;
    n->all[at].over = t->over;
    return true;
}

/* A tournament in short; NULL if it cannot be read. */
static json_t *short_json(store *s, const event_language *language, const char *name) {
    tournament t;
    event_terms terms;
    error unused;
    json_t *o = NULL;
    if (event_read(s, language, name, &t, &terms, &unused)) {
        o = head_json(&t, &terms);
        json_object_set_new(o, "players", json_integer(t.entrants));
    }
    tournament_destroy(&t);
    return o;
}

json_t *event_list_json(store *s, const event_language *language, int most, json_t **past,
                        const atomic_bool *quit, error *e) {
    newest n = {.most = (size_t)most};
    json_t *all = NULL, *kept = json_object();
    if (!(n.all = calloc(n.most, sizeof *n.all))) {
        error_set(e, "no memory for a list");
    } else if (store_each_tournament(s, note_one, &n, e)) {
        all = json_array();
        for (size_t i = n.count; i > 0 && n.count - i < n.most && !atomic_load(quit); i--) {
            size_t at = (i - 1) % n.most;
            char key[32];
            text t = text_over(key, sizeof key);
            text_addf(&t, "%lld", (long long)n.all[at].id);
            json_t *known = n.all[at].over ? json_incref(json_object_get(*past, key)) : NULL;
            json_t *o = known ? known : short_json(s, language, n.all[at].name);
            if (o && n.all[at].over) json_object_set(kept, key, o);
            if (o) json_array_append_new(all, o);
        }
        json_decref(*past);
        *past = json_incref(kept);
    }
    json_decref(kept);
    free(n.all);
    if (!all || !atomic_load(quit)) return all;
    error_set(e, "the list was not read to its end");
    json_decref(all);
    return NULL;
}
