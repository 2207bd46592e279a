/* Damas: records as PDN 3.0. */
#include "games/record.h"
#include "support.h"

typedef struct memory {
    char bytes[20000];
    size_t length;
} memory;

static void put(void *context, const char *bytes, size_t length) {
    memory *m = context;
    assert_true(m->length + length < sizeof m->bytes);
    memcpy(m->bytes + m->length, bytes, length);
    m->length += length;
}

static memory read_pdn(const char *name) {
    memory m = {.length = 0};
    FILE *f = open_data(name);
    m.length = fread(m.bytes, 1, sizeof m.bytes - 1, f);
    fclose(f);
    return m;
}

static record next_game(const memory *m, size_t *at) {
    record r;
    error e = {0};
    if (!record_read(&r, m->bytes, m->length, at, &e)) fail_msg("%s", e.message);
    return r;
}

static void assert_position(const record *r, const char *expected) {
    char fen[400];
    text t = text_over(fen, sizeof fen);
    game_write_position(r->rules, r->game.now, &t);
    assert_string_equal(fen, expected);
}

static void several_games_in_one_file(void **state) {
    (void)state;
    memory m = read_pdn("damas/games.pdn");
    size_t at = 0;
    record r = next_game(&m, &at);
    assert_int_equal(r.game.count, 10);
    assert_string_equal(r.result, "1/2-1/2");
    assert_position(&r, "W:W1,2,3,4,6,7,8,10,11,12,17:B13,19,21,22,24,26,27,29,30,31,32");
    record_destroy(&r);
    r = next_game(&m, &at);
    assert_string_equal(r.result, "1-0");
    assert_position(&r, "B:WK9,K30:B");
    record_destroy(&r);
    r = next_game(&m, &at);
    assert_string_equal(r.rules->game->name, "damas");
    assert_position(&r, "W:WKa5:BKg1");
    record_destroy(&r);
    assert_true(record_at_end(m.bytes, m.length, at));
}

static void notes_are_kept(void **state) {
    (void)state;
    static const struct {
        size_t after;
        const char *text;
    } expected[] = {{2, "!"},
                    {4, "$1"},
                    {4, "{the usual exchange}"},
                    {6, "(3. ... 21-17 {also played (often)})"},
                    {10, "{ a line of its own}"}};
    memory m = read_pdn("damas/games.pdn");
    size_t at = 0;
    record r = next_game(&m, &at);
    assert_int_equal(r.note_count, 5);
    for (size_t i = 0; i < r.note_count; i++) {
        assert_int_equal(r.notes[i].after, expected[i].after);
        assert_string_equal(r.notes[i].text, expected[i].text);
    }
    record_destroy(&r);
}

/* What is written is read back, and written again the same. */
static void games_round_trip(void **state) {
    (void)state;
    memory m = read_pdn("damas/games.pdn");
    error e = {0};
    for (size_t at = 0; !record_at_end(m.bytes, m.length, at);) {
        memory once = {.length = 0}, twice = {.length = 0};
        size_t start = 0;
        record r = next_game(&m, &at);
        assert_true(record_write(&r, (record_sink){put, &once}, &e));
        record again = next_game(&once, &start);
        assert_int_equal(again.game.count, r.game.count);
        assert_int_equal(again.note_count, r.note_count);
        assert_int_equal(again.tag_count, r.tag_count);
        assert_true(record_write(&again, (record_sink){put, &twice}, &e));
        assert_string_equal(once.bytes, twice.bytes);
        record_destroy(&r);
        record_destroy(&again);
    }
}

