/* The referee's match as a machine: verdicts by example, in the protocols of the boards; clocks. */
#include "scene.h"

/* The contest's table of steps, on one box:
 *
 *     2 •  •
 *     1 •  •       1 and 2 draw two lines each; the fourth line completes the box.
 *       1  2
 */
static void the_contest_step_by_step(void **state) {
    (void)state;
    scene *s = contest("size=1x1,pass=on");
    expect_sent(s, 0, "0");
    expect_sent(s, 1, "0");
    say(s, 0, "R00");
    expect_sent(s, 0, ""); /* until both are there */
    say(s, 1, "R00");
    expect_sent(s, 0, "A0000");
    say(s, 0, "1112");
    expect_sent(s, 1, "A1112");
    say(s, 1, "1121");
    expect_sent(s, 0, "A1121");
    say(s, 0, "2122");
    expect_sent(s, 1, "A2122");
    say(s, 1, "1222");
    expect_sent(s, 0, ""); /* the last move wants no answer */
    assert_int_equal(match_result(s->match)->score[1], 1);
    assert_string_equal(s->story, "1:ready 2:ready 1:1112 2:1121 1:2122 2:1222 ");
    expect_verdict(s, MATCH_WON, 1);
}

/* Two boxes side by side; the line between them completes the left one. */
#define TO_THE_EXTRA_MOVE                                                                          \
    scene *s = contest("size=1x2,pass=on");                                                        \
    say(s, 0, "R00");                                                                              \
    say(s, 1, "R00");                                                                              \
    say(s, 0, "1112");                                                                             \
    say(s, 1, "1121");                                                                             \
    say(s, 0, "1222");                                                                             \
    expect_sent(s, 0, "0A0000A1121");                                                              \
    expect_sent(s, 1, "0A1112A1222");                                                              \
    say(s, 1, "2122");                                                                             \
    expect_sent(s, 0, "A2122");                                                                    \
    expect_sent(s, 1, "")

static void an_extra_move_is_acknowledged(void **state) {
    (void)state;
    TO_THE_EXTRA_MOVE;
    say(s, 0, "0000");
    expect_sent(s, 1, "A0000");
    say(s, 1, "2131");
    expect_sent(s, 0, "A2131");
    match_abort(s->match, &(error){.message = "enough"}, s->now);
    expect_verdict(s, MATCH_ABORTED, GAME_NOBODY);
}

static void a_line_instead_of_an_acknowledgement_loses(void **state) {
    (void)state;
    TO_THE_EXTRA_MOVE;
    say(s, 0, "2131");
    expect_verdict(s, MATCH_ILLEGAL, 1);
}

static void an_acknowledgement_is_no_pass(void **state) {
    (void)state;
    TO_THE_EXTRA_MOVE;
    say(s, 0, "0000");
    say(s, 1, "0000");
    expect_sent(s, 1, "A0000");
    expect_sent(s, 0, "A0000");
    assert_null(match_result(s->match));
    say(s, 0, "0000"); /* both on turn have passed in a row */
    expect_verdict(s, MATCH_WON, 1);
}

static void an_acknowledgement_has_ten_seconds(void **state) {
    (void)state;
    TO_THE_EXTRA_MOVE;
    assert_int_equal(match_deadline(s->match), s->now + 10 * SECOND);
    match_tick(s->match, s->now + 10 * SECOND + 1);
    expect_verdict(s, MATCH_OUT_OF_TIME, 1);
}

static void an_acknowledgement_that_comes_late_is_late(void **state) {
    (void)state;
    TO_THE_EXTRA_MOVE;
    s->now += 10 * SECOND + 1;
    say(s, 0, "0000");
    expect_verdict(s, MATCH_OUT_OF_TIME, 1);
}

/* Possible first answers of a board, and their results. */
static void answers_and_their_verdicts(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        bool over;
        match_reason reason;
    } cases[] = {
        {"1112", false, MATCH_WON},         {"A1112", false, MATCH_WON},
        {"\r\n1112\r\n", false, MATCH_WON}, {"11\r12", false, MATCH_WON},
        {"1133", true, MATCH_ILLEGAL},      {"1111", true, MATCH_ILLEGAL},
        {"9899", true, MATCH_ILLEGAL},      {"pass", true, MATCH_GARBLED},
        {"11 2", true, MATCH_GARBLED},      {"\xff", true, MATCH_GARBLED},
        {"11-", true, MATCH_GARBLED},       {"AA1112", true, MATCH_ILLEGAL},
        {"111", false, MATCH_WON},          {"", false, MATCH_WON},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene *s = contest("size=2x2,pass=on");
        say(s, 0, "R00");
        say(s, 1, "R00");
        say(s, 0, cases[i].bytes);
        if (cases[i].over) {
            assert_true(*match_result(s->match)->why.code); /* every language can word it */
            expect_verdict(s, cases[i].reason, 1);
        } else {
            assert_null(match_result(s->match));
            end(s);
        }
    }
}

