/* Tables of rounds: studies are read back, damage is found, the built-in ones are complete. */
#include <math.h>

#include "engines/perudo/tables.h"
#include "perudo_round.h"

/* A round studied for one seat, with that many iterations. */
static study study_round(const game_rules *rules, int seat, float simple, int iterations) {
    error e = {0};
    const perudo_rules *r = perudo_rules_of(rules);
    perudo_round_plan plan = {
        .dice = {r->start[0], r->start[1]}, .memory = 6, .bytes = (size_t)1 << 28};
    study s;
    if (!perudo_study_create(&s, r, &plan, seat, simple, &e)) fail_msg("%s", e.message);
    while (s.solver.iterations < iterations) perudo_solver_iterate(&s.solver);
    return s;
}

/* The image of that study. */
static uint8_t *image_of(const char *settings, int seat, size_t *length) {
    error e = {0};
    game_rules *rules = rules_of("perudo", settings);
    study s = study_round(rules, seat, 0, 100);
    uint8_t *image = perudo_tables_image(&s, (perudo_image_options){.bits = 12}, length, &e);
    assert_non_null(image);
    perudo_study_destroy(&s);
    game_destroy(rules);
    return image;
}

static engine *sit_down(const engine_kind *kind, const game_rules *rules) {
    error e = {0};
    engine_options options = {.level = engine_full_level(kind), .seed = 5};
    engine *who = engine_create(kind, rules, &options, &e);
    if (!who) fail_msg("%s", e.message);
    return who;
}

static perudo_position position_of(const game_rules *rules, const char *words) {
    error e = {0};
    perudo_position p;
    if (!game_read_position(rules, words, (game_position *)(void *)&p, &e))
        fail_msg("%s: %s", words, e.message);
    return p;
}

static void an_engine_plays_what_was_studied(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=2+1,faces=3");
    engine *who = sit_down(&perudo_engine, rules);
    for (int seat = 0; seat < 2; seat++) {
        size_t length;
        uint8_t *image = image_of("dice=2+1,faces=3", seat, &length);
        assert_true(perudo_engine.add_table(who, image, length, &e));
        free(image);
    }
    assert_true(exploitability_of(who, 1) < 0.004);
    engine_destroy(who);
    game_destroy(rules);
}

static void a_row_holds_whole_chances_for_every_hand(void **state) {
    (void)state;
    error e = {0};
    size_t length;
    game_rules *rules = rules_of("perudo", "dice=2+1,faces=3");
    uint8_t *image = image_of("dice=2+1,faces=3", 1, &length);
    perudo_tables tables = {0};
    perudo_row row;
    assert_true(perudo_tables_add(&tables, perudo_rules_of(rules), image, length, &e));
    perudo_position p = position_of(rules, "?\?/1 1 1x2");
    assert_true(perudo_tables_find(&tables, &p, 1, &row));
    for (int hand = 0; hand < 3; hand++) {
        float sum = 0;
        perudo_row_read(&row);
        for (int i = 0; i < row.count; i++) sum += row.chance[i];
        assert_true(sum > 0.999f && sum < 1.001f);
    }
    /* the opener's table is not there, nor is one for a round that was not studied */
    p = position_of(rules, "12/? 1");
    assert_false(perudo_tables_find(&tables, &p, 0, &row));
    p = position_of(rules, "1/? 2 1x2");
    assert_false(perudo_tables_find(&tables, &p, 0, &row));
    perudo_tables_destroy(&tables);
    free(image);
    game_destroy(rules);
}

/* The number of last bids in which two keys agree. */
static int agreement(uint64_t a, uint64_t b) {
    int same = 0;
    for (; same < 8 && (a & 0x7f) == (b & 0x7f) && (a & 0x7f); a >>= 7, b >>= 7) same++;
    return same;
}

static uint64_t key_of_row(const uint8_t *image, uint32_t row) {
    return bytes_load(image + IMAGE_HEADER + 12 * (size_t)row, 8);
}

/* The position of a key: its bids, one after the other. Seat 0 has opened the round, whether or not
 * the key remembers that. */
static perudo_position position_of_key(const perudo_round_graph *g, int mover, uint64_t key) {
    perudo_position p = perudo_opening(g->rules, (const int[]){g->hands[0].dice, g->hands[1].dice});
    for (uint64_t rest = key; rest; rest >>= 7) p.bids++;
    for (int i = p.bids; i-- > 0; key >>= 7) p.bid[i] = perudo_bid_of_code(key & 0x7f);
    p.next = (uint8_t)mover;
    return p;
}

