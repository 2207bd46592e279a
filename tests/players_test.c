/* Files of players, and the limits of a seat. */
#include "events/players.h"
#include "support.h"

static bool reads(const char *bytes, player_list *l, error *e) {
    return player_list_read(l, bytes, strlen(bytes), e);
}

static void a_file_becomes_seats(void **state) {
    (void)state;
    player_list l;
    error e;
    assert_true(reads("# all\n[New one]\ncommand=./new --fast\n folder = /srv/new\ntime = 60s+1s\n"
                      "hash = 64\nbook = off\n\n[Engine]\nseat = engine:depth=8\n",
                      &l, &e));
    assert_int_equal(l.count, 2);
    assert_string_equal(l.player[0].name, "New one");
    assert_string_equal(
        l.player[0].seat,
        "program:cd /srv/new || exit 127; exec ./new --fast{hash=64,book=off}@60s+1s");
    assert_string_equal(l.player[1].seat, "engine:depth=8");
    player_list_destroy(&l);
}

static void a_folder_is_one_word_of_the_shell(void **state) {
    (void)state;
    player_list l;
    error e;
    assert_true(reads("[A]\ncommand=./new\nfolder=/srv/team's new\n", &l, &e));
    assert_string_equal(l.player[0].seat,
                        "program:cd '/srv/team'\\''s new' || exit 127; exec ./new");
    player_list_destroy(&l);
}

static void mistakes_are_named_with_their_line(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"", "no players"},
        {"command = ./x\n", "line 1"},
        {"[A]\n", "neither a command nor a seat"},
        {"[A]\nseat = engine\n[A]\nseat = engine\n", "two players are named A"},
        {"[A]\nseat = engine\ntime = 1s\n", "omit its other settings"},
        {"[A]\ncommand = x\nha,sh = 1\n", "cannot be a parameter"},
        {"[A]\nnothing\n", "line 2"},
        {"[]\nseat = engine\n", "a name must be"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        player_list l;
        error e;
        assert_false(reads(wrong[i][0], &l, &e));
        assert_says(&e, wrong[i][1]);
        player_list_destroy(&l);
    }
}

static seat_spec seat(const char *words) {
    seat_spec s;
    error e;
    const game *dots = game_find("dots", &e);
    if (!seat_read(words, dots, &s, &e)) fail_msg("%s: %s", words, e.message);
    return s;
}

static void a_seat_has_limits_of_its_own(void **state) {
    (void)state;
    seat_spec s = seat("engine:nodes=1000:depth=7");
    assert_true(s.nodes == 1000 && s.depth == 7 && !s.no_book);
    assert_true(seat("engine:book=off").no_book);
    assert_false(seat("engine:book=off:book=on").no_book);
    s = seat("program:./player --x{hash=64}@150ms");
    assert_string_equal(s.link, "program:./player --x");
    assert_string_equal(s.params, "hash=64");
    assert_true(s.control.move == INT64_C(150000000) && s.control.game == 0);
    s = seat("program:./player@60s+500ms");
    assert_string_equal(s.link, "program:./player");
    assert_true(s.control.game == INT64_C(60000000000) && s.control.increment == 500000000);
    /* Not a time, not parameters: part of the command. */
    s = seat("program:ssh me@host ./player");
    assert_string_equal(s.link, "program:ssh me@host ./player");
    s = seat("program:./player ${HOME}");
    assert_string_equal(s.link, "program:./player ${HOME}");
    error e;
    assert_false(seat_read("program:./player{hash}", game_find("dots", &e), &s, &e));
    assert_says(&e, "NAME=VALUE");
    assert_false(seat_read("engine:nodes=0", game_find("dots", &e), &s, &e));
    assert_says(&e, "expected nodes=N");
    assert_false(seat_read("engine:book=no", game_find("dots", &e), &s, &e));
    assert_says(&e, "book=off");
}

/* A margin is for answers that come late; neither clock nor bank pays for it. */
static void a_margin_is_not_charged(void **state) {
    (void)state;
    seat_clock c = timing_start((time_control){.game = 100, .increment = 10, .margin = 30});
    assert_int_equal(timing_allowed(&c), 130);
    assert_true(timing_charge(&c, 120));
    assert_int_equal(c.left, 10);
    assert_false(timing_charge(&c, 41));
    c = timing_start((time_control){.move = 100, .overage = 5, .margin = 30});
    assert_true(timing_charge(&c, 120));
    assert_int_equal(c.bank, 0);
    assert_true(timing_charge(&c, 130));
    assert_false(timing_charge(&c, 131));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_becomes_seats),
        cmocka_unit_test(a_folder_is_one_word_of_the_shell),
        cmocka_unit_test(mistakes_are_named_with_their_line),
        cmocka_unit_test(a_seat_has_limits_of_its_own),
        cmocka_unit_test(a_margin_is_not_charged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
