/* Matches in which programs speak Hub: step by step, with secrets, and with those who cut in. */
#include "scene.h"

static void hub_step_by_step(void **state) {
    (void)state;
    scene *s = begin("dots", "size=1x1", &hub, NULL,
                     (time_control){.game = 60 * SECOND, .increment = SECOND}, (talk_options){0});
    expect_sent(s, 0, "hub\n");
    say(s, 0, "id name=\"My player\" version=1\nnoise that means nothing\nwait\n");
    expect_sent(s, 0, "game name=dots rules=\"size=1x1\" seats=2 seat=1\ninit\n");
    say(s, 0, "ready\n");
    assert_string_equal(match_seat_called(s->match, 0), "My player");
    expect_sent(s, 0,
                "new-game\npos\nlevel time=60.000 inc=1.000\nlegal moves=\"1222 1112 2122 1121\"\n"
                "go think\n");
    s->now += 5 * SECOND;
    say(s, 0, "info depth=3 score=1\ndone move=1112 ponder=1121\n");
    assert_int_equal(match_clock(s->match, 0)->left, 56 * SECOND);
    assert_int_equal(s->asked, 1);
    answer(s, "1121");
    expect_sent(s, 0,
                "pos moves=\"1112 1121\"\nlevel time=56.000 inc=1.000\nlegal moves=\"1222 2122\"\n"
                "go think\n");
    say(s, 0, "done move=resign\n");
    expect_sent(s, 0, "end winner=2 reason=\"resigned\" score=\"0,0\"\n");
    expect_verdict(s, MATCH_RESIGNED, 1);
}

/* Damas as Hub writes it: the position by squares, captures with what they capture; PDN is read as
 * well. White's man on 14 takes the one on 19 and lands on 23. */
static void hub_in_damas(void **state) {
    (void)state;
    scene *s = calloc(1, sizeof *s);
    error e;
    s->rules = rules_of("damas", "");
    game_position *start = game_new_position(s->rules);
    assert_true(game_read_position(s->rules, "W:W14:B19,32", start, &e));
    for (int way = 0; way < 2; way++) {
        match_setup setup = {
            .rules = s->rules,
            .start = start,
            .seat = {{.speaks = &hub}},
            .owner = {
                .context = s, .send = collect, .ask = asked, .now = scene_now, .happened = note}};
        s->match = match_create(&setup, &e);
        assert_non_null(s->match);
        s->sent_count[0] = 0;
        s->story[0] = '\0';
        match_begin(s->match, 0);
        say(s, 0, "wait\nready\n");
        assert_non_null(strstr(s->sent[0], "pos pos=Weeeeeeeeeeeeeweeeebeeeeeeeeeeeeb start="));
        assert_non_null(strstr(s->sent[0], "legal moves=\"14x23x19\""));
        say(s, 0, way ? "done move=14x23\n" : "done move=14x23x19\n");
        assert_non_null(strstr(s->story, "1:14x23 "));
        match_destroy(s->match);
    }
    free(start);
    game_destroy(s->rules);
    free(s);
}

static void a_line_of_megabytes_is_garbled(void **state) {
    (void)state;
    scene *s =
        begin("dots", "size=1x1", &hub, NULL, (time_control){.move = SECOND}, (talk_options){0});
    say(s, 0, "wait\nready\n");
    for (int i = 0; i < 3000000 && !match_result(s->match); i++) say(s, 0, "x");
    expect_verdict(s, MATCH_GARBLED, 1);
}

/* In Perudo a seat is told of the others' dice only when they are shown. */
static void hub_keeps_secrets(void **state) {
    (void)state;
    scene *s =
        begin("perudo", "first=1", &hub, NULL, (time_control){.move = SECOND}, (talk_options){0});
    say(s, 0, "wait\nready\n");
    const char *moves = strstr(s->sent[0], "pos moves=\"");
    assert_non_null(moves);
    assert_non_null(strstr(moves, "2:?????"));
    assert_null(strstr(moves, "1:?????"));
    end(s);
}

/* Writes what happens into a record, as an export does. */
typedef struct witness {
    scene *scene;
    record record;
    char key[FAIR_KEY_TEXT]; /* the last that was kept */
} witness;

