/* The exact solver against the truth, against the plain table and against itself. */
#include "support.h"

#include "engines/dots/endgame.h"
#include "engines/dots/solver/solver.h"
#include "engines/dots/solver/survey.h"
#include "plain_table.h"

enum { MEGABYTE = 1 << 20, QUICK_LINES = 33 };

/* The graph of a grid at the start. */
static dots_graph start_graph(const char *settings) {
    game_rules *rules = rules_of("dots", settings);
    const dots_rules *r = dots_rules_of(rules);
    dots_graph graph;
    dots_position p;
    dots_start(r, &p);
    assert_int_equal(dots_graph_from_grid(&graph, r->rows, r->columns, p.lines), DOTS_GRAPH_OK);
    game_destroy(rules);
    return graph;
}

static int value_of(dots_solver *solver, uint64_t open) {
    dots_solution s = dots_solver_value(solver, open, NULL);
    assert_int_equal(s.status, DOTS_DONE);
    assert_int_equal(s.lower, s.upper);
    return s.lower;
}

/* Truth. */

static void check_row(dots_solver *solver, const char *row) {
    static const char *const borders[] = {"free", "icelandic", "swedish"};
    char size[16], settings[64];
    const char *cell = row;
    assert_int_equal(sscanf(row, "| %15[0-9x]", size), 1);
    cell = strchr(cell + 1, '|'); /* behind the size comes the number of lines */
    for (int i = 0; i < 3; i++) {
        int expected;
        cell = strchr(cell + 1, '|');
        if (sscanf(cell, "| %d", &expected) != 1 || strcmp(size, "4x5") == 0) continue;
        snprintf(settings, sizeof settings, "size=%s,border=%s", size, borders[i]);
        dots_graph graph = start_graph(settings);
        if (graph.line_count > QUICK_LINES && !long_run()) continue;
        dots_solver_load(solver, &graph);
        assert_int_equal(value_of(solver, dots_graph_open(&graph)), expected);
    }
}

static void values_of_the_start(void **state) {
    dots_solver *solver = *state;
    FILE *file = open_data("dots/values.md");
    char line[300];
    int rows = 0;
    while (fgets(line, sizeof line, file))
        if (line[0] == '|' && line[2] >= '1' && line[2] <= '9') {
            check_row(solver, line);
            rows++;
        }
    fclose(file);
    assert_int_equal(rows, 17);
}

/* The values after each first line, in the lines' order; '.' is drawn at the start. */
static void check_lines(dots_solver *solver, const char *settings, const char *expected) {
    dots_graph graph = start_graph(settings);
    dots_solution lines[DOTS_MAX_LINES];
    char ours[600];
    text t = text_over(ours, sizeof ours);
    dots_solver_load(solver, &graph);
    assert_int_equal(dots_solver_lines(solver, dots_graph_open(&graph), NULL, lines), DOTS_DONE);
    int last = graph.grid_line[graph.line_count - 1];
    for (int line = 0, open = 0; line <= last; line++) {
        if (graph.grid_line[open] == line) text_addf(&t, "%d ", lines[open++].lower);
        else text_add(&t, ". ");
    }
    assert_int_equal(strncmp(ours, expected, strlen(expected)), 0);
}

static void values_after_each_first_line(void **state) {
    check_lines(*state, "size=2x2", "2 2 2 0 2 0 0 2 0 2 2 2");
    check_lines(*state, "size=2x4", "2 2 2 2 2 2 0 2 2 2 0 0 2 2 2 0 2 2 2 2 2 2");
    check_lines(*state, "size=3x4",
                "-2 -2 -2 -2 -2 -2 0 -2 -2 -2 -2 -2 -2 -2 -2 0 -2 -2 -2 -2 -2 -2 -2 -2 0 -2 -2 -2 "
                "-2 -2 -2");
    check_lines(*state, "size=3x3,border=swedish",
                ". . . . -3 -3 . -3 7 -3 . 7 7 . -3 7 -3 . -3 -3");
    check_lines(
        *state, "size=4x4,border=swedish",
        ". . . . . -4 0 -4 . -4 -6 -6 -4 . -6 0 -6 . 0 0 0 0 . -6 0 -6 . -4 -6 -6 -4 . -4 0 "
        "-4");
    if (!long_run()) return;
    char zeros[100];
    text t = text_over(zeros, sizeof zeros);
    text_add_repeat(&t, "0 ", 40);
    check_lines(*state, "size=4x4", zeros);
}

