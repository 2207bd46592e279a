#include "support.h"

#include "games/dots/chains.h"
#include "games/dots/dots.h"

static const dots_position *position(const history *h) {
    return (const dots_position *)(void *)h->now;
}

static game_outcome outcome(const history *h) { return game_result(h->rules, h->now); }

static void assert_picture(const history *h, const char *expected) {
    char memory[4000];
    text t = text_over(memory, sizeof memory);
    h->rules->game->picture(h->rules, h->now, (game_style){.ascii = true}, &t);
    assert_string_equal(memory, expected);
}

static void refuse_move(const history *h, const char *word, const char *why) {
    error e = {0};
    game_move move;
    assert_false(game_read_move(h->rules, h->now, word, &move, &e));
    assert_says(&e, why);
}

static void a_line_is_its_two_dots(void **state) {
    (void)state;
    /* On 4x4 dots: lower left vertical, lowest horizontal on the left, upper right vertical. */
    history h = game_after("dots", "size=3x3", "1112 1121 4344");
    assert_picture(&h, "4 +   +   +   +\n"
                       "              |\n"
                       "3 +   +   +   +\n"
                       "               \n"
                       "2 +   +   +   +\n"
                       "  |            \n"
                       "1 +---+   +   +\n"
                       "  1   2   3   4\n");
    close_game(&h);
}

static void dots_may_come_in_either_order(void **state) {
    (void)state;
    history h = game_after("dots", "size=15x15", "1211 gfgg EGFG");
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(h.rules, h.now, h.moves[2], &t);
    assert_string_equal(word, "egfg");
    close_game(&h);
}

/* On a grid of more than 31 columns the lines of a box do not fit one word. Every box is closed by
 * each of its four lines, and opened again. */
static void boxes_of_the_widest_grids(void **state) {
    (void)state;
    static const char *const sizes[] = {"size=34x34", "size=2x34", "size=34x2", "size=3x32",
                                        "size=3x31"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        game_rules *rules = rules_of("dots", sizes[i]);
        const dots_rules *r = dots_rules_of(rules);
        int stride = 2 * r->columns + 1;
        for (int box = 0; box < r->boxes; box++) {
            int top = box / r->columns * stride + box % r->columns;
            int line[] = {top, top + r->columns, top + r->columns + 1, top + stride};
            for (int last = 0; last < 4; last++) {
                dots_position p;
                dots_start(r, &p);
                for (int k = 1; k < 4; k++)
                    assert_int_equal(dots_draw(r, &p, line[(last + k) % 4]), 0);
                assert_int_equal(dots_draw(r, &p, line[last]), 1);
                assert_int_equal(p.score[0] + p.score[1], 1);
                assert_true(bits_has(p.won[p.mover], (size_t)box));
            }
        }
        random_source chance = random_seed(34);
        dots_position p;
        dots_start(r, &p);
        assert_int_equal(dots_play_out(r, &p, &chance), r->lines);
        assert_int_equal(p.score[0] + p.score[1], r->boxes); /* up to 1156 */
        game_destroy(rules);
    }
}

static void completing_a_box_gives_another_move(void **state) {
    (void)state;
    history h = game_after("dots", "size=2x2", "1112 1121 1222");
    assert_int_equal(position(&h)->mover, 1);
    history_play_all(&h, "2122", NULL);
    assert_picture(&h, "3 +   +   +\n"
                       "           \n"
                       "2 +---+   +\n"
                       "  | 2 |    \n"
                       "1 +---+   +\n"
                       "  1   2   3\n");
    assert_int_equal(position(&h)->mover, 1);
    assert_int_equal(outcome(&h).score[1], 1);
    close_game(&h);
}

static void one_line_can_complete_two_boxes(void **state) {
    (void)state;
    history h = game_after("dots", "size=1x2", "1112 3132 1121 2131 1222 2232 2122");
    assert_int_equal(outcome(&h).score[0], 2);
    assert_true(outcome(&h).over);
    assert_int_equal(outcome(&h).winner, 0);
    assert_string_equal(outcome(&h).reason, "every line is drawn");
    close_game(&h);
}

static void equal_scores_are_a_draw(void **state) {
    (void)state;
    history h = game_after("dots", "size=1x2", "3132 1112 1121 1222 2122 2131 2232");
    assert_true(outcome(&h).over);
    assert_int_equal(outcome(&h).winner, GAME_NOBODY);
    close_game(&h);
}

