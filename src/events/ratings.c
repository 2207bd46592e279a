#include "events/ratings.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 200 };

static const double z95 = 1.959963984540054;

typedef struct fit {
    int players;
    rated_game *games; /* a copy; after keep_comparable only with rated players */
    size_t count;
    rating *rating;
    bool anchored; /* somebody is */
    int *place;    /* of each player among the free ones, whose rating is to be found; -1: none */
    int free;
    double *log; /* of each player's strength */
    double *won;
} fit;

static double times_of(const rated_game *g) { return g->times ? g->times : 1; }

bool rated_games_add(rated_games *l, const rated_game *g, error *e) {
    if (l->count == l->capacity) {
        size_t larger = l->capacity ? 2 * l->capacity : 256;
        rated_game *memory = realloc(l->games, larger * sizeof *memory);
        if (!memory) return error_set(e, "no memory for ratings");
        l->games = memory;
        l->capacity = larger;
    }
    l->games[l->count++] = *g;
    return true;
}

bool rated_games_add_places(rated_games *l, int count, const int *player, const int *place,
                            error *e) {
    bool further = false;
    for (int best = 1; best <= count; best++) {
        rated_game g = {.further = further};
        int winners = 0;
        for (int i = 0; i < count; i++) {
            if (place[i] < best) continue;
            g.player[g.count] = player[i];
            winners += place[i] == best;
            g.share[g.count++] = place[i] == best;
        }
        if (g.count < 2 || winners == 0) continue;
        for (int i = 0; i < g.count; i++) g.share[i] /= winners;
        if (!rated_games_add(l, &g, e)) return false;
        further = true;
    }
    return true;
}

/* Takes out players without a rating; false if nothing is left to learn. */
static bool reduce(const fit *f, rated_game *g) {
    rated_game kept = {.further = g->further, .times = g->times};
    double sum = 0;
    for (int i = 0; i < g->count; i++) {
        if (!f->rating[g->player[i]].rated) continue;
        kept.player[kept.count] = g->player[i];
        kept.share[kept.count++] = g->share[i];
        sum += g->share[i];
    }
    if (kept.count < 2 || sum <= 0) return false;
    for (int i = 0; i < kept.count; i++) kept.share[i] /= sum;
    *g = kept;
    return true;
}

static void sum_up(fit *f) {
    size_t kept = 0;
    for (int i = 0; i < f->players; i++) {
        f->won[i] = f->rating[i].points = 0;
        f->rating[i].games = 0;
    }
    for (size_t i = 0; i < f->count; i++) {
        rated_game *g = &f->games[kept];
        *g = f->games[i];
        if (!reduce(f, g)) continue;
        kept++;
        for (int j = 0; j < g->count; j++) {
            f->won[g->player[j]] += times_of(g) * g->share[j];
            if (g->further) continue;
            f->rating[g->player[j]].points += times_of(g) * g->share[j];
            f->rating[g->player[j]].games += (int)times_of(g);
        }
    }
    f->count = kept;
}

/* Who can reach whom, where each step leads to somebody who took points from the one before: a row
 * of bits for each player. */
typedef struct reached {
    size_t words; /* of a row */
    uint64_t *bits;
} reached;

static bool reaches(const reached *r, int from, int to) {
    return r->bits[(size_t)from * r->words + (size_t)to / 64] >> (to % 64) & 1;
}

/* By S. Warshall's algorithm. */
static bool find_reached(const fit *f, reached *r, error *e) {
    size_t n = (size_t)f->players;
    r->words = n / 64 + 1;
    r->bits = calloc(n + 1, r->words * sizeof *r->bits);
    if (!r->bits) return error_set(e, "no memory for ratings");
    for (size_t i = 0; i < n; i++) r->bits[i * r->words + i / 64] |= UINT64_C(1) << (i % 64);
    for (size_t i = 0; i < f->count; i++) {
        const rated_game *g = &f->games[i];
        for (int a = 0; a < g->count; a++)
            for (int b = 0; b < g->count; b++)
                if (g->share[b] > 0)
                    r->bits[(size_t)g->player[a] * r->words + (size_t)g->player[b] / 64] |=
                        UINT64_C(1) << (g->player[b] % 64);
    }
    for (int by = 0; by < f->players; by++)
        for (int from = 0; from < f->players; from++) {
            if (!reaches(r, from, by)) continue;
            for (size_t k = 0; k < r->words; k++)
                r->bits[(size_t)from * r->words + k] |= r->bits[(size_t)by * r->words + k];
        }
    return true;
}