static void new_records_carry_the_tags_of_pdn(void **state) {
    (void)state;
    error e = {0};
    record r;
    memory m = {.length = 0};
    assert_true(record_create(&r, rules_of("damas", ""), &e));
    assert_true(game_read_position(r.rules, "W:WK16,K30:B13,K23", r.game.now, &e));
    game_position *start = game_new_position(r.rules);
    game_copy(r.rules, start, r.game.now);
    assert_true(record_set_start(&r, start, &e));
    free(start);
    assert_true(history_play_text(&r.game, "16x9", &e));
    text t = text_over(r.result, sizeof r.result);
    record_rule_result(&r, &t);
    assert_true(record_write(&r, (record_sink){put, &m}, &e));
    assert_string_equal(m.bytes, "[Game \"damas\"]\n"
                                 "[GameType \"24,W,8,8,N1,1\"]\n"
                                 "[FEN \"W:WK16,K30:B13,K23\"]\n"
                                 "[SetUp \"1\"]\n"
                                 "[Result \"1-0\"]\n"
                                 "\n"
                                 "1. 16x9 1-0\n");
    record_destroy(&r);
}

static void assert_refused(const char *pdn, const char *why) {
    record r;
    error e = {0};
    size_t at = 0;
    assert_false(record_read(&r, pdn, strlen(pdn), &at, &e));
    assert_string_equal(e.message, why);
    assert_int_equal(at, 0);
}

static void mistakes_are_named(void **state) {
    (void)state;
    assert_refused("[GameType \"24\"]\n\n1. 10-14 23-19 2. 9-13 *",
                   "record, line 3: move 3: '9-13' is not allowed: White must take one: 14x23");
    assert_refused("[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 *",
                   "record, line 3: the [Game \"...\"] tag is missing, so the game is unknown");
    assert_refused("[Game \"damas\"]\n[GameType \"25\"]\n\n*",
                   "record, line 4: GameType is \"25\", but by the tags Game and Rules it is "
                   "\"24,W,8,8,N1,1\"");
    assert_refused("[GameType \"24\"]\n[FEN \"W:W1:B1\"]\n\n*",
                   "record, line 4: position: two pieces on square 1");
}

/* In PDN draws are claimed: a game that went on after a third repetition is read. */
static void foreign_games_are_not_ended_by_our_draw_rules(void **state) {
    (void)state;
    memory m = {.length = 0};
    static const char pdn[] = "[GameType \"24\"]\n[SetUp \"1\"]\n[FEN \"W:WK4,9:B24,K29\"]\n\n"
                              "4-7 29-26 7-4 26-29 4-7 29-26 7-4 26-29 4-7 29-26 7-4 26-29 "
                              "1/2-1/2";
    put(&m, pdn, strlen(pdn));
    size_t at = 0;
    record r = next_game(&m, &at);
    assert_int_equal(r.game.count, 12);
    record_destroy(&r);
}

static record read_text(const char *pdn) {
    memory m = {.length = 0};
    size_t at = 0;
    put(&m, pdn, strlen(pdn));
    record r = next_game(&m, &at);
    assert_int_equal(at, m.length);
    return r;
}

static void assert_result(const char *pdn, const char *result) {
    record r = read_text(pdn);
    assert_string_equal(r.result, result);
    memory m = {.length = 0};
    error e = {0};
    assert_true(record_write(&r, (record_sink){put, &m}, &e));
    size_t at = 0;
    record again = next_game(&m, &at);
    assert_string_equal(again.result, result);
    record_destroy(&r);
    record_destroy(&again);
}

/* A win is two points in international draughts, and many programs write all their games so. */
static void results_in_points_are_read(void **state) {
    (void)state;
    assert_result("[GameType \"24\"]\n[Result \"2-0\"]\n\n1. 10-14 23-19 2-0", "1-0");
    assert_result("[GameType \"24\"]\n[Result \"1-1\"]\n\n1. 10-14 23-19 1-1", "1/2-1/2");
    assert_result("[GameType \"24\"]\n[Result \"0-2\"]\n\n1. 10-14 23-19 0-2", "0-1");
    assert_result("[GameType \"24\"]\n[Result \"0-2\"]\n\n1. 10-14 23-19 0-1", "0-1");
    assert_result("[GameType \"24\"]\n[Result \"0-0\"]\n\n0-0", "0-0");
    assert_refused("[GameType \"24\"]\n[Result \"2-0\"]\n\n1. 10-14 0-2",
                   "record, line 4: the moves end with 0-1, but the Result tag says 1-0");
    assert_refused("[GameType \"24\"]\n[FEN \"W:WK16,K30:B13,K23\"]\n\n1. 16x9 1-1",
                   "record, line 4: the result is written as 1/2-1/2, but by the rules it is 1-0");
}

