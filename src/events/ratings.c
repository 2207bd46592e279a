#include "events/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 100000 };

static const double z95 = 1.959963984540054;

typedef struct fit {
    int players;
    rated_game *games; /* a copy; after keep_comparable only with rated players */
    size_t count;
    rating *rating;
    double *gamma, *below, *won; /* strengths; the denominators and numerators of the iteration */
} fit;

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
    rated_game kept = {.further = g->further};
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
            f->won[g->player[j]] += g->share[j];
            if (g->further) continue;
            f->rating[g->player[j]].points += g->share[j];
            f->rating[g->player[j]].games++;
        }
    }
    f->count = kept;
}

/* The players reachable from a player, where each step leads to somebody who took points from the
 * one before (backwards: who lost points to the one before). */
static void reach(const fit *f, int from, bool backwards, bool *reached) {
    memset(reached, 0, (size_t)f->players);
    reached[from] = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < f->count; i++) {
            const rated_game *g = &f->games[i];
            for (int a = 0; a < g->count; a++)
                for (int b = 0; b < g->count; b++) {
                    bool step = backwards ? g->share[a] > 0 : g->share[b] > 0;
                    if (a == b || !step || !reached[g->player[a]] || reached[g->player[b]])
                        continue;
                    reached[g->player[b]] = true;
                    more = true;
                }
        }
    }
}

/* A finite maximum exists only among players who can all reach each other (Ford, 1957): keeps the
 * largest such group, or of several the one that lost points to the fewest others, so that the
 * choice does not depend on the order of the players. */
static bool keep_comparable(fit *f, error *e) {
    size_t n = (size_t)f->players;
    bool *up = malloc(n), *down = malloc(n), *done = calloc(n, 1), *best = calloc(n, 1);
    bool good = (up && down && done && best) || error_set(e, "no memory for ratings");
    int most = 0, fewest = 0;
    for (int i = 0; good && i < f->players; i++) {
        if (done[i]) continue;
        int size = 0, above = 0;
        reach(f, i, false, up);
        reach(f, i, true, down);
        for (int j = 0; j < f->players; j++) {
            above += up[j] && !down[j];
            up[j] = up[j] && down[j];
            if (up[j]) done[j] = true, size++;
        }
        if (size > most || (size == most && above < fewest)) {
            most = size;
            fewest = above;
            memcpy(best, up, n);
        }
    }
    for (int i = 0; good && i < f->players; i++) f->rating[i].rated = most > 1 && best[i];
    free(up);
    free(down);
    free(done);
    free(best);
    return good;
}

/* One step of the iteration; returns the largest change of the logarithm of a strength. */
static double improve(fit *f) {
    for (int i = 0; i < f->players; i++) f->below[i] = 0;
    for (size_t i = 0; i < f->count; i++) {
        const rated_game *g = &f->games[i];
        double sum = 0;
        for (int j = 0; j < g->count; j++) sum += f->gamma[g->player[j]];
        for (int j = 0; j < g->count; j++) f->below[g->player[j]] += 1 / sum;
    }
    double change = 0;
    for (int i = 0; i < f->players; i++) {
        if (!f->rating[i].rated || f->rating[i].anchored) continue;
        double next = f->won[i] / f->below[i];
        change = fmax(change, fabs(log(next / f->gamma[i])));
        f->gamma[i] = next;
    }
    return change;
}

/* Without anchors only ratios of strengths are determined: their mean is 1. */
static void centre(fit *f, bool anchored) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < f->players; i++)
        if (f->rating[i].rated) sum += log(f->gamma[i]), count++;
    for (int i = 0; i < f->players && count && !anchored; i++) f->gamma[i] *= exp(-sum / count);
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

/* The covariance of the free players' logarithms. Adding a constant to the whole matrix fixes the
 * mean, about which there is no information. */
static bool find_errors(fit *f, bool anchored, double *superior, error *e) {
    int *place = calloc((size_t)f->players + 1, sizeof *place), n = 0;
    if (!place) return error_set(e, "no memory for ratings");
    for (int i = 0; i < f->players; i++)
        place[i] = f->rating[i].rated && !f->rating[i].anchored ? n++ : -1;
    double *m = calloc(n ? (size_t)n * (size_t)n : 1, sizeof *m);
    if (!m) {
        free(place);
        return error_set(e, "no memory for ratings");
    }
    for (size_t k = 0; k < f->count; k++) {
        const rated_game *g = &f->games[k];
        double sum = 0;
        for (int i = 0; i < g->count; i++) sum += f->gamma[g->player[i]];
        for (int i = 0; i < g->count; i++)
            for (int j = 0; j < g->count; j++) {
                int a = place[g->player[i]], b = place[g->player[j]];
                double p = f->gamma[g->player[i]] / sum, q = f->gamma[g->player[j]] / sum;
                if (a >= 0 && b >= 0) m[a * n + b] += (i == j ? p : 0) - p * q;
            }
    }
    for (int i = 0; !anchored && i < n * n; i++) m[i] += 1;
    bool good = invert(m, n);
    for (int i = 0; !anchored && good && i < n * n; i++) m[i] -= 1.0 / ((double)n * n);
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
            double apart = log(f->gamma[i] / f->gamma[j]);
            bool known = good && f->rating[i].rated && f->rating[j].rated && i != j;
            superior[i * f->players + j] =
                known ? 0.5 * erfc(-apart / sqrt(2 * fmax(variance, 1e-300))) : NAN;
        }
    free(m);
    free(place);
    return true;
}

bool ratings_find(int players, const rated_game *games, size_t count, rating *r, double *superior,
                  error *e) {
    fit f = {.players = players, .count = count, .rating = r};
    if (players > RATINGS_MAX) return error_set(e, "more than %d players", RATINGS_MAX);
    size_t n = players ? (size_t)players : 1;
    f.gamma = malloc(n * sizeof *f.gamma);
    f.below = malloc(n * sizeof *f.below);
    f.won = malloc(n * sizeof *f.won);
    f.games = malloc((count ? count : 1) * sizeof *f.games);
    bool good = (f.gamma && f.below && f.won && f.games) || error_set(e, "no memory for ratings");
    if (good && count) memcpy(f.games, games, count * sizeof *games);
    good = good && keep_comparable(&f, e);
    bool anchored = false;
    for (int i = 0; good && i < players; i++) {
        r[i].anchored = r[i].anchored && r[i].rated;
        anchored = anchored || r[i].anchored;
        f.gamma[i] = r[i].anchored ? pow(10, r[i].elo / 400) : 1;
    }
    if (good) sum_up(&f);
    for (int i = 0; good && i < ROUNDS && improve(&f) > 1e-10; i++) centre(&f, anchored);
    if (good) centre(&f, anchored);
    good = good && find_errors(&f, anchored, superior, e);
    for (int i = 0; good && i < players; i++) r[i].elo = r[i].rated ? 400 * log10(f.gamma[i]) : NAN;
    free(f.gamma);
    free(f.below);
    free(f.won);
    free(f.games);
    return good;
}