/* The plain table. */

static void check_all_sets(dots_solver *solver, const char *settings) {
    game_rules *rules = rules_of("dots", settings);
    int8_t *table = plain_table(dots_rules_of(rules));
    dots_graph graph = start_graph(settings);
    dots_solver_load(solver, &graph);
    uint64_t all = dots_graph_open(&graph);
    for (uint64_t open = 0; open <= all; open++)
        assert_int_equal(value_of(solver, open), table[all & ~open]);
    free(table);
    game_destroy(rules);
}

static void every_line_set_of_small_grids(void **state) {
    check_all_sets(*state, "size=2x2");
    check_all_sets(*state, "size=1x4");
    if (long_run()) check_all_sets(*state, "size=2x3");
}

/* Random line sets of 3x3 on which at least the border's lines are drawn, each as a graph of its
 * own: so symmetries and collapsed boxes are tested as well. */
static void check_samples(dots_solver *solver, const int8_t *table, const char *settings,
                          int count) {
    game_rules *rules = rules_of("dots", settings);
    const dots_rules *r = dots_rules_of(rules);
    random_source random = random_seed(11);
    for (int i = 0; i < count; i++) {
        uint64_t all = (UINT64_C(1) << r->lines) - 1, word = random_next(&random) & all;
        if (i % 3 == 0) word &= random_next(&random);
        uint64_t drawn[DOTS_LINE_WORDS + 1] = {word | r->border[0]};
        dots_graph graph;
        assert_int_equal(dots_graph_from_grid(&graph, 3, 3, drawn), DOTS_GRAPH_OK);
        dots_solver_load(solver, &graph);
        assert_int_equal(value_of(solver, dots_graph_open(&graph)), table[drawn[0]]);
    }
    game_destroy(rules);
}

static void random_positions_of_every_border(void **state) {
    game_rules *rules = rules_of("dots", "size=3x3");
    int8_t *table = plain_table(dots_rules_of(rules));
    int count = long_run() ? 100000 : 3000;
    check_samples(*state, table, "size=3x3", count);
    check_samples(*state, table, "size=3x3,border=icelandic", count);
    check_samples(*state, table, "size=3x3,border=swedish", count);
    free(table);
    game_destroy(rules);
}

/* Positions with different values that shared a key while the labels of links were simply added up.
 * The values come from a table of all 2^28 line sets. */
static void no_two_positions_share_a_key(void **state) {
    (void)state;
    static const int expected[] = {-2, 0,  0, 0, -2, 0, 0, 0, 0,  0,  -4, 0, 0,  0,
                                   -4, -4, 0, 0, -4, 0, 0, 0, -8, -2, 0,  8, -2, 0};
    uint64_t drawn[DOTS_GRID_WORDS] = {UINT64_C(0xf288402250)};
    dots_graph graph;
    dots_solution lines[DOTS_MAX_LINES];
    assert_int_equal(dots_graph_from_grid(&graph, 4, 4, drawn), DOTS_GRAPH_OK);
    dots_solver *solver = dots_solver_create(2 * MEGABYTE, 1);
    dots_solver_load(solver, &graph);
    assert_int_equal(value_of(solver, dots_graph_open(&graph)), 8);
    assert_int_equal(dots_solver_lines(solver, dots_graph_open(&graph), NULL, lines), DOTS_DONE);
    for (int i = 0; i < graph.line_count; i++) assert_int_equal(lines[i].lower, expected[i]);
    dots_solver_destroy(solver);
}

