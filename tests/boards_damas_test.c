/* The laboratory's Damas board: keypad, arbiter, games by key script. */
#include "base/random.h"
#include "boards/damas/damas_lab.h"
#include "boards/damas/keypad.h"
#include "boards/damas/script.h"
#include "games/damas/notation.h"
#include "support.h"

enum { MS = 50000 };

static device *board(const char *settings) {
    error e = {0};
    device *d = device_create(&damas_lab_kind, settings, &e);
    if (!d) fail_msg("%s", e.message);
    return d;
}

static void type(device *d, const char *keys) {
    error e = {0};
    script s;
    if (!script_read(&s, keys, &e)) fail_msg("%s: %s", keys, e.message);
    script_play(&s, d);
    script_destroy(&s);
}

/* A board with a game in progress. */
static device *running(const char *settings) {
    device *d = board(settings);
    device_set(d, DAMAS_LAB_RUN, 1);
    device_advance(d, MS);
    return d;
}

/* One with this position (FEN) on it. */
static device *with_position(const char *settings, const char *fen) {
    device *d = running(settings);
    error e = {0};
    damas_position p;
    const game_rules *rules = &damas_lab_arbiter(d)->rules->rules;
    if (!damas_read_position(rules, fen, (game_position *)(void *)&p, &e))
        fail_msg("%s", e.message);
    damas_lab_set_position(d, &p);
    return d;
}

static unsigned cell(const device *d, int row, int column) {
    return damas_lab_arbiter(d)->memory[8 * row + column];
}

static void assert_asks(const device *d, arbiter_state state) {
    assert_int_equal(device_get(d, DAMAS_LAB_ASKS), state);
}

/* The memory holds the position, and the picture's registers say whose turn it is. */
static void assert_shows(const device *d, const damas_rules *rules, const damas_position *p) {
    for (int i = 0; i < ARBITER_CELLS; i++) {
        unsigned expected = CELL_EMPTY;
        for (int s = 0; s < DAMAS_SQUARES; s++) {
            int bit = damas_bit_of(s);
            if (damas_row(bit) * 8 + damas_column(rules->variant, bit) != i) continue;
            if (p->board.man[0] & damas_one(bit)) expected = CELL_WHITE_MAN;
            if (p->board.man[1] & damas_one(bit)) expected = CELL_BLACK_MAN;
            if (p->board.king[0] & damas_one(bit)) expected = CELL_WHITE_KING;
            if (p->board.king[1] & damas_one(bit)) expected = CELL_BLACK_KING;
        }
        if (cell(d, i / 8, i % 8) != expected)
            fail_msg("cell %d is %u, not %u", i, cell(d, i / 8, i % 8), expected);
    }
}

/* ---- keypad ---- */

static void every_row_of_the_keypad_table(void **state) {
    (void)state;
    static const struct {
        char key;
        unsigned rows, columns, value;
    } table[] = {
        {'0', 0xe, 0xb, 0}, {'1', 0x7, 0x7, 1}, {'2', 0x7, 0xb, 2},
        {'3', 0x7, 0xd, 3}, {'4', 0xb, 0x7, 4}, {'5', 0xb, 0xb, 5},
        {'6', 0xb, 0xd, 6}, {'7', 0xd, 0x7, 7}, {'A', 0xe, 0x7, 8},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        device *d = board("");
        unsigned digit = table[i].key == 'A' ? 10 : (unsigned)(table[i].key - '0');
        device_set(d, DAMAS_LAB_KEYS, UINT64_C(1) << digit);
        device_advance(d, 40 * MS);
        assert_int_equal(device_get(d, DAMAS_LAB_KEY), table[i].value);
        assert_int_equal(device_get(d, DAMAS_LAB_ROWS), table[i].rows);
        assert_int_equal(device_get(d, DAMAS_LAB_COLUMN_LINES), table[i].columns);
        device_set(d, DAMAS_LAB_KEYS, 0);
        device_advance(d, 10 * MS);
        assert_int_equal(device_get(d, DAMAS_LAB_KEY), KEYPAD_NONE);
        device_destroy(d);
    }
}

