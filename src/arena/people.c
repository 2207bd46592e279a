#include "arena/people.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/journal.h"
#include "referee/seat.h"

typedef struct gathering {
    store *store;
    const game *game;
    rated_player *players;
    int count;
    rated_game *games;
    size_t game_count;
} gathering;

/* The place of a player, added if it is new; -1: there are too many. */
static int place_of(gathering *g, const rated_player *wanted) {
    for (int i = 0; i < g->count; i++) {
        const rated_player *p = &g->players[i];
        if (p->account == wanted->account && p->engine == wanted->engine &&
            p->level == wanted->level && p->think == wanted->think)
            return i;
    }
    if (g->count == PEOPLE_MAX) return -1;
    g->players[g->count] = *wanted;
    return g->count++;
}

static int seat_place(gathering *g, const store_match *m, const store_seat *seat, int number) {
    char line[SEAT_SPEC];
    seat_spec spec;
    text t = text_over(line, sizeof line);
    if (seat->account) return place_of(g, &(rated_player){.account = seat->account});
    journal_seat(m, number, &t);
    if (!seat_read(line, g->game, &spec, NULL) || spec.kind != SEAT_ENGINE || spec.threads ||
        spec.nodes || spec.depth)
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
    int count = store_seats(g->store, m->id, seats, GAME_SEATS_MAX, &e), before = g->count;
    rated_game *into = &g->games[g->game_count];
    *into = (rated_game){.count = count};
    bool good = count > 1 && !has_twice(seats, count);
    for (int i = 0; good && i < count; i++) {
        into->player[i] = seat_place(g, m, &seats[i], i);
        into->share[i] = m->winner == 0 ? 1.0 / count : m->winner == i + 1;
        good = into->player[i] >= 0;
    }
    if (good) g->game_count++;
    else g->count = before; /* also without those who were new in it */
    return true;
}

static int by_strength(const void *a, const void *b) {
    const rating *x = &((const rated_player *)a)->rating, *y = &((const rated_player *)b)->rating;
    if (x->rated != y->rated) return y->rated - x->rated;
    double p = x->rated ? x->elo : x->games, q = y->rated ? y->elo : y->games;
    return (q > p) - (q < p);
}

/* Fills in the ratings, and what they were found from. */
static bool rate(gathering *g, error *e) {
    rating *r = calloc((size_t)g->count + 1, sizeof *r);
    bool good = r ? ratings_find(g->count, g->games, g->game_count, r, NULL, e)
                  : error_set(e, "no memory for ratings");
    for (int i = 0; good && i < g->count; i++) {
        r[i].points = r[i].games = 0;
        r[i].elo += PEOPLE_MEAN;
        r[i].rated = r[i].rated && isfinite(r[i].error);
    }
    for (size_t i = 0; good && i < g->game_count; i++)
        for (int j = 0; j < g->games[i].count; j++) {
            r[g->games[i].player[j]].points += g->games[i].share[j];
            r[g->games[i].player[j]].games++;
        }
    for (int i = 0; good && i < g->count; i++) g->players[i].rating = r[i];
    free(r);
    return good;
}

static void name_all(gathering *g) {
    int kept = 0;
    for (int i = 0; i < g->count; i++) {
        rated_player *p = &g->players[i];
        text t = text_over(p->name, sizeof p->name);
        if (!p->account) text_add(&t, p->engine->levels[p->level].name);
        else if (!store_find_name(g->store, p->account, p->name)) continue; /* deleted just now */
        g->players[kept++] = *p;
    }
    g->count = kept;
}

int people_rate(store *s, const game *of, rated_player **players, error *e) {
    gathering g = {.store = s, .game = of};
    g.players = calloc(PEOPLE_MAX, sizeof *g.players);
    g.games = calloc(PEOPLE_MATCHES, sizeof *g.games);
    bool good = (g.players && g.games) || error_set(e, "no memory for ratings");
    good = good && store_each_rated(s, of->name, PEOPLE_MATCHES, gather, &g, e) && rate(&g, e);
    free(g.games);
    if (!good) {
        free(g.players);
        return -1;
    }
    name_all(&g);
    if (g.count) qsort(g.players, (size_t)g.count, sizeof *g.players, by_strength);
    *players = g.players;
    return g.count;
}
