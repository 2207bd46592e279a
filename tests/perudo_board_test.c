/* The Perudo board at its pins: states, buttons, the line, scripts. */
#include "perudo_board_support.h"

/* The session of the source's table. The seed is one whose dice are those of the table (of the
 * others' it gives none). The table's machine opens with two fives, which its own figures cannot
 * give: by those an opening has a count of 1. */
static void the_session_of_the_source(void **state) {
    (void)state;
    bench *b = bench_create("seed=7552");
    assert_string_equal(answer(b, "e"), "I");
    assert_string_equal(answer(b, "2n p e"), "DDSO");
    assert_string_equal(answer(b, "3n p"), "DDDS");
    assert_string_equal(answer(b, "e"), "A3"
                                        "0523612"
                                        "1566352"
                                        "2533554"
                                        "T2");
    assert_string_equal(answer(b, "e"), "B31");
    assert_string_equal(answer(b, "n"), "T0");
    assert_string_equal(answer(b, "n p e"), "DSO");
    assert_string_equal(answer(b, "e"), "O");
    assert_string_equal(answer(b, "n"), "T1");
    bench_destroy(b);
}

/* A whole game: synchronisation, a player too many, an illegal bid of forty (40x3), then bids of
 * all dice, which the machine doubts, until player 0 is out. */
static void a_whole_game(void **state) {
    (void)state;
    bench *b = bench_create("seed=1");
    assert_string_equal(answer(b, "d n"), "UI");
    assert_string_equal(answer(b, "n e 2n p e"), "DODDSA205531321551251T0");
    play(b, "2n e 39n");
    assert_string_equal(answer(b, "e"), "e");
    assert_string_equal(answer(b, "p e 30p e n"), "SOSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSOT1");
    assert_string_equal(answer(b, "e e d"), "XZ0A20441211552116T0");
    assert_string_equal(answer(b, "5n e 8n e n g"), "DDDDDODDDDDDDDOT1XZ0A2035321513135T0");
    assert_string_equal(answer(b, "5n e 7n e n g"), "DDDDDODDDDDDDOT1XZ0A202331531145T0");
    assert_string_equal(answer(b, "5n e 6n e n g"), "DDDDDODDDDDDOT1XZ0A20151523553T0");
    assert_string_equal(answer(b, "5n e 5n e n e e"), "DDDDDODDDDDOT1XZ0");
    assert_string_equal(answer(b, "d"), "Y");
    assert_int_equal(device_get(b->device, PERUDO_STATE), 5);
    assert_string_equal(answer(b, "p n e d"), "");
    bench_destroy(b);
}

static void any_button_but_doubt_starts(void **state) {
    (void)state;
    bench *b = bench_create("bit=4");
    assert_string_equal(answer(b, "d d p"), "UUI");
    assert_string_equal(answer(b, "r n"), "I");
    assert_string_equal(answer(b, "r e"), "I");
    bench_destroy(b);
}

static void avatars_have_no_end_and_players_do(void **state) {
    (void)state;
    bench *b = bench_create("bit=4");
    assert_string_equal(answer(b, "e 10n 3p e"), "IDDDDDDDDDDSSSO");
    assert_string_equal(answer(b, "p"), ""); /* player 0 stays */
    assert_string_equal(answer(b, "e"), ""); /* nobody plays alone */
    assert_string_equal(answer(b, "9n"), "DDDDDDD");
    assert_int_equal(board_of(b)->players, 8);
    assert_string_equal(answer(b, "9p"), "SSSSSSS");
    assert_string_equal(answer(b, "d"), "");
    assert_int_equal(board_of(b)->place, PERUDO_AT_PLAYERS);
    bench_destroy(b);
}

/* With menu=on: doubt opens the menu, next and previous choose, enter goes to the next rule, doubt
 * closes it. The game is then played by those rules, until reset. */