static void the_other_keys_are_none(void **state) {
    (void)state;
    static const unsigned others[] = {8, 9, 11, 12, 13, 14, 15};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        device *d = board("");
        device_set(d, DAMAS_LAB_KEYS, UINT64_C(1) << others[i]);
        for (int ms = 0; ms < 60; ms++) {
            device_advance(d, MS);
            assert_int_equal(device_get(d, DAMAS_LAB_KEY), KEYPAD_NONE);
        }
        device_destroy(d);
    }
}

/* The first row is read after 5 ms, and a key counts from its second reading, 5 ms later. */
static void five_ms_to_settle_and_two_equal_samples(void **state) {
    (void)state;
    device *d = board("");
    device_set(d, DAMAS_LAB_KEYS, 1 << 1);
    device_advance(d, 10 * MS - 1);
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), KEYPAD_NONE);
    device_advance(d, 1);
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), 1);
    device_destroy(d);

    d = board("");
    for (int row = 0; row < 8; row++) { /* without a key each row has its 5 ms */
        assert_int_equal(device_get(d, DAMAS_LAB_ROWS), 0xf & ~(8u >> row % 4));
        device_advance(d, 5 * MS - 1);
        assert_int_equal(device_get(d, DAMAS_LAB_ROWS), 0xf & ~(8u >> row % 4));
        device_advance(d, 1);
    }
    device_destroy(d);
}

static void a_key_that_is_read_once_is_no_key(void **state) {
    (void)state;
    device *d = board("");
    device_set(d, DAMAS_LAB_KEYS, 1 << 1);
    device_advance(d, 7 * MS);
    device_set(d, DAMAS_LAB_KEYS, 0);
    for (int ms = 0; ms < 40; ms++) {
        device_advance(d, MS);
        assert_int_equal(device_get(d, DAMAS_LAB_KEY), KEYPAD_NONE);
    }
    /* Nor are two different ones in a row. */
    device_reset(d);
    device_set(d, DAMAS_LAB_KEYS, 1 << 1);
    device_advance(d, 5 * MS);
    device_set(d, DAMAS_LAB_KEYS, 1 << 2);
    device_advance(d, 5 * MS);
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), KEYPAD_NONE);
    device_advance(d, 5 * MS);
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), 2);
    device_destroy(d);
}

/* How often a key begins to count while a script is played. */
static int presses(device *d, const char *keys) {
    error e = {0};
    script s;
    int count = 0;
    uint64_t before = device_get(d, DAMAS_LAB_KEY), start = d->now;
    if (!script_read(&s, keys, &e)) fail_msg("%s", e.message);
    for (size_t i = 0; i <= s.count; i++) {
        uint64_t until = start + (i < s.count ? s.events[i].tick : s.ticks);
        while (d->now < until) {
            device_advance_watching(d, UINT64_C(1) << DAMAS_LAB_KEY, until - d->now);
            uint64_t now = device_get(d, DAMAS_LAB_KEY);
            count += now != before && now != KEYPAD_NONE;
            before = now;
        }
        if (i < s.count) device_set(d, s.events[i].pin, s.events[i].value);
    }
    script_destroy(&s);
    return count;
}

static void bounces_make_one_press(void **state) {
    (void)state;
    device *d = board("");
    char keys[40];
    for (int us = 100; us <= 4900; us += 300) { /* shorter than the time to settle */
        snprintf(keys, sizeof keys, "3~%dus +%dus", us, 1700 * us % 20000);
        if (presses(d, keys) != 1) fail_msg("%s", keys);
    }
    assert_int_equal(presses(d, "1~2~3~4~5~6~7~0~A~"), 9);
    device_destroy(d);
}