static void write_down(void *context, const match_event *v) {
    witness *w = context;
    error e;
    fair_secret shown = {.move = v->text ? strtoul(v->text, NULL, 10) : 0};
    const char *rest = v->text ? strchr(v->text, ' ') : NULL;
    note(w->scene, v);
    if (v->kind == MATCH_MOVE) assert_true(history_play(&w->record.game, v->move, &e));
    if (v->kind == MATCH_COMMIT) {
        assert_true(fair_note_hash(&w->record, rest + 1, &e));
        memcpy(w->key, v->key, sizeof w->key);
    }
    if (v->kind == MATCH_REVEAL) {
        memcpy(shown.key, rest + 1, sizeof shown.key);
        assert_true(fair_note_key(&w->record, &shown, &e));
    }
}

static void w_send(void *context, int seat, const char *bytes, size_t count) {
    collect(((witness *)context)->scene, seat, bytes, count);
}
static void w_ask(void *context, int seat, const talk_limits *limits, uint64_t number) {
    asked(((witness *)context)->scene, seat, limits, number);
}
static int64_t w_now(void *context) { return ((witness *)context)->scene->now; }

/* Both rolls are committed to before the first question; the keys are told when the cups are up,
 * and they fit. Nothing that a seat is sent before that has a key in it. */
static void dice_are_committed_to_and_revealed(void **state) {
    (void)state;
    scene *s = calloc(1, sizeof *s);
    witness w = {.scene = s};
    error e;
    s->rules = rules_of("perudo", "first=1,dice=1+1");
    assert_true(record_create(&w.record, rules_of("perudo", "first=1,dice=1+1"), &e));
    match_setup setup = {
        .rules = s->rules,
        .seat = {{.speaks = &hub}},
        .owner = {
            .context = &w, .send = w_send, .ask = w_ask, .now = w_now, .happened = write_down}};
    s->match = match_create(&setup, &e);
    assert_non_null(s->match);
    match_begin(s->match, 0);
    say(s, 0, "wait\nready\n");
    const char *first = strstr(s->sent[0], "commit move=1 hash="),
               *second = strstr(s->sent[0], "commit move=2 hash="),
               *go = strstr(s->sent[0], "go think");
    assert_true(first && second && go && first < second && second < go);
    say(s, 0, "done move=1x6\n");
    assert_null(strstr(s->sent[0], w.key));
    assert_null(strstr(s->sent[0], "reveal"));
    game_move dudo;
    assert_true(game_read_move(s->rules, match_game(s->match)->now, "dudo", &dudo, &e));
    match_answer(s->match, 1, s->number, dudo, s->now, s->now);
    assert_non_null(match_result(s->match));
    assert_non_null(strstr(s->sent[0], "reveal move=1 key="));
    assert_non_null(strstr(s->sent[0], w.key));
    fair_report report;
    if (!fair_verify(&w.record, &report, &e)) fail_msg("%s", e.message);
    assert_int_equal(report.secrets, 2);
    assert_int_equal(report.proven, 2);
    record_destroy(&w.record);
    end(s);
}

/* Three at Perudo with calza=on: two programs and one in this process. The first has bid. */
static scene *three_with_calza(void) {
    time_control control = {.move = 10 * SECOND};
    match_seat program = {.speaks = &hub, .control = control};
    scene *s = begin_with("perudo", "players=3,first=1,calza=on,dice=2",
                          (match_setup){.seeded = true,
                                        .interrupt = SECOND,
                                        .seat = {program, program, {.control = control}}});
    say(s, 0, "wait\nready\n");
    say(s, 1, "wait\nready\n");
    s->asked = -1;
    say(s, 0, "done move=2x4\n");
    assert_int_equal(s->offered, 4); /* three rolls and a bid */
    return s;
}

/* The seat on turn is asked when the time to interrupt is over; it is stopped by who cuts in then,
 * and what it answers late is not held against it. */
