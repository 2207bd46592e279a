/* The Perudo board's stream as the view receives it: scenes, numbers that look like letters, noise.
 */
#include "protocols/perudo_view.h"
#include "support.h"

static game_rules *rules;

static int make_rules(void **state) {
    (void)state;
    return (rules = rules_of("perudo", "players=8")) ? 0 : 1;
}
static int drop_rules(void **state) {
    (void)state;
    game_destroy(rules);
    return 0;
}

static perudo_viewer new_view(void) { return perudo_view_create(perudo_rules_of(rules)); }

/* Feeds bytes; the last event. */
static perudo_view_event hear(perudo_viewer *v, const char *bytes) {
    perudo_view_event e = {.heard = VIEW_NOTHING};
    for (; *bytes; bytes++) e = perudo_view_hear(v, *bytes);
    return e;
}

/* Feeds bytes of which every message must be right; their words, a line each. */
static const char *words(perudo_viewer *v, const char *bytes) {
    static char lines[1 << 14];
    text t = text_over(lines, sizeof lines);
    for (; *bytes; bytes++) {
        perudo_view_event e = perudo_view_hear(v, *bytes);
        if (e.heard == VIEW_NOTHING) continue;
        perudo_view_write(v, &e, &t);
        text_add_char(&t, '\n');
    }
    assert_false(t.full);
    return lines;
}

#define ROUND "A3052361215356312534553" /* 23612, 35631 and 34553 */

/* The session of the source's table, with the doubt that it has there. */
static void the_session_of_the_source(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    assert_string_equal(words(&v, "IDDSODDDS"), "a game starts: choose an avatar\n"
                                                "looks at avatar 2\n"
                                                "looks at avatar 3\n"
                                                "looks at avatar 2\n"
                                                "player 0 takes avatar 2\n"
                                                "player 1 joins\n"
                                                "player 2 joins\n"
                                                "player 3 joins\n"
                                                "player 3 leaves\n");
    assert_string_equal(words(&v, ROUND "T2B52T0DSOOT1X"), "round 1: 15 dice are rolled\n"
                                                           "player 2 is on turn\n"
                                                           "player 2 bids 2x5\n"
                                                           "player 0 is on turn\n"
                                                           "player 0 turns to face 2\n"
                                                           "player 0 turns to face 1\n"
                                                           "player 0 takes face 1\n"
                                                           "player 0 bids 1x1\n"
                                                           "player 1 is on turn\n"
                                                           "player 1 doubts player 0's 1x1\n");
    assert_string_equal(words(&v, "Z1"), "bid 1x1, there are 2: player 1 loses a die\n");
    assert_int_equal(perudo_view_dice(&v, 1), 4);
    assert_int_equal(v.garbled, 0);
}

/* The board tells the rules that its buttons choose; the bids are then judged by them. */
static void chosen_rules_count(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    assert_string_equal(words(&v, "IOR000000000R010000000R310010000O"),
                        "a game starts: choose an avatar\n"
                        "player 0 takes avatar 1\n"
                        "looks at the rule preset=seed\n"
                        "looks at the rule preset=perudo\n"
                        "looks at the rule openlama=off\n"
                        "the rules are preset=perudo,openlama=off\n");
    assert_int_equal(perudo_view_scene_of(&v), VIEW_SCENE_JOIN);
    assert_true(hear(&v, "DA2012113T1B11").against); /* an opening on lamas */
    assert_int_equal(v.garbled, 0);
    assert_false(hear(&v, "IODA2012113T1B11").against);      /* another game, the usual rules */
    assert_int_equal(hear(&v, "IOR09").heard, VIEW_GARBLED); /* there are three presets */
    assert_int_equal(hear(&v, "IODA2012113T1R").heard, VIEW_GARBLED);
}