/* A finite maximum exists only among players who can all reach each other (Ford, 1957): keeps the
 * largest such group, or of several the one that lost points to the fewest others, so that the
 * choice does not depend on the order of the players. */
static bool keep_comparable(fit *f, error *e) {
    reached r;
    int most = 0, fewest = 0, best = 0;
    if (!find_reached(f, &r, e)) return false;
    for (int i = 0; i < f->players; i++) {
        int size = 0, above = 0;
        for (int j = 0; j < f->players; j++) {
            bool up = reaches(&r, i, j), down = reaches(&r, j, i);
            size += up && down;
            above += up && !down;
        }
        if (size > most || (size == most && above < fewest)) {
            most = size;
            fewest = above;
            best = i;
        }
    }
    for (int i = 0; i < f->players; i++)
        f->rating[i].rated = most > 1 && reaches(&r, best, i) && reaches(&r, i, best);
    free(r.bits);
    return true;
}

/* The chance of each player in a choice; returns the logarithm of the sum of strengths. */
static double chances(const rated_game *g, const double *log_of, double chance[GAME_SEATS_MAX]) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < g->count; i++) most = fmax(most, log_of[g->player[i]]);
    for (int i = 0; i < g->count; i++) sum += chance[i] = exp(log_of[g->player[i]] - most);
    for (int i = 0; i < g->count; i++) chance[i] /= sum;
    return most + log(sum);
}

/* The logarithm of the likelihood. */
static double likelihood(const fit *f, const double *log_of) {
    double chance[GAME_SEATS_MAX], all = 0;
    for (size_t k = 0; k < f->count; k++) {
        const rated_game *g = &f->games[k];
        double sum = chances(g, log_of, chance);
        for (int i = 0; i < g->count; i++)
            all += times_of(g) * g->share[i] * (log_of[g->player[i]] - sum);
    }
    return all;
}

/* The Fisher information of the free players' logarithms, and the slope of the likelihood. Without
 * anchors a constant in the whole matrix fixes the mean, about which there is no information. */
static void find_information(const fit *f, double *m, double *slope) {
    double chance[GAME_SEATS_MAX];
    int n = f->free;
    for (int i = 0; i < n * n; i++) m[i] = f->anchored ? 0 : 1;
    for (int i = 0; i < f->players; i++)
        if (f->place[i] >= 0) slope[f->place[i]] = f->won[i];
    for (size_t k = 0; k < f->count; k++) {
        const rated_game *g = &f->games[k];
        double times = times_of(g);
        chances(g, f->log, chance);
        for (int i = 0; i < g->count; i++) {
            int a = f->place[g->player[i]];
            if (a < 0) continue;
            slope[a] -= times * chance[i];
            for (int j = 0; j < g->count; j++) {
                int b = f->place[g->player[j]];
                if (b >= 0)
                    m[a * n + b] += times * ((i == j ? chance[i] : 0) - chance[i] * chance[j]);
            }
        }
    }
}

/* Solves m x = v for a symmetric positive definite matrix, whose lower half it replaces (Cholesky);
 * `v` becomes x. False if the matrix is not. */
static bool solve(double *m, int n, double *v) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++) sum -= m[i * n + k] * m[j * n + k];
            if (i == j && !(sum > 0)) return false;
            m[i * n + j] = i == j ? sqrt(sum) : sum / m[j * n + j];
        }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) v[i] -= m[i * n + k] * v[k];
        v[i] /= m[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) v[i] -= m[k * n + i] * v[k];
        v[i] /= m[i * n + i];
    }
    return true;
}

/* Goes to the maximum of the likelihood. A step after which it would be lower is tried again with
 * more damping, which makes it shorter. */
static bool climb(fit *f, error *e) {
    size_t n = (size_t)f->free, players = (size_t)f->players;
    double *m = malloc((n * n + 1) * sizeof *m), *step = malloc((n + 1) * sizeof *step),
           *next = malloc((players + 1) * sizeof *next);
    bool good = (m && step && next) || error_set(e, "no memory for ratings");
    double now = good ? likelihood(f, f->log) : 0, damping = 0, change = 1;
    for (int i = 0; good && n && i < ROUNDS && change > 1e-10; i++) {
        find_information(f, m, step);
        for (size_t k = 0; k < n; k++) m[k * n + k] *= 1 + damping;
        bool solved = solve(m, (int)n, step);
        for (size_t k = 0; k < players; k++)
            next[k] = f->log[k] + (solved && f->place[k] >= 0 ? step[f->place[k]] : 0);
        double then = likelihood(f, next);
        if (!solved || !(then >= now - 1e-13 * fabs(now))) {
            damping = damping > 0 ? 10 * damping : 1e-3;
            continue;
        }
        change = 0;
        for (size_t k = 0; k < n; k++) change = fmax(change, fabs(step[k]));
        memcpy(f->log, next, players * sizeof *next);
        now = then;
        damping = damping > 1e-6 ? damping / 10 : 0;
    }
    free(m);
    free(step);
    free(next);
    return good;
}