static void rules_are_chosen_with_the_buttons(void **state) {
    (void)state;
    int opened = 0;
    for (int seed = 0; seed < 8; seed++) {
        char settings[40];
        snprintf(settings, sizeof settings, "bit=4,menu=on,seed=%d", seed);
        bench *b = bench_create(settings);
        assert_string_equal(answer(b, "e e d"), "IOR000000000");
        assert_int_equal(device_get(b->device, PERUDO_STATE), 1);
        assert_int_equal(device_get(b->device, PERUDO_STEP), 0);
        assert_string_equal(answer(b, "n 2p p"), "R010000000R000000000R020000000R010000000");
        assert_string_equal(answer(b, "3e n"), "R110000000R210000000R310000000R310010000");
        assert_string_equal(answer(b, "d"), "O");
        assert_int_equal(board_of(b)->place, PERUDO_AT_PLAYERS);
        const perudo_rules *r = perudo_rules_of(board_of(b)->chosen_rules);
        assert_false(r->open_lama);
        assert_int_equal(r->palifico, PERUDO_PALIFICO_ON); /* as sold */
        play(b, "n e");
        if (board_of(b)->place == PERUDO_AT_FACE) { /* no opening on lamas now */
            assert_string_equal(answer(b, "e e"), "Oe");
            opened++;
        }
        play(b, "r");
        assert_null(board_of(b)->chosen_rules);
        assert_string_equal(answer(b, "e e d"), "IOR000000000");
        bench_destroy(b);
    }
    assert_true(opened > 0);
}

/* A board in its place, by the shortest way; seed 5 gives player 0 the first turn of two. */
static bench *bench_at(perudo_place place) {
    static const char *const way[PERUDO_PLACES] = {
        [PERUDO_AT_IDLE] = "",
        [PERUDO_AT_AVATAR] = "e",
        [PERUDO_AT_PLAYERS] = "e e",
        [PERUDO_AT_FACE] = "e e n e",
        [PERUDO_AT_COUNT] = "e e n e  e",
        [PERUDO_AT_GO_ON] = "e e n e  n e e",
        [PERUDO_AT_MACHINE] = "e e n e  n e e n",
        [PERUDO_AT_MACHINE_GO_ON] = "e e n e  n e e n e",
        [PERUDO_AT_DOUBTED] = "e e n e  n e e n e n  d",
        [PERUDO_AT_SHOWN] = "e e n e  n e e n e n  d e",
    };
    bench *b = bench_create("bit=4,seed=5");
    play(b, way[place]);
    assert_int_equal(board_of(b)->place, place);
    forget(b);
    return b;
}

/* What each button leads to in each place: previous, next, enter, doubt; -1 if it is refused,
 * and then nothing is sent and nothing changes. */
static void each_button_in_each_place(void **state) {
    (void)state;
    enum { NO = -1 };
    static const struct {
        perudo_place at;
        int to[PERUDO_BUTTONS];
        const char *sent[PERUDO_BUTTONS];
    } rows[] = {
        {PERUDO_AT_IDLE,
         {PERUDO_AT_AVATAR, PERUDO_AT_AVATAR, PERUDO_AT_AVATAR, PERUDO_AT_IDLE},
         {"I", "I", "I", "U"}},
        {PERUDO_AT_AVATAR,
         {PERUDO_AT_AVATAR, PERUDO_AT_AVATAR, PERUDO_AT_PLAYERS, NO},
         {"S", "D", "O", ""}},
        {PERUDO_AT_PLAYERS, {NO, PERUDO_AT_PLAYERS, NO, NO}, {"", "D", "", ""}},
        {PERUDO_AT_FACE, {NO, PERUDO_AT_FACE, PERUDO_AT_COUNT, NO}, {"", "D", "O", ""}},
        {PERUDO_AT_COUNT, {NO, PERUDO_AT_COUNT, PERUDO_AT_GO_ON, NO}, {"", "D", "O", ""}},
        {PERUDO_AT_GO_ON, {NO, PERUDO_AT_MACHINE, NO, NO}, {"", "T1", "", ""}},
        {PERUDO_AT_MACHINE, {NO, NO, PERUDO_AT_MACHINE_GO_ON, NO}, {"", "", "B31", ""}},
        {PERUDO_AT_MACHINE_GO_ON, {NO, PERUDO_AT_FACE, NO, NO}, {"", "T0", "", ""}},
        {PERUDO_AT_DOUBTED, {NO, NO, PERUDO_AT_SHOWN, NO}, {"", "", "Z0", ""}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int button = 0; button < PERUDO_BUTTONS; button++) {
            bench *b = bench_at(rows[i].at);
            const perudo_board before = *board_of(b);
            bool offered = perudo_board_offers(&before, button) != NULL;
            assert_int_equal(offered, rows[i].to[button] != NO);
            assert_string_equal(answer(b, (char[]){"pned"[button], '\0'}), rows[i].sent[button]);
            if (rows[i].to[button] == NO) {
                assert_int_equal(board_of(b)->place, before.place);
                assert_memory_equal(&board_of(b)->now, &before.now, sizeof before.now);
                assert_memory_equal(&board_of(b)->line, &before.line, sizeof before.line);
            } else {
                assert_int_equal(board_of(b)->place, rows[i].to[button]);
            }
            bench_destroy(b);
        }
}

static void the_pins_tell_state_and_step(void **state) {
    (void)state;
    static const struct {
        perudo_place at;
        unsigned state, step;
    } rows[] = {{PERUDO_AT_IDLE, 0, 0},    {PERUDO_AT_AVATAR, 1, 1},
                {PERUDO_AT_PLAYERS, 1, 2}, {PERUDO_AT_FACE, 2, 1},
                {PERUDO_AT_COUNT, 2, 2},   {PERUDO_AT_GO_ON, 2, 3},
                {PERUDO_AT_MACHINE, 3, 1}, {PERUDO_AT_MACHINE_GO_ON, 3, 2},
                {PERUDO_AT_DOUBTED, 4, 1}, {PERUDO_AT_SHOWN, 4, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench *b = bench_at(rows[i].at);
        assert_int_equal(device_get(b->device, PERUDO_STATE), rows[i].state);
        assert_int_equal(device_get(b->device, PERUDO_STEP), rows[i].step);
        bench_destroy(b);
    }
}

static void face_and_count_have_limits(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_FACE);
    assert_string_equal(answer(b, "7n"), "DDDDD");
    assert_string_equal(answer(b, "7p"), "SSSSS");
    assert_string_equal(answer(b, "e"), "O");
    play(b, "50n");
    assert_int_equal(board_of(b)->count, 40);
    play(b, "50p");
    assert_int_equal(board_of(b)->count, 1);
    bench_destroy(b);
}

/* Over a machine's one three (1x3) one three is no raise; the numbers stay where they were turned.
 */
static void an_illegal_bid_goes_back_to_the_face(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_MACHINE_GO_ON);
    assert_string_equal(answer(b, "n 2n e e"), "T0DDOe");
    assert_int_equal(board_of(b)->place, PERUDO_AT_FACE);
    assert_int_equal(board_of(b)->now.bids, 2);
    assert_string_equal(answer(b, "3n e n e"), "DDDODO");
    assert_int_equal(perudo_last_bid(&board_of(b)->now), perudo_bid_of(2, 6));
    bench_destroy(b);
}

