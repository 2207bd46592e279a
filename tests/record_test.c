#include "support.h"

#include "games/record.h"

static const char whole_game[] =
    "[Game \"dots\"]\n"
    "[Rules \"size=1x2\"]\n"
    "[Seat1 \"Ana \\\"la rapida\\\"\"]\n"
    "[Seat2 \"Bo\\\\rg\"]\n"
    "[Result \"1/2-1/2\"]\n"
    "\n"
    "1. 3132 1112 {good} 2. 1121 $2 (2. 1222 {or} 2131) 1222 3. 2122 2131 4. 2232\n"
    "1/2-1/2\n";

static void put(void *context, const char *bytes, size_t length) {
    text_add_part(context, bytes, length);
}

static record read_good(const char *source) {
    error e = {0};
    record r;
    size_t at = 0;
    if (!record_read(&r, source, strlen(source), &at, &e)) fail_msg("%s", e.message);
    return r;
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    record r = read_good(whole_game);
    char memory[2000];
    text t = text_over(memory, sizeof memory);
    assert_true(record_write(&r, (record_sink){put, &t}, NULL));
    assert_string_equal(memory, whole_game);
    assert_int_equal(r.game.count, 7);
    assert_int_equal(r.note_count, 3);
    assert_string_equal(record_tag_value(&r, "Seat1"), "Ana \"la rapida\"");
    assert_string_equal(record_tag_value(&r, "Seat2"), "Bo\\rg");
    assert_null(record_tag_value(&r, "Seat3"));
    record_destroy(&r);
}

static void several_games_may_follow_each_other(void **state) {
    (void)state;
    const char *two =
        "[Game \"dots\"]\n\n1. 1112 *\n\n[Game \"dots\"]\n[Rules \"size=1x1\"]\n\n1.1121 1222 *\n";
    record r;
    size_t at = 0, length = strlen(two);
    assert_true(record_read(&r, two, length, &at, NULL));
    assert_int_equal(r.game.count, 1);
    record_destroy(&r);
    assert_false(record_at_end(two, length, at));
    assert_true(record_read(&r, two, length, &at, NULL));
    assert_int_equal(r.game.count, 2);
    record_destroy(&r);
    assert_true(record_at_end(two, length, at));
}

static void a_record_can_start_from_a_position(void **state) {
    (void)state;
    record r = read_good(
        "[Game \"dots\"]\n[Rules \"size=1x1\"]\n[Position \"-/|./. 2\"]\n1121 ; closes nothing\n*");
    assert_int_equal(game_turn(r.rules, r.game.now), 0);
    assert_string_equal(r.notes[0].text, "{ closes nothing}");
    record_destroy(&r);
}

static void refuse(const char *source, size_t length, const char *why) {
    error e = {0};
    record r;
    size_t at = 0;
    assert_false(record_read(&r, source, length, &at, &e));
    assert_says(&e, why);
    assert_int_equal(at, 0);
}

static void refuse_text(const char *source, const char *why) {
    refuse(source, strlen(source), why);
}

static void mistakes_are_named_with_their_line(void **state) {
    (void)state;
    refuse_text("", "it is empty");
    refuse_text(" \n\t ", "it is empty");
    refuse("[Game \0\"dots\"]", 13, "not a text file");
    refuse_text("\x89PNG\r\n\x1a\n", "not a text file");
    refuse_text("1. 1112 *", "[Game \"...\"] tag is missing");
    refuse_text("[Game \"dotz\"]\n*", "did you mean 'dots'");
    refuse_text("[Seat1 \"A\"]\n[Game \"dits\"]\n[Rules \"\"]\n*", "line 2: unknown game");
    refuse_text("[Game \"dots\"]\n[Rules \"size=99x1\"]\n\n\n*", "line 2: setting size");
    refuse_text("[Game \"dots\"]\n[Position \"x\"]\n\n*", "line 2: position");
    refuse_text("[Game \"dots\"]\n[X \"a\\\nb\"]\n*", "not a tag");
    refuse_text("[Game \"dots\"]\n1112 $ 1121 *", "$ and a number");
    refuse_text("[Game \"dots\"]\n"
                "000000000000000000000000000000000000000000000000000000000000000000000000000000000"
                "0000000000000000000000000001112 *",
                "is not a move");
    refuse_text("[Game \"dots\"]\n[Game \"dots\"]\n*", "line 2: tag Game appears twice");
    refuse_text("[Game \"dots\"\n*", "line 1");
    refuse_text("[Game \"dots]\n*", "not a tag");
    refuse_text("[Game \"dots\"]\n1. 1112 1112 *", "line 2: move 2: line 1112 is drawn already");
    refuse_text("[Game \"dots\"]\n1. 1112 {no end", "not closed");
    refuse_text("[Game \"dots\"]\n1. 1112 (no {)} end", "not closed");
    refuse_text("[Game \"dots\"]\n1. 1112\n", "without a result");
    refuse_text("[Game \"dots\"]\n[Result \"1-0\"]\n1. 1112 *", "the Result tag says 1-0");
    refuse_text("[Game \"dots\"]\n[Rules \"size=1x1\"]\n1112 1121 2122 1222 1-0",
                "by the rules it is 0-1");
}

/* Wherever a record is cut off, it is refused: nothing is half read. */
static void a_cut_record_is_refused_at_every_byte(void **state) {
    (void)state;
    for (size_t length = 0; length + 1 < strlen(whole_game); length++) {
        error e = {0};
        record r;
        size_t at = 0;
        char *copy = malloc(length + 1); /* so that a read past the end is seen */
        memcpy(copy, whole_game, length);
        assert_false(record_read(&r, copy, length, &at, &e));
        assert_true(e.message[0] != '\0');
        free(copy);
    }
}

static void notes_end_where_they_should(void **state) {
    (void)state;
    record r = read_good("\xef\xbb\xbf[Game \"dots\"]\r\n1112 $1{good move}\r\n1121 $14\r\n*\r\n");
    assert_int_equal(r.note_count, 3);
    assert_string_equal(r.notes[0].text, "$1");
    assert_string_equal(r.notes[1].text, "{good move}");
    assert_string_equal(r.notes[2].text, "$14");
    record_destroy(&r);
}

static void taking_back_takes_notes_along(void **state) {
    (void)state;
    record r = read_good(whole_game);
    while (r.game.count > 2) assert_true(record_undo(&r));
    assert_int_equal(r.note_count, 1);
    assert_true(record_undo(&r));
    assert_int_equal(r.note_count, 0);
    record_destroy(&r);
}

static void results_name_the_winner_of_any_table(void **state) {
    (void)state;
    char memory[RECORD_RESULT];
    text t = text_over(memory, sizeof memory);
    record_result_of(2, 4, &t);
    assert_string_equal(memory, "0-0-1-0");
    t = text_over(memory, sizeof memory);
    record_result_of(1, 2, &t);
    assert_string_equal(memory, "0-1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(several_games_may_follow_each_other),
        cmocka_unit_test(a_record_can_start_from_a_position),
        cmocka_unit_test(mistakes_are_named_with_their_line),
        cmocka_unit_test(a_cut_record_is_refused_at_every_byte),
        cmocka_unit_test(notes_end_where_they_should),
        cmocka_unit_test(taking_back_takes_notes_along),
        cmocka_unit_test(results_name_the_winner_of_any_table),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