/* A seat that comes down to one die opens a palifico: its face stays, and lamas do not count. */
static void a_palifico_follows_from_the_dice(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODR010000000OA202121222T1B21T0X");
    assert_false(hear(&v, "Z0").against);
    assert_int_equal(hear(&v, "A20131222").heard, VIEW_ROUND_STARTS);
    assert_true(v.now.palifico);
    assert_false(hear(&v, "T0DDOO").against);
    assert_true(hear(&v, "T1B42").against); /* another face */
}

static void the_seven_scenes(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    static const struct {
        const char *bytes;
        perudo_view_scene scene;
    } steps[] = {
        {"U", VIEW_SCENE_TITLE},   {"I", VIEW_SCENE_AVATAR},   {"DO", VIEW_SCENE_JOIN},
        {"D", VIEW_SCENE_JOIN},    {"A2012", VIEW_SCENE_JOIN}, /* not all of it is there */
        {"113", VIEW_SCENE_ROUND}, {"T1", VIEW_SCENE_ROUND},   {"B61", VIEW_SCENE_BIDS},
        {"T0DD", VIEW_SCENE_BIDS}, {"X", VIEW_SCENE_BIDS},     {"Z1", VIEW_SCENE_SHOWN},
        {"Y", VIEW_SCENE_END},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        hear(&v, steps[i].bytes);
        assert_int_equal(perudo_view_scene_of(&v), steps[i].scene);
    }
    assert_int_equal(v.winner, 0);
}

/* Forty dice on the table: counts look like letters of the stream, and are none. */
static void a_number_is_known_by_its_place(void **state) {
    (void)state;
    static const struct {
        char byte;
        int count;
    } counts[] = {{'A', 17}, {'B', 18}, {'D', 20}, {'I', 25}, {'O', 31},
                  {'S', 35}, {'T', 36}, {'U', 37}, {'X', 40}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        perudo_viewer v = new_view();
        hear(&v, "IODDDDDDDA805111111511111251111135111114511111551111165111117511111T3");
        perudo_view_event e = hear(&v, (char[]){'B', '6', counts[i].byte, '\0'});
        assert_int_equal(e.heard, VIEW_BID);
        assert_false(e.against);
        assert_int_equal(perudo_last_bid(&v.now), perudo_bid_of(counts[i].count, 6));
        assert_int_equal(hear(&v, "T4").heard, VIEW_TURN);
        assert_int_equal(hear(&v, "X").heard, VIEW_DOUBT);
    }
}

static void avatars_go_round(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IS");
    assert_int_equal(v.avatar, 7);
    hear(&v, "DDDDDDDDDD");
    assert_int_equal(v.avatar, 1);
}

static void player_0_chooses(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODD" ROUND "T2B52T0DDODDDDDD");
    assert_int_equal(v.step, VIEW_COUNT);
    assert_int_equal(v.face * 100 + v.count, 307);
    assert_int_equal(hear(&v, "e").heard, VIEW_ILLEGAL_BID);
    assert_int_equal(v.step, VIEW_FACE);
    assert_int_equal(v.face * 100 + v.count, 307);
    assert_int_equal(hear(&v, "DDOSO").heard, VIEW_BID);
    assert_int_equal(perudo_last_bid(&v.now), perudo_bid_of(6, 5));
}

static void elimination_and_the_end(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODDA3012112213T1");
    assert_string_equal(words(&v, "B61T2XZ1"),
                        "player 1 bids 1x6\n"
                        "player 2 is on turn\n"
                        "player 2 doubts player 1's 1x6\n"
                        "bid 1x6, there are 0: player 1 loses the last die and is out\n");
    assert_string_equal(words(&v, "A2015213T2B31T0X"), "round 2: 2 dice are rolled\n"
                                                       "player 2 is on turn\n"
                                                       "player 2 bids 1x3\n"
                                                       "player 0 is on turn\n"
                                                       "player 0 doubts player 2's 1x3\n");
    assert_string_equal(
        words(&v, "Z0Y"),
        "bid 1x3, there is 1: player 0 loses the last die and is out\nthe game ends: player 2 wins\n");
    assert_int_equal(v.garbled, 0);
}

