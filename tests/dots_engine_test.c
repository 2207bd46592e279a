#include "support.h"

#include "base/clock.h"
#include "boards/engines.h"
#include "dots_match.h"
#include "engines/dots/levels.h"
#include "plain_table.h"

static engine_limits nothing_but_nodes(uint64_t nodes) { return (engine_limits){.nodes = nodes}; }

static engine *engine_on(const game_rules *rules, const char *level, uint64_t seed, int threads) {
    error e = {0};
    const engine_kind *kind = boards_find_engine(rules->game, "dots", &e);
    assert_non_null(kind);
    engine_options o = {.memory = 1 << 20, .seed = seed, .threads = threads};
    o.level = level ? engine_find_level(kind, level, &e) : engine_full_level(kind);
    assert_true(o.level >= 0);
    engine *g = engine_create(kind, rules, &o, &e);
    if (!g) fail_msg("%s", e.message);
    return g;
}

static engine *engine_for(const game_rules *rules, const char *level, uint64_t seed) {
    return engine_on(rules, level, seed, 1);
}

static const game_position *shown(const dots_position *p) {
    return (const game_position *)(const void *)p;
}

/* A position some random lines into a game; it may be over. */
static dots_position random_position(const dots_rules *r, random_source *random) {
    dots_position p;
    dots_start(r, &p);
    for (uint32_t n = random_below(random, (uint32_t)r->lines + 1); n > 0 && p.open > 0; n--) {
        int line = (int)random_below(random, (uint32_t)r->lines);
        if (!dots_drawn(&p, line)) dots_draw(r, &p, line);
    }
    return p;
}

static bool is_legal(const game_rules *rules, const dots_position *p, game_move move) {
    game_move moves[DOTS_LINES_MAX + 1];
    size_t count = game_moves(rules, shown(p), p->mover, moves);
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move) return true;
    return false;
}

/* Whether the line keeps the value that the table gives the position. */
static bool is_best(const dots_rules *r, const int8_t *table, uint64_t lines, int line) {
    int completed = dots_completes(r, lines, line), rest = table[lines | UINT64_C(1) << line];
    return (completed ? completed + rest : -rest) == table[lines];
}

static void closed_captures_agree_with_the_table(void **state) {
    (void)state;
    const char *sizes[] = {"size=2x2", "size=2x3", "size=1x7", "size=3x3"};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        game_rules *rules = rules_of("dots", sizes[s]);
        const dots_rules *r = dots_rules_of(rules);
        int8_t *table = plain_table(r);
        dots_map map;
        dots_map_make(&map, r);
        random_source random = random_seed(7);
        uint32_t sets = UINT32_C(1) << r->lines;
        for (int i = 0; i < 100000; i++) {
            dots_position p = {.lines = {random_below(&random, sets)}};
            dots_field f;
            dots_field_set(&map, &f, &p);
            dots_haul h = dots_field_take(&map, &f);
            /* What is left, as a line set of the table: field and position differ only by
             * equivalent corner lines. */
            uint64_t left = ~f.open[0] & (sets - 1);
            assert_int_equal(dots_haul_value(h, table[left]), table[p.lines[0]]);
        }
        free(table);
        game_destroy(rules);
    }
}

static void proofs_agree_with_the_table(void **state) {
    (void)state;
    const char *sizes[] = {"size=2x2", "size=2x3", "size=1x6", "size=3x3"};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        game_rules *rules = rules_of("dots", sizes[s]);
        const dots_rules *r = dots_rules_of(rules);
        int8_t *table = plain_table(r);
        engine *g = engine_for(rules, NULL, 1);
        random_source random = random_seed(s);
        for (int i = 0; i < (long_run() ? 1000 : 60); i++) {
            dots_position p = random_position(r, &random);
            engine_result result;
            engine_limits none = {0};
            if (dots_over(&p)) continue;
            engine_think(g, shown(&p), p.mover, &none, NULL, &result);
            /* A box that costs nothing is taken without waiting for a proof. */
            assert_true(result.exact || strcmp(result.note, "takes a free box") == 0);
            if (result.exact) assert_int_equal(result.score, table[p.lines[0]]);
            assert_true(is_best(r, table, p.lines[0], dots_line_of(result.move)));
        }
        engine_destroy(g);
        free(table);
        game_destroy(rules);
    }
}