static void borders_are_drawn_at_the_start(void **state) {
    (void)state;
    history icelandic = game_after("dots", "size=2x2,border=icelandic", "");
    assert_picture(&icelandic, "3 +   +   +\n"
                               "  |        \n"
                               "2 +   +   +\n"
                               "  |        \n"
                               "1 +---+---+\n"
                               "  1   2   3\n");
    history swedish = game_after("dots", "size=2x2,border=swedish", "");
    assert_picture(&swedish, "3 +---+---+\n"
                             "  |       |\n"
                             "2 +   +   +\n"
                             "  |       |\n"
                             "1 +---+---+\n"
                             "  1   2   3\n");
    assert_int_equal(position(&swedish)->open, 4);
    close_game(&icelandic);
    close_game(&swedish);
    error e;
    assert_null(game_create_named("dots", "size=1x1,border=swedish", &e));
    assert_says(&e, "no line to draw");
}

static void two_passes_in_a_row_end_the_game(void **state) {
    (void)state;
    history h = game_after("dots", "size=2x2,pass=on", "0000 1112 0000");
    assert_false(outcome(&h).over);
    history_play_all(&h, "0000", NULL);
    assert_true(outcome(&h).over);
    assert_string_equal(outcome(&h).reason, "both passed");
    refuse_move(&h, "1121", "over");
    history_undo(&h);
    assert_false(outcome(&h).over);
    assert_int_equal(position(&h)->passes, 1);
    close_game(&h);
}

/* After one pass the next ends the game, so it is not the same position as without. */
static void a_pass_is_part_of_the_position(void **state) {
    (void)state;
    history passed = game_after("dots", "size=2x2,pass=on", "0000");
    history h = game_after("dots", "size=2x2,pass=on", "");
    game_position *p = game_new_position(h.rules);
    assert_true(game_read_position(h.rules, "../.../../.../.. 2 ../..", p, NULL));
    assert_int_equal(game_turn(h.rules, p), game_turn(h.rules, passed.now));
    assert_int_not_equal(game_hash(h.rules, p), game_hash(h.rules, passed.now));
    assert_true(game_read_position(h.rules, "../.../../.../.. 2 ../.. pass", p, NULL));
    assert_int_equal(game_hash(h.rules, p), game_hash(h.rules, passed.now));
    free(p);
    close_game(&h);
    close_game(&passed);
}

static void illegal_lines_are_refused_with_the_reason(void **state) {
    (void)state;
    history h = game_after("dots", "size=2x2", "1112");
    refuse_move(&h, "1112", "drawn already");
    refuse_move(&h, "1211", "drawn already");
    refuse_move(&h, "1113", "not a line");
    refuse_move(&h, "1122", "not a line");
    refuse_move(&h, "1111", "not a line");
    refuse_move(&h, "3343", "not a line");
    refuse_move(&h, "0111", "not a line");
    refuse_move(&h, "", "not a line");
    refuse_move(&h, "111", "not a line");
    refuse_move(&h, "11122", "not a line");
    refuse_move(&h, "0000", "pass=on");
    close_game(&h);
}

static void refuse_position(const char *settings, const char *source, const char *why) {
    error e = {0};
    game_rules *rules = rules_of("dots", settings);
    game_position *p = game_new_position(rules), *before = game_new_position(rules);
    assert_false(game_read_position(rules, source, p, &e));
    assert_says(&e, why);
    assert_memory_equal(p, before, rules->position_bytes);
    free(p);
    free(before);
    game_destroy(rules);
}

static void positions_that_cannot_be_are_refused(void **state) {
    (void)state;
    refuse_position("size=1x1", "-/||", "must have 2 and then '/'");
    refuse_position("size=1x1", "-/||/x", "needs 1 of '-'");
    refuse_position("size=1x1", "./||/-/", "after the last row");
    refuse_position("size=1x1", "./||/- 3", "seat on turn");
    refuse_position("size=1x1", "./||/- 1 1", "not all its lines");
    refuse_position("size=1x1", "-/||/- 1 3", "needs 1 of '1'");
    refuse_position("size=1x1", "-/||/- 1 1 pass", "pass=on");
    refuse_position("size=1x1,pass=on", "-/||/- 1 1 pass pass pass", "twice at most");
    refuse_position("size=1x1,border=icelandic", "./../- 1", "drawn from the start");
    refuse_position("size=1x1", "", "needs 1 of '-'");
}

static void labels_take_the_place_of_lines(void **state) {
    (void)state;
    history h = game_after("dots", "size=1x2", "1112");
    const int value[7] = {-2, 0, 12, -12, 0, -1, 1};
    game_label labels[7];
    for (int line = 0; line < 7; line++)
        labels[line] = (game_label){dots_move_of(line), value[line]};
    char memory[1000];
    text t = text_over(memory, sizeof memory);
    game_style style = {.ascii = true, .labels = labels, .label_count = 7};
    h.rules->game->picture(h.rules, h.now, style, &t);
    assert_string_equal(memory, "2 +  -2 +  0  +\n"
                                "  |    -12    0 \n"
                                "1 +  -1 +  +1 +\n"
                                "  1     2     3\n");
    close_game(&h);
}