/* The value of any graph by trying every line, for graphs with few lines. */
static int plain_value(const dots_graph *graph, uint64_t open, int8_t *known) {
    if (!open || known[open] != INT8_MIN) return open ? known[open] : 0;
    for (uint64_t rest = open; rest; rest &= rest - 1) {
        uint64_t after = open & ~(rest & (~rest + 1));
        const uint8_t *ends = graph->ends[__builtin_ctzll(rest)].box;
        int completed = 0;
        for (int side = 0; side < 2; side++)
            completed += ends[side] != DOTS_GROUND && !(graph->box_lines[ends[side]] & after);
        int value = plain_value(graph, after, known);
        value = completed ? completed + value : -value;
        if (value > known[open]) known[open] = (int8_t)value;
    }
    return known[open];
}

static void check_graph(dots_solver *solver, const dots_graph *graph) {
    size_t sets = (size_t)1 << graph->line_count;
    int8_t *known = malloc(sets);
    memset(known, INT8_MIN, sets);
    dots_solver_load(solver, graph);
    assert_int_equal(value_of(solver, dots_graph_open(graph)),
                     plain_value(graph, dots_graph_open(graph), known));
    free(known);
}

/* A chain of one box (0), one of three (1, 2, 3), and two joints (9, 10) linked by two boxes (5,
 * 6), with a box towards the ground (8), another (13) and three boxes back to the joint (11, 15,
 * 14). The chain of three has to be opened: the single box is a turn to spare. */
static void a_longer_chain_is_opened_before_a_box_to_spare(void **state) {
    enum { G = DOTS_GROUND };
    static const dots_edge lines[] = {{{G, 0}},   {{0, G}},  {{G, 1}},  {{1, 2}},   {{2, 3}},
                                      {{3, G}},   {{5, 6}},  {{5, 9}},  {{6, 10}},  {{G, 8}},
                                      {{8, 9}},   {{9, 13}}, {{13, G}}, {{10, 11}}, {{11, 15}},
                                      {{14, 15}}, {{10, 14}}};
    dots_graph graph;
    int count = sizeof lines / sizeof *lines;
    assert_int_equal(dots_graph_from_lines(&graph, 16, count, lines, 0, NULL), DOTS_GRAPH_OK);
    check_graph(*state, &graph);
    assert_int_equal(value_of(*state, dots_graph_open(&graph)), -1);
}

/* Late positions of larger grids: some boxes are taken with all around them, the others quiet. */
static void late_positions_of_larger_grids(void **state) {
    game_rules *rules = rules_of("dots", "size=5x5");
    const dots_rules *r = dots_rules_of(rules);
    random_source random = random_seed(17);
    for (int i = 0, most = long_run() ? 20 : 15; i < (long_run() ? 300 : 40); i++) {
        dots_position p;
        dots_start(r, &p);
        while (p.open > most) {
            int line = (int)random_below(&random, (uint32_t)r->lines);
            if (!dots_drawn(&p, line)) dots_draw(r, &p, line);
            for (line = p.open > 2 * most ? r->lines : 0; line < r->lines; line++)
                if (!dots_drawn(&p, line) && dots_completes(r, p.lines[0], line)) {
                    dots_draw(r, &p, line);
                    line = -1;
                }
        }
        dots_graph graph;
        assert_int_equal(dots_graph_from_grid(&graph, 5, 5, p.lines), DOTS_GRAPH_OK);
        check_graph(*state, &graph);
    }
    game_destroy(rules);
}

/* Endings of chains and loops in closed form, against opening them in every order. */
static int plain_ending(const dots_chain *chains, int count, unsigned gone) {
    int best = gone == (1u << count) - 1 ? 0 : INT8_MIN;
    for (int i = 0; i < count; i++) {
        if (gone >> i & 1) continue;
        int boxes = chains[i].boxes;
        int handover = chains[i].kind == DOTS_LOOP ? (boxes >= 4 ? 4 : 0) : boxes >= 3 ? 2 : 0;
        int rest = plain_ending(chains, count, gone | 1u << i);
        int value = -dots_taking_value(boxes, handover, rest);
        if (value > best) best = value;
    }
    return best;
}

