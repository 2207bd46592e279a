/* The referee's match as a machine: verdicts by example, clocks, and thousands of matches over
 * faulty lines in simulated time, each with the verdict that its fault must lead to. */
#include "support.h"

#include "links/line.h"
#include "referee/board.h"
#include "referee/match.h"

#define SECOND INT64_C(1000000000)

/* A match whose seats are played by the test: what is sent to each is collected. */
typedef struct scene {
    match *match;
    game_rules *rules;
    int64_t now;
    char sent[3][4096];
    size_t sent_count[3];
    int asked;
    size_t offered; /* the moves after which the last chance to interrupt came */
    uint64_t number;
    char story[8192]; /* events as words */
} scene;

static void collect(void *context, int seat, const char *bytes, size_t count) {
    scene *s = context;
    assert_true(s->sent_count[seat] + count < sizeof s->sent[seat]);
    memcpy(s->sent[seat] + s->sent_count[seat], bytes, count);
    s->sent_count[seat] += count;
    s->sent[seat][s->sent_count[seat]] = '\0';
}

static void asked(void *context, int seat, const talk_limits *limits, uint64_t number) {
    scene *s = context;
    (void)limits;
    s->asked = seat;
    s->number = number;
}

static void offered(void *context, int seat, size_t after) {
    (void)seat;
    ((scene *)context)->offered = after;
}

static int64_t scene_now(void *context) { return ((scene *)context)->now; }

static void note(void *context, const match_event *v) {
    scene *s = context;
    size_t length = strlen(s->story);
    text t = text_over(s->story + length, sizeof s->story - length);
    if (v->kind == MATCH_MOVE) text_addf(&t, "%d:%s ", v->seat + 1, v->text);
    if (v->kind == MATCH_READY) text_addf(&t, "%d:ready ", v->seat + 1);
    if (v->kind == MATCH_NOTE) text_addf(&t, "%d:stray(%s) ", v->seat + 1, v->text);
}

static scene *begin(const char *game_name, const char *settings, const protocol *first,
                    const protocol *second, time_control control, talk_options options) {
    scene *s = calloc(1, sizeof *s);
    error e;
    s->rules = rules_of(game_name, settings);
    s->asked = -1;
    s->now = 1000 * SECOND;
    match_setup setup = {
        .rules = s->rules,
        .seeded = true,
        .seat = {{.speaks = first, .control = control, .options = options},
                 {.speaks = second, .control = control, .options = options}},
        .owner = {.context = s, .send = collect, .ask = asked, .now = scene_now, .happened = note}};
    s->match = match_create(&setup, &e);
    if (!s->match) fail_msg("%s", e.message);
    match_begin(s->match, s->now);
    return s;
}

static scene *contest(const char *settings) {
    return begin("dots", settings, &dots_contest, &dots_contest,
                 (time_control){.move = 10 * SECOND}, (talk_options){0});
}

static void end(scene *s) {
    match_destroy(s->match);
    game_destroy(s->rules);
    free(s);
}

/* What a seat was sent since we last looked. */
static void expect_sent(scene *s, int seat, const char *bytes) {
    assert_string_equal(s->sent[seat], bytes);
    s->sent_count[seat] = 0;
    s->sent[seat][0] = '\0';
}

static void say(scene *s, int seat, const char *bytes) {
    match_receive(s->match, seat, bytes, strlen(bytes), s->now, s->now);
}

static void expect_verdict(scene *s, match_reason reason, int winner) {
    const match_verdict *v = match_result(s->match);
    assert_non_null(v);
    if (v->reason != reason || v->winner != winner)
        fail_msg("%s, winner %d: %s", match_reason_name(v->reason), v->winner + 1, v->detail);
    end(s);
}

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
    match_abort(s->match, "enough", s->now);
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

/* What a board may send as its first answer, and what comes of it. */
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
            expect_verdict(s, cases[i].reason, 1);
        } else {
            assert_null(match_result(s->match));
            end(s);
        }
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
    assert_non_null(strstr(match_result(s->match)->detail, "half an answer"));
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

/* Nobody is charged for our looking late: what counts is when the bytes were there. */
static void our_own_delay_is_not_charged(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    match_receive(s->match, 0, "1112", 4, s->now + 9 * SECOND, s->now + 11 * SECOND);
    assert_null(match_result(s->match));
    end(s);
}