static void two_keys_at_once(void **state) {
    (void)state;
    device *d = board("");
    assert_int_equal(presses(d, "(12):200ms"), 0); /* two columns low: in no row of the table */
    assert_int_equal(presses(d, "(14):200ms"), 1); /* the row that is read first has it ... */
    device_reset(d);
    device_set(d, DAMAS_LAB_KEYS, 1 << 1 | 1 << 4);
    device_advance(d, 40 * MS);
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), 1);
    device_set(d, DAMAS_LAB_KEYS, 1 << 4); /* ... until it is released */
    device_advance(d, 40 * MS);
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), 4);
    device_destroy(d);
}

/* Three keys at the corners of a rectangle close the fourth. */
static void a_matrix_without_diodes_has_ghosts(void **state) {
    (void)state;
    assert_int_equal(keypad_columns(0xb, 1 << 5), 0xb);
    assert_int_equal(keypad_columns(0xb, 1 << 5 | 1 << 1), 0xb);
    assert_int_equal(keypad_columns(0xb, 1 << 5 | 1 << 1 | 1 << 2), 0x3);
    assert_int_equal(keypad_columns(0xd, 1 << 5 | 1 << 1 | 1 << 2), 0xf);
    assert_int_equal(keypad_columns(0x7, 0xffff), 0);
}

/* A keypad connected from outside, on the column lines. */
static void columns_can_be_driven_from_outside(void **state) {
    (void)state;
    device *d = board("");
    for (int ms = 0; ms < 60; ms++) {
        device_set(d, DAMAS_LAB_COLUMNS, device_get(d, DAMAS_LAB_ROWS) == 0xd ? 0x7 : 0xf);
        device_advance(d, MS);
    }
    assert_int_equal(device_get(d, DAMAS_LAB_KEY), 7);
    device_destroy(d);
}

/* ---- the game ---- */

static void it_is_idle_until_run_and_then_fills_the_memory(void **state) {
    (void)state;
    device *d = board("");
    type(d, "5A1A4A0A");
    assert_asks(d, ARBITER_REST);
    for (int row = 0; row < 8; row++) assert_int_equal(device_get(d, DAMAS_LAB_MEMORY0 + row), 0);
    device_set(d, DAMAS_LAB_RUN, 1);
    device_advance(d, 2); /* one edge to leave the rest, one for the first cell */
    assert_int_equal(device_get(d, DAMAS_LAB_MEMORY0), 010000000);
    device_advance(d, 62);
    assert_asks(d, ARBITER_FILL);
    device_advance(d, 1);
    assert_asks(d, ARBITER_ORIGIN_ROW);
    static const unsigned rows[] = {010101010, 001010101, 010101010, 0,
                                    0,         003030303, 030303030, 003030303};
    for (int row = 0; row < 8; row++)
        assert_int_equal(device_get(d, DAMAS_LAB_MEMORY0 + row), rows[row]);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 1);
    device_destroy(d);
}

static void a_move_digit_by_digit(void **state) {
    (void)state;
    device *d = running("");
    static const struct {
        const char *key;
        arbiter_state asks;
        unsigned origin, destination;
    } steps[] = {
        {"5", ARBITER_ORIGIN_ROW_ENTER, 050, 0},
        {"A", ARBITER_ORIGIN_COLUMN, 050, 0},
        {"1", ARBITER_ORIGIN_COLUMN_ENTER, 051, 0},
        {"A", ARBITER_DESTINATION_ROW, 051, 0},
        {"4", ARBITER_DESTINATION_ROW_ENTER, 051, 040},
        {"A", ARBITER_DESTINATION_COLUMN, 051, 040},
        {"2", ARBITER_DESTINATION_COLUMN_ENTER, 051, 042},
        {"A", ARBITER_ORIGIN_ROW, 0, 0}, /* the coordinates are 0 again for the next move */
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        type(d, steps[i].key);
        assert_asks(d, steps[i].asks);
        assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), steps[i].origin);
        assert_int_equal(device_get(d, DAMAS_LAB_DESTINATION), steps[i].destination);
    }
    assert_int_equal(cell(d, 5, 1), CELL_EMPTY);
    assert_int_equal(cell(d, 4, 2), CELL_WHITE_MAN);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0);
    device_destroy(d);
}

