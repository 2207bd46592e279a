#include "events/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "events/pair_games.h"

enum { ROUNDS_MOST = 100000, POINTS_MOST = 100000 };

/* "3,0" as numbers; returns how many. */
static int read_numbers(const char *from, int *to, int most) {
    int count = 0;
    while (*from && count < most) {
        char *end;
        to[count++] = (int)strtol(from, &end, 10);
        from = *end == ',' ? end + 1 : end + strlen(end);
    }
    return count;
}

static void write_numbers(const int *from, int count, char *to, size_t size) {
    text t = text_over(to, size);
    for (int i = 0; i < count; i++) text_addf(&t, "%s%d", i ? "," : "", from[i]);
}

typedef struct loading {
    tournament *tournament;
    bool good;
    error *e;
} loading;

static bool take_entrant(void *context, const store_entrant *v) {
    loading *l = context;
    tournament *t = l->tournament;
    store_entrant *memory = realloc(t->entrant, (size_t)(t->entrants + 1) * sizeof *memory);
    if (!memory) return l->good = error_set(l->e, "no memory for a tournament");
    t->entrant = memory;
    t->entrant[t->entrants++] = *v;
    return true;
}

static pairing from_store(const store_pairing *v) {
    pairing p = {.round = v->round, .over = v->over, .played = v->played};
    p.count = read_numbers(v->players, p.player, GAME_SEATS_MAX);
    read_numbers(v->points, p.points, GAME_SEATS_MAX);
    return p;
}

/* Whether its numbers, as read from the journal, can be those of a pairing. They are added up,
 * and something may be done for each round. */
static bool is_sound(const tournament *t, const pairing *p, error *e) {
    bool sound = p->count > 0 && p->round >= 0 && p->round < ROUNDS_MOST;
    for (int i = 0; i < p->count; i++)
        sound = sound && p->player[i] >= 0 && p->player[i] < t->entrants && p->points[i] >= 0 &&
                p->points[i] <= POINTS_MOST;
    return sound || error_set(e, "the tournament in the journal is damaged");
}

static bool add_pairing(tournament *t, const store_pairing *v, error *e) {
    pairing p = from_store(v);
    if (!is_sound(t, &p, e)) return false;
    if (t->pairings.count == t->stored_capacity) {
        size_t larger = t->stored_capacity ? 2 * t->stored_capacity : 64;
        store_pairing *memory = realloc(t->stored, larger * sizeof *memory);
        if (!memory) return error_set(e, "no memory for a tournament");
        t->stored = memory;
        t->stored_capacity = larger;
    }
    t->stored[t->pairings.count] = *v;
    return pairing_list_add(&t->pairings, &p, e);
}

static bool take_pairing(void *context, const store_pairing *v) {
    loading *l = context;
    return l->good = add_pairing(l->tournament, v, l->e);
}

game_rules *tournament_rules(const tournament_plan *p, const game *g, const char *settings,
                             error *e) {
    static const seat_spec anyone = {.kind = SEAT_ENGINE};
    const seat_spec *spec[GAME_SEATS_MAX];
    int seats = p->kind == EVENT_TABLES ? p->seats : 2;
    for (int i = 0; i < seats; i++) spec[i] = &anyone;
    game_rules *rules = setup_rules(g, settings, spec, seats, e);
    if (!rules || rules->seats == seats) return rules;
    error_code(e, "wrong-seat-count", "%s has %d seats by these rules, not %d", g->name,
               rules->seats, seats);
    game_destroy(rules);
    return NULL;
}

bool tournament_load(tournament *t, store *journal, const char *name, error *e) {
    loading l = {t, true, e};
    *t = (tournament){.journal = journal};
    t->about = calloc(1, sizeof *t->about);
    if (!t->about) return error_set(e, "no memory for a tournament");
    return store_find_tournament(journal, name, t->about, e) &&
           store_each_entrant(journal, t->about->id, take_entrant, &l, e) && l.good &&
           store_each_pairing(journal, t->about->id, take_pairing, &l, e) && l.good;
}