/* At 9600 baud a question of five bytes and an answer of four take 9.4 ms, which cost nothing. */
static void time_on_the_line_is_not_charged(void **state) {
    (void)state;
    scene *s = calloc(1, sizeof *s);
    error e;
    int64_t byte = 10 * SECOND / 9600;
    s->rules = rules_of("dots", "size=2x2,pass=on");
    match_seat seat = {.speaks = &dots_contest, .control = {.move = SECOND}, .byte_time = byte};
    match_setup setup = {
        .rules = s->rules,
        .seat = {seat, seat},
        .owner = {.context = s, .send = collect, .ask = asked, .now = scene_now, .happened = note}};
    s->match = match_create(&setup, &e);
    match_begin(s->match, s->now);
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
    match_hung_up(s->match, 1, "the line was hung up", s->now);
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
            assert_string_equal(match_seat_called(s->match, 1), "CD");
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
    game_move move;
    assert_true(game_read_move(s->rules, match_game(s->match)->now, "1121", &move, NULL));
    match_answer(s->match, 1, s->number, move, s->now, s->now);
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

/* A move of another seat's, or of chance, is not a seat's to make. */
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
    scene *s = calloc(1, sizeof *s);
    error e;
    s->rules = rules_of("perudo", "players=3,first=1,calza=on,dice=2");
    s->now = 1000 * SECOND;
    time_control control = {.move = 10 * SECOND};
    match_setup setup = {.rules = s->rules,
                         .seeded = true,
                         .interrupt = SECOND,
                         .seat = {{.speaks = &hub, .control = control},
                                  {.speaks = &hub, .control = control},
                                  {.control = control}},
                         .owner = {.context = s,
                                   .send = collect,
                                   .ask = asked,
                                   .offer = offered,
                                   .now = scene_now,
                                   .happened = note}};
    s->match = match_create(&setup, &e);
    assert_non_null(s->match);
    match_begin(s->match, s->now);
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

static void a_seat_moves_for_itself_alone(void **state) {
    (void)state;
    scene *s = begin("perudo", "first=1,calza=on,players=2", &hub, NULL,
                     (time_control){.move = SECOND}, (talk_options){0});
    say(s, 0, "wait\nready\n");
    say(s, 0, "done move=2:11111\n");
    expect_verdict(s, MATCH_ILLEGAL, 1);
}

/* Nobody is charged for a pause, nobody is asked in it, and who was thinking may answer. */
static void a_pause_stops_the_clocks(void **state) {
    (void)state;
    scene *s = contest("size=2x2,pass=on");
    say(s, 0, "R00");
    say(s, 1, "R00");
    expect_sent(s, 0, "0A0000");
    s->now += 8 * SECOND;
    assert_int_equal(match_time_left(s->match, 0, s->now), 2 * SECOND);
    match_pause(s->match, s->now);
    s->now += 1000 * SECOND;
    match_tick(s->match, s->now);
    assert_null(match_result(s->match));
    assert_int_equal(match_time_left(s->match, 0, s->now), 2 * SECOND);
    match_go_on(s->match, s->now);
    s->now += SECOND;
    match_pause(s->match, s->now);
    s->now += 1000 * SECOND;
    expect_sent(s, 1, "0");
    say(s, 0, "1112"); /* after 9 s of its own time */
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
    assert_says(&e, "cannot take up");
    free(s);
    close_game(&h);
}

/* --- Matches over lines with faults, in simulated time. --- */

typedef struct simulation {
    match *match;
    game_rules *rules;
    board board[2];
    line out[2], back[2]; /* to the boards, and from them */
    int64_t now;
    random_source chance;
    int moves;
} simulation;

static simulation *simulated(void *context) { return context; }

static void line_to(void *context, int seat, const char *bytes, size_t count) {
    simulation *s = simulated(context);
    for (size_t i = 0; i < count; i++) assert_true(line_push(&s->out[seat], bytes[i], s->now));
}

static void never_asked(void *context, int seat, const talk_limits *limits, uint64_t number) {
    (void)context;
    (void)seat;
    (void)limits;
    (void)number;
    fail_msg("no seat plays in this process");
}

static int64_t simulated_now(void *context) { return simulated(context)->now; }

static void count_moves(void *context, const match_event *v) {
    if (v->kind == MATCH_MOVE) simulated(context)->moves++;
}

typedef struct side {
    simulation *simulation;
    int seat;
} side;

static void line_back(void *context, const char *bytes, size_t count, int64_t delay) {
    side *at = context;
    simulation *s = at->simulation;
    for (size_t i = 0; i < count; i++)
        assert_true(line_push(&s->back[at->seat], bytes[i], s->now + delay));
}

static game_move any_move(void *context, const history *h) {
    side *at = context;
    game_move *moves = malloc(h->rules->max_moves * sizeof *moves);
    assert_non_null(moves);
    size_t count = game_moves(h->rules, h->now, game_turn(h->rules, h->now), moves);
    /* In Dots the pass stands last and is chosen rarely. */
    uint32_t among = (uint32_t)count;
    if (strcmp(h->rules->game->name, "dots") == 0 && count > 1 &&
        random_below(&at->simulation->chance, 40) != 0)
        among--;
    game_move chosen = moves[random_below(&at->simulation->chance, among)];
    free(moves);
    return chosen;
}

static void no_start(void *context, int seat) {
    (void)context;
    (void)seat;
}
static void no_move(void *context, const history *h, bool own) {
    (void)context;
    (void)h;
    (void)own;
}

/* Runs it to its verdict; simulated hours at most, and never without something that is due. */
static const match_verdict *run(simulation *s) {
    match_begin(s->match, s->now);
    for (long step = 0; !match_result(s->match); step++) {
        assert_true(step < 3000000);
        int64_t next = match_deadline(s->match) + 1;
        for (int i = 0; i < 2; i++) {
            if (line_next(&s->out[i]) < next) next = line_next(&s->out[i]);
            if (line_next(&s->back[i]) < next) next = line_next(&s->back[i]);
        }
        if (next > s->now) s->now = next;
        char byte;
        for (int i = 0; i < 2; i++) {
            while (line_pop(&s->out[i], s->now, &byte)) board_receive(&s->board[i], &byte, 1);
            while (!match_result(s->match) && line_pop(&s->back[i], s->now, &byte))
                match_receive(s->match, i, &byte, 1, s->now, s->now);
            if (line_ended(&s->back[i]) || s->board[i].hung_up)
                match_hung_up(s->match, i, "the line was hung up", s->now);
        }
        match_tick(s->match, s->now);
    }
    return match_result(s->match);
}

typedef struct trial {
    const char *game, *settings;
    const char *faults;    /* on the line back from seat 0 */
    board_manners manners; /* of the board at seat 0 */
    int baud;
    uint64_t seed;
} trial;

static match_verdict tried(const trial *t, int *moves) {
    simulation *s = calloc(1, sizeof *s);
    error e;
    line_faults none = {0}, faults;
    s->rules = rules_of(t->game, t->settings);
    s->now = SECOND;
    s->chance = random_seed(t->seed);
    assert_true(line_read_faults(t->faults, &faults, &e));
    side at[2] = {{s, 0}, {s, 1}};
    const protocol *speaks = protocol_of_boards(s->rules->game);
    match_seat seat = {.speaks = speaks,
                       .control = {.move = speaks->move_time},
                       .byte_time = t->baud ? 10 * SECOND / t->baud : 0};
    match_setup setup = {.rules = s->rules,
                         .seat = {seat, seat},
                         .turn_limit = 255,
                         .owner = {.context = s,
                                   .send = line_to,
                                   .ask = never_asked,
                                   .now = simulated_now,
                                   .happened = count_moves}};
    s->match = match_create(&setup, &e);
    for (int i = 0; i < 2; i++) {
        board_owner owner = {.context = &at[i],
                             .send = line_back,
                             .choose = any_move,
                             .started = no_start,
                             .moved = no_move};
        assert_true(board_create(&s->board[i], s->rules, i == 0 ? &t->manners : NULL, owner, &e));
        line_create(&s->out[i], t->baud, &none, 0);
        line_create(&s->back[i], t->baud, i == 0 ? &faults : &none, t->seed);
    }
    match_verdict v = *run(s);
    if (moves) *moves = s->moves;
    for (int i = 0; i < 2; i++) {
        board_destroy(&s->board[i]);
        line_destroy(&s->out[i]);
        line_destroy(&s->back[i]);
    }
    match_destroy(s->match);
    game_destroy(s->rules);
    free(s);
    return v;
}

static bool regular(const match_verdict *v) {
    return v->reason == MATCH_WON || v->reason == MATCH_DRAWN;
}

/* Lines without loss: split, delayed, slow, with mixed line ends; nobody loses by them. */
static void harmless_faults_change_nothing(void **state) {
    (void)state;
    static const char *const harmless[] = {"",
                                           "split",
                                           "delayed=0.05,pause=300ms",
                                           "newline=mixed",
                                           "newline=cr",
                                           "newline=crlf,split"};
    for (int game_number = 0; game_number < 2; game_number++)
        for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
            for (int baud = 0; baud <= 9600; baud += 9600)
                for (uint64_t seed = 1; seed <= 6; seed++) {
                    trial t = {.game = game_number ? "trax" : "dots",
                               .settings = game_number ? "" : "size=3x3,pass=on",
                               .baud = baud,
                               .seed = seed,
                               .faults = harmless[i]};
                    trial plain = t;
                    plain.faults = "";
                    plain.baud = 0;
                    int moves, plain_moves;
                    match_verdict v = tried(&t, &moves), w = tried(&plain, &plain_moves);
                    if (!regular(&v) || v.winner != w.winner || moves != plain_moves)
                        fail_msg("%s, '%s' at %d: %s %s", t.game, t.faults, baud,
                                 match_reason_name(v.reason), v.detail);
                }
}

/* Each misbehaviour of a board has its verdict. */
static void misbehaviour_and_its_verdict(void **state) {
    (void)state;
    static const struct {
        board_fault fault;
        match_reason dots, trax;
    } cases[] = {
        {BOARD_LATE, MATCH_OUT_OF_TIME, MATCH_OUT_OF_TIME},
        {BOARD_ILLEGAL, MATCH_ILLEGAL, MATCH_ILLEGAL},
        {BOARD_GARBAGE, MATCH_GARBLED, MATCH_GARBLED},
        {BOARD_SILENT, MATCH_OUT_OF_TIME, MATCH_OUT_OF_TIME},
        {BOARD_HALF, MATCH_OUT_OF_TIME, MATCH_OUT_OF_TIME},
        {BOARD_FLOOD, MATCH_GARBLED, MATCH_GARBLED},
        {BOARD_HANGUP, MATCH_CRASHED, MATCH_CRASHED},
        {BOARD_HANDSHAKE, MATCH_GARBLED, MATCH_GARBLED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 1; seed <= 5; seed++)
            for (int game_number = 0; game_number < 2; game_number++) {
                trial t = {.game = game_number ? "trax" : "dots",
                           .settings = game_number ? "" : "size=4x4,pass=on",
                           .faults = "",
                           .baud = seed % 2 ? 9600 : 0,
                           .manners = {.fault = cases[i].fault, .at = 1, .lateness = 11 * SECOND},
                           .seed = seed};
                match_verdict v = tried(&t, NULL);
                match_reason wanted = game_number ? cases[i].trax : cases[i].dots;
                if (v.reason != wanted || v.winner != 1)
                    fail_msg("%s, misbehaviour %d: %s (%s), not %s", t.game, (int)cases[i].fault,
                             match_reason_name(v.reason), v.detail, match_reason_name(wanted));
            }
}

/* The verdicts that a fault on the line from seat 0 can lead to. A byte that is lost leaves an
 * answer incomplete (out of time) or, where the next one fills it up, makes it another (illegal, or
 * by chance legal). A changed byte makes another answer, or none (garbled). */
static bool may_follow(line_fault fault, const match_verdict *v) {
    if (regular(v)) return fault < LINE_STALL; /* it struck where it did no harm, or not at all */
    if (v->culprit != 0 || v->winner != 1) return false;
    switch (fault) {
    case LINE_LOST:
        return v->reason == MATCH_OUT_OF_TIME || v->reason == MATCH_ILLEGAL ||
               v->reason == MATCH_GARBLED || v->reason == MATCH_STALLED;
    case LINE_FLIPPED:
    case LINE_DOUBLED:
    case LINE_INSERTED:
        return v->reason == MATCH_ILLEGAL || v->reason == MATCH_GARBLED ||
               v->reason == MATCH_OUT_OF_TIME;
    case LINE_DELAYED: return v->reason == MATCH_OUT_OF_TIME || v->reason == MATCH_STALLED;
    case LINE_STALL: return v->reason == MATCH_OUT_OF_TIME || v->reason == MATCH_STALLED;
    case LINE_HANGUP: return v->reason == MATCH_CRASHED;
    case LINE_FLOODED: return v->reason == MATCH_GARBLED || v->reason == MATCH_ILLEGAL;
    default: return false;
    }
}

/* Whether a fault has one certain verdict, and which. Dots begin with R00 and an answer of four
 * characters, so the place of the byte tells; in Trax a line may end anywhere. */
static bool is_certain(bool trax, line_fault fault, uint64_t byte, match_reason *reason) {
    bool greeting = !trax && byte <= 3, first = !trax && byte > 3 && byte <= 7;
    switch (fault) {
    case LINE_HANGUP: *reason = MATCH_CRASHED; return true;
    case LINE_STALL:
    case LINE_DELAYED: *reason = greeting ? MATCH_STALLED : MATCH_OUT_OF_TIME; return true;
    case LINE_LOST:
        *reason = first ? MATCH_OUT_OF_TIME : byte == 1 ? MATCH_GARBLED : MATCH_STALLED;
        return greeting || first;
    case LINE_FLIPPED:
    case LINE_FLOODED: *reason = MATCH_GARBLED; return greeting;
    case LINE_DOUBLED: *reason = MATCH_GARBLED; return greeting && byte == 1;
    default: return false; /* a random byte may be a line end or the right one */
    }
}

static void faulted_matches_end_with_the_right_verdict(void **state) {
    (void)state;
    static const char *const names[] = {"lost",    "flipped", "doubled", "inserted",
                                        "delayed", "stall",   "hangup",  "flood"};
    int trials = long_run() ? 100000 : 2000, certain = 0, decided = 0;
    for (int i = 0; i < trials; i++) {
        random_source r = random_seed((uint64_t)i + 77);
        bool trax = i % 4 == 3;
        line_fault fault = (line_fault)random_below(&r, LINE_FAULTS);
        uint64_t byte = 1 + random_below(&r, i % 2 ? 12 : 60);
        char faults[64];
        snprintf(faults, sizeof faults, "%s@%d,pause=30s", names[fault], (int)byte);
        trial t = {.game = trax ? "trax" : "dots",
                   .settings = trax ? "" : "size=2x3,pass=on",
                   .faults = faults,
                   .baud = i % 3 ? 0 : 9600,
                   .seed = (uint64_t)i};
        match_verdict v = tried(&t, NULL);
        match_reason wanted;
        bool struck = !(regular(&v));
        bool sure = is_certain(trax, fault, byte, &wanted);
        /* A game may be over before a later byte is reached. */
        if (!struck && byte > 7) continue;
        if (sure && (v.reason != wanted || v.winner != 1))
            fail_msg("trial %d, %s at byte %d: %s (%s), not %s", i, t.game, (int)byte,
                     match_reason_name(v.reason), v.detail, match_reason_name(wanted));
        if (!may_follow(fault, &v))
            fail_msg("trial %d, %s, %s: %s by seat %d (%s)", i, t.game, faults,
                     match_reason_name(v.reason), v.culprit + 1, v.detail);
        certain += sure;
        decided += struck;
    }
    /* The faults do strike, and many have one certain verdict. */
    assert_true(decided > trials / 3 && certain > trials / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contest_step_by_step),
        cmocka_unit_test(an_extra_move_is_acknowledged),
        cmocka_unit_test(a_line_instead_of_an_acknowledgement_loses),
        cmocka_unit_test(an_acknowledgement_is_no_pass),
        cmocka_unit_test(an_acknowledgement_has_ten_seconds),
        cmocka_unit_test(answers_and_their_verdicts),
        cmocka_unit_test(a_wrong_handshake_loses),
        cmocka_unit_test(an_unanswered_greeting_is_a_stall),
        cmocka_unit_test(silence_is_out_of_time),
        cmocka_unit_test(a_late_byte_is_late),
        cmocka_unit_test(our_own_delay_is_not_charged),
        cmocka_unit_test(time_on_the_line_is_not_charged),
        cmocka_unit_test(stray_bytes_are_noted_and_a_flood_loses),
        cmocka_unit_test(a_hang_up_is_a_crash),
        cmocka_unit_test(the_competition_step_by_step),
        cmocka_unit_test(trax_answers_and_their_verdicts),
        cmocka_unit_test(hub_step_by_step),
        cmocka_unit_test(hub_in_damas),
        cmocka_unit_test(a_line_of_megabytes_is_garbled),
        cmocka_unit_test(hub_keeps_secrets),
        cmocka_unit_test(dice_are_committed_to_and_revealed),
        cmocka_unit_test(calza_out_of_turn),
        cmocka_unit_test(who_is_on_turn_may_be_first),
        cmocka_unit_test(a_program_cuts_in_or_passes),
        cmocka_unit_test(a_seat_moves_for_itself_alone),
        cmocka_unit_test(a_pause_stops_the_clocks),
        cmocka_unit_test(clocks_by_example),
        cmocka_unit_test(resuming),
        cmocka_unit_test(harmless_faults_change_nothing),
        cmocka_unit_test(misbehaviour_and_its_verdict),
        cmocka_unit_test(faulted_matches_end_with_the_right_verdict),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
