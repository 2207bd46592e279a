/* Solving rounds of Perudo: known values, and how much a strategy gives away; odds. */
#include "engines/perudo/solver.h"
#include "games/perudo/odds.h"
#include "perudo_round.h"

/* Solves the round of these settings until it gives away less than `enough`. */
static response solve(const char *settings, double enough, int memory, int most) {
    error e = {0};
    game_rules *rules = rules_of("perudo", settings);
    perudo_round_graph g = first_round(rules, memory);
    solver s;
    response found = {.exploitability = 2};
    assert_true(perudo_solver_create(&s, &g, &e));
    float *average = perudo_hands_floats(g.vector_floats);
    while (found.exploitability > enough && s.iterations < most) {
        for (int i = 0; i < 64; i++) perudo_solver_iterate(&s);
        perudo_solver_average(&s, 0, average);
        assert_true(perudo_response_best(&g, average, &found, &e));
    }
    free(average);
    perudo_solver_destroy(&s);
    perudo_round_destroy(&g);
    game_destroy(rules);
    return found;
}

/* Every known value, near enough here to tell the rules apart, to the last digit in a long run.
 * Rounds of four dice with six faces are for the long run only. */
static void rounds_have_their_known_values(void **state) {
    (void)state;
    char line[200];
    FILE *file = open_data("perudo/rounds.txt");
    int rounds = 0;
    while (fgets(line, sizeof line, file)) {
        char settings[100];
        double above, below, tolerance;
        if (sscanf(line, "%99[^ #] %lf/%lf %lf", settings, &above, &below, &tolerance) != 4)
            continue;
        bool large = strncmp(settings, "dice=2+2", 8) == 0 && !strstr(settings, "faces");
        if (large && !long_run()) continue;
        bool wide = strstr(settings, "raise=any") != NULL;
        double enough = long_run() && !large ? 0.00001 : 0.0005;
        response r = solve(settings, enough, large || wide ? 6 : 0, 4000);
        double apart = r.value - above / below;
        if (apart < 0) apart = -apart;
        if (r.exploitability > enough || apart > tolerance + r.exploitability + 1e-6)
            fail_msg("%s: value %f, known %f, exploitability %f", settings, r.value, above / below,
                     r.exploitability);
        rounds++;
    }
    fclose(file);
    assert_true(rounds >= 44);
}

/* The loss of a strategy with bounded memory is measured against an opponent who forgets
 * nothing. */
static void forgetting_costs_something_but_little(void **state) {
    (void)state;
    response nothing = solve("dice=2+1,faces=4", 0, 0, 256);
    response some = solve("dice=2+1,faces=4", 0, 4, 256);
    response almost_all = solve("dice=2+1,faces=4", 0, 1, 256);
    assert_true(nothing.exploitability < 0.002);
    assert_true(some.exploitability < 0.005);
    assert_true(almost_all.exploitability > 0.05);
}

static void best_responses_find_what_uniform_play_gives_away(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=1");
    perudo_round_graph g = first_round(rules, 0);
    solver s;
    response r;
    assert_true(perudo_solver_create(&s, &g, &e));
    assert_true(perudo_response_best(&g, s.now, &r, &e));
    assert_true(r.exploitability > 0.7 && r.exploitability < 1);
    perudo_solver_destroy(&s);
    perudo_round_destroy(&g);
    game_destroy(rules);
}

static void a_graph_that_is_too_large_is_refused(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = game_create(&perudo_game, "dice=5", &e);
    perudo_round_graph g;
    int dice[2] = {5, 5};
    assert_false(
        perudo_round_create(&g, perudo_rules_of(rules), dice, false, 0, (size_t)1 << 24, &e));
    assert_non_null(strstr(e.message, "16 MB"));
    game_destroy(rules);
}

static void expect_near(double a, double b) {
    if (a - b > 6e-7 || b - a > 6e-7) fail_msg("%.7f is not %.7f", a, b);
}

static void binomial_odds_are_exact(void **state) {
    (void)state;
    static const double five[] = {0.868313, 0.539095, 0.209877, 0.045267, 0.004115},
                        ten[] = {0.982658, 0.895951, 0.700859, 0.440736, 0.213128, 0.076564},
                        plain[] = {0.598122, 0.196245, 0.035494, 0.003344, 0.000129};
    for (int k = 1; k <= 5; k++) expect_near(perudo_at_least(5, k, 1.0 / 3), five[k - 1]);
    for (int k = 1; k <= 6; k++) expect_near(perudo_at_least(10, k, 1.0 / 3), ten[k - 1]);
    for (int k = 1; k <= 5; k++) expect_near(perudo_at_least(5, k, 1.0 / 6), plain[k - 1]);
    expect_near(perudo_at_least(5, 0, 0.5), 1);
    expect_near(perudo_at_least(5, 6, 0.5), 0);
}

static void odds_count_own_dice_and_jokers(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = game_create(&perudo_game, "", &e);
    const perudo_rules *r = perudo_rules_of(rules);
    perudo_position p;
    assert_true(game_read_position(rules, "11335/22222 1", (game_position *)(void *)&p, &e));
    /* seat 1 holds four threes with its lamas; what seat 2 holds it does not know */
    expect_near(perudo_odds(r, &p, 0, perudo_bid_of(4, 3)), 1);
    expect_near(perudo_odds(r, &p, 0, perudo_bid_of(5, 3)), 0.868313);
    expect_near(perudo_odds(r, &p, 0, perudo_bid_of(3, 1)), 0.598122);
    expect_near(perudo_odds(r, &p, GAME_NOBODY, perudo_bid_of(4, 3)), 0.440736);
    expect_near(perudo_odds_exact(r, &p, 0, perudo_bid_of(4, 3)), 1 - 0.868313);
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_have_their_known_values),
        cmocka_unit_test(forgetting_costs_something_but_little),
        cmocka_unit_test(best_responses_find_what_uniform_play_gives_away),
        cmocka_unit_test(a_graph_that_is_too_large_is_refused),
        cmocka_unit_test(binomial_odds_are_exact),
        cmocka_unit_test(odds_count_own_dice_and_jokers),
    };
    return cmocka_run_group_tests_name("perudo solver", tests, NULL, NULL);
}
