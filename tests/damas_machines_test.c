/* The arbiter's five state machines against the rules library, and every state of theirs. */
#include "base/random.h"
#include "boards/damas/arbiter.h"
#include "boards/damas/keypad.h"
#include "games/damas/notation.h"
#include "support.h"

enum { POSITIONS = 20000, TICKS_MOST = 1000 };

typedef struct pair {
    game_rules *rules;
    arbiter steady, machines;
    bool seen1[FSM1_STATES], seen2[FSM2_STATES], seen3[FSM3_STATES], seen4[FSM4_STATES],
        seen5[FSM5_STATES];
} pair;

static void note(pair *p) {
    const machines *m = &p->machines.machines;
    p->seen1[m->fsm1] = p->seen2[m->fsm2] = p->seen3[m->fsm3] = p->seen4[m->fsm4] =
        p->seen5[m->fsm5] = true;
}

/* Both run until they wait for a key again. */
static void settle(pair *p, arbiter_inputs in) {
    in.key = KEYPAD_NONE;
    for (int i = 0; !arbiter_waits(&p->steady, &in); i++) {
        assert_true(i < TICKS_MOST);
        arbiter_tick(&p->steady, &in);
    }
    for (int i = 0; !arbiter_waits(&p->machines, &in); i++) {
        assert_true(i < TICKS_MOST);
        arbiter_tick(&p->machines, &in);
        note(p);
    }
}

static void press(pair *p, arbiter_inputs in, uint8_t key) {
    in.key = key;
    arbiter_tick(&p->steady, &in);
    arbiter_tick(&p->machines, &in);
    note(p);
    settle(p, in);
}

static void enter_cell(pair *p, arbiter_inputs in, int cell) {
    press(p, in, (uint8_t)(cell / 8));
    press(p, in, KEYPAD_ENTER);
    press(p, in, (uint8_t)(cell % 8));
    press(p, in, KEYPAD_ENTER);
}

/* What can be seen at the pins is the same. */
static void assert_agree(const pair *p, int origin, int destination) {
    const arbiter *a = &p->steady, *b = &p->machines;
    if (memcmp(a->memory, b->memory, sizeof a->memory) == 0 && a->state == b->state &&
        a->white == b->white && a->origin == b->origin && a->destination == b->destination &&
        a->victory == b->victory && a->draw == b->draw)
        return;
    char fen[DAMAS_POSITION_TEXT];
    text t = text_over(fen, sizeof fen);
    damas_write_position(p->rules, (const game_position *)(const void *)&a->position, &t);
    fail_msg("after %o to %o the rules have %s, ask %d from %o to %o; the machines ask %d from %o "
             "to %o, turn %d%s",
             (unsigned)origin, (unsigned)destination, fen, (int)a->state, a->origin, a->destination,
             (int)b->state, b->origin, b->destination, b->white,
             memcmp(a->memory, b->memory, sizeof a->memory) ? ", and another memory" : "");
}

static pair *make(void) {
    error e = {0};
    pair *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->rules = game_create_named("damas", "profile=lab", &e);
    assert_non_null(p->rules);
    arbiter_create(&p->steady, damas_rules_of(p->rules), false);
    arbiter_create(&p->machines, damas_rules_of(p->rules), true);
    note(p);
    arbiter_inputs in = {.key = KEYPAD_NONE, .run = true};
    arbiter_tick(&p->steady, &in);
    arbiter_tick(&p->machines, &in);
    settle(p, in);
    return p;
}

static void destroy(pair *p) {
    game_destroy(p->rules);
    free(p);
}

static damas_board random_board(random_source *random) {
    damas_board b = {.man = {0}};
    uint32_t crowded = 2 + random_below(random, 6), royal = random_below(random, 4);
    for (int s = 0; s < DAMAS_SQUARES; s++) {
        int side = (int)random_below(random, 2);
        damas_set one = damas_one(damas_bit_of(s));
        if (random_below(random, 10) >= crowded || bits_count(damas_of(&b, side)) == DAMAS_PIECES)
            continue;
        if ((one & damas_crown_row(side)) || random_below(random, 4) < royal) b.king[side] |= one;
        else b.man[side] |= one;
    }
    return b;
}

static int cell_of(const pair *p, int bit) {
    for (int cell = 0; cell < ARBITER_CELLS; cell++)
        if (p->steady.bit[cell] == bit) return cell;
    return 0;
}

