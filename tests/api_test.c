/* libdamero through its header alone, as another program uses it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* after those */
#include <cmocka.h>
#include <damero.h>
#include <string.h>

static damero_rules *rules_of(const char *game, const char *settings) {
    damero_error e;
    damero_rules *r = damero_rules_new(game, settings, &e);
    if (!r) fail_msg("%s", e.message);
    return r;
}

static damero_play *play_of(const damero_rules *r, const char *position) {
    damero_error e;
    damero_play *p = damero_play_new(r, position, &e);
    if (!p) fail_msg("%s", e.message);
    return p;
}

static void there_are_four_games(void **unused) {
    (void)unused;
    static const char *const names[] = {"dots", "trax", "damas", "perudo"};
    for (size_t i = 0; i < 4; i++) {
        bool found = false;
        for (size_t j = 0; damero_game_name(j); j++)
            found = found || strcmp(damero_game_name(j), names[i]) == 0;
        assert_true(found);
    }
    assert_null(damero_game_name(4));
}

static void wrong_settings_are_refused_with_a_reason(void **unused) {
    (void)unused;
    damero_error e = {""};
    assert_null(damero_rules_new("dots", "size=99x99", &e));
    assert_non_null(strstr(e.message, "size"));
    assert_null(damero_rules_new("chess", NULL, &e));
    assert_null(damero_rules_new("dots", "size=0x0", NULL));
}

static void a_game_of_dots_is_played_taken_back_and_solved(void **unused) {
    (void)unused;
    damero_error e;
    char word[DAMERO_MOVE_TEXT], position[200];
    int value;
    damero_rules *r = rules_of("dots", "size=1x1");
    damero_play *p = play_of(r, NULL);
    damero_move moves[4];
    assert_int_equal(damero_moves(p, moves, 4), 4);
    assert_int_equal(damero_moves(p, moves, 2), 4);
    assert_true(damero_play_text(p, "1112", &e));
    assert_false(damero_play_text(p, "1112", &e));
    assert_true(damero_moves(p, moves, 4) == 3 && damero_play_move(p, moves[0], &e));
    assert_false(damero_play_move(p, moves[0], &e));
    assert_true(damero_solve(p, 1, 1 << 20, &value, &e));
    assert_int_equal(value, -1); /* two lines are left: the other one takes the box */
    damero_play *copy = damero_play_copy(p, &e);
    assert_int_equal(damero_hash(copy), damero_hash(p));
    while (damero_turn(p) != DAMERO_OVER) {
        damero_moves(p, moves, 4);
        assert_true(damero_move_text(p, moves[0], word, sizeof word) == 4);
        assert_true(damero_play_move(p, moves[0], &e));
    }
    assert_int_equal(damero_result(p).winner, 1);
    assert_int_equal(damero_move_count(p), 4);
    while (damero_move_count(p) > 2) assert_true(damero_undo(p, &e));
    assert_int_equal(damero_hash(copy), damero_hash(p));
    size_t needed = damero_position(p, position, sizeof position);
    char tight[4];
    assert_int_equal(damero_position(p, tight, sizeof tight), needed);
    assert_int_equal(strlen(tight), 3);
    damero_play *again = play_of(r, position);
    assert_int_equal(damero_hash(again), damero_hash(p));
    damero_play_free(again);
    damero_play_free(copy);
    damero_play_free(p);
    damero_rules_free(r);
}

static void a_seat_of_perudo_sees_its_own_dice_only(void **unused) {
    (void)unused;
    damero_error e;
    uint64_t random = 7;
    char seen[200], all[200];
    damero_rules *r = rules_of("perudo", "first=1");
    damero_play *p = play_of(r, NULL);
    while (damero_turn(p) == DAMERO_CHANCE) assert_true(damero_roll(p, &random, &e));
    assert_false(damero_roll(p, &random, &e));
    damero_position(p, all, sizeof all);
    damero_view(p, 0, seen, sizeof seen);
    assert_null(strchr(all, '?'));
    assert_memory_equal(all, seen, 6);
    assert_non_null(strstr(seen, "/?????"));
    damero_play_free(p);
    damero_rules_free(r);
}

