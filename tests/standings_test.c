/* Standings and ratings, by hand and against published values. */
#include <math.h>

#include "events/ratings.h"
#include "events/standings.h"
#include "support.h"

static void assert_near(double value, double expected, double within) {
    if (!(fabs(value - expected) <= within)) fail_msg("%.6f instead of %.6f", value, expected);
}

static void add(pairing_list *l, int round, int a, int b, int first, int second) {
    error e;
    pairing p = {.round = round,
                 .count = 2,
                 .player = {a, b},
                 .over = true,
                 .played = true,
                 .points = {first, second}};
    if (b < 0)
        p = (pairing){.round = round, .count = 1, .player = {a}, .over = true, .points = {2}};
    assert_true(pairing_list_add(l, &p, &e));
}

/* Five players, three rounds, calculated by hand: points 2.5, 2, 1.5, 1.5, 1.5 (with byes). */
static pairing_list small_event(void) {
    pairing_list l = {0};
    add(&l, 0, 0, 2, 2, 0);
    add(&l, 0, 3, 1, 1, 1);
    add(&l, 0, 4, -1, 0, 0);
    add(&l, 1, 4, 0, 0, 2);
    add(&l, 1, 1, 2, 1, 1);
    add(&l, 1, 3, -1, 0, 0);
    add(&l, 2, 0, 1, 1, 1);
    add(&l, 2, 3, 4, 0, 2);
    add(&l, 2, 2, -1, 0, 0);
    return l;
}

static void tie_breaks_are_those_reckoned_by_hand(void **state) {
    (void)state;
    pairing_list l = small_event();
    standing s[5];
    tiebreak order[TIEBREAKS];
    error e;
    int count = tiebreaks_read("buchholz,sonneborn,direct,wins", order, &e);
    assert_int_equal(count, 4);
    assert_true(standings_make(&l, EVENT_SWISS, 5, order, count, s, &e));
    /* Points: 0: 5 halves, 4: 4, 1: 3, 2: 3, 3: 3. */
    assert_int_equal(s[0].player, 0);
    assert_int_equal(s[0].points, 5);
    assert_int_equal(s[1].player, 4);
    /* Player 0 met 2 (1.5), 4 (2) and 1 (1.5). */
    assert_near(s[0].tiebreak[TIEBREAK_BUCHHOLZ], 5.0, 1e-9);
    assert_near(s[0].tiebreak[TIEBREAK_BUCHHOLZ_CUT1], 3.5, 1e-9);
    assert_near(s[0].tiebreak[TIEBREAK_SONNEBORN], 1.5 + 2 + 0.75, 1e-9);
    /* Player 1 met 3, 2 and 0: 1.5 + 1.5 + 2.5, more than 2 (2.5 + 1.5 + own 1.5) and 3 (5). */
    assert_int_equal(s[2].player, 1);
    assert_near(s[2].tiebreak[TIEBREAK_BUCHHOLZ], 5.5, 1e-9);
    assert_near(s[2].tiebreak[TIEBREAK_DIRECT], 1.0, 1e-9);
    assert_int_equal(s[3].player, 2);
    assert_near(s[3].tiebreak[TIEBREAK_BUCHHOLZ], 5.5, 1e-9);
    assert_near(s[4].tiebreak[TIEBREAK_BUCHHOLZ], 1.5 + 2 + 1.5, 1e-9);
    assert_near(s[0].tiebreak[TIEBREAK_WINS], 2, 1e-9);
    pairing_list_destroy(&l);
}

/* 0 beats 3 by 2-1, 2 beats 1 by 6-5 after many games, 0 wins the final: the points say 2, 1, 0. */
static void the_winner_of_a_knockout_is_first(void **state) {
    (void)state;
    pairing_list l = {0};
    standing s[4];
    error e;
    add(&l, 0, 0, 3, 4, 2);
    add(&l, 0, 1, 2, 10, 12);
    add(&l, 1, 2, 0, 2, 4);
    assert_true(standings_make(&l, EVENT_KNOCKOUT, 4, NULL, 0, s, &e));
    assert_int_equal(s[0].player, 0);
    assert_int_equal(s[1].player, 2);
    assert_int_equal(s[2].player, 1);
    assert_int_equal(s[3].player, 3);
    pairing_list_destroy(&l);
}

static void the_order_of_tie_breaks_is_the_organisers(void **state) {
    (void)state;
    tiebreak order[TIEBREAKS];
    error e;
    assert_int_equal(tiebreaks_read("wins,buchholz-cut1", order, &e), 2);
    assert_int_equal(order[0], TIEBREAK_WINS);
    assert_int_equal(tiebreaks_read("", order, &e), 0);
    assert_int_equal(tiebreaks_read("wins,wins", order, &e), -1);
    assert_int_equal(tiebreaks_read("luck", order, &e), -1);
    assert_says(&e, "buchholz");
}

/* Baseball, American League East, 1987 (A. Agresti, "Categorical Data Analysis", 2nd edition, table
 * 10.10): wins of each team against each other one. The estimates and standard errors relative to
 * Baltimore are those of the R package BradleyTerry2 (H. Turner, D. Firth, Journal of Statistical
 * Software 48(9), 2012, section 3.1), in natural logarithms of odds. */