/* The 35th dot of the largest grid is z; there is no character after it. */
static void letters_are_coordinates(void **state) {
    (void)state;
    static const char *const answers[] = {"YZZZ", "yzzz", "ZYZZ"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        scene *s = contest("size=34x34,pass=on");
        say(s, 0, "R00");
        say(s, 1, "R00");
        say(s, 0, answers[i]);
        assert_null(match_result(s->match));
        say(s, 1, i == 0 ? "pass" : "z{{{");
        expect_verdict(s, i == 0 ? MATCH_ILLEGAL : MATCH_GARBLED, 0);
    }
}

static void a_wrong_handshake_loses(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 1, "R0");
    say(s, 1, "1");
    expect_verdict(s, MATCH_GARBLED, 0);
}

static void an_unanswered_greeting_is_a_stall(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    match_tick(s->match, s->now + 10 * SECOND);
    assert_null(match_result(s->match));
    match_tick(s->match, s->now + 10 * SECOND + 1);
    expect_verdict(s, MATCH_STALLED, 0);
}

static void silence_is_out_of_time(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    say(s, 0, "111");
    match_tick(s->match, match_deadline(s->match) + 1);
    assert_non_null(strstr(match_result(s->match)->why.message, "half an answer"));
    expect_verdict(s, MATCH_OUT_OF_TIME, 1);
}

static void a_late_byte_is_late(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    s->now += 10 * SECOND;
    say(s, 0, "1112"); /* just in time */
    assert_null(match_result(s->match));
    s->now += 10 * SECOND + 1;
    say(s, 1, "1121");
    expect_verdict(s, MATCH_OUT_OF_TIME, 0);
}

/* Nobody is charged for our late look: what counts is when the bytes arrived. */
static void our_own_delay_is_not_charged(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    match_receive(s->match, 0, "1112", 4, s->now + 9 * SECOND, s->now + 11 * SECOND);
    assert_null(match_result(s->match));
    end(s);
}

/* The referee says at the end how late it was itself. */
static void our_own_delay_is_reported(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    match_receive(s->match, 0, "1112", 4, s->now + 1 * SECOND, s->now + 3 * SECOND);
    assert_true(s->delay.worst == 2 * SECOND && s->delay.total == 2 * SECOND);
    match_tick(s->match, match_deadline(s->match) + 3 * SECOND);
    assert_true(s->delay.worst == 3 * SECOND);
    expect_verdict(s, MATCH_OUT_OF_TIME, 0);
}

/* An engine of ours that waits for a place to think, or for a processor, does not lose by it. */
static void waiting_for_a_place_to_think_costs_nothing(void **state) {
    (void)state;
    match_seat engine = {.control = {.game = 10 * SECOND}, .queued = true, .grace = 10 * SECOND};
    scene *s = begin_with("dots", "size=2x2", (match_setup){.seat = {engine, engine}});
    s->now += 1000 * SECOND;
    match_tick(s->match, s->now);
    assert_null(match_result(s->match));
    match_thinks(s->match, 0, s->number, s->now);
    s->now += 3 * SECOND;
    match_waits(s->match, 0, s->number); /* it has to begin again */
    s->now += 1000 * SECOND;
    match_tick(s->match, s->now);
    match_thinks(s->match, 0, s->number, s->now);
    s->now += 12 * SECOND;
    match_held_up(s->match, 0, s->number, 8 * SECOND);
    answer(s, "1112");
    assert_null(match_result(s->match));
    assert_int_equal(match_clock(s->match, 0)->left, 6 * SECOND);
    assert_true(s->delay.worst == 0 && s->delay.waited > 2000 * SECOND);
    end(s);
}

