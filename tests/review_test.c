/* The review of games: what a move cost, and what it is called for it. */
#include "engines/engine.h"
#include "referee/review.h"
#include "support.h"

enum { MOVES_MAX = 40 };

/* A game with what an engine is said to have found. */
typedef struct judged_game {
    history h;
    review_point points[MOVES_MAX + 1];
    review_move moves[MOVES_MAX];
} judged_game;

static judged_game play(const char *name, const char *rules, const char *moves) {
    judged_game g = {.h = game_after(name, rules, moves)};
    assert_true(g.h.count <= MOVES_MAX);
    return g;
}

/* In this position `seat` has this score, with a best move that was not played. */
static void found(judged_game *g, size_t at, int seat, int score) {
    g->points[at] = (review_point){.best = 1, .seat = seat, .score = score, .scored = true};
}

static void judge(judged_game *g, const char *unit) {
    error e;
    assert_true(review_judge(&g->h, unit, g->points, g->moves, &e));
}

static void a_mans_worth_is_a_mistake(void **state) {
    (void)state;
    judged_game g = play("damas", "", "10-14 23-19");
    found(&g, 0, 0, 0);
    found(&g, 1, 1, 100); /* White's move lost a man */
    found(&g, 2, 0, -90); /* Black's lost a tenth */
    judge(&g, "hundredths of a man");
    assert_int_equal(g.moves[0].class, REVIEW_MISTAKE);
    assert_true(g.moves[0].cost > 0.15 && g.moves[0].cost < 0.17);
    assert_int_equal(g.moves[1].class, REVIEW_BEST);
    assert_true(review_accuracy(g.moves, 2, 0) < 60);
    assert_true(review_accuracy(g.moves, 2, 1) > 90);
    close_game(&g.h);
}

static void a_win_thrown_away_is_a_blunder(void **state) {
    (void)state;
    judged_game g = play("damas", "", "10-14");
    found(&g, 0, 0, ENGINE_WIN - 9);
    found(&g, 1, 1, 0);
    judge(&g, "hundredths of a man");
    assert_int_equal(g.moves[0].class, REVIEW_BLUNDER);
    close_game(&g.h);
}

static void the_engines_move_is_best_whatever_it_finds_later(void **state) {
    (void)state;
    judged_game g = play("damas", "", "10-14");
    found(&g, 0, 0, 50);
    g.points[0].best = g.h.moves[0];
    found(&g, 1, 1, 400);
    judge(&g, "hundredths of a man");
    assert_int_equal(g.moves[0].class, REVIEW_BEST);
    assert_true(g.moves[0].cost == 0);
    close_game(&g.h);
}

/* The first three lines leave a box to the second player, who takes it: the boxes that are owned
 * count with those to come, and a player who moves again is still the same player. */
static void boxes_owned_count_with_boxes_to_come(void **state) {
    (void)state;
    judged_game g = play("dots", "size=2x2", "1112 1121 2122 1222");
    found(&g, 2, 0, 0);
    found(&g, 3, 1, 4);
    found(&g, 4, 1, 3);
    judge(&g, "boxes still to come");
    assert_int_equal(g.moves[2].class, REVIEW_BLUNDER);
    assert_int_equal(g.moves[3].class, REVIEW_BEST);
    assert_int_equal(g.moves[3].seat, 1);
    close_game(&g.h);
}

/* A doubt of a bid that holds for certain, and one of a bid that cannot hold. */
static void doubts_are_judged_by_the_odds_of_the_doubters_dice(void **state) {
    (void)state;
    judged_game g = play("perudo", "players=2,first=1", "1:33355 2:22222 3x3 dudo 1=33355 2=22222");
    judge(&g, "thousandths of a round");
    assert_true(g.moves[2].judged && g.moves[3].judged);
    assert_int_equal(g.moves[2].class, REVIEW_BEST); /* three of its own */
    assert_int_equal(g.moves[3].seat, 1);
    assert_false(g.moves[4].judged); /* chance */
    close_game(&g.h);
}

static void no_moves_have_no_accuracy(void **state) {
    (void)state;
    assert_true(review_accuracy(NULL, 0, 0) < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mans_worth_is_a_mistake),
        cmocka_unit_test(a_win_thrown_away_is_a_blunder),
        cmocka_unit_test(the_engines_move_is_best_whatever_it_finds_later),
        cmocka_unit_test(boxes_owned_count_with_boxes_to_come),
        cmocka_unit_test(doubts_are_judged_by_the_odds_of_the_doubters_dice),
        cmocka_unit_test(no_moves_have_no_accuracy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
