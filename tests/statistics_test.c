/* The figures of a series, against values that other programs publish. */
#include <math.h>

#include "events/ratings.h"
#include "events/statistics.h"
#include "support.h"

static void assert_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) fail_msg("%.6f instead of %.6f", value, expected);
}

/* fastchess, tests/elo_test.cpp. */
static void elo_of_games_equals_fastchess(void **state) {
    (void)state;
    series_estimate e =
        series_estimate_of(&(series_score){.wins = 136, .draws = 111, .losses = 96});
    assert_near(e.elo, 40.70, 0.005);
    assert_near(e.error, 30.43, 0.005);
    assert_near(e.normalized, 49.77, 0.005);
    assert_near(e.superior, 0.9960, 0.00005);
    assert_near(e.score, 0.558, 0.0005);
    e = series_estimate_of(&(series_score){.wins = 76, .draws = 123, .losses = 89});
    assert_near(e.normalized, -20.76, 0.005);
    assert_near(e.superior, 0.1553, 0.00005);
    e = series_estimate_of(&(series_score){.wins = 34, .losses = 356});
    assert_near(e.normalized, -508.44, 0.005);
}

static void elo_of_pairs_equals_fastchess(void **state) {
    (void)state;
    series_estimate e = series_estimate_of(&(series_score){.pairs = {34, 54, 31 + 32, 64, 75}});
    assert_near(e.elo, 55.58, 0.005);
    assert_near(e.error, 27.65, 0.005);
    assert_near(e.normalized, 57.94, 0.005);
    e = series_estimate_of(&(series_score){.pairs = {332, 433, 457 + 41, 333, 334}});
    assert_near(e.elo, -8.64, 0.005);
    assert_near(e.error, 10.33, 0.005);
    assert_near(e.normalized, -9.17, 0.005);
    assert_near(e.superior, 0.0505, 0.00005);
    e = series_estimate_of(&(series_score){.pairs = {7895, 8757, 5485 + 200, 568, 9999}});
    assert_near(e.elo, -21.04, 0.005);
    assert_near(e.error, 2.95, 0.005);
}

static double llr(const char *test, series_score s) {
    sprt t;
    error e;
    if (!sprt_read(test, &t, &e)) fail_msg("%s", e.message);
    return sprt_llr(&t, &s);
}

/* fastchess, tests/sprt_test.cpp, which has two decimals. */
static void ratios_of_games_equal_fastchess(void **state) {
    (void)state;
    series_score s = {.wins = 36433, .losses = 36027, .draws = 68692};
    assert_near(llr("elo0=0,elo1=2,model=normalized", s), 0.92, 0.006);
    s = (series_score){.wins = 10871, .losses = 10650, .draws = 20431};
    assert_near(llr("elo0=-1.75,elo1=0.25", s), 2.30, 0.006);
    s = (series_score){.wins = 4250};
    assert_near(llr("elo0=0,elo1=10", s), 120.56, 0.06);
    s = (series_score){.wins = 21404, .losses = 21184, .draws = 40708};
    assert_near(llr("elo0=0.5,elo1=2.5,model=logistic", s), -1.57, 0.006);
    s = (series_score){.wins = 57433, .losses = 57030, .draws = 106593};
    assert_near(llr("elo0=0,elo1=2,model=logistic", s), -2.59, 0.006);
}

static void ratios_of_pairs_equal_fastchess(void **state) {
    (void)state;
    series_score s = {.pairs = {365, 16618, 36029 + 200, 16974, 390}};
    assert_near(llr("elo0=0,elo1=2", s), 2.25, 0.006);
    s = (series_score){.pairs = {127, 4883, 10311 + 401, 5150, 104}};
    assert_near(llr("elo0=-1.75,elo1=0.25", s), 3.01, 0.006);
    s = (series_score){.pairs = {[4] = 5550}};
    assert_near(llr("elo0=0,elo1=5", s), 111.82, 0.06);
    s = (series_score){.pairs = {223, 9863, 20279 + 1000, 10037, 246}};
    assert_near(llr("elo0=0.5,elo1=2.5,model=logistic", s), -3.07, 0.006);
    s = (series_score){.pairs = {871, 26175, 55003 + 980, 26678, 821}};
    assert_near(llr("elo0=0,elo1=2,model=logistic", s), -4.98, 0.006);
}

/* A. Wald, 1945: with alpha = beta = 0.05 the bounds are +-ln 19 = +-2.944. */
static void a_test_ends_at_walds_bounds(void **state) {
    (void)state;
    sprt t;
    error e;
    double lower, upper;
    assert_true(sprt_read("elo0=0,elo1=5,alpha=0.05,beta=0.05", &t, &e));
    sprt_bounds(&t, &lower, &upper);
    assert_near(upper, 2.94444, 0.00001);
    assert_near(lower, -2.94444, 0.00001);
    assert_int_equal(sprt_decide(&t, 2.95), SPRT_H1);
    assert_int_equal(sprt_decide(&t, -2.95), SPRT_H0);
    assert_int_equal(sprt_decide(&t, 2.94), SPRT_OPEN);
}