static void calza_out_of_turn(void **state) {
    (void)state;
    scene *s = three_with_calza();
    error e;
    game_move calza;
    s->sent_count[1] = 0;
    s->now += SECOND / 2;
    match_tick(s->match, s->now);
    assert_int_equal(match_asked(s->match), GAME_NOBODY);
    s->now += SECOND / 2;
    match_tick(s->match, s->now);
    assert_int_equal(match_asked(s->match), 1);
    assert_false(match_find_interrupt(s->match, 0, "calza", &calza, &e)); /* his own bid */
    assert_true(match_find_interrupt(s->match, 2, "calza", &calza, &e));
    assert_false(match_interrupt(s->match, 2, calza, 3, s->now, &e));
    assert_says(&e, "gone on");
    s->sent_count[1] = 0;
    assert_true(match_interrupt(s->match, 2, calza, 4, s->now, &e));
    assert_string_equal(s->sent[1], "stop\n");
    assert_non_null(strstr(s->story, "3:calza:3 "));
    assert_null(strstr(s->story, "0:1=")); /* no cup is lifted before it has stopped */
    say(s, 1, "done move=2x5\n");
    assert_non_null(strstr(s->story, "0:1="));
    assert_null(match_result(s->match));
    end(s);
}

static void a_pause_stops_the_time_to_cut_in(void **state) {
    (void)state;
    scene *s = three_with_calza();
    s->now += SECOND / 2;
    match_pause(s->match, NULL, s->now);
    s->now += 5 * SECOND;
    match_go_on(s->match, s->now);
    match_tick(s->match, s->now);
    assert_int_equal(match_asked(s->match), GAME_NOBODY); /* half a second is left */
    s->now += SECOND / 2;
    match_tick(s->match, s->now);
    assert_int_equal(match_asked(s->match), 1);
    end(s);
}

/* Who is on turn and has a word ready is asked at once only where others could say the same. */
static void who_is_on_turn_may_be_first(void **state) {
    (void)state;
    scene *s = three_with_calza();
    assert_true(match_holds_back(s->match, 1));
    assert_false(match_holds_back(s->match, 2));
    match_hurry(s->match, "dudo", s->now);
    assert_true(match_holds_back(s->match, 1));
    match_hurry(s->match, "calza", s->now);
    assert_false(match_holds_back(s->match, 1));
    assert_int_equal(match_asked(s->match), 1);
    end(s);
}

/* A program is offered the chance with the position; once all have passed nobody waits. */
static void a_program_cuts_in_or_passes(void **state) {
    (void)state;
    scene *s = three_with_calza();
    s->now += SECOND / 10;
    match_pass(s->match, 2, 3, s->now); /* meant for an earlier position */
    assert_int_equal(match_asked(s->match), GAME_NOBODY);
    match_pass(s->match, 2, 4, s->now);
    assert_int_equal(match_asked(s->match), 1); /* who has calza among its own moves */
    s->sent_count[0] = 0;
    say(s, 1, "done move=2x5\n");
    assert_non_null(strstr(s->sent[0], "offer after=5 moves=\"calza:1\"\n"));
    assert_non_null(strstr(s->sent[0], "pos moves="));
    say(s, 0, "interrupt after=4 move=calza\n"); /* too late for that */
    assert_int_equal(match_asked(s->match), GAME_NOBODY);
    say(s, 0, "interrupt after=5 move=none\n");
    assert_int_equal(match_asked(s->match), 2);
    say(s, 0, "interrupt after=5 move=3x5\n"); /* that is no interruption */
    assert_non_null(strstr(s->story, "1:stray(5 3x5)"));
    say(s, 0, "interrupt after=5 move=calza\n");
    assert_non_null(strstr(s->story, "1:calza:1 "));
    assert_null(match_result(s->match));
    end(s);
}

/* A move of another seat's, or of chance, is not a seat's to make. */
static void a_seat_moves_for_itself_alone(void **state) {
    (void)state;
    scene *s = begin("perudo", "first=1,calza=on,players=2", &hub, NULL,
                     (time_control){.move = SECOND}, (talk_options){0});
    say(s, 0, "wait\nready\n");
    say(s, 0, "done move=2:11111\n");
    expect_verdict(s, MATCH_ILLEGAL, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hub_step_by_step),
        cmocka_unit_test(hub_in_damas),
        cmocka_unit_test(a_line_of_megabytes_is_garbled),
        cmocka_unit_test(hub_keeps_secrets),
        cmocka_unit_test(dice_are_committed_to_and_revealed),
        cmocka_unit_test(calza_out_of_turn),
        cmocka_unit_test(a_pause_stops_the_time_to_cut_in),
        cmocka_unit_test(who_is_on_turn_may_be_first),
        cmocka_unit_test(a_program_cuts_in_or_passes),
        cmocka_unit_test(a_seat_moves_for_itself_alone),
    };
    return cmocka_run_group_tests_name("match_hub", tests, NULL, NULL);
}