void tournament_destroy(tournament *t) {
    pairing_list_destroy(&t->pairings);
    free(t->stored);
    free(t->entrant);
    free(t->about);
    *t = (tournament){0};
}

bool tournament_refresh(tournament *t, error *e) {
    tournament now;
    if (!tournament_load(&now, t->journal, t->about->name, e)) {
        tournament_destroy(&now);
        return false;
    }
    now.plan = t->plan;
    tournament_destroy(t);
    *t = now;
    return true;
}

bool tournament_refresh_pairing(tournament *t, store *journal, size_t at, error *e) {
    store_pairing v;
    if (!store_find_pairing(journal, t->about->id, t->stored[at].round, t->stored[at].board, &v, e))
        return false;
    pairing p = from_store(&v);
    if (!is_sound(t, &p, e)) return false;
    t->stored[at] = v;
    t->pairings.pairing[at] = p;
    return true;
}

int tournament_rounds(const tournament *t) {
    return pairings_rounds(t->plan.kind, t->entrants, t->plan.rounds);
}

int tournament_paired(const tournament *t) {
    int rounds = 0;
    for (size_t i = 0; i < t->pairings.count; i++)
        if (t->pairings.pairing[i].round >= rounds) rounds = t->pairings.pairing[i].round + 1;
    return rounds;
}

int tournament_find(const tournament *t, size_t from, int round, int board) {
    for (size_t i = from; i < t->pairings.count; i++)
        if (t->stored[i].round == round && t->stored[i].board == board) return (int)i;
    return -1;
}

uint64_t tournament_first_opening(const tournament *t, size_t at) {
    /* Each opening lasts until everyone has had every seat. */
    const pairing *p = &t->pairings.pairing[at];
    int openings = (t->plan.games + p->count - 1) / p->count;
    return (uint64_t)p->round * (uint64_t)openings;
}

bool tournament_is_settled(const tournament *t) {
    for (size_t i = 0; i < t->pairings.count; i++)
        if (!t->pairings.pairing[i].over) return false;
    return true;
}

static store_pairing to_store(const pairing *p, int board) {
    store_pairing v = {.round = p->round, .board = board, .over = p->over, .played = p->played};
    text reason = text_over(v.reason, sizeof v.reason);
    write_numbers(p->player, p->count, v.players, sizeof v.players);
    if (p->over) write_numbers(p->points, p->count, v.points, sizeof v.points);
    if (p->over && p->count == 1) text_add(&reason, "bye");
    else if (p->over) text_add(&reason, "withdrawn");
    return v;
}

bool tournament_pair(tournament *t, error *e) {
    int round = tournament_paired(t);
    if (!tournament_is_settled(t)) return error_set(e, "round %d is still being played", round);
    if (round >= tournament_rounds(t)) return error_set(e, "all rounds have been played");
    pairing_list found = {0};
    bool *here = calloc((size_t)t->entrants + 1, sizeof *here);
    if (!here) return error_set(e, "no memory for a tournament");
    for (int i = 0; i < t->entrants; i++) {
        const store_entrant *v = &t->entrant[i];
        here[i] = v->joined <= round && (v->withdrawn < 0 || v->withdrawn > round);
    }
    pairing_task task = {.kind = t->plan.kind,
                         .players = t->entrants,
                         .here = here,
                         .seats = t->plan.seats,
                         .games = t->plan.games,
                         .round = round,
                         .past = &t->pairings};
    bool good = pairings_make(&task, &found, e);
    store_pairing *all = good ? calloc(found.count + 1, sizeof *all) : NULL;
    if (good && !all) good = error_set(e, "no memory for a tournament");
    for (size_t i = 0; good && i < found.count; i++) all[i] = to_store(&found.pairing[i], (int)i);
    good = good && store_add_pairings(t->journal, t->about->id, all, found.count, e);
    for (size_t i = 0; good && i < found.count; i++) good = add_pairing(t, &all[i], e);
    free(all);
    free(here);
    pairing_list_destroy(&found);
    return good;
}