static void only_digits_where_a_digit_is_asked_for(void **state) {
    (void)state;
    device *d = running("");
    type(d, "89BCDEFA");
    assert_asks(d, ARBITER_ORIGIN_ROW);
    type(d, "5");
    assert_asks(d, ARBITER_ORIGIN_ROW_ENTER);
    type(d, "01234567 8BCDEF"); /* only A continues: the digit stays */
    assert_asks(d, ARBITER_ORIGIN_ROW_ENTER);
    assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 050);
    type(d, "AA"); /* a second A is no digit */
    assert_asks(d, ARBITER_ORIGIN_COLUMN);
    device_destroy(d);
}

static void origins_that_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *keys, *why;
    } cases[] = {
        {"4A4A", "empty"},     {"2A2A", "Black's"},       {"6A0A", "no move"},
        {"3A0A", "not light"}, {"7A7A", "in the corner"},
    };
    device *d = running("");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        type(d, cases[i].keys);
        if (device_get(d, DAMAS_LAB_ASKS) != ARBITER_ORIGIN_ROW) fail_msg("%s", cases[i].why);
        assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 0);
    }
    type(d, "5A1A");
    assert_asks(d, ARBITER_DESTINATION_ROW);
    device_destroy(d);
}

/* The piece is touched: only the destination is asked for again. */
static void destinations_that_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *keys, *why;
    } cases[] = {
        {"6A0A", "own piece"}, {"4A1A", "not light"}, {"3A3A", "two rows"}, {"5A3A", "sideways"},
        {"5A1A", "stays"},     {"4A4A", "too far"},   {"2A0A", "Black's"},  {"7A7A", "backward"},
    };
    device *d = running("");
    type(d, "5A1A");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        type(d, cases[i].keys);
        if (device_get(d, DAMAS_LAB_ASKS) != ARBITER_DESTINATION_ROW) fail_msg("%s", cases[i].why);
        assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 051);
        assert_int_equal(device_get(d, DAMAS_LAB_DESTINATION), 0);
        assert_int_equal(cell(d, 5, 1), CELL_WHITE_MAN);
        assert_int_equal(device_get(d, DAMAS_LAB_TURN), 1);
    }
    type(d, "4A0A");
    assert_int_equal(cell(d, 4, 0), CELL_WHITE_MAN);
    device_destroy(d);
}

static void a_man_takes_up_to_three_by_its_last_square(void **state) {
    (void)state;
    /* White 1 (7,7); Black on (6,6), (4,4), (2,2): straight up the long diagonal to (1,1). */
    device *d = with_position("", "W:W1:B5,14,23,29");
    type(d, "7A7A 1A1A");
    assert_int_equal(cell(d, 1, 1), CELL_WHITE_MAN);
    assert_int_equal(cell(d, 6, 6) | cell(d, 4, 4) | cell(d, 2, 2), CELL_EMPTY);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0);
    device_destroy(d);
}

static void a_man_on_the_last_row_is_a_king(void **state) {
    (void)state;
    device *d = with_position("", "W:W25:B32"); /* (1,7) */
    type(d, "1A7A 0A6A");
    assert_int_equal(cell(d, 0, 6), CELL_WHITE_KING);
    assert_int_equal(cell(d, 1, 7), CELL_EMPTY);
    device_destroy(d);
}

/* The example of the original: from (0,4) over (2,6) to (3,7), then over (5,5) to (7,3). */
#define TWO_LEGS "W:WK30:B21,10,32"