/* A person's move that is handed over late counts as of its arrival. */
static void a_move_counts_when_it_arrived(void **state) {
    (void)state;
    match_seat person = {.control = {.move = 1 * SECOND}, .queued = true, .grace = 1 * SECOND};
    for (int late = 0; late < 2; late++) {
        scene *s = begin_with("dots", "size=2x2", (match_setup){.seat = {person, person}});
        game_move move;
        int64_t shown = s->now, arrived = shown + SECOND + (late ? 1 : -1);
        match_thinks(s->match, 0, s->number, shown);
        s->now += 3 * SECOND / 2;
        match_tick(s->match, s->now);
        assert_null(match_result(s->match));
        assert_true(game_read_move(s->rules, match_game(s->match)->now, "1112", &move, NULL));
        match_answer(s->match, 0, s->number, move, arrived, s->now);
        if (late) {
            expect_verdict(s, MATCH_OUT_OF_TIME, 1);
        } else {
            assert_int_equal(match_game(s->match)->count, 1);
            end(s);
        }
    }
}

/* After a restart nothing has been passed on yet that a time could count from. */
static void a_time_starts_no_earlier_than_its_question(void **state) {
    (void)state;
    match_seat person = {.control = {.move = 1 * SECOND}, .queued = true, .grace = 1 * SECOND};
    scene *s = begin_with("dots", "size=2x2", (match_setup){.seat = {person, person}});
    match_thinks(s->match, 0, s->number, s->now - 3600 * SECOND);
    s->now += SECOND / 2;
    match_tick(s->match, s->now);
    assert_null(match_result(s->match));
    answer(s, "1112");
    assert_int_equal(match_game(s->match)->count, 1);
    end(s);
}

/* But it does lose by thinking too long, or by never answering. */
static void thinking_too_long_is_out_of_time(void **state) {
    (void)state;
    match_seat engine = {.control = {.move = 1 * SECOND}, .queued = true, .grace = 10 * SECOND};
    for (int answers = 0; answers < 2; answers++) {
        scene *s = begin_with("dots", "size=2x2", (match_setup){.seat = {engine, engine}});
        match_thinks(s->match, 0, s->number, s->now);
        s->now += 2 * SECOND;
        if (answers) answer(s, "1112");
        else match_tick(s->match, match_deadline(s->match) + 1);
        expect_verdict(s, MATCH_OUT_OF_TIME, 1);
    }
}

/* At 9600 baud a question of five bytes and an answer of four take 9.4 ms, which cost nothing. */
static void time_on_the_line_is_not_charged(void **state) {
    (void)state;
    int64_t byte = 10 * SECOND / 9600;
    match_seat seat = {.speaks = &dots_contest, .control = {.move = SECOND}, .byte_time = byte};
    scene *s = begin_with("dots", "size=2x2,pass=on", (match_setup){.seat = {seat, seat}});
    say(s, 0, "R00");
    say(s, 1, "R00");
    assert_int_equal(match_deadline(s->match), s->now + SECOND + 9 * byte);
    s->now += SECOND + 9 * byte;
    say(s, 0, "1112");
    assert_null(match_result(s->match));
    s->now += SECOND + 9 * byte + 1;
    say(s, 1, "1121");
    expect_verdict(s, MATCH_OUT_OF_TIME, 0);
}

static void stray_bytes_are_noted_and_a_flood_loses(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    say(s, 0, "11122"); /* a doubled byte */
    assert_non_null(strstr(s->story, "1:stray(2)"));
    assert_null(match_result(s->match));
    for (int i = 0; i < 5000; i++) say(s, 0, "#");
    expect_verdict(s, MATCH_GARBLED, 1);
}

static void a_hang_up_is_a_crash(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    match_hung_up(s->match, 1, &(error){.message = "the line was hung up"}, s->now);
    expect_verdict(s, MATCH_CRASHED, 0);
}