static store_pairing with_result(const tournament *t, size_t at, const int *points, bool played,
                                 const char *reason) {
    store_pairing v = t->stored[at];
    text why = text_over(v.reason, sizeof v.reason);
    v.over = true;
    v.played = played;
    write_numbers(points, t->pairings.pairing[at].count, v.points, sizeof v.points);
    text_add(&why, reason);
    return v;
}

static void take_result(tournament *t, size_t at, const store_pairing *v) {
    t->stored[at] = *v;
    t->pairings.pairing[at] = from_store(v);
}

bool tournament_set_result(tournament *t, size_t at, const int *points, bool played,
                           const char *reason, error *e) {
    store_pairing v = with_result(t, at, points, played, reason);
    if (!store_set_pairing(t->journal, t->about->id, &v, e)) return false;
    take_result(t, at, &v);
    return true;
}

bool tournament_end_pairing(tournament *t, size_t at, const int *points, bool played,
                            const char *reason, error *e) {
    store_pairing v = with_result(t, at, points, played, reason);
    bool first;
    if (!store_end_pairing(t->journal, t->about->id, &v, &first, e)) return false;
    if (!first) return tournament_refresh_pairing(t, t->journal, at, e);
    take_result(t, at, &v);
    return true;
}

static int find_entrant(const tournament *t, const char *name) {
    for (int i = 0; i < t->entrants; i++)
        if (strcmp(t->entrant[i].name, name) == 0) return i;
    return -1;
}

bool tournament_add(tournament *t, const char *name, const char *seat, error *e) {
    store_entrant v = {.number = t->entrants, .joined = tournament_paired(t), .withdrawn = -1};
    loading l = {t, true, e};
    if (t->about->over) return error_code(e, "event-over", "%s is over", t->about->name);
    if (t->plan.kind != EVENT_SWISS && t->plan.kind != EVENT_TABLES && v.joined > 0)
        return error_code(e, "event-fixed", "the pairings of a %s are fixed: nobody can join late",
                          event_kind_name(t->plan.kind));
    if (find_entrant(t, name) >= 0)
        return error_code(e, "player-takes-part", "%s already takes part", name);
    text called = text_over(v.name, sizeof v.name), spec = text_over(v.seat, sizeof v.seat);
    text_add(&called, name);
    text_add(&spec, seat);
    return store_set_entrant(t->journal, t->about->id, &v, e) && take_entrant(&l, &v);
}

bool tournament_withdraw(tournament *t, const char *name, error *e) {
    int at = find_entrant(t, name);
    if (at < 0)
        return error_code(e, "no-such-player", "no player named %s in this tournament", name);
    if (t->about->over) return error_code(e, "event-over", "%s is over", t->about->name);
    if (t->entrant[at].withdrawn >= 0)
        return error_code(e, "player-withdrawn", "%s has already withdrawn", name);
    store_entrant v = t->entrant[at];
    v.withdrawn = tournament_paired(t);
    if (!store_set_entrant(t->journal, t->about->id, &v, e)) return false;
    t->entrant[at] = v;
    /* Its pairings in this round that have not started are lost without a game. */
    for (size_t i = 0; i < t->pairings.count; i++) {
        const pairing *p = &t->pairings.pairing[i];
        int points[GAME_SEATS_MAX] = {0};
        bool in = false;
        for (int seat = 0; seat < p->count; seat++) {
            in = in || p->player[seat] == at;
            points[seat] = p->player[seat] == at ? 0 : 2 * t->plan.games;
        }
        if (in && !p->over && !t->stored[i].series && p->count == 2 &&
            !tournament_end_pairing(t, i, points, false, "withdrawn", e))
            return false;
    }
    return true;
}

/* A table counts once, by the places of its players. */
static bool add_table(rated_games *l, const pairing *p, error *e) {
    int place[GAME_SEATS_MAX];
    for (int seat = 0; seat < p->count; seat++) {
        place[seat] = 1;
        for (int other = 0; other < p->count; other++)
            place[seat] += p->points[other] > p->points[seat];
    }
    return rated_games_add_places(l, p->count, p->player, place, e);
}