static void king_captures_leg_by_leg_with_the_switch(void **state) {
    (void)state;
    device *d = with_position("", TWO_LEGS);
    assert_int_equal(cell(d, 0, 4), CELL_WHITE_KING);
    type(d, "0A4A 3A7 multiple=1 A multiple=0");
    assert_asks(d, ARBITER_DESTINATION_ROW); /* it keeps the turn ... */
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 1);
    assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 037); /* ... from the square reached */
    assert_int_equal(cell(d, 3, 7), CELL_WHITE_KING);
    assert_int_equal(cell(d, 2, 6), CELL_EMPTY);
    type(d, "4A6A"); /* it must capture */
    assert_asks(d, ARBITER_DESTINATION_ROW);
    type(d, "7A3A");
    assert_int_equal(cell(d, 7, 3), CELL_WHITE_KING);
    assert_int_equal(cell(d, 5, 5), CELL_EMPTY);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0);
    device_destroy(d);
}

static void without_the_switch_one_leg_ends_the_move(void **state) {
    (void)state;
    device *d = with_position("", TWO_LEGS);
    type(d, "0A4A 3A7A");
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0);
    device_destroy(d);
    /* The switch alone does not create a second capture. */
    d = with_position("", "W:WK30:B21,32");
    type(d, "multiple=1 0A4A 3A7A");
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0);
    device_destroy(d);
}

/* From (7,7) over (5,5) and (3,3) to (2,2), without the switch. */
static void a_king_takes_all_on_its_way_in_one_entry(void **state) {
    (void)state;
    device *d = with_position("", "W:WK1:B10,19,32");
    type(d, "7A7A 2A2A");
    assert_int_equal(cell(d, 2, 2), CELL_WHITE_KING);
    assert_int_equal(cell(d, 7, 7) | cell(d, 5, 5) | cell(d, 3, 3), CELL_EMPTY);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0);
    device_destroy(d);
}

static void a_draw_takes_both_switches_at_the_end_of_a_move(void **state) {
    (void)state;
    device *d = running("");
    type(d, "draw1=1 5A1A4A0A");
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 0);
    type(d, "draw1=0 draw2=1 2A2A3A3A");
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 0);
    type(d, "draw1=1 5A3A");
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 0); /* not in the middle of a move */
    type(d, "4A4A");
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 1);
    assert_asks(d, ARBITER_OVER);
    type(d, "draw1=0 draw2=0 2A0A3A1A"); /* over is over */
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 1);
    assert_int_equal(cell(d, 3, 1), CELL_EMPTY);
    device_destroy(d);
}

static void taking_the_last_piece_wins(void **state) {
    (void)state;
    device *d = with_position("", "W:W10:B14");
    type(d, "5A5A 3A3A");
    assert_int_equal(device_get(d, DAMAS_LAB_VICTORY), 1);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 1);
    assert_asks(d, ARBITER_OVER);
    device_destroy(d);
}

/* White's man on (2,0) is blocked once Black's from (0,0) is on (1,1), with (0,2) behind it. */
#define SHUTS_IN "B:W24:B32,31"

/* The laboratory's rules have no loss by being blocked: both can agree to a draw. */
static void blocked_in_the_laboratory(void **state) {
    (void)state;
    device *d = with_position("", SHUTS_IN);
    type(d, "0A0A 1A1A");
    assert_int_equal(device_get(d, DAMAS_LAB_VICTORY), 0);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 1);
    type(d, "2A0A"); /* no move */
    assert_asks(d, ARBITER_ORIGIN_ROW);
    type(d, "draw1=1 +10ms");
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 0);
    type(d, "draw2=1 +10ms");
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 1);
    device_destroy(d);
}