static void endings_of_chains_agree_with_search(void **state) {
    (void)state;
    /* A swedish grid with random lines drawn; once no joint is left, the closed form decides. */
    game_rules *rules = rules_of("dots", "size=3x3");
    const dots_rules *r = dots_rules_of(rules);
    int8_t *table = plain_table(r);
    dots_map map;
    dots_map_make(&map, r);
    random_source random = random_seed(3);
    int endings = 0;
    for (int i = 0; i < 100000; i++) {
        dots_position p = random_position(r, &random);
        dots_field f;
        dots_chains found;
        dots_field_set(&map, &f, &p);
        dots_field_take(&map, &f);
        dots_chains_find(&map, &f, &found);
        if (found.joints > 0 || found.count < 2) continue;
        endings++;
        uint64_t left = ~f.open[0] & ((UINT64_C(1) << r->lines) - 1);
        assert_int_equal(dots_chains_value(&found), table[left]);
    }
    assert_true(endings > 300);
    free(table);
    game_destroy(rules);
}

/* Reads a picture of rows of lines, asks the engine and compares its line. */
static engine_result answer(const char *settings, const char *position, const char *expected) {
    game_rules *rules = rules_of("dots", settings);
    game_position *p = game_new_position(rules);
    error e = {0};
    if (!game_read_position(rules, position, p, &e)) fail_msg("%s", e.message);
    engine *g = engine_for(rules, NULL, 1);
    engine_limits limits = nothing_but_nodes(20000);
    engine_result result;
    engine_think(g, p, game_turn(rules, p), &limits, NULL, &result);
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(rules, p, result.move, &t);
    assert_string_equal(word, expected);
    engine_destroy(g);
    free(p);
    game_destroy(rules);
    return result;
}

static void hands_over_the_last_two_of_a_chain(void **state) {
    (void)state;
    /* Two chains of four; the upper one is opened and two of it are left. Taking both would mean
     * to open the lower one:
     *
     *   3 +---+---+---+---+
     *     | 1 | 1            <- draw the line at the end, at 53-52
     *   2 +---+---+---+---+
     *
     *   1 +---+---+---+---+  */
    engine_result r = answer("size=2x4", "----/|||../----/...../---- 1 11../....", "5253");
    assert_true(r.exact);
    assert_int_equal(r.score, 0 - 2 + 4);
}

static void every_level_plays_legal_lines_on_every_grid(void **state) {
    (void)state;
    random_source random = random_seed(11);
    int rounds = long_run() ? 1500 : 150, answers = 0;
    for (int i = 0; i < rounds; i++) {
        char settings[80];
        uint32_t most = i % 4 ? 7 : DOTS_SIDE_MAX;
        const char *borders[] = {"free", "icelandic", "swedish"};
        snprintf(settings, sizeof settings, "size=%ux%u,border=%s,pass=%s",
                 1 + random_below(&random, most), 2 + random_below(&random, most - 1),
                 borders[random_below(&random, 3)], random_below(&random, 4) ? "off" : "on");
        game_rules *rules = rules_of("dots", settings);
        engine *g =
            engine_for(rules, dots_levels[random_below(&random, ENGINE_LEVELS)].name, (uint64_t)i);
        for (int k = 0; k < 20; k++) {
            dots_position p = random_position(dots_rules_of(rules), &random);
            engine_limits limits = {.nodes = 1 + random_below(&random, 60),
                                    .depth = (int)random_below(&random, 12) / 11 * 2};
            engine_result result;
            engine_think(g, shown(&p), p.mover, &limits, NULL, &result);
            if (dots_over(&p)) {
                assert_int_equal(result.move, 0);
                continue;
            }
            assert_true(is_legal(rules, &p, result.move));
            assert_int_equal(result.line[0], result.move);
            assert_true(result.nodes <= limits.nodes);
            answers++;
            /* The expected course can be played. */
            for (size_t m = 0; m < result.line_count; m++) {
                assert_true(is_legal(rules, &p, result.line[m]));
                game_play(rules, (game_position *)(void *)&p, result.line[m], NULL);
            }
        }
        engine_destroy(g);
        game_destroy(rules);
    }
    assert_true(answers > 10 * rounds);
}