static void endings_in_closed_form(void **state) {
    (void)state;
    random_source random = random_seed(7);
    for (int i = 0; i < 3000; i++) {
        dots_chain chains[7];
        int count = 1 + (int)random_below(&random, i % 10 == 0 ? 7 : 6);
        for (int c = 0; c < count; c++) {
            bool loop = random_below(&random, 3) == 0;
            uint32_t boxes = loop ? 2 + random_below(&random, 9) : 1 + random_below(&random, 8);
            chains[c] =
                (dots_chain){.boxes = (uint8_t)boxes, .kind = loop ? DOTS_LOOP : DOTS_CHAIN};
        }
        assert_int_equal(dots_endgame_value(chains, count), plain_ending(chains, count, 0));
    }
}

/* An optimal line, played by the rules, gains the value. */
static void the_best_play_gains_its_value(void **state) {
    dots_solver *solver = *state;
    game_rules *rules = rules_of("dots", "size=3x3");
    const dots_rules *r = dots_rules_of(rules);
    random_source random = random_seed(13);
    for (int i = 0; i < 60; i++) {
        dots_position p;
        dots_graph graph;
        uint8_t play[DOTS_MAX_LINES];
        int count;
        dots_start(r, &p);
        for (int n = 0; n < i % 20; n++) {
            int line = (int)random_below(&random, (uint32_t)r->lines);
            if (!dots_drawn(&p, line)) dots_draw(r, &p, line);
        }
        int mover = p.mover, before = p.score[mover] - p.score[1 - mover];
        dots_graph_from_grid(&graph, r->rows, r->columns, p.lines);
        dots_solver_load(solver, &graph);
        int value = value_of(solver, dots_graph_open(&graph));
        dots_solver_play(solver, dots_graph_open(&graph), NULL, play, &count);
        assert_int_equal(count, p.open);
        for (int n = 0; n < count; n++) dots_draw(r, &p, graph.grid_line[play[n]]);
        assert_int_equal(p.score[mover] - p.score[1 - mover] - before, value);
    }
    game_destroy(rules);
}

/* Limits and memory. */

static void a_node_limit_ends_the_search_the_same_way_each_time(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=3x4");
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        dots_solver *solver = dots_solver_create(16 * MEGABYTE, 1);
        dots_solver_load(solver, &graph);
        dots_search_options options = {.node_limit = 12345};
        dots_solution s = dots_solver_value(solver, dots_graph_open(&graph), &options);
        assert_int_equal(s.status, DOTS_NODES_SPENT);
        assert_true(s.lower <= 0 && s.upper >= 0 && s.nodes <= 12345);
        nodes[i] = dots_solver_value(solver, dots_graph_open(&graph), NULL).nodes;
        dots_solver_destroy(solver);
    }
    assert_int_equal(nodes[0], nodes[1]);
}

static void no_node_limit_is_overstepped(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=3x3,border=icelandic");
    dots_solver *solver = dots_solver_create(MEGABYTE, 1);
    dots_solver_load(solver, &graph);
    uint64_t all = dots_solver_value(solver, dots_graph_open(&graph), NULL).nodes;
    for (uint64_t limit = 1; limit <= all + 100; limit += 1 + limit / 200) {
        dots_search_options options = {.node_limit = limit};
        dots_solver_clear(solver);
        dots_solution s = dots_solver_value(solver, dots_graph_open(&graph), &options);
        assert_int_equal(s.status, limit > all ? DOTS_DONE : DOTS_NODES_SPENT);
        assert_true(s.nodes <= limit);
    }
    dots_solver_destroy(solver);
}

static void a_stop_flag_ends_the_search(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        dots_graph graph = start_graph("size=4x4");
        dots_solver *solver = dots_solver_create(64 * MEGABYTE, threads);
        atomic_bool stop = true;
        dots_search_options options = {.stop = &stop};
        dots_solver_load(solver, &graph);
        dots_solution s = dots_solver_value(solver, dots_graph_open(&graph), &options);
        assert_int_equal(s.status, DOTS_STOPPED);
        assert_true(s.lower <= 0 && s.upper >= 0);
        dots_solver_destroy(solver);
    }
}

static void two_threads_find_the_same_values(void **state) {
    (void)state;
    dots_solver *solver = dots_solver_create(64 * MEGABYTE, 2);
    check_lines(solver, "size=2x4", "2 2 2 2 2 2 0 2 2 2 0 0 2 2 2 0 2 2 2 2 2 2");
    dots_graph graph = start_graph("size=3x4");
    dots_solver_load(solver, &graph);
    assert_int_equal(value_of(solver, dots_graph_open(&graph)), 0);
    dots_solver_destroy(solver);
}