static void more_than_all_dice_cannot_be_bid(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_COUNT);
    assert_string_equal(answer(b, "10n e"), "DDDDDDDDDDe");
    assert_string_equal(answer(b, "e p e"), "OSO");
    bench_destroy(b);
}

static void doubt_from_the_face_and_from_the_count(void **state) {
    (void)state;
    static const char *const ways[] = {"n d", "n 3n d", "n e d", "n e 5n d"};
    static const char *const sent[] = {"T0X", "T0DDDX", "T0OX", "T0ODDDDDX"};
    for (int i = 0; i < 4; i++) {
        bench *b = bench_at(PERUDO_AT_MACHINE_GO_ON);
        assert_string_equal(answer(b, ways[i]), sent[i]);
        assert_int_equal(board_of(b)->place, PERUDO_AT_DOUBTED);
        bench_destroy(b);
    }
}

/* The loser of the die starts with one die less, and all dice are new. */
static void the_next_round(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_SHOWN);
    perudo_position before = board_of(b)->now;
    const char *round = answer(b, "d");
    assert_memory_equal(round, "A204", 4);
    assert_memory_equal(round + strlen(round) - 2, "T0", 2);
    assert_int_equal(board_of(b)->now.count[0], before.count[0] - 1);
    assert_int_equal(board_of(b)->now.bids, 0);
    bench_destroy(b);
}

static void a_held_button_acts_once(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_AVATAR);
    device_set(b->device, PERUDO_NEXT, 1);
    listen(b, 100000);
    assert_string_equal(b->heard, "D");
    device_set(b->device, PERUDO_NEXT, 0);
    listen(b, 100000);
    assert_string_equal(b->heard, "D");
    bench_destroy(b);
}

/* The press is seen at the first edge after the line was free, not at the last before it. */
static void presses_count_only_when_the_line_is_free(void **state) {
    (void)state;
    for (uint64_t tick = 36; tick <= 44; tick++) {
        bench *b = bench_at(PERUDO_AT_AVATAR);
        device_set(b->device, PERUDO_NEXT, 1);
        listen(b, 1); /* at this edge the message begins: 40 ticks of line */
        device_set(b->device, PERUDO_NEXT, 0);
        listen(b, tick - 1);
        assert_int_equal(device_get(b->device, PERUDO_ENABLE), tick > 40);
        device_set(b->device, PERUDO_PREVIOUS, 1);
        listen(b, 200); /* kept down, it does not count later either */
        assert_string_equal(b->heard, tick > 40 ? "DS" : "D");
        bench_destroy(b);
    }
}

