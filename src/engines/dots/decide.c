#include "engines/dots/decide.h"

#include <string.h>

enum {
    TREE_TURN = 500,    /* runs of the tree between two looks at the soft deadline */
    FIRST_PROOF = 2000, /* nodes of the first attempt at a proof; each attempt doubles them */
    LINES_PER_SECOND = 8000000, /* drawn by playouts, to convert time limits into nodes */
    PROOF_SHARE = 4,            /* nodes of proofs per run of the tree, at about equal cost */
    LEAF_PLAYOUTS = 12,
    LOOK_PER_LINE = 20, /* between these numbers of nodes per open line deepening is better */
    RUNS_PER_LINE = 60,
    THIN_LINES = 128,
};

bool dots_decider_create(dots_decider *d, const dots_map *m, size_t memory, int threads,
                         uint64_t seed) {
    memset(d, 0, sizeof *d);
    d->map = m;
    d->seed = seed;
    d->deepening =
        (dots_deepening){.map = m, .table = &d->table, .playouts = LEAF_PLAYOUTS, .seed = d->seed};
    if (search_table_create(&d->table, memory / 4, NULL) &&
        dots_mcts_create(&d->tree, m, memory / 4) &&
        dots_exact_create(&d->exact, &d->deepening, memory / 2, threads))
        return true;
    dots_decider_destroy(d);
    return false;
}

void dots_decider_destroy(dots_decider *d) {
    search_table_destroy(&d->table);
    dots_mcts_destroy(&d->tree);
    dots_exact_destroy(&d->exact);
}

void dots_decider_forget(dots_decider *d, uint64_t seed) {
    d->seed = d->deepening.seed = seed;
    search_table_clear(&d->table);
    dots_mcts_clear(&d->tree);
    dots_exact_forget(&d->exact);
}

/* What is played without any search: the first safe line, or the shortest chain. */
static dots_found first_thought(const dots_map *m, const dots_field *quiet) {
    uint16_t safe[DOTS_LINES_MAX];
    dots_chain openings[DOTS_CHAINS_MAX];
    dots_chains chains;
    if (dots_safe_lines(m, quiet, safe) > 0) return (dots_found){.line = safe[0]};
    dots_chains_find(m, quiet, &chains);
    dots_openings(&chains, openings);
    return (dots_found){.line = openings[0].opening};
}

/* The approximate number of nodes that the limits allow. */
static uint64_t means_of(const dots_map *m, const search_guard *g) {
    uint64_t nodes = UINT64_C(1) << 40;
    if (g->plan.soft != INT64_MAX)
        nodes = (uint64_t)(g->plan.soft - g->plan.start) / 1000 *
                (LINES_PER_SECOND / (uint64_t)m->rules->lines) / 1000000;
    if (g->node_limit && g->node_limit < nodes) nodes = g->node_limit;
    return nodes;
}

/* One attempt at a proof with this many nodes. */
static bool try_proof(dots_decider *d, const dots_question *q, uint64_t nodes, dots_found *found) {
    search_guard inner = *q->guard;
    uint64_t limit = inner.nodes + nodes;
    if (!inner.node_limit || limit < inner.node_limit) inner.node_limit = limit;
    bool proven = dots_exact_solve(&d->exact, q->quiet, &inner, found);
    q->guard->nodes = inner.nodes;
    search_guard_look(q->guard);
    return proven;
}

static void read_tree(const dots_decider *d, const dots_field *quiet, dots_found *found) {
    uint16_t lines[ENGINE_LINE_MAX];
    int depth = dots_mcts_line(&d->tree, lines, ENGINE_LINE_MAX);
    if (depth == 0) return;
    int value = dots_mcts_margin(&d->tree), whole = value / 100;
    if ((whole ^ quiet->boxes) & 1) whole += value > whole * 100 ? 1 : -1;
    *found = (dots_found){.value = whole, .line = lines[0], .depth = depth};
}

static void tell(const dots_question *q, const dots_found *found) {
    if (q->tell) q->tell(q->context, found);
}