static void solvers_with_a_common_table_share_what_they_find(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=3x3");
    uint64_t open = dots_graph_open(&graph);
    void *memory = aligned_alloc(64, 4 * MEGABYTE);
    memset(memory, 0, 4 * MEGABYTE);
    dots_solver *one = dots_solver_create_in(memory, 4 * MEGABYTE),
                *two = dots_solver_create_in(memory, 4 * MEGABYTE);
    dots_solver_load(one, &graph);
    dots_solver_load(two, &graph);
    dots_solution first = dots_solver_value(one, open, NULL),
                  second = dots_solver_value(two, open, NULL);
    assert_true(first.lower == -3 && first.upper == -3 && first.nodes > 1000);
    assert_true(second.lower == -3 && second.upper == -3 && second.nodes < 10);
    dots_solver_destroy(one);
    dots_solver_destroy(two);
    free(memory);
}

/* A file in memory. */
typedef struct memory_file {
    uint8_t *bytes;
    size_t size, at;
} memory_file;

static bool write_memory(void *context, const void *bytes, size_t size) {
    memory_file *file = context;
    if (file->at + size > file->size) return false;
    memcpy(file->bytes + file->at, bytes, size);
    file->at += size;
    return true;
}

static bool read_memory(void *context, void *bytes, size_t size) {
    memory_file *file = context;
    if (file->at + size > file->size) return false;
    memcpy(bytes, file->bytes + file->at, size);
    file->at += size;
    return true;
}

static void a_saved_search_resumes(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=3x4"), other = start_graph("size=3x3");
    memory_file file = {malloc(64 * MEGABYTE), 64 * MEGABYTE, 0};
    dots_solver *solver = dots_solver_create(32 * MEGABYTE, 1);
    dots_search_options options = {.node_limit = 300000};
    dots_solver_load(solver, &graph);
    assert_int_equal(dots_solver_value(solver, dots_graph_open(&graph), &options).status,
                     DOTS_NODES_SPENT);
    uint64_t rest = dots_solver_value(solver, dots_graph_open(&graph), NULL).nodes;
    dots_solver_clear(solver);
    dots_solver_value(solver, dots_graph_open(&graph), &options);
    assert_true(dots_solver_save(solver, 40 * MEGABYTE, write_memory, &file));
    dots_solver_destroy(solver);
    file.size = file.at;

    solver = dots_solver_create(48 * MEGABYTE, 1); /* of another size */
    dots_solver_load(solver, &other);
    file.at = 0;
    assert_int_equal(dots_solver_restore(solver, read_memory, &file), DOTS_RESTORE_GRAPH);
    dots_solver_load(solver, &graph);
    file.at = 0;
    assert_int_equal(dots_solver_restore(solver, read_memory, &file), DOTS_RESTORED);
    dots_solution s = dots_solver_value(solver, dots_graph_open(&graph), NULL);
    assert_int_equal(s.lower, 0);
    assert_int_equal(s.upper, 0);
    assert_true(s.nodes < 2 * rest + 20000); /* not from the beginning */
    dots_solver_destroy(solver);
    free(file.bytes);
}

static void a_damaged_checkpoint_is_refused(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=2x3");
    memory_file file = {malloc(16 * MEGABYTE), 16 * MEGABYTE, 0};
    dots_solver *solver = dots_solver_create(4 * MEGABYTE, 1);
    dots_solver_load(solver, &graph);
    value_of(solver, dots_graph_open(&graph));
    assert_true(dots_solver_save(solver, 8 * MEGABYTE, write_memory, &file));
    size_t whole = file.size = file.at;
    random_source random = random_seed(3);
    for (int i = 0; i < 200; i++) {
        uint8_t *byte = &file.bytes[random_below(&random, (uint32_t)whole)];
        uint8_t bit = (uint8_t)(1 << random_below(&random, 8));
        *byte ^= bit;
        file.at = 0;
        assert_int_not_equal(dots_solver_restore(solver, read_memory, &file), DOTS_RESTORED);
        *byte ^= bit;
    }
    for (size_t size = 0; size < whole; size += 1 + whole / 50) {
        file.size = size;
        file.at = 0;
        assert_int_not_equal(dots_solver_restore(solver, read_memory, &file), DOTS_RESTORED);
    }
    dots_solver_destroy(solver);
    free(file.bytes);
}