static void reset_ends_a_game_and_leaves_the_memory(void **state) {
    (void)state;
    device *d = running("");
    type(d, "5A1A4A0A 2A");
    device_set(d, DAMAS_LAB_RUN, 0);
    device_set(d, DAMAS_LAB_RESET, 1);
    device_advance(d, 20 * MS);
    assert_asks(d, ARBITER_REST);
    assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 0);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 1);
    assert_int_equal(cell(d, 4, 0), CELL_WHITE_MAN); /* a memory has no reset */
    device_set(d, DAMAS_LAB_RESET, 0);
    device_set(d, DAMAS_LAB_RUN, 1);
    device_advance(d, MS);
    assert_int_equal(cell(d, 4, 0), CELL_EMPTY);
    assert_int_equal(cell(d, 5, 1), CELL_WHITE_MAN);
    /* Once a game runs the switch may be off. */
    device_set(d, DAMAS_LAB_RUN, 0);
    type(d, "5A1A4A0A");
    assert_int_equal(cell(d, 4, 0), CELL_WHITE_MAN);
    device_destroy(d);
}

/* ---- official rules ---- */

static void official_rules_make_captures_obligatory(void **state) {
    (void)state;
    const char *fen = "W:W10,12:B14,32";
    device *d = with_position("rules=official", fen);
    type(d, "5A1A"); /* the man on (5,1) could move, but (5,5) must capture */
    assert_asks(d, ARBITER_ORIGIN_ROW);
    type(d, "5A5A 4A6A");
    assert_asks(d, ARBITER_DESTINATION_ROW);
    type(d, "3A3A");
    assert_int_equal(cell(d, 3, 3), CELL_WHITE_MAN);
    device_destroy(d);
    d = with_position("rules=lab", fen);
    type(d, "5A1A 4A0A");
    assert_int_equal(cell(d, 4, 0), CELL_WHITE_MAN);
    device_destroy(d);
}

static void official_king_captures_need_no_switch(void **state) {
    (void)state;
    device *d = with_position("rules=official", TWO_LEGS);
    type(d, "0A4A 3A7A"); /* one leg is not enough: quantity */
    assert_asks(d, ARBITER_DESTINATION_ROW);
    assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 004);
    type(d, "7A3A");
    assert_int_equal(cell(d, 7, 3), CELL_WHITE_KING);
    assert_int_equal(cell(d, 2, 6) | cell(d, 5, 5) | cell(d, 0, 4), CELL_EMPTY);
    device_destroy(d);
}

static void an_official_capture_can_be_entered_square_by_square(void **state) {
    (void)state;
    device *d = with_position("rules=official", TWO_LEGS);
    type(d, "multiple=1 0A4A 3A7A");
    assert_asks(d, ARBITER_DESTINATION_ROW);
    assert_int_equal(device_get(d, DAMAS_LAB_ORIGIN), 037);
    assert_int_equal(cell(d, 0, 4),
                     CELL_WHITE_KING); /* nothing moves before the move is complete */
    type(d, "6A6A");
    assert_asks(d, ARBITER_DESTINATION_ROW);
    type(d, "7A3A");
    assert_int_equal(cell(d, 7, 3), CELL_WHITE_KING);
    assert_int_equal(cell(d, 2, 6) | cell(d, 5, 5) | cell(d, 0, 4), CELL_EMPTY);
    device_destroy(d);
}

/* Two captures of six lead there by the square entered: that whose path is found first is played,
 * although the other is found first by another way. */
static void of_two_captures_by_the_squares_entered_the_first_path_counts(void **state) {
    (void)state;
    device *d = with_position("rules=official", "W:WK23:B12,13,14,20,21,22,27");
    type(d, "multiple=1 2A2A 4A0A 7A7A");
    assert_int_equal(cell(d, 7, 7), CELL_WHITE_KING);
    assert_int_equal(cell(d, 1, 3), CELL_BLACK_MAN);
    assert_int_equal(cell(d, 2, 4), CELL_EMPTY);
    device_destroy(d);
}

static void a_side_without_moves_loses_by_official_rules(void **state) {
    (void)state;
    device *d = with_position("rules=official", SHUTS_IN);
    type(d, "0A0A 1A1A");
    assert_int_equal(device_get(d, DAMAS_LAB_VICTORY), 1);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0); /* Black has won */
    device_destroy(d);
}