/* Squares of a legal move, or any: most random squares would only be refused. */
static void choose(const pair *p, random_source *random, int *origin, int *destination) {
    damas_list l;
    *origin = (int)random_below(random, ARBITER_CELLS);
    *destination = (int)random_below(random, ARBITER_CELLS);
    damas_list_moves(damas_rules_of(p->rules), &p->steady.position, &l);
    if (l.count == 0) return;
    damas_move m = l.move[random_below(random, (uint32_t)l.count)];
    if (random_below(random, 8)) *origin = cell_of(p, damas_from(m));
    if (random_below(random, 3)) *destination = cell_of(p, damas_to(m));
}

static bool expects_origin(const arbiter *a) { return a->state == ARBITER_ORIGIN_ROW; }

static void the_machines_decide_as_the_rules_do(void **state) {
    (void)state;
    pair *p = make();
    assert_agree(p, 0, 0);
    random_source random = random_seed(19);
    for (int i = 0; i < POSITIONS; i++) {
        damas_position position;
        damas_board b = random_board(&random);
        damas_set_up(damas_rules_of(p->rules), &position, &b, (int)random_below(&random, 2), 0,
                     NULL);
        if (position.end == DAMAS_NO_PIECES) continue;
        arbiter_set_position(&p->steady, &position);
        arbiter_set_position(&p->machines, &position);
        arbiter_inputs in = {
            .run = true,
            .multiple = random_below(&random, 2),
            .draw = {random_below(&random, 8) == 0, random_below(&random, 2) == 0}};
        settle(p, in);
        for (int entry = 0; entry < 4 && p->steady.state != ARBITER_OVER; entry++) {
            int origin, destination;
            choose(p, &random, &origin, &destination);
            if (expects_origin(&p->steady)) enter_cell(p, in, origin);
            assert_agree(p, origin, destination);
            if (p->steady.state != ARBITER_DESTINATION_ROW) continue;
            enter_cell(p, in, destination);
            assert_agree(p, origin, destination);
        }
    }
    for (int i = 0; i < FSM1_STATES; i++) assert_true(p->seen1[i]);
    for (int i = 0; i < FSM2_STATES; i++) assert_true(p->seen2[i]);
    for (int i = 0; i < FSM3_STATES; i++) assert_true(p->seen3[i]);
    for (int i = 0; i < FSM4_STATES; i++) assert_true(p->seen4[i]);
    for (int i = 0; i < FSM5_STATES; i++) assert_true(p->seen5[i]);
    destroy(p);
}

/* Figures 4.5 to 4.7: a man's simple move, 5,1 to 4,0. One cell is read in each of e5, comp0 and
 * comp1, then e5, m1, m2 and m3; then two cells are written. */
static void a_simple_move_walks_the_states_of_the_figure(void **state) {
    (void)state;
    static const struct {
        uint8_t fsm1, fsm2, fsm3, address;
        bool write;
    } expected[] = {
        {FSM1_E5, 0, 0, 051, false}, {FSM1_E7, 0, 0, 0, false},    {FSM1_E7, 0, 1, 040, false},
        {FSM1_E7, 0, 2, 0, false},   {FSM1_E7, 0, 3, 0, false},    {FSM1_E7, 0, 15, 0, false},
        {FSM1_E10, 0, 0, 051, true}, {FSM1_E11, 0, 0, 0, false},   {FSM1_E12, 0, 0, 040, true},
        {FSM1_E13, 0, 0, 0, false},  {FSM1_TURNO, 0, 0, 0, false}, {FSM1_E1, 0, 0, 0, false},
    };
    pair *p = make();
    arbiter_inputs in = {.key = KEYPAD_NONE, .run = true};
    enter_cell(p, in, 051);
    assert_int_equal(p->machines.state, ARBITER_DESTINATION_ROW);
    press(p, in, 4);
    press(p, in, KEYPAD_ENTER);
    press(p, in, 0);
    in.key = KEYPAD_ENTER;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        arbiter_tick(&p->machines, &in);
        in.key = KEYPAD_NONE;
        const machines *m = &p->machines.machines;
        machines_port port = machines_port_of(m, p->machines.start);
        assert_int_equal(m->fsm1, expected[i].fsm1);
        assert_int_equal(m->fsm2, expected[i].fsm2);
        assert_int_equal(m->fsm3, expected[i].fsm3);
        assert_int_equal(port.address, expected[i].address);
        assert_int_equal(port.write, expected[i].write);
    }
    assert_int_equal(p->machines.memory[040], CELL_WHITE_MAN);
    assert_int_equal(p->machines.memory[051], CELL_EMPTY);
    destroy(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_machines_decide_as_the_rules_do),
        cmocka_unit_test(a_simple_move_walks_the_states_of_the_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