static void the_competition_step_by_step(void **state) {
    (void)state;
    static const char *const newlines[] = {"\n", "\r", "\r\n"};
    for (int i = 0; i < 6; i++) {
        talk_options options = {.team = i >= 3, .newline = i == 1 ? "\r\n" : NULL};
        const char *ours = i == 1 ? "\r\n" : "\n", *theirs = newlines[i % 3];
        char said[64], wanted[64];
        scene *s = begin("trax", "", &trax_competition, &trax_competition,
                         (time_control){.move = SECOND}, options);
        if (options.team) {
            expect_sent(s, 0, "-T\n");
            expect_sent(s, 1, "-T\n");
            say(s, 0, "AB\n");
            say(s, 1, "CD\r\n");
            assert_string_equal(s->called[1], "CD");
        }
        snprintf(wanted, sizeof wanted, "-W%s", ours);
        expect_sent(s, 0, wanted);
        snprintf(wanted, sizeof wanted, "-B%s", ours);
        expect_sent(s, 1, wanted);
        snprintf(said, sizeof said, "@0/%s", theirs);
        say(s, 0, said);
        snprintf(wanted, sizeof wanted, "@0/%s", ours);
        expect_sent(s, 1, wanted);
        snprintf(said, sizeof said, "B1\\%s", theirs);
        say(s, 1, said);
        snprintf(said, sizeof said, "A2\\%s", theirs);
        say(s, 0, said); /* completes a black loop */
        expect_verdict(s, MATCH_WON, 1);
    }
}

/* The limit on turns: a third one is not asked for. */
static void the_last_turn_draws(void **state) {
    (void)state;
    match_seat seat = {.speaks = &trax_competition, .control = {.move = SECOND}};
    scene *s = begin_with("trax", "", (match_setup){.seat = {seat, seat}, .turn_limit = 2});
    say(s, 0, "@0/\n");
    assert_null(match_result(s->match));
    say(s, 1, "B1+\n");
    assert_non_null(match_result(s->match));
    assert_string_equal(match_result(s->match)->why.message, "the last turn is reached");
    expect_verdict(s, MATCH_DRAWN, GAME_NOBODY);
}

/* The higher score wins if a match is aborted; nobody if several share it. */
static void the_highest_score_leads(void **state) {
    (void)state;
    static const struct {
        const char *dice;
        int leader;
    } cases[] = {{"12/34/566 1", 2},
                 {"122/34/56 1", 0},
                 {"12/344/56 1", 1},
                 {"122/344/5 1", GAME_NOBODY},
                 {"12/34/56 1", GAME_NOBODY}};
    game_rules *rules = rules_of("perudo", "players=3,dice=3");
    game_position *p = game_new_position(rules);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(game_read_position(rules, cases[i].dice, p, NULL));
        assert_int_equal(match_leader(rules, p), cases[i].leader);
    }
    free(p);
    game_destroy(rules);
}

static void trax_answers_and_their_verdicts(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        match_reason reason;
    } cases[] = {
        {"ZZ9+\n", MATCH_ILLEGAL},
        {"@0\\\n", MATCH_ILLEGAL},
        {"hello\n", MATCH_GARBLED},
        {"@0/@0/\n", MATCH_GARBLED},
        {"\x80\x81\n", MATCH_GARBLED},
        {"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", MATCH_GARBLED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene *s = begin("trax", "", &trax_competition, &trax_competition,
                         (time_control){.move = SECOND}, (talk_options){0});
        say(s, 0, cases[i].bytes);
        expect_verdict(s, cases[i].reason, 1);
    }
}

/* A player who has offered a draw moves on while the opponent thinks about it; the opponent's move
 * is an answer too. */
static void an_offer_lasts_until_the_other_moves(void **state) {
    (void)state;
    scene *s = begin("dots", "size=2x2", NULL, NULL, (time_control){.move = 10 * SECOND},
                     (talk_options){0});
    error e;
    int by;
    assert_true(match_offer(s->match, 0, MATCH_DRAW, s->now, &e));
    assert_false(match_offer(s->match, 0, MATCH_DRAW, s->now, &e));
    assert_says(&e, "made already");
    answer(s, "1112");
    assert_int_equal(match_offered(s->match, &by), MATCH_DRAW);
    assert_int_equal(by, 0);
    answer(s, "1121");
    assert_int_equal(match_offered(s->match, &by), MATCH_NO_OFFER);
    assert_true(match_offer(s->match, 1, MATCH_TAKE_BACK, s->now, &e));
    answer(s, "1222"); /* the move to take back is no longer the last */
    assert_int_equal(match_offered(s->match, &by), MATCH_NO_OFFER);
    end(s);
}

/* A pause is charged to nobody, nobody is asked during it, and a seat that was thinking may
 * answer. */