/* The games of two players, each with the pairing's share of the points. */
static bool add_games(rated_games *l, const pairing *p, error *e) {
    int all = p->points[0] + p->points[1];
    rated_game g = {.count = p->count, .times = all / 2};
    for (int seat = 0; seat < p->count; seat++) {
        g.player[seat] = p->player[seat];
        g.share[seat] = (double)p->points[seat] / all;
    }
    return rated_games_add(l, &g, e);
}

static bool rate(const tournament *t, rating *r, error *e) {
    rated_games l = {0};
    bool good = true;
    for (size_t i = 0; good && i < t->pairings.count; i++) {
        const pairing *p = &t->pairings.pairing[i];
        int all = 0;
        for (int seat = 0; seat < p->count; seat++) all += p->points[seat];
        if (p->over && p->played && p->count > 1 && all)
            good = p->count > 2 ? add_table(&l, p, e) : add_games(&l, p, e);
    }
    good = good && ratings_find(t->entrants, l.games, l.count, r, NULL, e);
    free(l.games);
    return good;
}

/* Counts the games of each player. */
typedef struct counting {
    const tournament *t;
    standing **line; /* by player */
    size_t at;       /* games come in the order of the pairings */
} counting;

/* Whether the result of a pairing is that of its games in the journal. */
static bool is_from_games(const tournament *t, size_t at) {
    return t->pairings.pairing[at].played && t->stored[at].series && !*t->stored[at].reason;
}

static bool count_game(void *context, const store_game *g) {
    counting *c = context;
    const tournament *t = c->t;
    int at = tournament_find(t, c->at, g->round, g->board);
    if (at < 0) return false;
    c->at = (size_t)at;
    const pairing *p = &t->pairings.pairing[at];
    bool counts = g->over && strcmp(g->reason, match_reason_name(MATCH_ABORTED)) != 0;
    if (!p->over || !counts || !is_from_games(t, c->at)) return true;
    for (int seat = 0; seat < p->count; seat++) {
        int player = p->player[pair_games_player(p->count, (uint64_t)g->number, seat)];
        standing *s = c->line[player];
        s->games++;
        if (!g->winner) s->draws++;
        else if (g->winner == seat + 1) s->wins++;
        else s->losses++;
    }
    return true;
}

static void count_points(standing *s, const pairing *p, int seat) {
    int most = 0;
    for (int i = 0; i < p->count; i++)
        if (i != seat && p->points[i] > most) most = p->points[i];
    int draws = p->points[seat] % 2, wins = p->points[seat] / 2, losses = most / 2;
    if (p->count > 2) { /* places: one game */
        wins = p->points[seat] > most;
        draws = p->points[seat] == most;
        losses = p->points[seat] < most;
    }
    s->games += wins + draws + losses;
    s->wins += wins;
    s->draws += draws;
    s->losses += losses;
}

static bool count_games(const tournament *t, standing *table, error *e) {
    counting c = {.t = t, .line = calloc((size_t)t->entrants + 1, sizeof *c.line)};
    if (!c.line) return error_set(e, "no memory for the standings");
    for (int i = 0; i < t->entrants; i++) c.line[table[i].player] = &table[i];
    bool good = store_each_game(t->journal, t->about->id, count_game, &c, e);
    for (size_t i = 0; good && i < t->pairings.count; i++) {
        const pairing *p = &t->pairings.pairing[i];
        for (int k = 0; p->over && p->played && !is_from_games(t, i) && k < p->count; k++)
            count_points(c.line[p->player[k]], p, k);
    }
    free(c.line);
    return good;
}

bool tournament_stands(const tournament *t, standing *table, rating *r, error *e) {
    memset(r, 0, (size_t)t->entrants * sizeof *r);
    return standings_make(&t->pairings, t->plan.kind, t->entrants, t->plan.order,
                          t->plan.order_count, table, e) &&
           count_games(t, table, e) && rate(t, r, e);
}
