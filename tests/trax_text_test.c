/* Trax as text: turns with their errors, positions, pictures. */
#include "games/trax/notation.h"
#include "trax_support.h"

static void columns_go_on_after_z(void **state) {
    (void)state;
    static const struct {
        int number;
        const char *letters;
    } columns[] = {{0, "@"},   {1, "A"},   {26, "Z"},   {27, "AA"},
                   {52, "AZ"}, {80, "CB"}, {702, "ZZ"}, {703, "AAA"}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        char letters[8];
        int number;
        text t = text_over(letters, sizeof letters);
        trax_write_column(columns[i].number, &t);
        assert_string_equal(letters, columns[i].letters);
        scan s = scan_string(columns[i].letters);
        assert_true(trax_read_column(&s, 1000, &number));
        assert_int_equal(number, columns[i].number);
    }
}

static void expect_error(history *h, const char *word, const char *part) {
    error e = {0};
    game_move move = 0;
    assert_false(game_read_move(h->rules, h->now, word, &move, &e));
    assert_int_equal(move, 0);
    if (!strstr(e.message, part)) fail_msg("'%s' does not say '%s'", e.message, part);
}

static void a_turn_that_cannot_be_says_why(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    history h;
    trax_test_play(&h, rules, "");
    expect_error(&h, "A1+", "the first turn is @0/ or @0+");
    expect_error(&h, "@0\\", "the first turn is @0/ or @0+");
    history_destroy(&h);
    trax_test_play(&h, rules, "@0+ B1+");
    expect_error(&h, "", "not a turn");
    expect_error(&h, "B", "not a turn");
    expect_error(&h, "B2", "not a turn");
    expect_error(&h, "2B/", "not a turn");
    expect_error(&h, "B2/x", "not a turn");
    expect_error(&h, "A1+", "lies there already");
    expect_error(&h, "@0/", "no tile lies beside");
    expect_error(&h, "Z9/", "too far out");
    expect_error(&h, "ZZZZZZZZZ9/", "not a turn");
    history_destroy(&h);
    trax_test_play(&h, rules, "@0+ B1/ C1/ A2/ A3+ A4/ B4+ C4/");
    expect_error(&h, "B2/", "do not fit");
    history_destroy(&h);
    trax_test_play(&h, rules, "@0/ B1\\ A2\\");
    expect_error(&h, "A0/", "the game is over");
    history_destroy(&h);
    game_destroy(rules);
    rules = rules_of("trax", "variant=8x8");
    trax_test_play(&h, rules, "@0/ B1+ C1/ D1/ E1/ F1/ G1/ H1/");
    expect_error(&h, "@1/", "beyond the eight");
    history_destroy(&h);
    game_destroy(rules);
}

static void labels_shift_after_a_tile_to_the_left_or_above(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    history h;
    error e;
    trax_test_play(&h, rules, "@0/ @1/");
    assert_false(history_play_text(&h, "A1/", &e));
    assert_true(history_play_text(&h, "c1/", &e));
    history_destroy(&h);
    game_destroy(rules);
}

static void positions_are_rows_of_tiles(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    char out[64];
    history h;
    trax_test_play(&h, rules, "@0+ B1+ A2\\");
    text t = text_over(out, sizeof out);
    game_write_position(rules, h.now, &t);
    assert_string_equal(out, "55/36 B");
    history_destroy(&h);
    trax_test_play(&h, rules, "");
    t = text_over(out, sizeof out);
    game_write_position(rules, h.now, &t);
    assert_string_equal(out, "- W");
    history_destroy(&h);
    game_destroy(rules);
}

static void a_position_that_cannot_be_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *position, *part;
    } cases[] = {
        {"", "it is empty"},
        {"7", "a tile is"},
        {"5x", "a tile is"},
        {"5 X", "W or B"},
        {"5 W", "Black's turn"},
        {"- B", "White's turn"},
        {"9 B", "a single tile is 5 or 6"},
        {"55 W W", "one field too many"},
        {"5a W", "do not fit"},
        {"5..5 W", "not all connected"},
        {"55/3. W", "a forced tile is missing"},
        {".......................................................................................55",
         "more than 88 columns"},
    };
    game_rules *rules = rules_of("trax", "");
    game_position *p = game_new_position(rules), *before = game_new_position(rules);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error e = {0};
        assert_false(game_read_position(rules, cases[i].position, p, &e));
        if (!strstr(e.message, cases[i].part))
            fail_msg("'%s': '%s' does not say '%s'", cases[i].position, e.message, cases[i].part);
        assert_memory_equal(p, before, rules->position_bytes);
    }
    game_destroy(rules);
    rules = rules_of("trax", "variant=8x8");
    assert_false(game_read_position(rules, "aaaaaaaaa W", p, NULL));
    free(before);
    free(p);
    game_destroy(rules);
}

static void a_read_position_plays_on(void **state) {
    (void)state;
    game_rules *rules = rules_of("trax", "");
    history h;
    error e;
    assert_true(history_create(&h, rules, &e));
    /* The empty margin does not count; then White closes Black's loop, as in the shortest game. */
    if (!game_read_position(rules, "..../..63/.... W", h.start, &e)) fail_msg("%s", e.message);
    history_set(&h, h.start);
    if (!history_play_text(&h, "A2\\", &e)) fail_msg("%s", e.message);
    assert_int_equal(game_result(rules, h.now).winner, TRAX_BLACK);
    assert_true(history_undo(&h));
    assert_false(game_result(rules, h.now).over);
    history_destroy(&h);
    game_destroy(rules);
}

static void picture_shows_tracks_and_forced_tiles(void **state) {
    (void)state;
    static const char expected[] = "      @    A    B    C  \n"
                                   "                        \n"
                                   "  0        .    .       \n"
                                   "                        \n"
                                   "           o    o       \n"
                                   "  1   .  ##o####o##  .  \n"
                                   "           o    o       \n"
                                   "         * oo !oo       \n"
                                   "  2   .  ## oooo ##  .  \n"
                                   "          ##    ##      \n"
                                   "                        \n"
                                   "  3        .    .       \n"
                                   "                        \n"
                                   "    * the tile laid last, ! forced by it (1)\n";
    game_rules *rules = rules_of("trax", "");
    history h;
    trax_test_play(&h, rules, "@0+ B1+ A2\\");
    char *out = malloc(rules->picture_bytes);
    text t = text_over(out, rules->picture_bytes);
    game_style style = {.ascii = true, .last = h.moves[2]};
    rules->game->picture(rules, h.now, style, &t);
    assert_string_equal(out, expected);
    /* In colour the same lines, with sequences between. */
    style = (game_style){.colour = true};
    t = text_over(out, rules->picture_bytes);
    rules->game->picture(rules, h.now, style, &t);
    assert_non_null(strstr(out, "\033[31m\u2550"));
    assert_non_null(strstr(out, "\033[97m\u2502"));
    assert_null(strstr(out, "forced"));
    free(out);
    history_destroy(&h);
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_go_on_after_z),
        cmocka_unit_test(a_turn_that_cannot_be_says_why),
        cmocka_unit_test(labels_shift_after_a_tile_to_the_left_or_above),
        cmocka_unit_test(positions_are_rows_of_tiles),
        cmocka_unit_test(a_position_that_cannot_be_is_refused),
        cmocka_unit_test(a_read_position_plays_on),
        cmocka_unit_test(picture_shows_tracks_and_forced_tiles),
    };
    return cmocka_run_group_tests_name("trax text", tests, NULL, NULL);
}