static void two_buttons_at_one_edge(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_AVATAR);
    for (int i = 0; i < PERUDO_BUTTONS; i++) device_set(b->device, i, 1);
    listen(b, 500);
    assert_string_equal(b->heard, "D");
    for (int i = 0; i < PERUDO_BUTTONS; i++) device_set(b->device, i, 0);
    play(b, "e");
    forget(b);
    /* With one player `previous` and `enter` do nothing; the first button that does something
     * counts. */
    for (int i = 0; i < PERUDO_BUTTONS; i++) device_set(b->device, i, 1);
    listen(b, 500);
    assert_string_equal(b->heard, "D");
    bench_destroy(b);
    b = bench_at(PERUDO_AT_MACHINE_GO_ON);
    play(b, "n");
    forget(b);
    device_set(b->device, PERUDO_PREVIOUS, 1); /* the face is 1 already */
    device_set(b->device, PERUDO_DOUBT, 1);
    listen(b, 500);
    assert_string_equal(b->heard, "X");
    bench_destroy(b);
}

static void reset_ends_everything_at_once(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_SHOWN);
    device_set(b->device, PERUDO_DOUBT, 1);
    listen(b, 250); /* in the middle of the round's message */
    assert_int_equal(device_get(b->device, PERUDO_ENABLE), 0);
    device_set(b->device, PERUDO_RESET_N, 0);
    assert_int_equal(device_get(b->device, PERUDO_TX), 1);
    assert_int_equal(device_get(b->device, PERUDO_STATE), 0);
    device_set(b->device, PERUDO_NEXT, 1); /* under reset no press counts, */
    listen(b, 1000);
    device_set(b->device, PERUDO_RESET_N, 1);
    forget(b);
    listen(b, 1000); /* nor does a button that is still down */
    assert_string_equal(b->heard, "");
    device_set(b->device, PERUDO_NEXT, 0);
    device_set(b->device, PERUDO_DOUBT, 0);
    listen(b, 1);
    assert_string_equal(answer(b, "d e e n"), "UIOD");
    bench_destroy(b);
}

static void power_off_and_on(void **state) {
    (void)state;
    bench *b = bench_create("bit=4,seed=9"), *fresh = bench_create("bit=4,seed=9");
    play(b, "e e 3n e e");
    device_reset(b->device);
    answer(fresh, "e e 2n e");
    assert_string_equal(answer(b, "e e 2n e"), fresh->heard);
    bench_destroy(b);
    bench_destroy(fresh);
}

static void bounces(void **state) {
    (void)state;
    bench *b = bench_create("bit=4,debounce=100");
    for (int i = 0; i < 20; i++) {
        device_set(b->device, PERUDO_DOUBT, i % 2 == 0);
        listen(b, 99);
    }
    assert_string_equal(b->heard, "");
    device_set(b->device, PERUDO_DOUBT, 1);
    listen(b, 100);
    assert_int_equal(device_get(b->device, PERUDO_TX), 1);
    listen(b, 1);
    assert_int_equal(device_get(b->device, PERUDO_TX), 0);
    for (int i = 0; i < 20; i++) {
        listen(b, 60);
        device_set(b->device, PERUDO_DOUBT, i % 2 == 1);
    }
    assert_string_equal(b->heard, "U");
    assert_string_equal(answer(b, "d"), ""); /* it never was up long enough */
    assert_string_equal(answer(b, "(1ms) d"), "U");
    bench_destroy(b);
}

/* 0x55 on the line, tick by tick: start bit, 1 0 1 0 1 0 1 0, stop bit, 5208 ticks each. */
static void the_line_bit_by_bit(void **state) {
    (void)state;
    bench *b = bench_create("");
    device *d = b->device;
    device_set(d, PERUDO_DOUBT, 1);
    assert_int_equal(device_get(d, PERUDO_TX), 1);
    for (uint64_t tick = 0; tick < 10 * 5208; tick++) {
        device_advance(d, 1);
        assert_int_equal(device_get(d, PERUDO_TX), tick / 5208 % 2);
        assert_int_equal(device_get(d, PERUDO_ENABLE), 0);
        assert_int_equal(device_get(d, PERUDO_DATA), 0x55);
    }
    device_advance(d, 1);
    assert_int_equal(device_get(d, PERUDO_TX), 1);
    assert_int_equal(device_get(d, PERUDO_ENABLE), 1);
    bench_destroy(b);
}