/* A table that omits most positions plays each of them like one that agrees with it in the most
 * last bids. */
static void a_position_without_a_row_is_played_like_the_nearest(void **state) {
    (void)state;
    error e = {0};
    size_t length;
    game_rules *rules = rules_of("perudo", "dice=2+1,faces=3");
    study s = study_round(rules, 1, 0, 60);
    uint8_t *image =
        perudo_tables_image(&s, (perudo_image_options){.bits = 12, .least = 0.2f}, &length, &e);
    assert_non_null(image);
    perudo_tables tables = {0};
    assert_true(perudo_tables_add(&tables, perudo_rules_of(rules), image, length, &e));
    uint32_t rows = (uint32_t)bytes_load(image + 20, 4), omitted = 0;
    for (uint32_t i = 0; i < s.graph.node_count; i++) {
        const perudo_round_node *n = &s.graph.node[i];
        uint64_t key = n->key & ((UINT64_C(1) << 60) - 1);
        perudo_row row;
        bool exact = false;
        int most = 0, of_row = 0;
        if (n->mover != 1) continue;
        for (uint32_t k = 0; k < rows; k++) {
            exact = exact || key_of_row(image, k) == key;
            if (agreement(key_of_row(image, k), key) > most)
                most = agreement(key_of_row(image, k), key);
        }
        if (exact) continue;
        perudo_position p = position_of_key(&s.graph, 1, key);
        bool found = perudo_tables_find(&tables, &p, 1, &row);
        /* Any bid can be the first, so there is a row for each as the last one. */
        assert_true(found && most > 0);
        omitted++;
        /* The row found is that of one of the nearest positions. */
        for (uint32_t k = 0; k < rows; k++) {
            perudo_position near = position_of_key(&s.graph, 1, key_of_row(image, k));
            perudo_row its;
            assert_true(perudo_tables_find(&tables, &near, 1, &its));
            if (its.next == row.next) of_row = agreement(key_of_row(image, k), key);
        }
        assert_int_equal(of_row, most);
    }
    assert_true(omitted > 20);
    perudo_tables_destroy(&tables);
    perudo_study_destroy(&s);
    free(image);
    game_destroy(rules);
}

static void tables_of_other_rules_are_ignored(void **state) {
    (void)state;
    error e = {0};
    size_t length;
    uint8_t *image = image_of("dice=1,faces=3", 0, &length);
    game_rules *rules = rules_of("perudo", "dice=1,faces=3,raise=either");
    perudo_tables tables = {0};
    assert_true(perudo_tables_add(&tables, perudo_rules_of(rules), image, length, &e));
    assert_null(tables.image[0][0][0]);
    game_destroy(rules);
    rules = rules_of("perudo", "dice=1,faces=3");
    assert_true(perudo_tables_add(&tables, perudo_rules_of(rules), image, length, &e));
    assert_non_null(tables.image[0][0][0]);
    perudo_tables_destroy(&tables);
    free(image);
    game_destroy(rules);
}

/* The seat that is studied bids only the two lowest counts of a face; the other bids anything. */
static void a_seat_can_be_limited_to_the_lowest_raises(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=2");
    perudo_round_plan plan = {
        .dice = {2, 2}, .memory = 2, .each = {2, 0}, .bytes = (size_t)1 << 28};
    perudo_round_graph g;
    assert_true(perudo_round_create_planned(&g, perudo_rules_of(rules), &plan, &e));
    int most[2] = {0};
    for (uint32_t i = 0; i < g.node_count; i++) {
        int on[PERUDO_FACES_MAX + 1] = {0};
        const perudo_round_node *n = &g.node[i];
        for (int a = n->calls; a < n->actions; a++) {
            int count = ++on[perudo_bid_face(perudo_round_bid(&g, n, a))];
            if (count > most[n->mover]) most[n->mover] = count;
        }
    }
    assert_int_equal(most[0], 2);
    assert_int_equal(most[1], 4);
    perudo_round_destroy(&g);
    game_destroy(rules);
}

/* The seat that is studied never bids fewer than three of a face or two lamas, not even over a
 * lower bid; the other bids anything. */