static void same_seed_and_nodes_same_answer(void **state) {
    (void)state;
    const char *sizes[] = {"size=5x5", "size=8x6", "size=11x11"};
    for (size_t s = 0; s < 3; s++) {
        game_rules *rules = rules_of("dots", sizes[s]);
        for (int level = ENGINE_BEGINNER; level <= ENGINE_FULL; level++) {
            engine *first = engine_for(rules, dots_levels[level].name, 5);
            engine *second = engine_for(rules, dots_levels[level].name, 5);
            random_source random = random_seed(s);
            for (int i = 0; i < 4; i++) {
                dots_position p = random_position(dots_rules_of(rules), &random);
                engine_limits limits = nothing_but_nodes(400);
                engine_result a, b;
                engine_think(first, shown(&p), p.mover, &limits, NULL, &a);
                engine_think(second, shown(&p), p.mover, &limits, NULL, &b);
                assert_int_equal(a.move, b.move);
                assert_int_equal(a.score, b.score);
                assert_int_equal(a.nodes, b.nodes);
            }
            engine_destroy(first);
            engine_destroy(second);
        }
        game_destroy(rules);
    }
}

/* Only the solver uses threads: a position that it can prove, but not in a single attempt. */
static void threads_prove_the_same_value(void **state) {
    (void)state;
    game_rules *rules = rules_of("dots", "size=4x4,border=swedish");
    const dots_rules *r = dots_rules_of(rules);
    random_source random = random_seed(3);
    for (int i = 0; i < 4; i++) {
        dots_position p;
        engine_result alone, together;
        engine_limits limits = nothing_but_nodes(2000000);
        dots_match_opening(r, &p, i % 2, &random);
        engine *one = engine_on(rules, NULL, 1, 1), *two = engine_on(rules, NULL, 1, 2);
        engine_think(one, shown(&p), p.mover, &limits, NULL, &alone);
        engine_think(two, shown(&p), p.mover, &limits, NULL, &together);
        assert_true(alone.exact && together.exact);
        assert_int_equal(alone.score, together.score);
        assert_true(is_legal(rules, &p, together.move));
        engine_destroy(one);
        engine_destroy(two);
    }
    game_destroy(rules);
}

static void a_set_stop_flag_ends_the_thinking(void **state) {
    (void)state;
    game_rules *rules = rules_of("dots", "size=15x15");
    engine *g = engine_for(rules, NULL, 1);
    game_position *p = game_new_position(rules);
    atomic_bool stop = true;
    engine_watch watch = {.stop = &stop};
    engine_limits none = {0};
    engine_result result;
    engine_think(g, p, 0, &none, &watch, &result);
    assert_true(is_legal(rules, (const dots_position *)(void *)p, result.move));
    assert_true(result.nodes <= 1);
    free(p);
    engine_destroy(g);
    game_destroy(rules);
}

static void stop_at_once(void *context, const engine_result *so_far) {
    atomic_bool *stop = context;
    if (so_far->nodes > 0) atomic_store(stop, true);
}

