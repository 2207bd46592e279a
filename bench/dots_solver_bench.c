/* The exact solver of Dots and Boxes on one core, and its ratio to a plain alpha-beta with a hash
 * table on the grids that the plain one can solve. `dots_solver_bench --all` adds runs that take
 * minutes.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench.h"
#include "engines/dots/solver/solver.h"
#include "games/dots/dots.h"

/* Processor time of this process, which depends less on other load. */
static double processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

/* The reference: alpha-beta over sets of drawn lines, with lines in the order of their numbers and
 * a table with both bounds of each set. No knowledge of the game, no symmetry. */
typedef struct plain_entry {
    uint64_t lines; /* plus one, so that an empty entry differs from the empty grid */
    int8_t lower, upper;
} plain_entry;

enum { PLAIN_BITS = 25 };

typedef struct plain {
    const dots_rules *rules;
    plain_entry *table;
    uint64_t nodes;
} plain;

static int boxes_left(const dots_rules *r, uint64_t lines) {
    int left = 0;
    for (int box = 0; box < r->boxes; box++) {
        int top = box / r->columns * (2 * r->columns + 1) + box % r->columns;
        left += (~lines & r->box_mask << top) != 0;
    }
    return left;
}

static int plain_value(plain *p, uint64_t lines, int alpha, int beta) {
    uint64_t open = ~lines & ((UINT64_C(1) << p->rules->lines) - 1);
    if (!open) return 0;
    p->nodes++;
    plain_entry *entry = &p->table[lines * 0x9e3779b97f4a7c15u >> (64 - PLAIN_BITS)];
    int left = boxes_left(p->rules, lines), lower = -left, upper = left;
    if (entry->lines == lines + 1) {
        lower = entry->lower;
        upper = entry->upper;
    }
    if (lower >= beta || lower == upper) return lower;
    if (upper <= alpha) return upper;
    int best = -left;
    for (int floor = alpha; open && best < beta;) {
        int line = bits_take(&open), completed = dots_completes(p->rules, lines, line);
        uint64_t next = lines | UINT64_C(1) << line;
        int value = completed
                        ? completed + plain_value(p, next, floor - completed, beta - completed)
                        : -plain_value(p, next, -beta, -floor);
        if (value > best) best = value;
        if (best > floor) floor = best;
    }
    if (best > alpha && best > lower) lower = best;
    if (best < beta && best < upper) upper = best;
    *entry = (plain_entry){lines + 1, (int8_t)lower, (int8_t)upper};
    return best;
}

static double plain_seconds(const dots_rules *r, int expected) {
    plain p = {.rules = r, .table = calloc((size_t)1 << PLAIN_BITS, sizeof(plain_entry))};
    double start = processor_seconds();
    int value = plain_value(&p, r->border[0], -r->boxes - 1, r->boxes + 1);
    double seconds = processor_seconds() - start;
    if (value != expected) printf("the plain search disagrees: %d\n", value);
    free(p.table);
    return seconds;
}

typedef struct work {
    const char *settings;
    size_t megabytes;
    int threads;
    bool plain; /* also solved by the reference */
    bool slow;  /* only with --all */
} work;

static const work works[] = {
    {"size=2x4", 16, 1, true, false},
    {"size=3x3", 16, 1, true, false},
    {"size=3x4", 64, 1, false, false},
    {"size=2x6", 64, 1, false, false},
    {"size=4x4,border=swedish", 64, 1, false, false},
    {"size=4x4,border=icelandic", 64, 1, false, false},
    {"size=4x4", 512, 1, false, true},
    {"size=4x4", 512, 2, false, true},
};

static void solve(const work *w, const dots_rules *r, const uint64_t *lines, const char *label) {
    dots_graph graph;
    dots_graph_from_grid(&graph, r->rows, r->columns, lines);
    dots_solver *solver = dots_solver_create(w->megabytes << 20, w->threads);
    dots_solver_load(solver, &graph);
    int64_t start = clock_now();
    double cpu = processor_seconds();
    dots_solution s = dots_solver_value(solver, dots_graph_open(&graph), NULL);
    cpu = processor_seconds() - cpu;
    double wall = clock_seconds(clock_now() - start);
    printf(
        "dots  solve %-26s value %+3d  %11llu nodes  %8.3f s (processor %8.3f)  %d thread%s, %zu MB",
        label, s.lower, (unsigned long long)s.nodes, wall, cpu, w->threads,
        w->threads == 1 ? "" : "s", w->megabytes);
    if (w->plain) {
        double reference = plain_seconds(r, s.lower);
        printf("  plain %.2f s", reference);
        if (cpu >= 1e-3)
            printf(", ratio %.0f", reference / cpu); /* shorter times are too inexact */
    }
    putchar('\n');
    fflush(stdout);
    dots_solver_destroy(solver);
}

/* Random positions of a grid with this many open lines, reached without giving a box away. */
static void solve_middle_games(const char *size, int open, int count) {
    char settings[32], label[40];
    snprintf(settings, sizeof settings, "size=%s", size);
    game_rules *rules = game_create(&dots_game, settings, NULL);
    const dots_rules *r = dots_rules_of(rules);
    random_source random = random_seed(1);
    for (int number = 1; number <= count; number++) {
        dots_position p;
        dots_start(r, &p);
        for (int tries = 0; p.open > open && tries < 100000; tries++) {
            int line = (int)random_below(&random, (uint32_t)r->lines);
            if (dots_drawn(&p, line)) continue;
            dots_position next = p;
            dots_draw(r, &next, line);
            bool gives = false;
            for (int other = 0; other < r->lines && !gives; other++)
                gives = !dots_drawn(&next, other) && dots_completes(r, next.lines[0], other) > 0;
            if (!gives) p = next;
        }
        snprintf(label, sizeof label, "%s, %d open, game %d", size, p.open, number);
        solve(&(work){.megabytes = 64, .threads = 1}, r, p.lines, label);
    }
    game_destroy(rules);
}

int main(int count, char **words) {
    bool all = count > 1 && strcmp(words[1], "--all") == 0;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (works[i].slow && !all) continue;
        game_rules *rules = game_create(&dots_game, works[i].settings, NULL);
        const dots_rules *r = dots_rules_of(rules);
        dots_position p;
        dots_start(r, &p);
        solve(&works[i], r, p.lines, works[i].settings);
        game_destroy(rules);
    }
    solve_middle_games("5x5", 40, 5);
    /* The basis of the projection for 4x5 from the empty grid (49 lines). */
    for (int open = 35; all && open <= 39; open += 2) solve_middle_games("4x5", open, 4);
    return 0;
}