static void a_checkpoint_is_checked_before_a_common_table_changes(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=2x3");
    memory_file file = {malloc(16 * MEGABYTE), 16 * MEGABYTE, 0};
    void *memory = aligned_alloc(64, MEGABYTE), *before = malloc(MEGABYTE);
    memset(memory, 0, MEGABYTE);
    dots_solver *solver = dots_solver_create_in(memory, MEGABYTE);
    dots_solver_load(solver, &graph);
    value_of(solver, dots_graph_open(&graph));
    assert_true(dots_solver_save(solver, 8 * MEGABYTE, write_memory, &file));
    file.size = file.at;
    file.at = 0;
    memcpy(before, memory, MEGABYTE);
    assert_int_equal(dots_solver_check(solver, read_memory, &file), DOTS_RESTORED);
    file.bytes[40] ^= 1; /* in the first record */
    file.at = 0;
    assert_int_equal(dots_solver_check(solver, read_memory, &file), DOTS_RESTORE_CHECKSUM);
    file.size /= 2;
    file.at = 0;
    assert_int_equal(dots_solver_check(solver, read_memory, &file), DOTS_RESTORE_READ);
    assert_memory_equal(memory, before, MEGABYTE);
    dots_solver_destroy(solver);
    free(memory);
    free(before);
    free(file.bytes);
}

/* Surveys. */

/* One way along boxes with two open lines, out through `line` of `box`. */
typedef struct walk {
    int boxes, end, last; /* boxes passed, its end, and the last line */
} walk;

static walk walk_from(const dots_graph *graph, const dots_quiet *position, int box, int line) {
    int start = box;
    for (walk w = {0, 0, line};; w.boxes++) {
        const uint8_t *ends = graph->ends[w.last].box;
        w.end = box = ends[0] == box ? ends[1] : ends[0];
        if (box == DOTS_GROUND || box == start || !(position->two >> box & 1)) return w;
        uint64_t lines = graph->box_lines[box] & position->open;
        w.last = __builtin_ctzll(lines & ~(UINT64_C(1) << w.last));
    }
}

static void check_link(const dots_graph *graph, const dots_quiet *position, dots_link link,
                       int outermost) {
    int first = __builtin_ctzll(graph->line_inner[outermost] & position->two);
    const uint8_t *ends = graph->ends[outermost].box;
    int near = ends[0] == first ? ends[1] : ends[0];
    uint64_t lines = graph->box_lines[first] & position->open;
    walk w =
        walk_from(graph, position, first, __builtin_ctzll(lines & ~(UINT64_C(1) << outermost)));
    assert_int_equal(link.boxes, w.boxes + 1);
    assert_int_equal(link.other, w.last);
    assert_true((link.end[0] == near && link.end[1] == w.end) ||
                (link.end[1] == near && link.end[0] == w.end));
    int opening = dots_link_opening(graph, position, outermost, link.boxes);
    if (link.boxes == 2) /* between its boxes */
        assert_int_equal(position->two & graph->line_inner[opening], graph->line_inner[opening]);
    if (link.boxes != 2) assert_int_equal(opening, outermost);
}

static void check_independent(const dots_graph *graph, const dots_quiet *position,
                              const dots_chain *chain) {
    int box = __builtin_ctzll(graph->line_inner[chain->opening]);
    uint64_t lines = graph->box_lines[box] & position->open & ~(UINT64_C(1) << chain->opening);
    walk ahead = walk_from(graph, position, box, chain->opening);
    walk back = walk_from(graph, position, box, __builtin_ctzll(lines));
    bool loop = ahead.end == box;
    assert_int_equal(chain->kind, loop ? DOTS_LOOP : DOTS_CHAIN);
    assert_int_equal(chain->boxes, 1 + ahead.boxes + (loop ? 0 : back.boxes));
    if (!loop) assert_true(ahead.end == DOTS_GROUND && back.end == DOTS_GROUND);
    if (!loop && chain->boxes == 2)
        assert_int_equal(__builtin_popcountll(graph->line_inner[chain->opening]), 2);
}

