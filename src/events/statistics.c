#include "events/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const double z95 = 1.959963984540054; /* standard deviations for 95 % */

enum { CATEGORIES = 5, HALVINGS = 100, ROUNDS = 20 };

/* A player's results as a distribution: how many trials (pairs, or games) had which score. */
typedef struct distribution {
    int count; /* of categories */
    double score[CATEGORIES], weight[CATEGORIES];
    double trials;
    int games; /* in each trial */
} distribution;

uint64_t series_games(const series_score *s) { return s->wins + s->draws + s->losses; }

void series_add_pair(series_score *s, int first, int second) { s->pairs[first + second]++; }

static distribution distribution_of(const series_score *s) {
    distribution d = {.count = CATEGORIES, .games = 2};
    for (int i = 0; i < CATEGORIES; i++) {
        d.score[i] = i / 4.0;
        d.weight[i] = (double)s->pairs[i];
        d.trials += d.weight[i];
    }
    if (d.trials > 0) return d;
    return (distribution){.count = 3,
                          .score = {0, 0.5, 1},
                          .weight = {(double)s->losses, (double)s->draws, (double)s->wins},
                          .trials = (double)series_games(s),
                          .games = 1};
}

static void moments(int count, const double *score, const double *share, double *mean,
                    double *variance) {
    *mean = *variance = 0;
    for (int i = 0; i < count; i++) *mean += share[i] * score[i];
    for (int i = 0; i < count; i++) *variance += share[i] * (score[i] - *mean) * (score[i] - *mean);
}

static double elo_of(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400 * log10(score / (1 - score)); /* 0, not -0, for one half */
}

/* One standard deviation of a game is 800 / ln 10 = 347.4 of normalized Elo: near an equal score
 * that makes both kinds of Elo the same for games without draws. */
static double normalized_unit(void) { return 800 / log(10); }

series_estimate series_estimate_of(const series_score *s) {
    distribution d = distribution_of(s);
    series_estimate found = {.score = 0.5, .error = NAN, .normalized = NAN, .superior = 0.5};
    if (d.trials == 0) return found;
    double share[CATEGORIES], variance;
    for (int i = 0; i < d.count; i++) share[i] = d.weight[i] / d.trials;
    moments(d.count, d.score, share, &found.score, &variance);
    found.elo = elo_of(found.score);
    if (variance > 0) {
        double deviation = sqrt(variance / d.trials);
        found.error =
            (elo_of(found.score + z95 * deviation) - elo_of(found.score - z95 * deviation)) / 2;
        found.normalized = (found.score - 0.5) / sqrt(d.games * variance) * normalized_unit();
        found.superior = (1 + erf((found.score - 0.5) / (sqrt(2) * deviation))) / 2;
    } else {
        found.superior = found.score > 0.5 ? 1 : found.score < 0.5 ? 0 : 0.5;
    }
    return found;
}

/* The root of sum share_i f_i / (1 + x f_i), which falls from one pole to the other. */
static double find_root(int count, const double *share, const double *f) {
    double least = f[0], most = f[0];
    for (int i = 1; i < count; i++) {
        if (f[i] < least) least = f[i];
        if (f[i] > most) most = f[i];
    }
    double low = -1 / most, high = -1 / least;
    for (int i = 0; i < HALVINGS; i++) {
        double x = (low + high) / 2, sum = 0;
        for (int j = 0; j < count; j++) sum += share[j] * f[j] / (1 + x * f[j]);
        if (sum > 0) low = x;
        else high = x;
    }
    return (low + high) / 2;
}

/* The likeliest distribution whose mean is `mean` (Van den Bergh, "Comparing", proposition 1.1). */
static void fit_mean(const distribution *d, const double *share, double mean, double *fitted) {
    double f[CATEGORIES];
    for (int i = 0; i < d->count; i++) f[i] = d->score[i] - mean;
    double x = find_root(d->count, share, f);
    for (int i = 0; i < d->count; i++) fitted[i] = share[i] / (1 + x * f[i]);
}

/* The likeliest one whose mean is `t` standard deviations above one half ("Comments on normalized
 * Elo", section 4.1): by iteration, from the uniform distribution on. */
