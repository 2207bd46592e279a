#include "arena/people.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "referee/journal.h"
#include "referee/seat.h"

typedef struct gathering {
    store *store;
    const game *game;
    rated_player *players;
    int count, capacity;
    int *places; /* a hash table: 1 + the place of a player; 0: free */
    rated_game *games;
    size_t game_count;
    bool no_memory;
} gathering;

/* A match has at most GAME_SEATS_MAX new players; never more than half full. */
enum { HASH_SIZE = 1 << 17 };
static_assert(HASH_SIZE > 2 * PEOPLE_MATCHES * GAME_SEATS_MAX, "the table is too small");

static bool is_same(const rated_player *a, const rated_player *b) {
    return a->account == b->account && a->engine == b->engine && a->level == b->level &&
           a->think == b->think;
}

/* The place of a player, added if it is new; -1: no memory. */
static int place_of(gathering *g, const rated_player *wanted) {
    uint64_t hash = hash_join(hash_join((uint64_t)wanted->account, (uint64_t)wanted->think),
                              (uint64_t)wanted->level);
    size_t at = hash_join(hash, (uintptr_t)wanted->engine) % HASH_SIZE;
    for (; g->places[at]; at = (at + 1) % HASH_SIZE)
        if (is_same(&g->players[g->places[at] - 1], wanted)) return g->places[at] - 1;
    if (g->count == g->capacity) {
        int larger = 2 * g->capacity;
        rated_player *memory = realloc(g->players, (size_t)larger * sizeof *memory);
        g->no_memory = !memory;
        if (!memory) return -1;
        g->players = memory;
        g->capacity = larger;
    }
    g->players[g->count] = *wanted;
    return (g->places[at] = ++g->count) - 1;
}

static int seat_place(gathering *g, const store_match *m, const store_seat *seat, int number) {
    char line[SEAT_SPEC];
    seat_spec spec;
    text t = text_over(line, sizeof line);
    if (seat->account) return place_of(g, &(rated_player){.account = seat->account});
    journal_seat(m, number, &t);
    if (!seat_read(line, g->game, &spec, NULL) || spec.kind != SEAT_ENGINE || spec.threads ||
        spec.nodes || spec.depth || spec.no_book)
        return -1;
    return place_of(
        g, &(rated_player){.engine = spec.engine, .level = spec.level, .think = spec.think});
}

static bool has_twice(const store_seat *seats, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (seats[i].account && seats[i].account == seats[j].account) return true;
    return false;
}

static bool gather(void *context, const store_match *m) {
    gathering *g = context;
    store_seat seats[GAME_SEATS_MAX];
    error e;
    int count = store_seats(g->store, m->id, seats, GAME_SEATS_MAX, &e);
    rated_game *into = &g->games[g->game_count];
    *into = (rated_game){.count = count};
    bool good = count > 1 && !has_twice(seats, count);
    for (int i = 0; good && i < count; i++) {
        into->player[i] = seat_place(g, m, &seats[i], i);
        into->share[i] = m->winner == 0 ? 1.0 / count : m->winner == i + 1;
        good = into->player[i] >= 0;
    }
    if (good) g->game_count++;
    return !g->no_memory;
}

static void count_matches(gathering *g) {
    for (int i = 0; i < g->count; i++) g->players[i].rating = (rating){0};
    for (size_t i = 0; i < g->game_count; i++)
        for (int j = 0; j < g->games[i].count; j++) {
            rating *r = &g->players[g->games[i].player[j]].rating;
            r->points += g->games[i].share[j];
            r->games++;
        }
}

/* The least number of matches with which there are at most PEOPLE_MAX players. */
static int least_matches(const gathering *g) {
    int with[PEOPLE_MATCHES + 2] = {0}, least = PEOPLE_MATCHES + 1, all = 0;
    for (int i = 0; i < g->count; i++) {
        int matches = g->players[i].rating.games; /* a level may have several seats of a match */
        with[matches < PEOPLE_MATCHES ? matches : PEOPLE_MATCHES]++;
    }
    while (least > 1 && all + with[least - 1] <= PEOPLE_MAX) all += with[--least];
    return least;
}

/* Keeps the players with the most matches, and the matches that they had among themselves. Of
 * those with the least number of matches that can be kept at all, the newest come first. */
static void keep_most_active(gathering *g) {
    count_matches(g);
    int least = least_matches(g), room = PEOPLE_MAX, kept = 0, *now = g->places;
    size_t games = 0;
    for (int i = 0; i < g->count; i++) room -= g->players[i].rating.games >= least;
    for (int i = 0; i < g->count; i++) {
        int matches = g->players[i].rating.games;
        bool keeps = matches >= least || (matches == least - 1 && matches > 0 && room-- > 0);
        now[i] = keeps ? kept : -1;
        if (keeps) g->players[kept++] = g->players[i];
    }
    for (size_t i = 0; i < g->game_count; i++) {
        rated_game *v = &g->games[i];
        bool keeps = true;
        for (int j = 0; j < v->count; j++) keeps = (v->player[j] = now[v->player[j]]) >= 0 && keeps;
        if (keeps) g->games[games++] = *v;
    }
    g->count = kept;
    g->game_count = games;
}

static int by_strength(const void *a, const void *b) {
    const rating *x = &((const rated_player *)a)->rating, *y = &((const rated_player *)b)->rating;
    if (x->rated != y->rated) return y->rated - x->rated;
    double p = x->rated ? x->elo : x->games, q = y->rated ? y->elo : y->games;
    return (q > p) - (q < p);
}

static bool rate(gathering *g, error *e) {
    rating *r = calloc((size_t)g->count + 1, sizeof *r);
    bool good = r ? ratings_find(g->count, g->games, g->game_count, r, NULL, e)
                  : error_set(e, "no memory for ratings");
    for (int i = 0; good && i < g->count; i++) {
        rating *into = &g->players[i].rating;
        into->elo = r[i].elo + PEOPLE_MEAN;
        into->error = r[i].error;
        into->rated = r[i].rated && isfinite(r[i].error);
    }
    free(r);
    return good;
}

int people_name(store *s, rated_player *players, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        rated_player *p = &players[i];
        text t = text_over(p->name, sizeof p->name);
        if (!p->account) text_add(&t, p->engine->levels[p->level].name);
        else if (!store_find_name(s, p->account, p->name)) continue;
        if (kept < i) players[kept] = *p;
        kept++;
    }
    return kept;
}

int people_rate(store *s, const game *of, rated_player **players, error *e) {
    gathering g = {.store = s, .game = of, .capacity = 64};
    g.players = malloc((size_t)g.capacity * sizeof *g.players);
    g.places = calloc(HASH_SIZE, sizeof *g.places);
    g.games = calloc(PEOPLE_MATCHES, sizeof *g.games);
    bool good = (g.players && g.places && g.games) || error_set(e, "no memory for ratings");
    good = good && store_each_rated(s, of->name, PEOPLE_MATCHES, gather, &g, e);
    if (good && g.no_memory) good = error_set(e, "no memory for ratings");
    if (good) keep_most_active(&g);
    good = good && rate(&g, e);
    free(g.places);
    free(g.games);
    if (!good) {
        free(g.players);
        return -1;
    }
    if (g.count) qsort(g.players, (size_t)g.count, sizeof *g.players, by_strength);
    *players = g.players;
    return g.count;
}
