/* The co-design's functions: by example, and the fast implementation against the literal one. */
#include "engines/trax/codesign.h"
#include "trax_support.h"

static codesign_report evaluate_after(const char *moves, const char *word) {
    history h = game_after("trax", "", moves);
    error e;
    game_move move;
    codesign_report fast, literal;
    if (!game_read_move(h.rules, h.now, word, &move, &e)) fail_msg("%s", e.message);
    const trax_position *p = trax_test_now(&h);
    codesign *c = codesign_create(trax_rules_of(h.rules), &e);
    codesign_literal *l = codesign_literal_create(trax_rules_of(h.rules), &e);
    codesign_set(c, p);
    codesign_literal_set(l, p);
    codesign_evaluate(c, trax_from_contract(p, move), &fast);
    codesign_literal_evaluate(l, trax_from_contract(p, move), &literal);
    assert_memory_equal(&fast, &literal, sizeof fast);
    codesign_destroy(c);
    codesign_literal_destroy(l);
    close_game(&h);
    return fast;
}

/* One curve each of White and Black: two turns close a loop around either. */
static void a_single_curve_is_a_corner_of_each_side(void **state) {
    (void)state;
    history h = game_after("trax", "", "");
    error e;
    codesign *c = codesign_create(trax_rules_of(h.rules), &e);
    codesign_report r;
    codesign_set(c, trax_test_now(&h));
    codesign_evaluate(c, trax_move_at(TRAX_START, 6), &r);
    assert_false(r.illegal || r.loses);
    assert_int_equal(r.own_threats, 0);
    assert_int_equal(r.own_corners, r.other_corners);
    assert_true(r.own_corners >= 1);
    assert_int_equal(codesign_value(&r, TRAX_WHITE), CODESIGN_EVEN);
    codesign_destroy(c);
    close_game(&h);
}

static void a_turn_that_gives_the_opponent_a_loop_is_worth_nothing(void **state) {
    (void)state;
    codesign_report r = evaluate_after("@0/ B1\\", "A2\\");
    assert_int_equal(r.winner, TRAX_BLACK);
    assert_int_equal(codesign_value(&r, TRAX_WHITE), CODESIGN_LOST);
    assert_int_equal(codesign_value(&r, TRAX_BLACK), CODESIGN_WON);
}

static void a_turn_that_leaves_a_threat_loses(void **state) {
    (void)state;
    codesign_report r = evaluate_after("@0/ B1\\", "A0+");
    assert_true(r.loses);
    assert_int_equal(codesign_value(&r, TRAX_WHITE), CODESIGN_THREAT);
}

/* If the evaluation stops because the opponent can win, the threats of both are still counted.
 */
static void threats_are_counted_for_each_side(void **state) {
    (void)state;
    history h = game_after("trax", "", "@0/ B1\\");
    error e;
    game_move move;
    unsigned threats[2], literally[2];
    const trax_position *p = trax_test_now(&h);
    codesign *c = codesign_create(trax_rules_of(h.rules), &e);
    codesign_literal *l = codesign_literal_create(trax_rules_of(h.rules), &e);
    if (!game_read_move(h.rules, h.now, "A0+", &move, &e)) fail_msg("%s", e.message);
    codesign_set(c, p);
    codesign_literal_set(l, p);
    codesign_threats(c, trax_from_contract(p, move), threats);
    codesign_literal_threats(l, trax_from_contract(p, move), literally);
    assert_int_equal(threats[TRAX_BLACK], 1);
    assert_int_equal(threats[TRAX_WHITE], 0);
    assert_memory_equal(threats, literally, sizeof threats);
    codesign_destroy(c);
    codesign_literal_destroy(l);
    close_game(&h);
}

static void values_keep_to_their_order(void **state) {
    (void)state;
    codesign_report r = {.winner = GAME_NOBODY, .own_corners = 500};
    assert_in_range(codesign_value(&r, 0), CODESIGN_EVEN, CODESIGN_DOUBLE - 1);
    r = (codesign_report){.winner = GAME_NOBODY, .other_corners = 500};
    assert_in_range(codesign_value(&r, 0), CODESIGN_THREAT + 1, CODESIGN_EVEN);
    r = (codesign_report){.winner = GAME_NOBODY, .own_threats = 2, .other_corners = 60};
    assert_int_equal(codesign_value(&r, 0), CODESIGN_DOUBLE);
}

/* The fast functions and the literal ones at a position. */
typedef struct both {
    game_rules *game;
    const trax_rules *rules;
    codesign *fast;
    codesign_literal *literal;
    trax_position position;
    trax_move moves[TRAX_MOVES_MAX];
    size_t count; /* of legal turns, listed by list_moves */
} both;

static both *both_create(const char *settings) {
    error e;
    both *b = malloc(sizeof *b);
    b->game = rules_of("trax", settings);
    b->rules = trax_rules_of(b->game);
    b->fast = codesign_create(b->rules, &e);
    b->literal = codesign_literal_create(b->rules, &e);
    return b;
}

static void both_destroy(both *b) {
    codesign_destroy(b->fast);
    codesign_literal_destroy(b->literal);
    game_destroy(b->game);
    free(b);
}