static void fit_deviations(const distribution *d, const double *share, double t, double *fitted) {
    for (int i = 0; i < d->count; i++) fitted[i] = 1.0 / d->count;
    for (int round = 0; round < ROUNDS; round++) {
        double f[CATEGORIES], mean, variance, change = 0;
        moments(d->count, d->score, fitted, &mean, &variance);
        double deviation = sqrt(variance);
        for (int i = 0; i < d->count; i++) {
            double away = (d->score[i] - mean) / deviation;
            f[i] = d->score[i] - 0.5 - 0.5 * t * deviation * (1 + away * away);
        }
        double x = find_root(d->count, share, f);
        for (int i = 0; i < d->count; i++) {
            double next = share[i] / (1 + x * f[i]);
            change = fmax(change, fabs(next - fitted[i]));
            fitted[i] = next;
        }
        if (change < 1e-9) break;
    }
}

double sprt_llr(const sprt *t, const series_score *s) {
    distribution d = distribution_of(s);
    double share[CATEGORIES], with0[CATEGORIES], with1[CATEGORIES], ratio = 0;
    if (d.trials == 0) return 0;
    /* Results that have not occurred yet are not impossible. */
    for (int i = 0; i < d.count; i++)
        if (d.weight[i] == 0) {
            d.weight[i] = 1e-3;
            d.trials += 1e-3;
        }
    for (int i = 0; i < d.count; i++) share[i] = d.weight[i] / d.trials;
    if (t->normalized) {
        double unit = normalized_unit() / sqrt(d.games);
        fit_deviations(&d, share, t->elo0 / unit, with0);
        fit_deviations(&d, share, t->elo1 / unit, with1);
    } else {
        fit_mean(&d, share, 1 / (1 + pow(10, -t->elo0 / 400)), with0);
        fit_mean(&d, share, 1 / (1 + pow(10, -t->elo1 / 400)), with1);
    }
    for (int i = 0; i < d.count; i++) ratio += share[i] * log(with1[i] / with0[i]);
    return d.trials * ratio;
}

void sprt_bounds(const sprt *t, double *lower, double *upper) {
    *lower = log(t->beta / (1 - t->alpha));
    *upper = log((1 - t->beta) / t->alpha);
}

sprt_verdict sprt_decide(const sprt *t, double llr) {
    double lower, upper;
    sprt_bounds(t, &lower, &upper);
    return llr >= upper ? SPRT_H1 : llr <= lower ? SPRT_H0 : SPRT_OPEN;
}

const char *sprt_verdict_name(sprt_verdict v) {
    static const char *const names[] = {[SPRT_OPEN] = "open", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    return names[v];
}

static bool read_decimal(const char *value, double *number) {
    char *end;
    *number = strtod(value, &end);
    return end != value && !*end && isfinite(*number);
}

static bool read_pair(const char *key, const char *value, sprt *t, bool seen[2], error *e) {
    double number;
    if (strcmp(key, "model") == 0) {
        t->normalized = strcmp(value, "normalized") == 0;
        return t->normalized || strcmp(value, "logistic") == 0 ||
               error_set(e, "model=%s: expected normalized or logistic", value);
    }
    if (!read_decimal(value, &number)) return error_set(e, "%s=%s is not a number", key, value);
    if (strcmp(key, "elo0") == 0) t->elo0 = number, seen[0] = true;
    else if (strcmp(key, "elo1") == 0) t->elo1 = number, seen[1] = true;
    else if (strcmp(key, "alpha") == 0) t->alpha = number;
    else if (strcmp(key, "beta") == 0) t->beta = number;
    else return error_set(e, "'%s' is unknown; expected elo0, elo1, alpha, beta or model", key);
    return true;
}

bool sprt_read(const char *words, sprt *t, error *e) {
    *t = (sprt){.normalized = true, .alpha = 0.05, .beta = 0.05};
    bool seen[2] = {false};
    for (const char *at = words; *at;) {
        char pair[64];
        text copy = text_over(pair, sizeof pair);
        size_t length = strcspn(at, ",");
        text_add_part(&copy, at, length);
        at += length + (at[length] == ',');
        char *value = strchr(pair, '=');
        if (!value || copy.full)
            return error_set(e, "'%s': expected KEY=VALUE, for example elo0=0,elo1=5", pair);
        *value++ = '\0';
        if (!read_pair(pair, value, t, seen, e)) return false;
    }
    if (!seen[0] || !seen[1])
        return error_set(e, "missing elo0 or elo1, for example elo0=0,elo1=5");
    if (t->elo0 >= t->elo1) return error_set(e, "elo0 must be less than elo1");
    if (t->alpha <= 0 || t->beta <= 0 || t->alpha + t->beta >= 1)
        return error_set(e, "alpha and beta must be above 0, and their sum below 1");
    return true;
}