static void a_pause_stops_the_clocks(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    expect_sent(s, 0, "0A0000");
    s->now += 8 * SECOND;
    match_pause(s->match, NULL, s->now);
    s->now += 1000 * SECOND;
    match_tick(s->match, s->now);
    assert_null(match_result(s->match));
    match_go_on(s->match, s->now);
    s->now += SECOND;
    match_pause(s->match, NULL, s->now);
    s->now += 1000 * SECOND;
    expect_sent(s, 1, "0");
    say(s, 0, "1112"); /* after 9 s of thinking */
    expect_sent(s, 1, "");
    match_go_on(s->match, s->now);
    expect_sent(s, 1, "A1112");
    s->now += 11 * SECOND;
    match_tick(s->match, s->now);
    expect_verdict(s, MATCH_OUT_OF_TIME, 0);
}

static void clocks_by_example(void **state) {
    (void)state;
    seat_clock c = timing_start((time_control){.move = 10, .overage = 5});
    assert_int_equal(timing_allowed(&c), 15);
    assert_true(timing_charge(&c, 12)); /* 2 from the bank */
    assert_int_equal(timing_allowed(&c), 13);
    assert_false(timing_charge(&c, 14));
    c = timing_start((time_control){.game = 100, .increment = 3});
    assert_true(timing_charge(&c, 40));
    assert_int_equal(timing_allowed(&c), 63);
    assert_false(timing_charge(&c, 64));
    c = timing_start((time_control){.game = 10, .move = 6, .overage = 2});
    assert_true(timing_charge(&c, 7)); /* 1 from the bank, 6 from the game */
    assert_int_equal(timing_allowed(&c), 5);
    c = timing_start((time_control){0});
    assert_false(timing_runs(&c));
    assert_int_equal(timing_allowed(&c), TIMING_PATIENCE_SECONDS * SECOND);
}

/* A match that is resumed goes on where it was: a Hub player is shown all moves, a contest board
 * cannot be. */
static void resuming(void **state) {
    (void)state;
    history h = game_after("dots", "size=1x1,pass=on", "1112 1121");
    scene *s = calloc(1, sizeof *s);
    error e;
    match_setup setup = {
        .rules = h.rules,
        .moves = h.moves,
        .move_count = h.count,
        .seat = {{.speaks = &hub}},
        .owner = {.context = s, .send = collect, .ask = asked, .now = scene_now, .happened = note}};
    s->match = match_create(&setup, &e);
    assert_non_null(s->match);
    match_begin(s->match, 0);
    say(s, 0, "wait\nready\n");
    assert_non_null(strstr(s->sent[0], "pos moves=\"1112 1121\""));
    match_destroy(s->match);
    setup.seat[0].speaks = &dots_contest;
    assert_null(match_create(&setup, &e));
    assert_says(&e, "cannot resume");
    free(s);
    close_game(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contest_step_by_step),
        cmocka_unit_test(an_extra_move_is_acknowledged),
        cmocka_unit_test(a_line_instead_of_an_acknowledgement_loses),
        cmocka_unit_test(an_acknowledgement_is_no_pass),
        cmocka_unit_test(an_acknowledgement_has_ten_seconds),
        cmocka_unit_test(an_acknowledgement_that_comes_late_is_late),
        cmocka_unit_test(answers_and_their_verdicts),
        cmocka_unit_test(letters_are_coordinates),
        cmocka_unit_test(a_wrong_handshake_loses),
        cmocka_unit_test(an_unanswered_greeting_is_a_stall),
        cmocka_unit_test(silence_is_out_of_time),
        cmocka_unit_test(a_late_byte_is_late),
        cmocka_unit_test(our_own_delay_is_not_charged),
        cmocka_unit_test(our_own_delay_is_reported),
        cmocka_unit_test(waiting_for_a_place_to_think_costs_nothing),
        cmocka_unit_test(a_move_counts_when_it_arrived),
        cmocka_unit_test(a_time_starts_no_earlier_than_its_question),
        cmocka_unit_test(thinking_too_long_is_out_of_time),
        cmocka_unit_test(time_on_the_line_is_not_charged),
        cmocka_unit_test(stray_bytes_are_noted_and_a_flood_loses),
        cmocka_unit_test(a_hang_up_is_a_crash),
        cmocka_unit_test(the_competition_step_by_step),
        cmocka_unit_test(the_last_turn_draws),
        cmocka_unit_test(the_highest_score_leads),
        cmocka_unit_test(trax_answers_and_their_verdicts),
        cmocka_unit_test(an_offer_lasts_until_the_other_moves),
        cmocka_unit_test(a_pause_stops_the_clocks),
        cmocka_unit_test(clocks_by_example),
        cmocka_unit_test(resuming),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