static void the_third_time_a_position_comes_up_draws_by_official_rules(void **state) {
    (void)state;
    device *d = with_position("rules=official", "W:WK1:BK31"); /* (7,7) and (0,2) */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 0);
        type(d, "7A7A 6A6A 0A2A 1A3A 6A6A 7A7A 1A3A 0A2A");
    }
    assert_int_equal(device_get(d, DAMAS_LAB_DRAW), 1);
    device_destroy(d);
}

/* A piece that should have captured is taken off by entering its square twice. */
static void huffing_with_the_keypad(void **state) {
    (void)state;
    device *d = with_position("rules=huff", "W:W10,12:B14,32");
    type(d, "5A1A 4A0A"); /* White does not capture ... */
    type(d, "5A5A 5A5A"); /* ... and the man on (5,5) is huffed */
    assert_int_equal(cell(d, 5, 5), CELL_EMPTY);
    assert_int_equal(device_get(d, DAMAS_LAB_TURN), 0); /* that is no move */
    type(d, "4A4A 5A5A");
    assert_int_equal(cell(d, 5, 5), CELL_BLACK_MAN);
    device_destroy(d);
}

/* ---- whole games ---- */

/* A move as keyed in; with the switch on if a king continues. */
static void key_move(device *d, const damas_rules *rules, const damas_position *before,
                     damas_move m) {
    char keys[400];
    text t = text_over(keys, sizeof keys);
    int path[DAMAS_PATH_MAX] = {damas_from(m), damas_to(m)}, count = 2;
    bool by_squares = rules->profile != DAMAS_LAB && damas_captured(m) && !(m & DAMAS_MOVE_HUFF);
    if (by_squares)
        count = damas_path(rules->flags, &before->board, before->side, m, NULL, 0, path);
    if (!before->leg)
        text_addf(&t, "%dA%dA ", damas_row(path[0]), damas_column(rules->variant, path[0]));
    for (int i = 1; i < count; i++) {
        bool on = i + 1 < count || (m & DAMAS_MOVE_GOES_ON);
        text_addf(&t, "multiple=%d %dA%dA ", on, damas_row(path[i]),
                  damas_column(rules->variant, path[i]));
    }
    type(d, keys);
}

static void play_game(const char *settings, uint64_t seed, uint64_t *captures, uint64_t *legs) {
    random_source r = random_seed(seed);
    device *d = running(settings);
    const arbiter *a = damas_lab_arbiter(d);
    damas_position p;
    damas_start(a->rules, &p);
    for (int ply = 0; ply < 150 && p.end == DAMAS_GOES_ON; ply++) {
        damas_list l;
        damas_list_moves(a->rules, &p, &l);
        damas_move m = l.move[random_below(&r, (uint32_t)l.count)];
        /* Captures are preferred, so that there are kings and ends. */
        for (int i = 0; i < 3 && !damas_captured(m); i++)
            m = l.move[random_below(&r, (uint32_t)l.count)];
        key_move(d, a->rules, &p, m);
        damas_play(a->rules, &p, m, NULL);
        *captures += damas_captured(m) != 0;
        *legs += p.leg != 0;
        assert_shows(d, a->rules, &p);
        assert_int_equal(a->position.key, p.key);
        game_outcome o = game_result(&a->rules->rules, (const game_position *)(void *)&p);
        bool won = o.over && o.winner != GAME_NOBODY;
        bool drawn = o.over && !won && p.end != DAMAS_BLOCKED;
        assert_int_equal(device_get(d, DAMAS_LAB_VICTORY), won);
        assert_int_equal(device_get(d, DAMAS_LAB_DRAW), drawn);
        if (won) assert_int_equal(device_get(d, DAMAS_LAB_TURN), o.winner == 0);
        if (!won && !drawn) assert_int_equal(device_get(d, DAMAS_LAB_TURN), p.side == 0);
    }
    device_destroy(d);
}