/* What the board says against the rules is shown as it says it, and marked. */
static void events_against_the_rules_are_marked(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODD" ROUND "T1B64T2");
    assert_true(hear(&v, "B62").against); /* 2x6 over 4x6 */
    hear(&v, "T0");
    assert_true(hear(&v, "XZ2").against); /* two were bid, and there are four with the lamas */
    assert_int_equal(v.verdict.loser, 0);
}

/* Noise. */

static void noise_is_shown_and_skipped(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "UIOD");
    perudo_view_event e = hear(&v, "\xff");
    assert_int_equal(e.heard, VIEW_GARBLED);
    assert_int_equal(v.step, VIEW_LOST);
    assert_int_equal(hear(&v, "D").heard, VIEW_GARBLED); /* of what? */
    assert_int_equal(hear(&v, "U").heard, VIEW_SYNC);
    assert_int_equal(v.step, VIEW_TITLE);
    assert_int_equal(v.garbled, 2);
}

static void a_start_of_a_round_is_believed_anywhere(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    perudo_view_event e = hear(&v, "?!7" ROUND);
    assert_int_equal(e.heard, VIEW_ROUND_STARTS);
    assert_true(e.missed);
    assert_false(hear(&v, "T1").missed);
    assert_false(hear(&v, "B61").missed);
    assert_int_equal(v.players, 3);
}

static void a_round_that_cannot_be_is_not_believed(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "A0",       "A9",   "A2012012",  /* a seat twice */
        "A1",                            /* a round of one */
        "A2113012",                      /* not in order */
        "A206",     "A200", "A20151217", /* six dice, none, a seven */
        "A28",      "A27",               /* no room for a second seat after the eighth */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        perudo_viewer v = new_view();
        hear(&v, "IOD");
        assert_int_equal(hear(&v, wrong[i]).heard, VIEW_GARBLED);
        assert_int_equal(v.step, VIEW_LOST);
        assert_int_equal(hear(&v, ROUND).heard, VIEW_ROUND_STARTS);
    }
}

/* A lost byte: the turn that follows is believed, the bids before it are not, since who made them
 * is known from their order. */
static void a_lost_bid(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODD" ROUND "T1B61T2B6");
    perudo_view_event e = hear(&v, "T");
    assert_int_equal(e.heard, VIEW_GARBLED); /* 36 sixes of 15 dice */
    e = hear(&v, "0");
    assert_int_equal(e.heard, VIEW_TURN);
    assert_true(e.missed);
    assert_int_equal(v.now.bids, 0);
    assert_int_equal(hear(&v, "DDDODDO").heard, VIEW_BID);
    assert_int_equal(hear(&v, "T1XZ1").heard, VIEW_LOSER);
    assert_true(v.judged);
}

static void a_lost_doubt(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODD" ROUND "T1B61T2B62T0");
    perudo_view_event e = hear(&v, "Z2");
    assert_int_equal(e.heard, VIEW_LOSER);
    assert_true(e.missed);
    assert_false(v.judged);
    assert_int_equal(perudo_view_dice(&v, 2), 4);
}

static void the_board_was_reset(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    hear(&v, "IODD" ROUND "T1B6");
    assert_int_equal(hear(&v, "U").heard, VIEW_SYNC); /* 37 sixes of 15 dice? */
    hear(&v, "IODD" ROUND "T1B61T2");
    assert_int_equal(hear(&v, "I").heard, VIEW_GAME_STARTS);
    assert_int_equal(v.round, 0);
    assert_false(v.dealt);
}

/* Whatever came before, after the synchronisation byte a game is heard as by a view that heard
 * nothing else. Bytes are lost, changed and added. */