static void a_watcher_can_stop_it(void **state) {
    (void)state;
    game_rules *rules = rules_of("dots", "size=9x9");
    engine *g = engine_for(rules, NULL, 1);
    game_position *p = game_new_position(rules);
    atomic_bool stop = false;
    engine_watch watch = {.stop = &stop, .progress = stop_at_once, .context = &stop};
    engine_limits none = {0};
    engine_result result;
    engine_think(g, p, 0, &none, &watch, &result);
    assert_true(stop);
    assert_true(result.scored);
    free(p);
    engine_destroy(g);
    game_destroy(rules);
}

static void takes_both_when_nothing_is_left_to_open(void **state) {
    (void)state;
    /* The same upper chain, but the lower one is gone: one line takes a box, the next the other. */
    engine_result r = answer("size=2x4", "----/|||../----/|||||/---- 1 11../2222", "4243");
    assert_true(r.exact);
    assert_int_equal(r.score, 2);
}

static void hands_over_four_of_a_loop(void **state) {
    (void)state;
    /* A loop of four, of which the left line in the middle is drawn, and a chain of five beside it.
     * Taking all of the loop would mean to open the chain, so all four are handed over by the line
     * across:
     *
     *   3 +---+---+   +---+---+---+---+
     *     |       |                           the chain is the upper row on the right,
     *   2 +---+   +---+---+---+---+---+
     *     |       | 2 | 2 | 2 | 2 | 2 |       below it all is played
     *   1 +---+---+---+---+---+---+---+
     *     1   2   3   4   5   6   7   8  */
    engine_result r =
        answer("size=2x7", "--.----/|.|...../-.-----/|.||||||/------- 1 ......./..22222", "2232");
    assert_true(r.exact);
    assert_int_equal(r.score, -4 + 5);
}

static void opens_a_chain_of_two_in_its_middle(void **state) {
    (void)state;
    /* Chains of two and of four and nothing else: the short one, by the line between its boxes, so
     * that nothing can be handed back. */
    engine_result r = answer("size=2x4", "----/||.||/----/...../---- 1 1..2/....", "3233");
    (void)r;
}

static void passes_rather_than_give_boxes_away(void **state) {
    (void)state;
    engine_result r = answer("size=2x4,pass=on", "----/...../----/...../---- 1", "0000");
    assert_true(r.exact);
    assert_int_equal(r.score, 0);
}

static void with_passing_takes_all_and_hands_nothing_over(void **state) {
    (void)state;
    engine_result r = answer("size=2x4,pass=on", "----/|||../----/...../---- 1 11../....", "4243");
    assert_int_equal(r.score, 2);
}

static void passes_to_end_a_game_that_is_won(void **state) {
    (void)state;
    answer("size=2x2,pass=on", "-./||./-./.../.. 1 1./.. pass", "0000");
}

static void the_value_of_every_line_agrees_with_the_table(void **state) {
    (void)state;
    game_rules *rules = rules_of("dots", "size=2x3");
    const dots_rules *r = dots_rules_of(rules);
    int8_t *table = plain_table(r);
    engine *g = engine_for(rules, NULL, 1);
    random_source random = random_seed(21);
    for (int i = 0; i < 300; i++) {
        dots_position p = random_position(r, &random);
        game_move moves[DOTS_LINES_MAX + 1];
        int worth[DOTS_LINES_MAX + 1];
        engine_result result;
        engine_limits limits = {0};
        size_t count = game_moves(rules, shown(&p), p.mover, moves);
        g->kind->values(g, shown(&p), p.mover, &limits, NULL, worth, &result);
        for (size_t m = 0; m < count; m++) {
            int line = dots_line_of(moves[m]), completed = dots_completes(r, p.lines[0], line);
            int rest = table[p.lines[0] | UINT64_C(1) << line];
            assert_int_equal(worth[m], completed ? completed + rest : -rest);
        }
    }
    engine_destroy(g);
    free(table);
    game_destroy(rules);
}