/* The hint when something changes next is never too late: tick by tick the same trace comes out. */
static void next_change_is_never_late(void **state) {
    (void)state;
    uint64_t all = device_outputs(&perudo_board_kind, true);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        random_source random = random_seed(seed);
        char settings[60];
        snprintf(settings, sizeof settings, "bit=%d,seed=%d,debounce=%d",
                 1 + (int)random_below(&random, 9), (int)seed, seed % 2 ? 0 : 7);
        bench *a = bench_create(settings), *b = bench_create(settings);
        for (int i = 0; i < 4000; i++) {
            int pin = (int)random_below(&random, PERUDO_BUTTONS + (i % 100 == 99 ? 1u : 0));
            uint64_t value = random_below(&random, 2), ticks = random_below(&random, 90);
            device_set(a->device, pin, value);
            device_set(b->device, pin, value);
            if (pin == PERUDO_RESET_N) ticks = 0;
            if (a->device->input[PERUDO_RESET_N] == 0 && i % 10 == 0) {
                device_set(a->device, PERUDO_RESET_N, 1);
                device_set(b->device, PERUDO_RESET_N, 1);
            }
            while (ticks) {
                uint64_t watched = random_below(&random, 3) ? all : UINT64_C(1) << PERUDO_ENABLE;
                uint64_t step = device_advance_watching(a->device, watched, ticks), before[16];
                for (int p = PERUDO_TX; p <= PERUDO_DATA; p++) before[p] = device_get(b->device, p);
                for (uint64_t t = 1; t <= step; t++) {
                    device_advance(b->device, 1);
                    for (int p = PERUDO_TX; t < step && p <= PERUDO_DATA; p++)
                        if (watched >> p & 1) assert_int_equal(device_get(b->device, p), before[p]);
                }
                for (int p = PERUDO_TX; p <= PERUDO_DATA; p++)
                    assert_int_equal(device_get(a->device, p), device_get(b->device, p));
                ticks -= step;
            }
        }
        bench_destroy(a);
        bench_destroy(b);
    }
}

/* Whole games with presses at random: everything the line says is believed by the view, and agrees
 * with the rules there: turns, legal bids, losers, eliminations, the end. */
static void whole_games_agree_with_the_rules(void **state) {
    (void)state;
    game_rules *rules = rules_of("perudo", "players=8");
    int ends = 0, eliminated = 0, smallest = 9;
    for (int n = 0; n < 60; n++) {
        char settings[60], start[40];
        snprintf(settings, sizeof settings, "bit=2,seed=%d", n);
        snprintf(start, sizeof start, "e %dn e %dn e", 1 + n % 5, 1 + n % 7);
        bench *b = bench_create(settings);
        random_source random = random_seed((uint64_t)n);
        perudo_viewer view = perudo_view_create(perudo_rules_of(rules));
        forget(b);
        play(b, start);
        for (int presses = 0; presses < 20000; presses++) {
            for (const char *byte = b->heard; *byte; byte++) {
                perudo_view_event e = perudo_view_hear(&view, *byte);
                assert_false(e.against || e.missed || e.heard == VIEW_GARBLED);
                if (e.heard == VIEW_LOSER) eliminated += perudo_view_dice(&view, view.loser) == 0;
                if (e.heard == VIEW_GAME_ENDS) {
                    ends++;
                    assert_true(view.winner >= 0 && view.winner < view.players);
                }
            }
            assert_memory_equal(view.die, board_of(b)->die, sizeof view.die);
            assert_memory_equal(view.now.bid, board_of(b)->now.bid, sizeof view.now.bid);
            if (board_of(b)->place == PERUDO_AT_SHOWN)
                assert_int_equal(view.loser, board_of(b)->loser);
            if (board_of(b)->place == PERUDO_AT_END) break;
            static const char *const often[] = {"g", "e", "e", "n", "n", "d", "40p", "2n", "!e"};
            forget(b);
            play(b, often[random_below(&random, 9)]);
        }
        assert_int_equal(board_of(b)->place, PERUDO_AT_END);
        assert_string_equal(answer(b, "p n e d g"), "");
        smallest = board_of(b)->players < smallest ? board_of(b)->players : smallest;
        bench_destroy(b);
    }
    assert_int_equal(ends, 60);
    assert_true(eliminated > 150);
    assert_int_equal(smallest, 2);
    game_destroy(rules);
}