static void strengths_of_baseball_teams_equal_agrestis(void **state) {
    (void)state;
    enum { TEAMS = 7 };
    static const int wins[TEAMS][TEAMS] = {
        /* Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore */
        {0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
        {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
        {2, 4, 1, 3, 1, 7, 0},
    };
    static const double published[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    static const double deviation[TEAMS] = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0};
    static rated_game games[400];
    size_t count = 0;
    for (int i = 0; i < TEAMS; i++)
        for (int j = 0; j < TEAMS; j++)
            for (int k = 0; k < wins[i][j]; k++)
                games[count++] = (rated_game){.count = 2, .player = {i, j}, .share = {1, 0}};
    rating r[TEAMS] = {[6] = {.anchored = true, .elo = 0}};
    double superior[TEAMS * TEAMS], unit = log(10) / 400;
    error e;
    assert_true(ratings_find(TEAMS, games, count, r, superior, &e));
    for (int i = 0; i < TEAMS; i++) {
        assert_true(r[i].rated);
        assert_near(r[i].elo * unit, published[i], 0.0001);
        assert_near(r[i].error * unit / 1.959964, deviation[i], 0.0001);
    }
    assert_true(superior[0 * TEAMS + 6] > 0.999);
    assert_near(superior[0 * TEAMS + 1] + superior[1 * TEAMS + 0], 1, 1e-9);
    /* Without an anchor only the differences are the same. */
    rating free_ones[TEAMS] = {0};
    assert_true(ratings_find(TEAMS, games, count, free_ones, NULL, &e));
    double sum = 0;
    for (int i = 0; i < TEAMS; i++) sum += free_ones[i].elo;
    assert_near(sum, 0, 1e-6);
    assert_near(free_ones[0].elo - free_ones[6].elo, r[0].elo, 1e-6);
}

/* Between two players the rating difference is the Elo of their score. */
static void two_players_have_the_elo_of_their_score(void **state) {
    (void)state;
    rated_game games[100];
    for (int i = 0; i < 100; i++) {
        double share = i < 60 ? 1 : i < 70 ? 0.5 : 0;
        games[i] = (rated_game){.count = 2, .player = {0, 1}, .share = {share, 1 - share}};
    }
    rating r[2] = {0};
    error e;
    assert_true(ratings_find(2, games, 100, r, NULL, &e));
    assert_near(r[0].elo - r[1].elo, -400 * log10(1 / 0.65 - 1), 1e-6);
    assert_near(r[0].points, 65, 1e-9);
}

/* Plackett and Luce: chances to win are in proportion to strength. */
static void strengths_of_several_players_are_their_shares_of_wins(void **state) {
    (void)state;
    rated_game games[100];
    for (int i = 0; i < 100; i++) {
        int winner = i < 50 ? 0 : i < 80 ? 1 : 2;
        games[i] = (rated_game){.count = 3, .player = {0, 1, 2}};
        games[i].share[winner] = 1;
    }
    rating r[3] = {0};
    error e;
    assert_true(ratings_find(3, games, 100, r, NULL, &e));
    assert_near(r[0].elo - r[2].elo, 400 * log10(50.0 / 20), 1e-6);
    assert_near(r[1].elo - r[2].elo, 400 * log10(30.0 / 20), 1e-6);
}

/* A player who always came last has no rating; the others are compared without it. */
static void last_places_do_not_hide_the_others(void **state) {
    (void)state;
    error e;
    rated_games l = {0};
    const int seats[] = {0, 1, 2};
    for (int i = 0; i < 4; i++) {
        const int place[] = {i < 3 ? 1 : 2, i < 3 ? 2 : 1, 3};
        assert_true(rated_games_add_places(&l, 3, seats, place, &e));
    }
    rating r[3] = {0};
    assert_true(ratings_find(3, l.games, l.count, r, NULL, &e));
    assert_true(r[0].rated && r[1].rated && !r[2].rated);
    assert_near(r[0].elo - r[1].elo, 400 * log10(3), 1e-6);
    assert_near(r[0].points, 3, 1e-9);
    assert_int_equal(r[0].games, 4);
    free(l.games);
}

/* The logarithm of the chance that the model gives to an order, the best first. */
static double chance_of_order(const double *strength, const int *order, int count) {
    double sum = 0, chance = 0;
    for (int i = count - 1; i >= 0; i--) {
        sum += strength[order[i]];
        chance += log(strength[order[i]] / sum);
    }
    return chance;
}

/* Whole orders: no other strengths make them more likely. */
static void strengths_by_places_are_the_likeliest(void **state) {
    (void)state;
    static const int orders[][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 3, 2},
                                    {3, 0, 1, 2}, {0, 1, 3, 2}, {2, 1, 0, 3}};
    enum { TIMES = sizeof orders / sizeof *orders };
    error e;
    rated_games l = {0};
    for (int i = 0; i < TIMES; i++) {
        const int places[] = {1, 2, 3, 4};
        assert_true(rated_games_add_places(&l, 4, orders[i], places, &e));
    }
    assert_int_equal(l.count, 3 * TIMES);
    rating r[4] = {0};
    assert_true(ratings_find(4, l.games, l.count, r, NULL, &e));
    double strength[4], best = 0;
    for (int i = 0; i < 4; i++) {
        assert_true(r[i].rated && r[i].games == TIMES);
        strength[i] = pow(10, r[i].elo / 400);
    }
    for (int k = 0; k < TIMES; k++) best += chance_of_order(strength, orders[k], 4);
    for (int i = 0; i < 4; i++)
        for (int way = -1; way <= 1; way += 2) {
            double other = 0, before = strength[i];
            strength[i] *= exp(0.01 * way);
            for (int k = 0; k < TIMES; k++) other += chance_of_order(strength, orders[k], 4);
            strength[i] = before;
            assert_true(other < best);
        }
    free(l.games);
}

/* Two pairs that beat each other, and the first pair always beat the second. Whichever pair comes
 * first in the list, the stronger one is rated. */
static void of_groups_of_one_size_the_stronger_is_rated(void **state) {
    (void)state;
    for (int first = 0; first < 4; first += 2) {
        int a = first, b = first + 1, c = 2 - first, d = 3 - first;
        int pairs[][2] = {{a, b}, {b, a}, {c, d}, {d, c}, {a, c}, {b, d}}; /* the winner first */
        rated_game games[6];
        for (int i = 0; i < 6; i++)
            games[i] =
                (rated_game){.count = 2, .player = {pairs[i][0], pairs[i][1]}, .share = {1, 0}};
        rating r[4] = {0};
        assert_true(ratings_find(4, games, 6, r, NULL, NULL));
        assert_true(r[a].rated && r[b].rated && !r[c].rated && !r[d].rated);
    }
}

/* The server rates a tournament whenever somebody looks at it: all of 256 players, each of whom
 * beats those below and loses one game, which makes the likelihood flat. A game may stand for
 * thousands of equal ones. */
static void a_large_tournament_of_equal_steps_is_rated(void **state) {
    (void)state;
    enum { PLAYERS = 256, GAMES = PLAYERS * (PLAYERS - 1) / 2 };
    rated_game *games = calloc(GAMES + 1, sizeof *games);
    rating *r = calloc(PLAYERS, sizeof *r);
    assert_true(games && r);
    size_t count = 0;
    error e;
    for (int i = 0; i < PLAYERS; i++)
        for (int j = i + 1; j < PLAYERS; j++)
            games[count++] =
                (rated_game){.count = 2, .player = {i, j}, .share = {1, 0}, .times = 5000};
    assert_true(ratings_find(PLAYERS, games, count, r, NULL, &e));
    assert_false(r[0].rated);
    games[count++] = (rated_game){.count = 2, .player = {PLAYERS - 1, 0}, .share = {1, 0}};
    assert_true(ratings_find(PLAYERS, games, count, r, NULL, &e));
    for (int i = 0; i < PLAYERS; i++) {
        assert_true(r[i].rated && r[i].error > 0);
        assert_int_equal(r[i].games, 5000 * (PLAYERS - 1) + (i == 0 || i == PLAYERS - 1));
        assert_true(i == 0 || r[i].elo < r[i - 1].elo);
        assert_near(r[i].elo, -r[PLAYERS - 1 - i].elo, 0.01); /* the results are symmetric */
    }
    free(games);
    free(r);
}

static void a_player_who_won_everything_has_no_rating(void **state) {
    (void)state;
    rated_game games[] = {{.count = 2, .player = {0, 1}, .share = {1, 0}},
                          {.count = 2, .player = {1, 2}, .share = {1, 0}},
                          {.count = 2, .player = {2, 1}, .share = {1, 0}},
                          {.count = 2, .player = {0, 2}, .share = {1, 0}}};
    rating r[4] = {0};
    error e;
    assert_true(ratings_find(4, games, 4, r, NULL, &e));
    assert_false(r[0].rated);
    assert_true(r[1].rated && r[2].rated && isfinite(r[1].elo));
    assert_false(r[3].rated); /* has not played */
    assert_near(r[1].elo, r[2].elo, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tie_breaks_are_those_reckoned_by_hand),
        cmocka_unit_test(the_winner_of_a_knockout_is_first),
        cmocka_unit_test(the_order_of_tie_breaks_is_the_organisers),
        cmocka_unit_test(strengths_of_baseball_teams_equal_agrestis),
        cmocka_unit_test(two_players_have_the_elo_of_their_score),
        cmocka_unit_test(strengths_of_several_players_are_their_shares_of_wins),
        cmocka_unit_test(last_places_do_not_hide_the_others),
        cmocka_unit_test(strengths_by_places_are_the_likeliest),
        cmocka_unit_test(of_groups_of_one_size_the_stronger_is_rated),
        cmocka_unit_test(a_large_tournament_of_equal_steps_is_rated),
        cmocka_unit_test(a_player_who_won_everything_has_no_rating),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