/* The whole 7x7 game of the truth file: half-grid letters, column a..o from the left and row 1..15.
 */
/* Lists chains as their boxes, row by row from 0: "0 1 2; 4 5 8 7 loop". */
static void assert_chains(const char *position_text, const char *expected) {
    history h = game_after("dots", "size=3x3", "");
    error e = {0};
    assert_true(game_read_position(h.rules, position_text, h.now, &e));
    dots_chain_list list;
    char chains[200] = "";
    text t = text_over(chains, sizeof chains);
    dots_list_chains(dots_rules_of(h.rules), position(&h), &list);
    for (int i = 0; i < list.count; i++) {
        text_add(&t, i ? ";" : "");
        for (int n = list.start[i]; n < list.start[i + 1]; n++)
            text_addf(&t, "%s%d", n > list.start[i] || i ? " " : "", list.box[n]);
        if (i >= list.chains) text_add(&t, " loop");
    }
    assert_string_equal(chains, expected);
    close_game(&h);
}

static void chains_and_loops_are_runs_of_boxes(void **state) {
    (void)state;
    assert_chains(".../..../.../..../.../..../...", "");
    /* The top row is a chain with both ends on the ground; of the boxes below it four form a loop,
     * one can be taken, one is complete. */
    assert_chains("---/..../---/||.|/-../.|.|/---", "0 1 2; 6; 4 5 8 7 loop");
}

static void a_whole_game_between_strong_programs(void **state) {
    (void)state;
    FILE *file = open_data("dots/values.md");
    char line[4096], *moves = NULL;
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "i14k12", 6) == 0) {
            moves = line;
            break;
        }
    fclose(file);
    assert_non_null(moves);
    history h = game_after("dots", "size=7x7", "");
    for (scan s = scan_string(moves); !scan_done(&s) && *s.at != '\n';) {
        int x = *s.at++ - 'a';
        uint64_t y;
        assert_true(scan_number(&s, 1, 15, &y));
        int up = (int)y - 1;
        dots_ends e = {x / 2 + 1, up / 2 + 1, (x + 1) / 2 + 1, (up + 1) / 2 + 1};
        int drawn = dots_line_between(dots_rules_of(h.rules), e);
        assert_true(drawn >= 0 && !dots_drawn(position(&h), drawn));
        assert_true(history_play(&h, dots_move_of(drawn), NULL));
        if (h.count == 46) assert_int_equal(outcome(&h).score[0] + outcome(&h).score[1], 0);
    }
    assert_int_equal(h.count, 112);
    assert_int_equal(outcome(&h).score[0], 25);
    assert_int_equal(outcome(&h).score[1], 24);
    close_game(&h);
}

static void random_games_share_out_all_boxes(void **state) {
    (void)state;
    random_source random = random_seed(3);
    for (int rows = 1; rows <= DOTS_SIDE_MAX; rows++) {
        char settings[32];
        snprintf(settings, sizeof settings, "size=%dx%d", rows, 1 + (rows * 7) % DOTS_SIDE_MAX);
        game_rules *rules = rules_of("dots", settings);
        const dots_rules *r = dots_rules_of(rules);
        for (int i = 0; i < 20; i++) {
            dots_position p;
            dots_start(r, &p);
            assert_int_equal(dots_play_out(r, &p, &random), r->lines);
            assert_int_equal(p.score[0] + p.score[1], r->boxes);
            assert_true(dots_over(&p));
        }
        game_destroy(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_its_two_dots),
        cmocka_unit_test(dots_may_come_in_either_order),
        cmocka_unit_test(boxes_of_the_widest_grids),
        cmocka_unit_test(completing_a_box_gives_another_move),
        cmocka_unit_test(one_line_can_complete_two_boxes),
        cmocka_unit_test(equal_scores_are_a_draw),
        cmocka_unit_test(borders_are_drawn_at_the_start),
        cmocka_unit_test(two_passes_in_a_row_end_the_game),
        cmocka_unit_test(a_pass_is_part_of_the_position),
        cmocka_unit_test(illegal_lines_are_refused_with_the_reason),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(labels_take_the_place_of_lines),
        cmocka_unit_test(chains_and_loops_are_runs_of_boxes),
        cmocka_unit_test(a_whole_game_between_strong_programs),
        cmocka_unit_test(random_games_share_out_all_boxes),
    };
    return cmocka_run_group_tests_name("dots rules", tests, NULL, NULL);
}