static void plans_keep_within_the_clock(void **state) {
    (void)state;
    assert_int_equal(search_usable_time(MILLISECOND / 2), MILLISECOND / 4);
    assert_int_equal(search_usable_time(10 * MILLISECOND), 10 * MILLISECOND - MILLISECOND / 2);
    assert_int_equal(search_usable_time(SECOND), SECOND - SECOND / 50);
    assert_int_equal(search_usable_time(60 * SECOND), 60 * SECOND - SECOND / 5);
    search_plan move = search_time_plan(&(engine_limits){.move_time = SECOND}, 0, 10);
    assert_true(move.hard < SECOND && move.hard > SECOND * 9 / 10);
    assert_int_equal(move.soft, move.hard);
    search_plan clock = search_time_plan(&(engine_limits){.clock = 60 * SECOND}, 0, 20);
    assert_true(clock.soft > 2 * SECOND && clock.soft <= 3 * SECOND);
    assert_true(clock.hard > clock.soft && clock.hard <= 20 * SECOND);
    /* Increments are planned for, but not spent before they arrive. */
    search_plan late =
        search_time_plan(&(engine_limits){.clock = SECOND, .increment = 10 * SECOND}, 0, 20);
    assert_true(late.hard < SECOND / 2);
    search_plan both =
        search_time_plan(&(engine_limits){.clock = 60 * SECOND, .move_time = SECOND / 10}, 0, 5);
    assert_true(both.hard < SECOND / 10);
    search_plan none = search_time_plan(&(engine_limits){.nodes = 5}, 7, 1);
    assert_true(none.start == 7 && none.soft == INT64_MAX && none.hard == INT64_MAX);
}

/* If a look at the clock came an hour after the one before, the next one may too, or a little
 * later: the deadline passes that much earlier, also in the next search. */
static void a_deadline_allows_for_a_busy_machine(void **state) {
    (void)state;
    const int64_t hour = 3600 * SECOND, now = clock_now();
    search_deadline d = {0};
    search_deadline_set(&d, now - 10 * hour, now + hour * 6 / 5);
    d.last_look = now;
    assert_false(search_deadline_passed(&d));
    d.last_look = now - hour;
    assert_true(search_deadline_passed(&d));
    search_deadline_set(&d, now - 9 * hour, now + hour);
    d.last_look = now;
    assert_true(search_deadline_passed(&d));
    /* Half of the time is not given away. */
    search_deadline_set(&d, now, now + hour);
    assert_false(search_deadline_passed(&d));
}

/* Levels play pairs of games from the same opening with seats exchanged. */
static void each_level_beats_the_one_below(void **state) {
    (void)state;
    game_rules *rules = rules_of("dots", "size=5x5");
    /* Full strength has no limit of its own. */
    int highest = long_run() ? ENGINE_MASTER : ENGINE_STRONG;
    for (int level = ENGINE_NOVICE; level <= highest; level++) {
        engine *better = engine_for(rules, dots_levels[level].name, 1);
        engine *worse = engine_for(rules, dots_levels[level - 1].name, 2);
        int pairs = long_run() ? 50 : level == ENGINE_STRONG ? 6 : 10;
        dots_match m = dots_match_play(better, worse, (engine_limits[2]){{0}, {0}}, pairs, 1);
        print_message("# %s against %s: +%d =%d -%d, boxes %+d\n", dots_levels[level].name,
                      dots_levels[level - 1].name, m.won, m.drawn, m.lost, m.boxes);
        assert_true(m.won > m.lost);
        if (long_run()) assert_true(m.won >= 60);
        engine_destroy(better);
        engine_destroy(worse);
    }
    game_destroy(rules);
}