static void ask_tree(dots_decider *d, const dots_question *q, dots_found *found) {
    dots_mcts_task task = {.field = q->quiet,
                           .safe_only = q->safe_only,
                           .random = random_seed(d->seed ^ q->quiet->hash),
                           .guard = q->guard};
    bool hopeful =
        !q->safe_only && dots_exact_hopeful(d->map, q->quiet, means_of(d->map, q->guard));
    uint64_t proof = FIRST_PROOF, on_proofs = 0, on_tree = 0, next_report = TREE_TURN;
    dots_mcts_begin(&d->tree, &task);
    while (!search_guard_tired(q->guard)) {
        uint64_t before = q->guard->nodes;
        if (hopeful && on_proofs <= PROOF_SHARE * on_tree) {
            dots_found proof_found;
            if (try_proof(d, q, proof, &proof_found)) {
                *found = proof_found;
                return;
            }
            proof *= 2;
            on_proofs += q->guard->nodes - before;
            continue;
        }
        dots_mcts_grow(&d->tree, &task, TREE_TURN);
        on_tree += q->guard->nodes - before;
        read_tree(d, q->quiet, found);
        if (on_tree < next_report) continue;
        next_report *= 2;
        tell(q, found);
    }
}

static void ask_deepening(dots_decider *d, const dots_question *q, dots_found *found) {
    int most = q->depth > 0 && q->depth < DOTS_DEPTH_MAX ? q->depth : DOTS_DEPTH_MAX;
    d->deepening.guard = q->guard;
    for (int depth = 1; depth <= most && !found->proven && !search_guard_tired(q->guard); depth++)
        if (dots_deepen(&d->deepening, q->quiet, depth, found)) tell(q, found);
}

/* With few runs per line a tree knows less than a shallow search, provided that the search can look
 * at every line. Found by matches, see docs/dots.md; not measured on large boards, so not used. */
static bool is_thin(const dots_decider *d, const dots_question *q) {
    uint64_t means = means_of(d->map, q->guard), lines = q->quiet->lines;
    return lines <= THIN_LINES && means >= LOOK_PER_LINE * lines && means < RUNS_PER_LINE * lines;
}

void dots_decide(dots_decider *d, const dots_question *q, dots_found *found) {
    *found = first_thought(d->map, q->quiet);
    if (search_guard_look(q->guard)) return;
    if (!q->safe_only && dots_exact_known(&d->exact, q->quiet, found)) return;
    bool thin = q->method == DOTS_BY_BOTH && is_thin(d, q);
    if (q->safe_only || q->method == DOTS_BY_TREE || (q->method == DOTS_BY_BOTH && !thin)) {
        ask_tree(d, q, found);
        return;
    }
    uint64_t means = means_of(d->map, q->guard);
    dots_found proven;
    if (q->depth == 0 && dots_exact_hopeful(d->map, q->quiet, means) &&
        try_proof(d, q, means / 2 + 1, &proven))
        *found = proven;
    else ask_deepening(d, q, found);
}

/* The line expected in a field, or DOTS_NO_LINE; `planned` is the tree's choice if it is quiet. */
static uint16_t expected_line(dots_decider *d, const dots_outlook *o, uint16_t planned,
                              search_guard *guard) {
    dots_found known = {.line = DOTS_NO_LINE};
    uint16_t line;
    if (dots_free_capture(d->map, o, &line)) return line;
    if (dots_exact_known(&d->exact, &o->quiet, &known) ||
        (guard && dots_exact_follow(&d->exact, &o->quiet, guard, &known)))
        return o->haul.boxes ? dots_best_capture(d->map, o, known.value) : known.line;
    return o->haul.boxes ? DOTS_NO_LINE : planned;
}

size_t dots_expected_line(dots_decider *d, const dots_position *from, game_move *line, size_t count,
                          size_t most, search_guard *guard) {
    uint16_t plan[ENGINE_LINE_MAX];
    int planned = 0, at = 0;
    dots_position p = *from;
    for (size_t played = 0; played < most; played++) {
        dots_field f;
        dots_outlook o;
        dots_field_set(d->map, &f, &p);
        dots_outlook_take(d->map, &f, &o);
        if (played == 0 && dots_mcts_is_of(&d->tree, &o.quiet))
            planned = dots_mcts_line(&d->tree, plan, ENGINE_LINE_MAX);
        uint16_t next = at < planned ? plan[at] : DOTS_NO_LINE;
        if (played >= count) {
            if (f.lines == 0) return played;
            uint16_t expected = expected_line(d, &o, next, guard);
            if (expected == DOTS_NO_LINE || !dots_is_open(&f, expected)) return played;
            line[played] = dots_move_of(dots_field_line(d->map, &p, expected));
        }
        if (line[played] == DOTS_PASS) return played + 1;
        int drawn = dots_line_of(line[played]);
        /* The tree's plan is valid as long as the game follows it; it leaves out captures. */
        if (next != DOTS_NO_LINE && o.haul.boxes == 0) {
            bool follows = drawn == next || drawn == d->map->twin[next];
            at = follows ? at + 1 : planned;
        }
        dots_draw(d->map->rules, &p, drawn);
    }
    return most;
}