static void games_by_key_script_follow_the_rules_library(void **state) {
    (void)state;
    static const char *const settings[] = {"rules=lab", "rules=official", "rules=huff"};
    for (size_t i = 0; i < 3; i++) {
        uint64_t captures = 0, legs = 0, games = long_run() ? 600 : 60;
        for (uint64_t seed = 1; seed <= games; seed++)
            play_game(settings[i], seed, &captures, &legs);
        assert_true(captures > 5 * games);
        if (i == 0) assert_true(legs > 0);
    }
}

/* ---- scripts ---- */

static void scripts_that_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *keys, *says;
    } cases[] = {
        {"5G", "keys are 0 to 9 and A to F"},
        {"5:", "for example 5:200ms"},
        {"5:3", "for example 5:200ms"},
        {"+5", "like +200ms"},
        {"+99999999s", "like +200ms"},
        {"(12", "keys are 0 to 9"},
        {"rnu=1", "did you mean 'run'"},
        {"run=2", "run has 1 bit"},
        {"run=0b2", "is not a value; examples: 10, 0b1010, 0o12, 0xa"},
        {"run=0bx", "is not a value"},
        {"turn=1", "that is an output"},
        {"run=x", "is not a value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error e = {0};
        script s;
        assert_false(script_read(&s, cases[i].keys, &e));
        assert_says(&e, cases[i].says);
    }
}

static void a_script_takes_its_time(void **state) {
    (void)state;
    script s;
    error e;
    assert_true(script_read(&s, "5 +1s 7:200ms keys=0x10 run=0b1", &e));
    assert_int_equal(s.ticks, (100 + 1000 + 240) * MS);
    assert_int_equal(s.events[s.count - 2].value, 16);
    assert_int_equal(s.events[s.count - 1].pin, DAMAS_LAB_RUN);
    script_destroy(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_of_the_keypad_table),
        cmocka_unit_test(the_other_keys_are_none),
        cmocka_unit_test(five_ms_to_settle_and_two_equal_samples),
        cmocka_unit_test(a_key_that_is_read_once_is_no_key),
        cmocka_unit_test(bounces_make_one_press),
        cmocka_unit_test(two_keys_at_once),
        cmocka_unit_test(a_matrix_without_diodes_has_ghosts),
        cmocka_unit_test(columns_can_be_driven_from_outside),
        cmocka_unit_test(it_is_idle_until_run_and_then_fills_the_memory),
        cmocka_unit_test(a_move_digit_by_digit),
        cmocka_unit_test(only_digits_where_a_digit_is_asked_for),
        cmocka_unit_test(origins_that_are_refused),
        cmocka_unit_test(destinations_that_are_refused),
        cmocka_unit_test(a_man_takes_up_to_three_by_its_last_square),
        cmocka_unit_test(a_man_on_the_last_row_is_a_king),
        cmocka_unit_test(king_captures_leg_by_leg_with_the_switch),
        cmocka_unit_test(without_the_switch_one_leg_ends_the_move),
        cmocka_unit_test(a_king_takes_all_on_its_way_in_one_entry),
        cmocka_unit_test(a_draw_takes_both_switches_at_the_end_of_a_move),
        cmocka_unit_test(taking_the_last_piece_wins),
        cmocka_unit_test(blocked_in_the_laboratory),
        cmocka_unit_test(reset_ends_a_game_and_leaves_the_memory),
        cmocka_unit_test(official_rules_make_captures_obligatory),
        cmocka_unit_test(official_king_captures_need_no_switch),
        cmocka_unit_test(an_official_capture_can_be_entered_square_by_square),
        cmocka_unit_test(of_two_captures_by_the_squares_entered_the_first_path_counts),
        cmocka_unit_test(a_side_without_moves_loses_by_official_rules),
        cmocka_unit_test(the_third_time_a_position_comes_up_draws_by_official_rules),
        cmocka_unit_test(huffing_with_the_keypad),
        cmocka_unit_test(games_by_key_script_follow_the_rules_library),
        cmocka_unit_test(scripts_that_are_refused),
        cmocka_unit_test(a_script_takes_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
