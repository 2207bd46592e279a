#include "cli/tally.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FEW_GAMES = 10 };

int tally_games(const tally *t) {
    int games = t->draws;
    for (int i = 0; i < t->players; i++) games += t->wins[i];
    return games;
}

void tally_add(tally *t, int winner) {
    if (winner >= 0) t->wins[winner]++;
    else t->draws++;
    if (t->players != 2) return;
    int points = winner < 0 ? 1 : winner == 0 ? 2 : 0;
    if (points == 2) t->score.wins++;
    else if (points == 1) t->score.draws++;
    else t->score.losses++;
    if (series_games(&t->score) % 2 == 0) series_add_pair(&t->score, t->half, points);
    t->half = points;
}

static void write_name(const tally *t, int player, text *out) {
    int same = 0, before = 0;
    for (int i = 0; i < t->players; i++) {
        bool alike = strcmp(t->name[i], t->name[player]) == 0;
        same += alike;
        before += alike && i < player;
    }
    text_add(out, t->name[player]);
    if (same > 1) text_addf(out, " (%d)", before + 1);
}

void tally_write(const tally *t, text *out) {
    for (int i = 0; i < t->players; i++) {
        if (i) text_add(out, ", ");
        write_name(t, i, out);
        text_addf(out, ": %d", t->wins[i]);
    }
    text_addf(out, ", drawn: %d", t->draws);
}

/* The 95 % confidence interval of a player's share of the points (a draw is half a point): Wilson's
 * interval (E. B. Wilson, 1927), which also holds for few games and is somewhat wide if many are
 * drawn. */
static void find_share(const tally *t, int player, double *share, double *least, double *most) {
    static const double z = 1.96; /* standard deviations for 95 % */
    double n = tally_games(t), p = n > 0 ? (t->wins[player] + t->draws / 2.0) / n : 0.5;
    double weight = n > 0 ? z * z / n : 1e9;
    double middle = (p + weight / 2) / (1 + weight);
    double reach = sqrt(weight * p * (1 - p) + weight * weight / 4) / (1 + weight);
    *share = p;
    *least = middle - reach;
    *most = middle + reach;
}

void tally_write_certainty(const tally *t, text *out) {
    if (t->players != 2 || tally_games(t) < FEW_GAMES) return;
    int leader = t->wins[1] > t->wins[0];
    double share, least, most;
    find_share(t, leader, &share, &least, &most);
    write_name(t, leader, out);
    char numbers[120];
    snprintf(numbers, sizeof numbers,
             " has %.1f %% of the points (95 %% confidence interval: %.1f to %.1f %%).",
             100 * share, 100 * least, 100 * most);
    text_add(out, numbers);
    if (least <= 0.5) text_add(out, " It is not clear yet which player is better.");
}

void tally_write_figures(const tally *t, const sprt *test, text *out) {
    char words[160];
    series_estimate found = series_estimate_of(&t->score);
    if (isfinite(found.elo)) snprintf(words, sizeof words, "Elo %+.1f", found.elo);
    else snprintf(words, sizeof words, "Elo %s", found.elo > 0 ? "+inf" : "-inf");
    text_add(out, words);
    if (isfinite(found.error)) {
        snprintf(words, sizeof words, " \u00b1 %.1f", found.error);
        text_add(out, words);
    }
    snprintf(words, sizeof words, ", LOS %.1f %%, pairs", 100 * found.superior);
    text_add(out, words);
    for (int i = 0; i < 5; i++) text_addf(out, " %llu", (unsigned long long)t->score.pairs[i]);
    if (!test) return;
    double lower, upper, llr = sprt_llr(test, &t->score);
    sprt_bounds(test, &lower, &upper);
    snprintf(words, sizeof words, ", LLR %.2f (%.2f to %.2f)", llr, lower, upper);
    text_add(out, words);
}
