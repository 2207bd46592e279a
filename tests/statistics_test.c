/* The figures of a series, against values that other programs publish. */
#include <math.h>

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
    assert_false(signbit(e.elo));
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

int main(void) {
    const struct CMUnitTest tests[] = {
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
