/* Matches in which programs speak Hub: step by step, with secrets, and with interruptions. */
#include "protocols/hub_damas.h"
#include "protocols/hub_delay.h"
#include "referee/command.h"
#include "scene.h"

static void hub_step_by_step(void **state) {
    (void)state;
    scene *s = begin("dots", "size=1x1", &hub, NULL,
                     (time_control){.game = 60 * SECOND, .increment = SECOND}, (talk_options){0});
    expect_sent(s, 0, "hub\n");
    say(s, 0, "id name=\"My player\" version=1\nnoise that means nothing\nwait\n");
    expect_sent(s, 0, "game name=dots rules=\"size=1x1\" seats=2 seat=1\ninit\n");
    say(s, 0, "ready\n");
    assert_string_equal(s->called[0], "My player");
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
 * well. White's man takes one and lands behind it. */
static void hub_in_damas(void **state) {
    (void)state;
    static const struct {
        const char *rules, *start, *position, *legal, *done, *story;
    } cases[] = {
        {"", "W:W14:B19,32", "Weeeeeeeeeeeeeweeeebeeeeeeeeeeeeb", "14x23x19", "14x23x19", "14x23"},
        {"", "W:W14:B19,32", "Weeeeeeeeeeeeeweeeebeeeeeeeeeeeeb", "14x23x19", "14x23", "14x23"},
        {"variant=russian", "W:Wc3:Bd4,h8", "Weeeeeeeeeweeebeeeeeeeeeeeeeeeeeb", "c3xe5xd4",
         "c3xe5xd4", "c3xe5"},
        {"variant=brazilian", "B:Wf6,Ka1:Bg7", "BWeeeeeeeeeeeeeeeeeeeeeweeeebeeee", "g7xe5xf6",
         "g7xe5", "g7xe5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene *s = calloc(1, sizeof *s);
        error e;
        s->rules = rules_of("damas", cases[i].rules);
        game_position *start = game_new_position(s->rules);
        assert_true(game_read_position(s->rules, cases[i].start, start, &e));
        int seat = cases[i].start[0] == 'B';
        match_setup setup = {
            .rules = s->rules,
            .start = start,
            .seat = {[0].speaks = seat == 0 ? &hub : NULL, [1].speaks = seat == 1 ? &hub : NULL},
            .owner = {
                .context = s, .send = collect, .ask = asked, .now = scene_now, .happened = note}};
        s->match = match_create(&setup, &e);
        assert_non_null(s->match);
        match_begin(s->match, 0);
        say(s, seat, "wait\nready\n");
        char words[100];
        snprintf(words, sizeof words, "pos pos=%s start=", cases[i].position);
        assert_non_null(strstr(s->sent[seat], words));
        game_position *again = game_new_position(s->rules);
        assert_true(hub_damas_read_position(s->rules, cases[i].position, again, &e));
        assert_true(game_hash(s->rules, again) == game_hash(s->rules, start));
        free(again);
        snprintf(words, sizeof words, "legal moves=\"%s\"", cases[i].legal);
        assert_non_null(strstr(s->sent[seat], words));
        snprintf(words, sizeof words, "done move=%s\n", cases[i].done);
        say(s, seat, words);
        snprintf(words, sizeof words, "%d:%s ", seat + 1, cases[i].story);
        assert_non_null(strstr(s->story, words));
        match_destroy(s->match);
        free(start);
        game_destroy(s->rules);
        free(s);
    }
}

static void a_line_of_megabytes_is_garbled(void **state) {
    (void)state;
    scene *s =
        begin("dots", "size=1x1", &hub, NULL, (time_control){.move = SECOND}, (talk_options){0});
    say(s, 0, "wait\nready\n");
    for (int i = 0; i < 3000000 && !match_result(s->match); i++) say(s, 0, "x");
    expect_verdict(s, MATCH_GARBLED, 1);
}

/* In Perudo a seat receives the others' dice only when they are shown. */
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
    fair_secret shown = {.move = strtoul(v->text, NULL, 10)};
    const char *rest = strchr(v->text, ' ');
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

/* Both rolls are committed to before the first question; the keys are revealed with the dice, and
 * they fit. Nothing that is sent to a seat before that contains a key. */
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

static bool reads(const match *m, int seat, const char *word, game_move *move, error *e) {
    const history *h = match_game(m);
    game_move *room = malloc(h->rules->max_moves * sizeof *room);
    bool good = match_read_move(h->rules, h->now, seat, word, room, move, e);
    free(room);
    return good;
}

/* The seat on turn is asked when the time to interrupt is over; an interruption then stops it, and
 * its late answer costs it nothing. */
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
    assert_false(reads(s->match, 0, "calza", &calza, &e)); /* his own bid */
    assert_true(reads(s->match, 2, "calza", &calza, &e));
    assert_false(match_interrupt(s->match, 2, calza, 3, s->now, &e));
    assert_says(&e, "moved on");
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

static void a_pause_stops_the_time_to_interrupt(void **state) {
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

/* A seat on turn with an answer ready is asked at once only if others could interrupt with the
 * same. */
static void the_seat_on_turn_may_be_first(void **state) {
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
static void a_program_interrupts_or_passes(void **state) {
    (void)state;
    scene *s = three_with_calza();
    s->now += SECOND / 10;
    match_pass(s->match, 2, 3, s->now); /* meant for an earlier position */
    assert_int_equal(match_asked(s->match), GAME_NOBODY);
    match_pass(s->match, 2, 4, s->now);
    assert_int_equal(match_asked(s->match), 1); /* which has calza among its moves */
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

/* A seat cannot make a move of another seat, or of chance. */
static void a_seat_moves_for_itself_alone(void **state) {
    (void)state;
    scene *s = begin("perudo", "first=1,calza=on,players=2", &hub, NULL,
                     (time_control){.move = SECOND}, (talk_options){0});
    say(s, 0, "wait\nready\n");
    say(s, 0, "done move=2:11111\n");
    expect_verdict(s, MATCH_ILLEGAL, 1);
}

/* A program of ours sets aside what its moves were late by, and hardly anything on an idle machine.
 */
static void delays_are_measured(void **state) {
    (void)state;
    enum { MS = 1000000 };
    hub_delay d = {0};
    hub_delay_asked(&d, 5 * SECOND, 0, 0, 7 * SECOND);
    assert_int_equal(hub_delay_without(&d, 20 * MS, MS), 19 * MS);
    assert_int_equal(hub_delay_without(&d, 0, MS), 0); /* no limit */
    d.planned = 19 * MS;
    hub_delay_answered(&d, 5 * SECOND + 23 * MS); /* 4 ms late */
    hub_delay_asked(&d, 6 * SECOND, 60 * SECOND, SECOND, 7 * SECOND);
    assert_int_equal(hub_delay_without(&d, 20 * MS, MS), 14 * MS);
    assert_int_equal(hub_delay_without(&d, 8 * MS, MS), 4 * MS); /* half is always used */
    d.planned = 0;
    hub_delay_answered(&d, 8 * SECOND); /* took 2 s, was charged 2.04 s, got 1 s */
    hub_delay_asked(&d, 9 * SECOND, 59 * SECOND - 40 * MS, SECOND, 7 * SECOND);
    assert_int_equal(d.longest, 40 * MS);
    hub_delay_answered(&d, 9 * SECOND);
    hub_delay_new_game(&d); /* its clock says nothing about the last one's */
    hub_delay_asked(&d, 10 * SECOND, 20 * SECOND, SECOND, 7 * SECOND);
    assert_int_equal(d.longest, 35 * MS); /* an eighth less */
    hub_delay_answered(&d, 10 * SECOND);
    hub_delay_asked(&d, 11 * SECOND, 21 * SECOND, SECOND, 7 * SECOND + 50 * MS);
    assert_int_equal(d.longest, 50 * MS); /* the machine was busy */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hub_step_by_step),
        cmocka_unit_test(hub_in_damas),
        cmocka_unit_test(a_line_of_megabytes_is_garbled),
        cmocka_unit_test(delays_are_measured),
        cmocka_unit_test(hub_keeps_secrets),
        cmocka_unit_test(dice_are_committed_to_and_revealed),
        cmocka_unit_test(calza_out_of_turn),
        cmocka_unit_test(a_pause_stops_the_time_to_interrupt),
        cmocka_unit_test(the_seat_on_turn_may_be_first),
        cmocka_unit_test(a_program_interrupts_or_passes),
        cmocka_unit_test(a_seat_moves_for_itself_alone),
    };
    return cmocka_run_group_tests_name("match_hub", tests, NULL, NULL);
}