static void a_seat_can_leave_low_bids_out(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=2");
    perudo_round_plan plan = {
        .dice = {2, 2}, .memory = 2, .from = {0, 3}, .bytes = (size_t)1 << 28};
    perudo_round_graph g;
    assert_true(perudo_round_create_planned(&g, perudo_rules_of(rules), &plan, &e));
    int least[2][2] = {{9, 9}, {9, 9}}; /* by mover, on lamas and on faces */
    for (uint32_t i = 0; i < g.node_count; i++) {
        const perudo_round_node *n = &g.node[i];
        for (int a = n->calls; a < n->actions; a++) {
            perudo_bid b = perudo_round_bid(&g, n, a);
            int *lowest = &least[n->mover][perudo_bid_face(b) != PERUDO_LAMA];
            if (perudo_bid_count(b) < *lowest) *lowest = perudo_bid_count(b);
        }
    }
    assert_int_equal(least[0][0], 1);
    assert_int_equal(least[0][1], 1);
    assert_int_equal(least[1][0], 2);
    assert_int_equal(least[1][1], 3);
    perudo_round_destroy(&g);
    game_destroy(rules);
}

/* Hands that never get to a position take no room in its row, and nobody can tell. */
static void hands_that_stray_take_no_room(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=1+2,faces=3");
    study s = study_round(rules, 1, 0, 100);
    s.solver.graph = &s.graph; /* it may have moved */
    size_t length[2];
    double gain[2];
    for (int k = 0; k < 2; k++) {
        perudo_image_options options = {.bits = 12, .stray = k == 0 ? 0 : 1e-6f};
        uint8_t *image = perudo_tables_image(&s, options, &length[k], &e);
        engine *who = sit_down(&perudo_engine, rules);
        assert_true(perudo_engine.add_table(who, image, length[k], &e));
        full_response found;
        full_response_options all = {.effort = 1};
        int dice[2] = {1, 2};
        assert_true(perudo_respond_fully((player *)who, dice, &all, &found, &e));
        gain[k] = found.gain[0];
        engine_destroy(who);
        free(image);
    }
    assert_true(length[1] < length[0]);
    assert_true(fabs(gain[1] - gain[0]) < 1e-3);
    perudo_study_destroy(&s);
    game_destroy(rules);
}

static void expect_refused(const uint8_t *image, size_t length, const char *part) {
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=1,faces=3");
    perudo_tables tables = {0};
    assert_false(perudo_tables_add(&tables, perudo_rules_of(rules), image, length, &e));
    assert_says(&e, part);
    assert_int_equal(tables.blocks, 0);
    assert_null(tables.image[0][0][0]);
    game_destroy(rules);
}

static void damaged_tables_are_refused(void **state) {
    (void)state;
    size_t length;
    uint8_t *image = image_of("dice=1,faces=3", 0, &length);
    expect_refused(image, 0, "too few");
    expect_refused(image, 20, "too few");
    expect_refused(image, length - 1, "cut off");
    for (size_t i = 0; i < length; i++) {
        image[i] ^= 0x10;
        expect_refused(image, length, i < 8 ? "not a table" : "damaged");
        image[i] ^= 0x10;
    }
    /* checksums that fit do not make a row right: the last hand's chances are not whole */
    image[length - 2] ^= 0x01;
    image_seal(image, PERUDO_TABLE_WORD, length - IMAGE_HEADER);
    expect_refused(image, length, "row");
    free(image);
}

/* A seat that expects simple players wins more from one, and gives away little. */
static void a_study_can_exploit_simple_players(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=2,faces=3");
    float given[2][2]; /* by study (equilibrium, with simple players) and opponent (worst, odds) */
    for (int k = 0; k < 2; k++) {
        study s = study_round(rules, 0, k == 0 ? 0 : 0.2f, 300);
        size_t length;
        uint8_t *image = perudo_tables_image(&s, (perudo_image_options){.bits = 12}, &length, &e);
        perudo_study_destroy(&s);
        engine *odds = sit_down(&perudo_binomial_engine, rules);
        engine *who = sit_down(&perudo_engine, rules);
        assert_true(perudo_engine.add_table(who, image, length, &e));
        perudo_round_graph g = first_round(rules, 0);
        response worst;
        double value;
        float *strategy = perudo_hands_floats(g.vector_floats),
              *simple = perudo_hands_floats(g.vector_floats);
        ask_everywhere((player *)who, &g, 1, strategy);
        ask_everywhere((player *)odds, &g, 1, simple);
        assert_true(perudo_response_best(&g, strategy, &worst, &e));
        for (uint32_t i = 0; i < g.node_count; i++)
            if (g.node[i].mover == 1)
                memcpy(strategy + g.node[i].vectors, simple + g.node[i].vectors,
                       (size_t)g.node[i].actions * (size_t)g.hands[1].padded * sizeof *strategy);
        assert_true(perudo_response_self(&g, strategy, &value, &e));
        given[k][0] = (float)-worst.gain[1];
        given[k][1] = (float)value;
        perudo_round_destroy(&g);
        free(strategy);
        free(simple);
        free(image);
        engine_destroy(who);
        engine_destroy(odds);
    }
    assert_true(given[1][1] > given[0][1] + 0.02f);
    assert_true(given[1][0] > given[0][0] - 0.03f);
    game_destroy(rules);
}