static void after_noise_all_is_as_before(void **state) {
    (void)state;
    static const char clean[] = "IDODD" ROUND "T2B52T0DSOOT1B33T2B12T0XZ0"
                                "A304225315451432526413T0";
    random_source random = random_seed(4);
    perudo_viewer plain = new_view();
    hear(&plain, clean);
    for (int run = 0; run < 2000; run++) {
        perudo_viewer v = new_view();
        for (const char *byte = clean; *byte; byte++) {
            uint32_t chance = random_below(&random, 40);
            if (chance == 0) continue;
            perudo_view_hear(&v, chance == 1 ? (char)random_below(&random, 256) : *byte);
            if (chance == 2) perudo_view_hear(&v, (char)random_below(&random, 256));
        }
        hear(&v, "UU"); /* the first may be the end of a broken message */
        hear(&v, clean);
        assert_int_equal(v.step, plain.step);
        assert_memory_equal(&v.now, &plain.now, sizeof v.now);
        assert_memory_equal(v.die, plain.die, sizeof v.die);
        assert_int_equal(v.avatar * 100 + v.players * 10 + v.round, 132);
    }
}

/* JSON. */

static const char *json(perudo_viewer *v, const char *bytes) {
    static char object[PERUDO_VIEW_JSON];
    perudo_view_event e = hear(v, bytes);
    text t = text_over(object, sizeof object);
    perudo_view_write_json(v, &e, &t);
    assert_false(t.full);
    return object;
}

static void events_as_json(void **state) {
    (void)state;
    perudo_viewer v = new_view();
    assert_string_equal(json(&v, "U"), "{\"event\":\"sync\"}");
    assert_string_equal(json(&v, "ID"), "{\"event\":\"avatar\",\"avatar\":1}");
    assert_string_equal(json(&v, "OD"), "{\"event\":\"join\",\"players\":2}");
    assert_string_equal(json(&v, "A2017"), "{\"event\":\"garbled\",\"byte\":55}");
    assert_string_equal(json(&v, "A2012112"),
                        "{\"event\":\"round\",\"round\":1,\"players\":[{\"seat\":0,\"dice\":[2]},"
                        "{\"seat\":1,\"dice\":[2]}],\"missed\":true}");
    assert_string_equal(json(&v, "T1B31"), "{\"event\":\"bid\",\"seat\":1,\"face\":3,\"count\":1}");
    assert_string_equal(json(&v, "T0X"), "{\"event\":\"doubt\",\"seat\":0,\"bidder\":1,\"face\":3,"
                                         "\"count\":1}");
    assert_string_equal(json(&v, "Z1"), "{\"event\":\"lost\",\"seat\":1,\"left\":0,\"face\":3,"
                                        "\"count\":1,\"counted\":0,\"expected\":1}");
    assert_string_equal(json(&v, "Y"), "{\"event\":\"end\",\"winner\":0}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_session_of_the_source),
        cmocka_unit_test(the_seven_scenes),
        cmocka_unit_test(a_number_is_known_by_its_place),
        cmocka_unit_test(avatars_go_round),
        cmocka_unit_test(player_0_chooses),
        cmocka_unit_test(elimination_and_the_end),
        cmocka_unit_test(events_against_the_rules_are_marked),
        cmocka_unit_test(noise_is_shown_and_skipped),
        cmocka_unit_test(a_start_of_a_round_is_believed_anywhere),
        cmocka_unit_test(a_round_that_cannot_be_is_not_believed),
        cmocka_unit_test(a_lost_bid),
        cmocka_unit_test(a_lost_doubt),
        cmocka_unit_test(the_board_was_reset),
        cmocka_unit_test(chosen_rules_count),
        cmocka_unit_test(a_palifico_follows_from_the_dice),
        cmocka_unit_test(after_noise_all_is_as_before),
        cmocka_unit_test(events_as_json),
    };
    return cmocka_run_group_tests(tests, make_rules, drop_rules);
}