/* Scripts. */

static void malformed_scripts_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"x", "n q",      "(5)", "(5ms", "3",
                                        "!", "(99999s)", "0n",  "-n"};
    perudo_keys keys;
    perudo_times times = {16, 0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error e = {0};
        assert_false(perudo_keys_begin(&keys, wrong[i], times, 0, &e));
        assert_says(&e, "is not a key");
    }
    assert_true(perudo_keys_begin(&keys, "", times, 0, NULL));
    assert_true(perudo_keys_begin(&keys, " p n\ne d 3!n 2e g r (5us)(7ms)", times, 0, NULL));
}

/* By the preset `strict` no round opens on lamas, unless that is chosen too. */
static void rules_are_chosen_by_a_setting(void **state) {
    (void)state;
    bench *b = bench_create("bit=4,seed=5"), *strict = bench_create("bit=4,seed=5,preset=strict");
    play(b, "e e n e");
    play(strict, "e e n e");
    forget(b);
    forget(strict);
    assert_string_equal(answer(b, "e e"), "OO");
    assert_string_equal(answer(strict, "e e"), "Oe");
    bench_destroy(b);
    bench_destroy(strict);
    b = bench_create("bit=4,seed=5,preset=strict,openlama=on");
    play(b, "e e n e");
    forget(b);
    assert_string_equal(answer(b, "e e"), "OO");
    bench_destroy(b);
}

static void the_machine_is_chosen_by_a_setting(void **state) {
    (void)state;
    static const char *const names[] = {"seed", "binomial", "perudo"};
    char bids[3][8];
    for (int i = 0; i < 3; i++) {
        char settings[60];
        snprintf(settings, sizeof settings, "bit=4,seed=5,engine=%s", names[i]);
        bench *b = bench_create(settings);
        play(b, "e e n e  n e e n"); /* we bid one two */
        forget(b);
        text bid = text_over(bids[i], sizeof bids[i]);
        text_add(&bid, answer(b, "e"));
        bench_destroy(b);
    }
    assert_string_equal(bids[0], "B31");
    assert_string_not_equal(bids[1], "B31");
    assert_true(bids[2][0] == 'B' || bids[2][0] == 'X');
}

/* A press lasts as long as a byte, the message of a round much longer. */
static void a_script_waits_or_does_not(void **state) {
    (void)state;
    bench *b = bench_at(PERUDO_AT_PLAYERS);
    assert_string_equal(answer(b, "n (1ms) n"), "DD");
    const char *round = answer(b, "e 5!n");
    assert_memory_equal(round, "A30", 3);
    assert_memory_equal(round + strlen(round) - 2, "T", 1);
    assert_string_equal(answer(b, "g n n"), "B21T2B31T0DD");
    bench_destroy(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_session_of_the_source),
        cmocka_unit_test(a_whole_game),
        cmocka_unit_test(any_button_but_doubt_starts),
        cmocka_unit_test(avatars_have_no_end_and_players_do),
        cmocka_unit_test(rules_are_chosen_with_the_buttons),
        cmocka_unit_test(each_button_in_each_place),
        cmocka_unit_test(the_pins_tell_state_and_step),
        cmocka_unit_test(face_and_count_have_limits),
        cmocka_unit_test(an_illegal_bid_goes_back_to_the_face),
        cmocka_unit_test(more_than_all_dice_cannot_be_bid),
        cmocka_unit_test(doubt_from_the_face_and_from_the_count),
        cmocka_unit_test(the_next_round),
        cmocka_unit_test(a_held_button_acts_once),
        cmocka_unit_test(presses_count_only_when_the_line_is_free),
        cmocka_unit_test(two_buttons_at_one_edge),
        cmocka_unit_test(reset_ends_everything_at_once),
        cmocka_unit_test(power_off_and_on),
        cmocka_unit_test(bounces),
        cmocka_unit_test(the_line_bit_by_bit),
        cmocka_unit_test(next_change_is_never_late),
        cmocka_unit_test(whole_games_agree_with_the_rules),
        cmocka_unit_test(malformed_scripts_are_refused),
        cmocka_unit_test(rules_are_chosen_by_a_setting),
        cmocka_unit_test(the_machine_is_chosen_by_a_setting),
        cmocka_unit_test(a_script_waits_or_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