/* The boxes of the chains that a survey leaves out: pairs of one box or of two. */
static int check_cancelled(const dots_graph *graph, const dots_quiet *position,
                           const dots_survey *survey) {
    int chains[DOTS_SHORT + 1] = {0};
    for (uint64_t rest = survey->cancelled; rest; rest &= rest - 1) {
        int opening = __builtin_ctzll(rest);
        int boxes = __builtin_popcountll(graph->line_inner[opening] & position->two);
        check_independent(graph, position,
                          &(dots_chain){(uint8_t)boxes, DOTS_CHAIN, (uint16_t)opening});
        chains[boxes]++;
    }
    assert_true(chains[1] % 2 == 0 && chains[2] % 2 == 0);
    for (int i = 0; i < survey->independent_count; i++)
        for (int j = 0; j < i; j++) {
            const dots_chain *a = &survey->independents[i], *b = &survey->independents[j];
            assert_false(a->boxes <= DOTS_SHORT && a->boxes == b->boxes && a->kind == b->kind);
        }
    return chains[1] + 2 * chains[2];
}

/* A survey against the lines and boxes themselves. */
static void check_survey(const dots_graph *graph, const dots_quiet *position,
                         const dots_survey *survey) {
    uint64_t joints = position->three | position->four;
    int boxes = 0;
    for (uint64_t rest = position->open; rest; rest &= rest - 1) {
        int line = __builtin_ctzll(rest);
        bool safe = (graph->line_inner[line] & position->two) == 0;
        assert_int_equal(survey->safe >> line & 1, safe);
        if (safe) assert_int_equal(survey->link[line].boxes, 0);
    }
    for (uint64_t rest = survey->links; rest; rest &= rest - 1) {
        int line = __builtin_ctzll(rest);
        check_link(graph, position, survey->link[line], line);
        boxes += survey->link[line].boxes;
    }
    for (int i = 0; i < survey->independent_count; i++) {
        check_independent(graph, position, &survey->independents[i]);
        boxes += survey->independents[i].boxes;
    }
    boxes += check_cancelled(graph, position, survey);
    assert_int_equal(boxes, __builtin_popcountll(position->two));
    for (uint64_t rest = survey->safe | survey->links; rest; rest &= rest - 1) {
        dots_link link = survey->link[__builtin_ctzll(rest)];
        bool grounded = link.end[0] == DOTS_GROUND || link.end[1] == DOTS_GROUND;
        assert_int_equal((survey->inner & rest & -rest) != 0, !grounded);
    }
    for (; joints; joints &= joints - 1) {
        uint64_t colour = 0;
        int box = __builtin_ctzll(joints);
        for (uint64_t rest = survey->safe | survey->links; rest; rest &= rest - 1) {
            dots_link link = survey->link[__builtin_ctzll(rest)];
            int times = (link.end[0] == box) + (link.end[1] == box);
            bool grounded = link.end[0] == DOTS_GROUND || link.end[1] == DOTS_GROUND;
            colour += (uint64_t)times * dots_link_label(link.boxes, grounded);
        }
        assert_int_equal(survey->colour[box], colour);
    }
}