/* Without anchors only differences of the logarithms are determined: their mean is 0. */
static void centre(fit *f) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < f->players; i++)
        if (f->rating[i].rated) sum += f->log[i], count++;
    for (int i = 0; i < f->players && count && !f->anchored; i++) f->log[i] -= sum / count;
}

/* Inverts a symmetric positive definite matrix in place (Gauss and Jordan). */
static bool invert(double *m, int n) {
    for (int k = 0; k < n; k++) {
        double pivot = m[k * n + k];
        if (!(fabs(pivot) > 1e-12)) return false;
        m[k * n + k] = 1;
        for (int j = 0; j < n; j++) m[k * n + j] /= pivot;
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            double factor = m[i * n + k];
            m[i * n + k] = 0;
            for (int j = 0; j < n; j++) m[i * n + j] -= factor * m[k * n + j];
        }
    }
    return true;
}

/* From the covariance of the free players' logarithms. */
static bool find_errors(fit *f, double *superior, error *e) {
    int n = f->free;
    const int *place = f->place;
    double *m = calloc(n ? (size_t)n * (size_t)n : 1, sizeof *m);
    double *slope = calloc((size_t)n + 1, sizeof *slope);
    if (!m || !slope) {
        free(m);
        free(slope);
        return error_set(e, "no memory for ratings");
    }
    find_information(f, m, slope);
    bool good = invert(m, n);
    for (int i = 0; !f->anchored && good && i < n * n; i++) m[i] -= 1.0 / ((double)n * n);
    double scale = 400 / log(10);
    for (int i = 0; i < f->players; i++) {
        int a = place[i];
        f->rating[i].error = !f->rating[i].rated ? NAN
                             : a < 0             ? 0
                             : good              ? z95 * scale * sqrt(m[a * n + a])
                                                 : NAN;
    }
    for (int i = 0; superior && i < f->players; i++)
        for (int j = 0; j < f->players; j++) {
            int a = place[i], b = place[j];
            double variance = (a >= 0 ? m[a * n + a] : 0) + (b >= 0 ? m[b * n + b] : 0) -
                              (a >= 0 && b >= 0 ? 2 * m[a * n + b] : 0);
            double apart = f->log[i] - f->log[j];
            bool known = good && f->rating[i].rated && f->rating[j].rated && i != j;
            superior[i * f->players + j] =
                known ? 0.5 * erfc(-apart / sqrt(2 * fmax(variance, 1e-300))) : NAN;
        }
    free(m);
    free(slope);
    return true;
}

/* Whose ratings are to be found, after keep_comparable. */
static void find_places(fit *f) {
    for (int i = 0; i < f->players; i++) {
        rating *r = &f->rating[i];
        r->anchored = r->anchored && r->rated;
        f->anchored = f->anchored || r->anchored;
        f->log[i] = r->anchored ? r->elo * log(10) / 400 : 0;
        f->place[i] = r->rated && !r->anchored ? f->free++ : -1;
    }
}

bool ratings_find(int players, const rated_game *games, size_t count, rating *r, double *superior,
                  error *e) {
    fit f = {.players = players, .count = count, .rating = r};
    if (players > RATINGS_MAX) return error_set(e, "more than %d players", RATINGS_MAX);
    size_t n = players ? (size_t)players : 1;
    f.log = malloc(n * sizeof *f.log);
    f.won = malloc(n * sizeof *f.won);
    f.place = malloc(n * sizeof *f.place);
    f.games = malloc((count ? count : 1) * sizeof *f.games);
    bool good = (f.log && f.won && f.place && f.games) || error_set(e, "no memory for ratings");
    if (good && count) memcpy(f.games, games, count * sizeof *games);
    good = good && keep_comparable(&f, e);
    if (good) find_places(&f);
    if (good) sum_up(&f);
    good = good && climb(&f, e);
    if (good) centre(&f);
    good = good && find_errors(&f, superior, e);
    for (int i = 0; good && i < players; i++)
        r[i].elo = r[i].rated ? 400 / log(10) * f.log[i] : NAN;
    free(f.log);
    free(f.won);
    free(f.place);
    free(f.games);
    return good;
}
