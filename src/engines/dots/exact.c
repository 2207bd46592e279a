#include "engines/dots/exact.h"

#include <string.h>

#include "engines/dots/solver/solver.h"

enum { FIRST_WORK = 256 }; /* nodes for each line in the first round of find_line */

bool dots_exact_create(dots_exact *x, dots_deepening *deepening, size_t memory, int threads) {
    *x = (dots_exact){.deepening = deepening, .solver = dots_solver_create(memory, threads)};
    if (!x->solver) return false;
    /* Touches all of the table now: the first use of a large page takes milliseconds, too long for
     * a move with little time. */
    dots_solver_clear(x->solver);
    return true;
}

void dots_exact_destroy(dots_exact *x) { dots_solver_destroy(x->solver); }

void dots_exact_forget(dots_exact *x) {
    dots_solver_clear(x->solver);
    x->loaded = 0;
}

/* From measurements in docs/dots.md: ten times the nodes solve fields with three more safe lines,
 * and small boards are easier than their safe lines suggest. */
bool dots_exact_hopeful(const dots_map *m, const dots_field *quiet, uint64_t nodes) {
    uint16_t safe[DOTS_LINES_MAX];
    int lines = dots_safe_lines(m, quiet, safe), reach = 7;
    for (; nodes >= 20; nodes /= 10) reach += 3;
    if (quiet->lines > DOTS_MAX_LINES) reach -= 6; /* the deepening search is slower */
    return lines <= reach || quiet->lines <= reach + 12;
}

/* The solver does not know the guard; its report callback asks the guard and sets this stop flag.
 */
typedef struct overseer {
    search_guard *guard;
    uint64_t before;
    atomic_bool stop;
} overseer;

static void oversee(void *context, const dots_search_progress *progress) {
    overseer *o = context;
    o->guard->nodes = o->before + progress->nodes;
    if (search_guard_look(o->guard)) atomic_store(&o->stop, true);
}

static void load(dots_exact *x, const dots_field *f) {
    const dots_rules *r = x->deepening->map->rules;
    uint64_t drawn[DOTS_GRID_WORDS];
    dots_graph graph;
    if (x->loaded == f->hash) return;
    for (int word = 0; word < DOTS_GRID_WORDS; word++) drawn[word] = ~f->open[word];
    dots_graph_from_grid(&graph, r->rows, r->columns, drawn);
    dots_solver_load(x->solver, &graph);
    x->loaded = f->hash;
    x->line_count = graph.line_count;
    memcpy(x->line, graph.grid_line, sizeof x->line);
}

/* The open lines of a field as a set of lines of the loaded graph. */
static uint64_t open_in_graph(const dots_exact *x, const dots_field *f) {
    uint64_t open = 0;
    for (int i = 0; i < x->line_count; i++)
        if (dots_is_open(f, x->line[i])) open |= UINT64_C(1) << i;
    return open;
}

/* Solver options that enforce the guard's limits, and at most `work` nodes (0: any). */
static dots_search_options under(search_guard *guard, uint64_t work, overseer *o) {
    uint64_t left = guard->node_limit ? guard->node_limit - guard->nodes : 0;
    if (work && (!left || work < left)) left = work;
    *o = (overseer){.guard = guard, .before = guard->nodes};
    return (dots_search_options){.stop = &o->stop,
                                 .node_limit = left,
                                 .report = oversee,
                                 .report_context = o,
                                 .report_seconds = 0.001};
}

/* Asks the solver where the value lies relative to the window; false if the guard ended it. */
static bool ask(dots_exact *x, const dots_field *f, int alpha, int beta, uint64_t work,
                search_guard *guard, dots_solution *answer) {
    overseer o;
    answer->status = DOTS_STOPPED;
    if (search_guard_look(guard)) return false;
    dots_search_options options = under(guard, work, &o);
    *answer = dots_solver_bounds(x->solver, open_in_graph(x, f), alpha, beta, &options);
    guard->nodes = o.before + answer->nodes;
    return answer->status == DOTS_DONE;
}