static void a_survey_kept_up_to_date_is_that_of_the_position(void **state) {
    (void)state;
    dots_graph graph = start_graph("size=4x5");
    random_source random = random_seed(5);
    for (int round = 0; round < 2000; round++) {
        dots_quiet position = dots_quiet_of(&graph, dots_graph_open(&graph));
        dots_survey survey;
        dots_survey_take(&graph, &position, &survey);
        for (;;) {
            int safe = __builtin_popcountll(survey.safe), boxes = 0, taken = 0;
            int links = __builtin_popcountll(survey.links), others = survey.independent_count;
            if (safe + links + others == 0) break; /* at most pairs that cancel are left */
            int choice = (int)random_below(&random, (uint32_t)(4 * safe + links + others));
            int line, independent = choice - 4 * safe - links;
            dots_quiet next;
            if (choice < 4 * safe) {
                uint64_t rest = survey.safe;
                for (int skip = choice / 4; skip > 0; skip--) rest &= rest - 1;
                line = __builtin_ctzll(rest);
                next = dots_draw_safe(&graph, &position, line);
            } else if (independent < 0) {
                uint64_t rest = survey.links;
                for (int skip = choice - 4 * safe; skip > 0; skip--) rest &= rest - 1;
                line = __builtin_ctzll(rest);
                boxes = survey.link[line].boxes;
                int opening = dots_link_opening(&graph, &position, line, boxes);
                taken = dots_draw_opening(&graph, &position, opening, &next).boxes;
            } else {
                boxes = survey.independents[independent].boxes;
                line = survey.independents[independent].opening;
                taken = dots_draw_opening(&graph, &position, line, &next).boxes;
            }
            uint64_t joined = (position.three | position.four) & next.two;
            dots_survey after;
            dots_survey_copy(&graph, &survey, &after);
            if (independent >= 0) dots_survey_take_independent(independent, &after);
            else if (taken == boxes) dots_survey_remove(&graph, line, joined, &next, &after);
            else dots_survey_take(&graph, &next, &after);
            check_survey(&graph, &next, &after);
            survey = after;
            position = next;
        }
    }
}

/* Sums of labels distinguish multisets of links: joints with different links differ in colour. */
static int by_value(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void joints_with_different_links_have_different_colours(void **state) {
    (void)state;
    enum { KINDS = 2 * 15, MOST = 60000 };
    uint64_t *sum = malloc(MOST * sizeof *sum);
    size_t count = 0;
    for (int a = 0; a <= KINDS; a++) /* the last kind means none */
        for (int b = a; b <= KINDS; b++)
            for (int c = b; c <= KINDS; c++)
                for (int d = c; d <= KINDS; d++) {
                    int kind[4] = {a, b, c, d};
                    uint64_t colour = 0;
                    for (int i = 0; i < 4; i++)
                        if (kind[i] < KINDS) colour += dots_link_label(kind[i] / 2, kind[i] % 2);
                    assert_true(count < MOST);
                    sum[count++] = colour;
                }
    qsort(sum, count, sizeof *sum, by_value);
    for (size_t i = 1; i < count; i++) assert_true(sum[i - 1] != sum[i]);
    free(sum);
}

static int make_solver(void **state) {
    *state = dots_solver_create((size_t)(long_run() ? 1024 : 128) * MEGABYTE, 1);
    return *state ? 0 : -1;
}

static int destroy_solver(void **state) {
    dots_solver_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_the_start),
        cmocka_unit_test(values_after_each_first_line),
        cmocka_unit_test(every_line_set_of_small_grids),
        cmocka_unit_test(random_positions_of_every_border),
        cmocka_unit_test(no_two_positions_share_a_key),
        cmocka_unit_test(a_longer_chain_is_opened_before_a_box_to_spare),
        cmocka_unit_test(late_positions_of_larger_grids),
        cmocka_unit_test(endings_in_closed_form),
        cmocka_unit_test(a_survey_kept_up_to_date_is_that_of_the_position),
        cmocka_unit_test(joints_with_different_links_have_different_colours),
        cmocka_unit_test(the_best_play_gains_its_value),
        cmocka_unit_test(a_node_limit_ends_the_search_the_same_way_each_time),
        cmocka_unit_test(no_node_limit_is_overstepped),
        cmocka_unit_test(a_stop_flag_ends_the_search),
        cmocka_unit_test(two_threads_find_the_same_values),
        cmocka_unit_test(solvers_with_a_common_table_share_what_they_find),
        cmocka_unit_test(a_saved_search_resumes),
        cmocka_unit_test(a_damaged_checkpoint_is_refused),
        cmocka_unit_test(a_checkpoint_is_checked_before_a_common_table_changes),
    };
    return cmocka_run_group_tests_name("dots solver", tests, make_solver, destroy_solver);
}