static void the_built_in_tables_are_whole_and_cover_five_dice(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "");
    perudo_tables tables = {0};
    size_t length;
    const uint8_t *shipped = perudo_shipped_tables(&length);
    if (!perudo_tables_add(&tables, perudo_rules_of(rules), shipped, length, &e))
        fail_msg("%s", e.message);
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            for (int seat = 0; seat < 2; seat++) assert_non_null(tables.image[a][b][seat]);
    assert_true(length < 40000000);
    perudo_tables_destroy(&tables);
    game_destroy(rules);
}

static void built_in_rounds_give_hardly_anything_away(void **state) {
    (void)state;
    static const char *const rounds[] = {"dice=1", "dice=1+2", "dice=2+1"};
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        game_rules *rules = rules_of("perudo", rounds[i]);
        engine *who = sit_down(&perudo_engine, rules);
        assert_true(exploitability_of(who, 1) < 0.001);
        engine_destroy(who);
        game_destroy(rules);
    }
}

/* What larger rounds give away to a response that follows only what comes up often. */
static void larger_rounds_give_little_away(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double eps, most;
    } rounds[] = {{"dice=2+3", 0.01, 0.01}, {"dice=3+2", 0.01, 0.01}, {"dice=1+4", 0.01, 0.01},
                  {"dice=4+1", 0.01, 0.01}, {"dice=3", 0.02, 0.03},   {"dice=4", 0.02, 0.06},
                  {"dice=5", 0.02, 0.08}};
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        error e = {0};
        game_rules *rules = rules_of("perudo", rounds[i].settings);
        const perudo_rules *r = perudo_rules_of(rules);
        engine *who = sit_down(&perudo_engine, rules);
        full_response found;
        full_response_options options = {.eps = rounds[i].eps, .effort = 1};
        assert_true(perudo_respond_fully((player *)who, (const int[]){r->start[0], r->start[1]},
                                         &options, &found, &e));
        if (found.exploitability > rounds[i].most)
            fail_msg("%s gives away %g", rounds[i].settings, found.exploitability);
        engine_destroy(who);
        game_destroy(rules);
    }
}

/* Five against five, too large for a best response: the local one gains next to nothing. */
static void a_local_response_gains_little_with_five_dice(void **state) {
    (void)state;
    error e = {0};
    game_rules *rules = rules_of("perudo", "dice=5");
    engine *who = sit_down(&perudo_engine, rules);
    int dice[2] = {5, 5};
    local_response bound;
    assert_true(perudo_respond_locally((player *)who, dice, 60, 1, 1, NULL, &bound, &e));
    assert_true(bound.exploitability < 0.05 + 3 * bound.doubt);
    assert_true(bound.doubt < 0.1);
    engine_destroy(who);
    game_destroy(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_plays_what_was_studied),
        cmocka_unit_test(a_row_holds_whole_chances_for_every_hand),
        cmocka_unit_test(a_position_without_a_row_is_played_like_the_nearest),
        cmocka_unit_test(a_seat_can_be_limited_to_the_lowest_raises),
        cmocka_unit_test(a_seat_can_leave_low_bids_out),
        cmocka_unit_test(hands_that_stray_take_no_room),
        cmocka_unit_test(tables_of_other_rules_are_ignored),
        cmocka_unit_test(damaged_tables_are_refused),
        cmocka_unit_test(a_study_can_exploit_simple_players),
        cmocka_unit_test(the_built_in_tables_are_whole_and_cover_five_dice),
        cmocka_unit_test(built_in_rounds_give_hardly_anything_away),
        cmocka_unit_test(larger_rounds_give_little_away),
        cmocka_unit_test(a_local_response_gains_little_with_five_dice),
    };
    return cmocka_run_group_tests_name("perudo tables", tests, NULL, NULL);
}