/* The moves worth trying in a quiet field, safe lines first. Returns how many. */
static int list_candidates(const dots_map *m, const dots_field *quiet,
                           uint16_t lines[DOTS_LINES_MAX + DOTS_CHAINS_MAX]) {
    dots_chain openings[DOTS_CHAINS_MAX];
    dots_chains found;
    int count = dots_safe_lines(m, quiet, lines);
    dots_chains_find(m, quiet, &found);
    for (int i = 0, chains = dots_openings(&found, openings); i < chains; i++)
        lines[count++] = openings[i].opening;
    return count;
}

/* A line that keeps the value. All lines get a little work before any gets more: the search that
 * found the value has left one of them in the table. */
static bool find_line(dots_exact *x, const dots_field *quiet, int value, search_guard *guard,
                      uint16_t *line) {
    const dots_map *m = x->deepening->map;
    uint16_t lines[DOTS_LINES_MAX + DOTS_CHAINS_MAX];
    int count = list_candidates(m, quiet, lines);
    for (uint64_t work = FIRST_WORK, asked = 1; asked > 0; work *= 8) {
        asked = 0; /* lines that need more work */
        for (int i = 0; i < count; i++) {
            dots_field next = *quiet;
            dots_solution left;
            dots_field_draw(m, &next, lines[i]);
            bool answered = ask(x, &next, -value, -value + 1, work, guard, &left);
            if (!answered && (guard->over || left.status != DOTS_NODES_SPENT)) return false;
            asked += !answered;
            if (!answered || left.upper > -value) continue;
            *line = lines[i];
            return true;
        }
    }
    return false;
}

static bool solve_loaded(dots_exact *x, const dots_field *quiet, search_guard *guard,
                         dots_found *found) {
    dots_solution value;
    uint16_t line;
    if (!ask(x, quiet, -quiet->boxes - 1, quiet->boxes + 1, 0, guard, &value)) return false;
    if (!find_line(x, quiet, value.lower, guard, &line)) return false;
    *found = (dots_found){.value = value.lower, .line = line, .proven = true};
    dots_deepening_learn(x->deepening, quiet, found);
    return true;
}

bool dots_exact_follow(dots_exact *x, const dots_field *quiet, search_guard *guard,
                       dots_found *found) {
    int lines = bits_count(open_in_graph(x, quiet));
    return x->loaded && lines == quiet->lines && solve_loaded(x, quiet, guard, found);
}

bool dots_exact_solve(dots_exact *x, const dots_field *quiet, search_guard *guard,
                      dots_found *found) {
    if (quiet->lines <= DOTS_MAX_LINES) {
        load(x, quiet);
        return solve_loaded(x, quiet, guard, found);
    }
    dots_found best;
    x->deepening->guard = guard;
    if (!dots_deepen(x->deepening, quiet, DOTS_DEPTH_MAX, &best)) return false;
    *found = best;
    return true;
}

bool dots_exact_known(dots_exact *x, const dots_field *quiet, dots_found *found) {
    dots_chains chains;
    dots_chains_find(x->deepening->map, quiet, &chains);
    if (chains.joints == 0) {
        *found = (dots_found){.line = DOTS_NO_LINE, .proven = true};
        return chains.count == 0 || dots_deepen(x->deepening, quiet, 1, found);
    }
    return dots_deepening_known(x->deepening, quiet, &chains, found);
}

void dots_exact_lines(dots_exact *x, const dots_field *f, search_guard *guard, int *values) {
    overseer o;
    dots_solution lines[DOTS_MAX_LINES];
    dots_search_options options = under(guard, 0, &o);
    load(x, f);
    uint64_t open = open_in_graph(x, f);
    dots_solver_lines(x->solver, open, &options, lines);
    guard->nodes = o.before; /* reports may have counted some of them */
    while (open) {
        int line = bits_take(&open);
        guard->nodes += lines[line].nodes;
        if (lines[line].lower == lines[line].upper) values[x->line[line]] = lines[line].lower;
    }
}
