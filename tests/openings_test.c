/* Books of openings, and when two openings are the same. */
#include "engines/damas/engine.h"
#include "events/opening.h"
#include "events/openings.h"
#include "support.h"

static bool is_new(opening_set *s, const char *name, const char *settings, const char *moves) {
    history h = game_after(name, settings, moves);
    bool added = opening_set_add(s, h.rules, h.now);
    close_game(&h);
    return added;
}

/* The first line of a 2x2 grid: the outer ones are all alike, and so are the inner ones. */
static void reflections_of_dots_are_the_same_opening(void **state) {
    (void)state;
    opening_set s = {0};
    assert_true(is_new(&s, "dots", "size=2x2", "1112"));
    assert_false(is_new(&s, "dots", "size=2x2", "1112"));
    assert_false(is_new(&s, "dots", "size=2x2", "1121")); /* along the diagonal */
    assert_false(is_new(&s, "dots", "size=2x2", "3132")); /* left to right */
    assert_false(is_new(&s, "dots", "size=2x2", "2333"));
    assert_true(is_new(&s, "dots", "size=2x2", "1222"));
    assert_false(is_new(&s, "dots", "size=2x2", "2232"));
    assert_false(is_new(&s, "dots", "size=2x2", "2122"));
    opening_set_destroy(&s);
}

/* A grid that is not a square has no diagonal to turn about. */
static void a_grid_of_2x3_has_four_reflections(void **state) {
    (void)state;
    opening_set s = {0};
    int different = 0;
    static const char *const lines[] = {"1112", "1121", "4142", "4131", "2131"};
    for (size_t i = 0; i < 5; i++) different += is_new(&s, "dots", "size=2x3", lines[i]);
    assert_int_equal(different, 3); /* a short side, a corner of a long one, its middle */
    opening_set_destroy(&s);
}

static void turned_boards_of_trax_are_the_same_opening(void **state) {
    (void)state;
    opening_set s = {0};
    assert_true(is_new(&s, "trax", "", "@0/ B1\\"));
    int different = 0, all = 0;
    history h = game_after("trax", "", "@0/");
    game_move moves[64];
    size_t count = game_moves(h.rules, h.now, 1, moves);
    for (size_t i = 0; i < count; i++) {
        assert_true(history_play(&h, moves[i], NULL));
        different += opening_set_add(&s, h.rules, h.now);
        all++;
        history_undo(&h);
    }
    /* The tile is the same after a reflection along either diagonal. */
    assert_true(all == 12 && different >= 2 && different <= 5);
    close_game(&h);
    opening_set_destroy(&s);
}

/* As many as random games find: different positions must have different keys. */
static void random_openings_that_differ_have_different_keys(void **state) {
    (void)state;
    static const char *const games[][2] = {{"dots", "size=4x4"}, {"trax", ""}, {"damas", ""}};
    for (size_t i = 0; i < 3; i++) {
        opening_set s = {0};
        error e;
        history h;
        game_rules *rules = rules_of(games[i][0], games[i][1]);
        assert_true(history_create(&h, rules, &e));
        size_t added = 0;
        for (uint64_t seed = 0; seed < 200; seed++) {
            assert_true(opening_play(rules, NULL, 8, seed, &h, &e));
            added += opening_set_add(&s, rules, h.now);
        }
        assert_true(added > 180);
        opening_set_destroy(&s);
        history_destroy(&h);
        game_destroy(rules);
    }
}

static void a_book_is_read_and_shuffled(void **state) {
    (void)state;
    static const char lines[] = "# three\n\n1112 1121\n  1222\r\n2122 2232\n";
    game_rules *rules = rules_of("dots", "size=2x2");
    opening_book book;
    error e;
    assert_true(opening_book_read(&book, rules, 0, lines, strlen(lines), &e));
    assert_int_equal(book.count, 3);
    uint64_t first = game_hash(rules, opening_book_at(&book, 0));
    assert_true(game_hash(rules, opening_book_at(&book, 3)) == first);
    assert_true(game_hash(rules, opening_book_at(&book, 1)) != first);
    bool moved = false;
    for (uint64_t seed = 0; seed < 20 && !moved; seed++) {
        opening_book_shuffle(&book, seed);
        moved = game_hash(rules, opening_book_at(&book, 0)) != first;
    }
    assert_true(moved);
    opening_book_destroy(&book);
    assert_false(opening_book_read(&book, rules, 0, "1112\n9999\n", 10, &e));
    assert_says(&e, "line 2: neither a position (");
    /* Of a whole game the first moves are an opening. */
    static const char whole[] = "1112 1121 2122 1222 2232 2131 3132 1213 2223 1323 2333 3233\n";
    assert_false(opening_book_read(&book, rules, 0, whole, strlen(whole), &e));
    assert_says(&e, "the game is over there");
    assert_true(opening_book_read(&book, rules, 2, whole, strlen(whole), &e));
    assert_true(game_hash(rules, opening_book_at(&book, 0)) == first);
    opening_book_destroy(&book);
    game_destroy(rules);
}

/* Of Russian openings of six random plies more than half lose a man. */
static void balanced_openings_are_more_even(void **state) {
    (void)state;
    game_rules *rules = rules_of("damas", "variant=russian");
    game_position *p = game_new_position(rules);
    error e = {0};
    engine *judge = engine_create(&damas_engine, rules,
                                  &(engine_options){.level = ENGINE_FULL, .memory = 1 << 20}, &e);
    int lopsided[2] = {0, 0};
    for (int balanced = 0; balanced < 2; balanced++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            opening_terms terms = {6, balanced != 0};
            assert_true(opening_draw(rules, NULL, terms, seed, p, &e));
            lopsided[balanced] +=
                opening_worth(judge, p, &(engine_limits){.nodes = 20000}, NULL) > 50;
        }
    print_message("# lopsided: %d of 12, balanced %d\n", lopsided[0], lopsided[1]);
    assert_true(lopsided[1] == 0 && lopsided[0] >= 6);
    engine_destroy(judge);
    free(p);
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reflections_of_dots_are_the_same_opening),
        cmocka_unit_test(a_grid_of_2x3_has_four_reflections),
        cmocka_unit_test(turned_boards_of_trax_are_the_same_opening),
        cmocka_unit_test(random_openings_that_differ_have_different_keys),
        cmocka_unit_test(a_book_is_read_and_shuffled),
        cmocka_unit_test(balanced_openings_are_more_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