/* PDN 3.0 ends every game with an asterisk; the tag has the result. */
static void an_asterisk_leaves_the_result_to_the_tag(void **state) {
    (void)state;
    assert_result("[GameType \"24\"]\n[Result \"1-0\"]\n\n1. 10-14 23-19 *", "1-0");
    assert_result("[GameType \"24\"]\n[Result \"*\"]\n\n1. 10-14 23-19 *", "*");
    assert_refused("[GameType \"24\"]\n[Result \"?\"]\n\n*",
                   "record, line 4: the moves end with *, but the Result tag says ?");
    assert_refused("[GameType \"24\"]\n[FEN \"W:WK16,K30:B13,K23\"]\n[Result \"0-1\"]\n\n16x9 *",
                   "record, line 5: the result is written as 0-1, but by the rules it is 1-0");
}

static void comments_before_and_among_the_tags_are_kept(void **state) {
    (void)state;
    record r = read_text("% Board game: Spanish draughts\n{from the club's\narchive}\n"
                         "[GameType \"24\"]\n; checked\n[White \"Ana\"]\n\n"
                         "{the moves} 10-14\n% and so on\n23-19 *");
    static const char *const notes[] = {"{ Board game: Spanish draughts}",
                                        "{from the club's\narchive}", "{ checked}", "{the moves}",
                                        "{ and so on}"};
    assert_string_equal(record_tag_value(&r, "White"), "Ana");
    assert_int_equal(r.note_count, 5);
    for (size_t i = 0; i < r.note_count; i++) {
        assert_string_equal(r.notes[i].text, notes[i]);
        assert_int_equal(r.notes[i].after, i == 4);
    }
    record_destroy(&r);
    assert_refused("{never closed\n[GameType \"24\"]\n\n*",
                   "record, line 1: '{never closed' is not closed");
}

/* Between two games a comment belongs to the second; after the last one to none. */
static void comments_stand_between_games(void **state) {
    (void)state;
    static const char pdn[] = "[GameType \"24\"]\n10-14 *\n\n{second}\n[GameType \"24\"]\n9-13 *\n"
                              "; the end\n";
    memory m = {.length = 0};
    size_t at = 0;
    put(&m, pdn, strlen(pdn));
    record r = next_game(&m, &at);
    assert_int_equal(r.note_count, 0);
    record_destroy(&r);
    r = next_game(&m, &at);
    assert_string_equal(r.notes[0].text, "{second}");
    record_destroy(&r);
    assert_true(record_at_end(m.bytes, m.length, at));
    assert_refused("; only this\n", "record: it is empty");
}

static void three_dots_say_that_black_begins(void **state) {
    (void)state;
    record r = read_text("[GameType \"24\"]\n[FEN \"B:W9,10:B22,23\"]\n\n1. ... 22-18 2. 9-13 *");
    assert_int_equal(r.game.count, 2);
    record_destroy(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_games_in_one_file),
        cmocka_unit_test(notes_are_kept),
        cmocka_unit_test(games_round_trip),
        cmocka_unit_test(new_records_carry_the_tags_of_pdn),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(foreign_games_are_not_ended_by_our_draw_rules),
        cmocka_unit_test(results_in_points_are_read),
        cmocka_unit_test(an_asterisk_leaves_the_result_to_the_tag),
        cmocka_unit_test(comments_before_and_among_the_tags_are_kept),
        cmocka_unit_test(comments_stand_between_games),
        cmocka_unit_test(three_dots_say_that_black_begins),
    };
    return cmocka_run_group_tests_name("damas records", tests, NULL, NULL);
}