static size_t list_moves(both *b) { return b->count = trax_list(b->rules, &b->position, b->moves); }

static void set_both(both *b) {
    codesign_set(b->fast, &b->position);
    codesign_literal_set(b->literal, &b->position);
}

static void assert_same_report(both *b, trax_move m) {
    codesign_report fast = {0}, literal = {0};
    unsigned threats[2], literally[2];
    codesign_evaluate(b->fast, m, &fast);
    codesign_literal_evaluate(b->literal, m, &literal);
    assert_int_equal(fast.illegal, literal.illegal);
    assert_int_equal(fast.winner, literal.winner);
    assert_int_equal(fast.loses, literal.loses);
    assert_int_equal(fast.own_threats, literal.own_threats);
    assert_int_equal(fast.own_corners, literal.own_corners);
    assert_int_equal(fast.other_corners, literal.other_corners);
    codesign_threats(b->fast, m, threats);
    codesign_literal_threats(b->literal, m, literally);
    assert_int_equal(threats[0], literally[0]);
    assert_int_equal(threats[1], literally[1]);
    if (!fast.loses) assert_int_equal(threats[b->position.mover], fast.own_threats);
}

static void assert_same_choice(both *b) {
    int value, literal_value;
    trax_move chosen = codesign_choose(b->fast, NULL, &value);
    assert_int_equal(chosen, codesign_literal_choose(b->literal, &literal_value));
    assert_int_equal(value, literal_value);
}

static trax_move random_turn(const both *b, random_source *random) {
    return b->moves[random_below(random, (uint32_t)b->count)];
}

/* Plays random games and compares every legal turn of positions on the way. */
static void compare(const char *settings, int games, int plies, int every) {
    both *b = both_create(settings);
    trax_position *p = &b->position;
    for (int number = 0; number < games; number++) {
        random_source random = random_seed((uint64_t)number + 1000);
        trax_start(p);
        for (int ply = 0; ply < plies && !trax_decided(p) && list_moves(b) > 0; ply++) {
            trax_undo u;
            if (ply % every == 0) {
                set_both(b);
                for (size_t i = 0; i < b->count && p->tiles > 0; i++)
                    assert_same_report(b, b->moves[i]);
                assert_same_choice(b);
            }
            trax_play(b->rules, p, random_turn(b, &random), &u);
            if (trax_decided(p) && ply < plies - 1) {
                trax_take_back(p, &u);
                trax_play(b->rules, p, random_turn(b, &random), &u);
            }
        }
    }
    both_destroy(b);
}

static void fast_and_literal_agree_on_every_turn(void **state) {
    (void)state;
    int games = long_run() ? 40 : 3;
    compare("", games, 22, 3);
    compare("variant=8x8", games, 22, 4);
    compare("variant=loop", games, 14, 4);
}

/* A random turn that completes nothing; if `compact`, rather on a space between tiles, where turns
 * force more. 0 if none was found. */
static trax_move quiet_turn(both *b, bool compact, random_source *random) {
    trax_position *p = &b->position;
    for (int tries = 0; tries < 40; tries++) {
        trax_move m = random_turn(b, random);
        unsigned sides = trax_entered(p->edges[trax_move_cell(m)]);
        if (compact && tries < 20 && (sides & (sides - 1)) == 0) continue;
        trax_undo u;
        trax_play(b->rules, p, m, &u);
        bool decided = trax_decided(p);
        trax_take_back(p, &u);
        if (!decided) return m;
    }
    return 0;
}

/* Plays random games in which nobody wins, every other one compact, and compares the choices. The
 * games go on beyond eight rows and columns, so that lines count too. */
static void compare_choices(const char *settings, int games, int plies, int every) {
    both *b = both_create(settings);
    for (int number = 0; number < games; number++) {
        random_source random = random_seed((uint64_t)number + 2000);
        trax_start(&b->position);
        for (int ply = 0; ply < plies; ply++) {
            trax_undo u;
            trax_move m = list_moves(b) ? quiet_turn(b, number % 2, &random) : 0;
            if (m == 0) break;
            trax_play(b->rules, &b->position, m, &u);
            if ((ply + number) % every) continue;
            set_both(b);
            assert_same_choice(b);
        }
    }
    both_destroy(b);
}

static void fast_and_literal_make_the_same_choice(void **state) {
    (void)state;
    int games = long_run() ? 200 : 8;
    compare_choices("", games, 24, 4);
    compare_choices("variant=8x8", games, 30, 5);
    compare_choices("variant=loop", games, 24, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_curve_is_a_corner_of_each_side),
        cmocka_unit_test(a_turn_that_gives_the_opponent_a_loop_is_worth_nothing),
        cmocka_unit_test(a_turn_that_leaves_a_threat_loses),
        cmocka_unit_test(threats_are_counted_for_each_side),
        cmocka_unit_test(values_keep_to_their_order),
        cmocka_unit_test(fast_and_literal_agree_on_every_turn),
        cmocka_unit_test(fast_and_literal_make_the_same_choice),
    };
    return cmocka_run_group_tests_name("trax codesign", tests, NULL, NULL);
}