/* An unintended change of the search shows as a changed number. */
static void nodes_over_fixed_positions(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int lines; /* drawn at random, safely */
        engine_limits limits;
    } fixed[] = {
        {"size=3x3", 4, {.nodes = 100000}},   {"size=4x4", 14, {.nodes = 100000}},
        {"size=5x5", 24, {.nodes = 100000}},  {"size=5x5", 6, {.depth = 2}},
        {"size=8x8", 60, {.nodes = 50000}},   {"size=8x8", 20, {.nodes = 2000}},
        {"size=15x15", 200, {.nodes = 3000}}, {"size=15x15", 260, {.nodes = 20000}},
    };
    uint64_t nodes = 0, answers = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        game_rules *rules = rules_of("dots", fixed[i].settings);
        engine *g = engine_for(rules, NULL, 1);
        random_source random = random_seed(i);
        dots_position p;
        engine_result result;
        dots_match_opening(dots_rules_of(rules), &p, fixed[i].lines, &random);
        engine_think(g, shown(&p), p.mover, &fixed[i].limits, NULL, &result);
        print_message("# %s: %s%d, %llu nodes\n", fixed[i].settings, result.exact ? "" : "about ",
                      result.score, (unsigned long long)result.nodes);
        nodes += result.nodes;
        answers = hash_join(answers, result.move << 8 | (uint64_t)(result.score & 255));
        engine_destroy(g);
        game_destroy(rules);
    }
    assert_int_equal(nodes, 88383);
    assert_int_equal(answers & 0xffffffff, 0x32297e99);
}

/* Up to 1156 boxes: long lists, and chains of more boxes than a byte can count. */
static void plays_on_the_largest_grids(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int lines;
    } grids[] = {{"size=34x34", 0},
                 {"size=34x34", 1100},
                 {"size=34x34,border=swedish", 1600},
                 {"size=3x34", 100},
                 {"size=34x1,border=swedish", 0}};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        game_rules *rules = rules_of("dots", grids[i].settings);
        engine *g = engine_for(rules, NULL, 1);
        random_source random = random_seed(i);
        dots_position p;
        engine_result result;
        dots_match_opening(dots_rules_of(rules), &p, grids[i].lines, &random);
        for (int turns = 0; turns < 3 && !dots_over(&p); turns++) {
            engine_think(g, shown(&p), p.mover, &(engine_limits){.nodes = 20}, NULL, &result);
            assert_false(dots_drawn(&p, dots_line_of(result.move)));
            dots_draw(dots_rules_of(rules), &p, dots_line_of(result.move));
        }
        engine_destroy(g);
        game_destroy(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_captures_agree_with_the_table),
        cmocka_unit_test(plays_on_the_largest_grids),
        cmocka_unit_test(endings_of_chains_agree_with_search),
        cmocka_unit_test(proofs_agree_with_the_table),
        cmocka_unit_test(hands_over_the_last_two_of_a_chain),
        cmocka_unit_test(takes_both_when_nothing_is_left_to_open),
        cmocka_unit_test(hands_over_four_of_a_loop),
        cmocka_unit_test(opens_a_chain_of_two_in_its_middle),
        cmocka_unit_test(passes_rather_than_give_boxes_away),
        cmocka_unit_test(with_passing_takes_all_and_hands_nothing_over),
        cmocka_unit_test(passes_to_end_a_game_that_is_won),
        cmocka_unit_test(every_level_plays_legal_lines_on_every_grid),
        cmocka_unit_test(same_seed_and_nodes_same_answer),
        cmocka_unit_test(threads_prove_the_same_value),
        cmocka_unit_test(a_set_stop_flag_ends_the_thinking),
        cmocka_unit_test(a_watcher_can_stop_it),
        cmocka_unit_test(the_value_of_every_line_agrees_with_the_table),
        cmocka_unit_test(plans_keep_within_the_clock),
        cmocka_unit_test(a_deadline_allows_for_a_busy_machine),
        cmocka_unit_test(each_level_beats_the_one_below),
        cmocka_unit_test(nodes_over_fixed_positions),
    };
    return cmocka_run_group_tests_name("dots engine", tests, NULL, NULL);
}