static void few_or_equal_games_say_what_they_can(void **state) {
    (void)state;
    series_estimate e = series_estimate_of(&(series_score){0});
    assert_near(e.score, 0.5, 0);
    assert_near(e.superior, 0.5, 0);
    assert_true(isnan(e.error));
    e = series_estimate_of(&(series_score){.wins = 4, .pairs = {[4] = 2}});
    assert_true(isinf(e.elo) && e.elo > 0);
    assert_true(isnan(e.error));
    assert_near(e.superior, 1, 0);
    e = series_estimate_of(&(series_score){.draws = 4, .pairs = {[2] = 2}});
    assert_near(e.elo, 0, 1e-12);
    assert_near(e.superior, 0.5, 0);
    assert_near(llr("elo0=0,elo1=5", (series_score){0}), 0, 0);
}

static void a_pair_counts_by_its_points(void **state) {
    (void)state;
    series_score s = {0};
    series_add_pair(&s, 2, 0);
    series_add_pair(&s, 1, 1);
    series_add_pair(&s, 2, 1);
    assert_int_equal(s.pairs[2], 2);
    assert_int_equal(s.pairs[3], 1);
}

static void a_test_that_makes_no_sense_is_refused(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"", "missing elo0 or elo1"},
        {"elo0=0", "missing elo0 or elo1"},
        {"elo0=5,elo1=0", "less than"},
        {"elo0=0,elo1=five", "not a number"},
        {"elo0=0,elo1=5,alpha=0", "above 0"},
        {"elo0=0,elo1=5,alpha=0.5,beta=0.5", "below 1"},
        {"elo0=0,elo1=5,model=bayes", "normalized or logistic"},
        {"elo0=0,elo1=5,gamma=1", "unknown"},
        {"elo0", "KEY=VALUE"},
        {"elo0=0,elo1=nan", "not a number"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sprt t;
        error e;
        assert_false(sprt_read(wrong[i][0], &t, &e));
        assert_says(&e, wrong[i][1]);
    }
}

/* The American League's Eastern Division of 1987 (A. Agresti, "Categorical Data Analysis", 2nd
 * edition, table 10.10): wins of each team against each other one. The estimates and standard
 * errors relative to Baltimore are those of the R package BradleyTerry2 (H. Turner, D. Firth,
 * Journal of Statistical Software 48(9), 2012, section 3.1), in natural logarithms of odds. */
static void ratings_equal_published_ones(void **state) {
    (void)state;
    enum { TEAMS = 7 };
    static const int wins[TEAMS][TEAMS] = {
        {0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
        {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
        {2, 4, 1, 3, 1, 7, 0},
    };
    static const double estimate[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    static const double error_of[TEAMS] = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0};
    static rated_game games[600];
    rating r[TEAMS] = {[TEAMS - 1] = {.anchored = true, .elo = 0}};
    double superior[TEAMS * TEAMS];
    size_t count = 0;
    error e;
    for (int a = 0; a < TEAMS; a++)
        for (int b = 0; b < TEAMS; b++)
            for (int k = 0; k < wins[a][b]; k++)
                games[count++] = (rated_game){.count = 2, .player = {a, b}, .share = {1, 0}};
    assert_true(ratings_find(TEAMS, games, count, r, superior, &e));
    double elo = 400 / log(10);
    for (int i = 0; i < TEAMS; i++) {
        assert_true(r[i].rated);
        assert_near(r[i].elo / elo, estimate[i], 0.0001);
        if (i + 1 < TEAMS) assert_near(r[i].error / elo / 1.96, error_of[i], 0.0005);
    }
    assert_true(superior[0 * TEAMS + 6] > 0.9999 && superior[0 * TEAMS + 1] > 0.5);
}

/* Plackett-Luce with three equal winners in turn: nobody is stronger; and a player who wins twice
 * as often as each of two equal others, at tables of three, has twice their strength. */
static void tables_of_three_rate_their_players(void **state) {
    (void)state;
    rated_game games[4];
    rating r[3] = {0};
    error e;
    for (int k = 0; k < 4; k++) {
        games[k] = (rated_game){.count = 3, .player = {0, 1, 2}};
        games[k].share[k % 3] = 1;
    }
    assert_true(ratings_find(3, games, 3, r, NULL, &e));
    for (int i = 0; i < 3; i++) assert_near(r[i].elo, 0, 0.001);
    assert_true(ratings_find(3, games, 4, r, NULL, &e));
    assert_near(r[0].elo - r[1].elo, 400 * log10(2), 0.01);
    assert_near(r[1].elo, r[2].elo, 0.001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_equal_published_ones),
        cmocka_unit_test(tables_of_three_rate_their_players),
        cmocka_unit_test(elo_of_games_equals_fastchess),
        cmocka_unit_test(elo_of_pairs_equals_fastchess),
        cmocka_unit_test(ratios_of_games_equal_fastchess),
        cmocka_unit_test(ratios_of_pairs_equal_fastchess),
        cmocka_unit_test(a_test_ends_at_walds_bounds),
        cmocka_unit_test(few_or_equal_games_say_what_they_can),
        cmocka_unit_test(a_pair_counts_by_its_points),
        cmocka_unit_test(a_test_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