static bool stop_at_once(void *count, const damero_answer *so_far) {
    (void)so_far;
    ++*(int *)count;
    return false;
}

static void an_engine_thinks_reports_and_stops(void **unused) {
    (void)unused;
    damero_error e;
    damero_answer a;
    int reports = 0;
    damero_rules *r = rules_of("damas", NULL), *other = rules_of("damas", "variant=english");
    damero_play *p = play_of(r, NULL), *elsewhere = play_of(other, NULL);
    damero_engine *g = damero_engine_new(r, NULL, NULL, 1, 1 << 20, &e);
    assert_non_null(g);
    assert_null(damero_engine_new(r, NULL, "no such level", 1, 0, &e));
    assert_non_null(damero_engine_level(g, 0));
    assert_true(damero_think(g, p, &(damero_limits){.depth = 6}, NULL, NULL, &a, &e));
    assert_true(a.move && a.scored && a.depth >= 6 && damero_play_move(p, a.move, &e));
    assert_true(damero_think(g, p, &(damero_limits){0}, stop_at_once, &reports, &a, &e));
    assert_true(reports >= 1 && a.move);
    assert_false(damero_think(g, elsewhere, NULL, NULL, NULL, &a, &e));
    damero_engine_free(g);
    damero_play_free(p);
    damero_play_free(elsewhere);
    damero_rules_free(r);
    damero_rules_free(other);
}

static void a_record_is_read_and_written(void **unused) {
    (void)unused;
    static const char given[] = "[Game \"damas\"]\n[Seat1 \"Ana\"]\n\n1. 10-14 24-20 *\n\n"
                                "[Game \"dots\"]\n[Rules \"size=2x2\"]\n\n1. 1112 *\n";
    damero_error e;
    damero_rules *r;
    damero_play *p;
    size_t at = 0;
    char out[400];
    assert_true(damero_record_read(given, strlen(given), &at, &r, &p, &e));
    assert_int_equal(damero_move_count(p), 2);
    size_t length = damero_record_write(p, out, sizeof out);
    assert_int_equal(length, strlen(out));
    assert_non_null(strstr(out, "10-14 24-20"));
    damero_play_free(p);
    damero_rules_free(r);
    assert_true(damero_record_read(given, strlen(given), &at, &r, &p, &e));
    assert_string_equal(damero_rules_game(r), "dots");
    damero_play_free(p);
    damero_rules_free(r);
    assert_false(damero_record_read("1. 99-99", 8, &(size_t){0}, &r, &p, &e));
}

static void many_random_games_and_perft(void **unused) {
    (void)unused;
    damero_error e;
    uint64_t count, wins[DAMERO_SEATS_MAX] = {0}, draws = 0, moves = 0;
    damero_rules *r = rules_of("damas", NULL);
    damero_play *p = play_of(r, NULL);
    assert_true(damero_perft(p, 4, &count, &e));
    assert_int_equal(count, 1469);
    assert_true(damero_play_random(r, 1, 50, wins, &draws, &moves, &e));
    assert_int_equal(wins[0] + wins[1] + draws, 50);
    assert_true(moves > 50 * 20);
    damero_play_free(p);
    damero_rules_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_four_games),
        cmocka_unit_test(wrong_settings_are_refused_with_a_reason),
        cmocka_unit_test(a_game_of_dots_is_played_taken_back_and_solved),
        cmocka_unit_test(a_seat_of_perudo_sees_its_own_dice_only),
        cmocka_unit_test(an_engine_thinks_reports_and_stops),
        cmocka_unit_test(a_record_is_read_and_written),
        cmocka_unit_test(many_random_games_and_perft),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
