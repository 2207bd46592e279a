#include <stdlib.h>
#include <string.h>

#include "engines/dots/solver/solver.h"
#include "games/dots/chains.h"
#include "puzzles/prover.h"

enum {
    OPEN_LEAST = 7, /* open lines of a puzzle */
    OPEN_MOST = 30,
    NODES = 60000, /* of the solver for one question */
    MEMORY = 4 << 20,
    DECISIONS_MOST = 8,
    NONE = -1000,
};

enum {
    DOUBLE_CROSS = 1 << 0,
    SACRIFICE = 1 << 1,
    QUIET = 1 << 2,
    LONG_CHAIN = 1 << 3,
    OPENING = 1 << 4,
    LOOP = 1 << 5,
    TAKE = 1 << 6,
};
static const char *const themes[] = {"double-cross", "sacrifice", "quiet", "long-chain",
                                     "opening",      "loop",      "take",  NULL};
static const uint8_t most[] = {100, 100, 45, 100, 40, 100, 40};
static const char *const variants[] = {"", "size=4x4", "size=3x4", NULL};

typedef struct dots_prover_state {
    prover prover;
    const dots_rules *rules;
    dots_solver *solver;
    uint64_t nodes; /* left for this position */
    bool spent;
} dots_state;

/* The open lines of a position with their values for the seat on turn, as leads at the end of the
 * game. */
typedef struct options {
    int count, best;
    uint16_t line[DOTS_MAX_LINES];
    int lead[DOTS_MAX_LINES];
} options;

static bool load(dots_state *s, const dots_position *p, dots_graph *g) {
    if (p->open > DOTS_MAX_LINES ||
        dots_graph_from_grid(g, s->rules->rows, s->rules->columns, p->lines) != DOTS_GRAPH_OK)
        return false;
    dots_solver_load(s->solver, g);
    return true;
}

static int lead_of(const dots_position *p) { return p->score[p->mover] - p->score[p->mover ^ 1]; }

static bool find_options(dots_state *s, const dots_position *p, options *o) {
    dots_graph g;
    dots_solution found[DOTS_MAX_LINES];
    if (s->spent || !load(s, p, &g)) return false;
    dots_search_options limits = {.node_limit = NODES};
    s->spent = dots_solver_lines(s->solver, dots_graph_open(&g), &limits, found) != DOTS_DONE;
    *o = (options){.count = g.line_count, .best = NONE};
    for (int i = 0; i < g.line_count; i++) {
        o->line[i] = g.grid_line[i];
        o->lead[i] = lead_of(p) + found[i].lower;
        if (o->lead[i] > o->best) o->best = o->lead[i];
    }
    return !s->spent;
}

/* The best line of the seat on turn, the first of the grid if there are several; -1 if the nodes
 * are spent. */
static int best_line(dots_state *s, const dots_position *p) {
    options o;
    if (!find_options(s, p, &o)) return -1;
    int best = DOTS_LINES_MAX;
    for (int i = 0; i < o.count; i++)
        if (o.lead[i] == o.best && o.line[i] < best) best = o.line[i];
    return best;
}

/* A best reply: the first line that keeps the value, which asks less of the solver. */
static game_move reply_to(dots_state *s, const dots_position *after) {
    dots_graph g;
    dots_search_options limits = {.node_limit = NODES};
    if (after->open == 0 || !load(s, after, &g)) return 0;
    uint64_t open = dots_graph_open(&g);
    dots_solution all = dots_solver_value(s->solver, open, &limits);
    int found = DOTS_LINES_MAX;
    for (int i = 0; i < g.line_count && all.status == DOTS_DONE; i++) {
        dots_position next = *after;
        dots_graph below;
        if (g.grid_line[i] > found) continue;
        int taken = dots_draw(s->rules, &next, g.grid_line[i]);
        int value = taken;
        if (next.open > 0) {
            if (!load(s, &next, &below)) return 0;
            dots_solution rest = dots_solver_value(s->solver, dots_graph_open(&below), &limits);
            if (rest.status != DOTS_DONE) return 0;
            value += taken ? rest.lower : -rest.lower;
        }
        if (value == all.lower) found = g.grid_line[i];
    }
    return found == DOTS_LINES_MAX ? 0 : dots_move_of(found);
}

static bool can_take(const dots_rules *r, const dots_position *p) {
    for (int line = 0; line < r->lines; line++) {
        dots_position after = *p;
        if (!dots_drawn(p, line) && dots_draw(r, &after, line) > 0) return true;
    }
    return false;
}

/* Whether a line gives nothing away. */
static bool is_safe(const dots_rules *r, const dots_position *p, int line) {
    dots_position after = *p;
    return dots_draw(r, &after, line) == 0 && !can_take(r, &after);
}

static int count_safe(const dots_rules *r, const dots_position *p) {
    int count = 0;
    for (int line = 0; line < r->lines; line++)
        count += !dots_drawn(p, line) && is_safe(r, p, line);
    return count;
}

/* What the solution of a decision shows: a double-cross at any of them, otherwise what the first
 * one is about. */
static void note_move(dots_state *s, puzzle *out, const dots_position *p, int line) {
    dots_position after = *p;
    bool takes = dots_draw(s->rules, &after, line) > 0, could = can_take(s->rules, p);
    if (could && !takes && can_take(s->rules, &after)) out->themes |= DOUBLE_CROSS;
    if (out->decisions > 1) return;
    if (could) out->themes |= takes ? TAKE : 0;
    else if (is_safe(s->rules, p, line)) out->themes |= QUIET;
    else out->themes |= count_safe(s->rules, p) ? SACRIFICE : OPENING;
}

/* The options of a decision, with replies to the wrong ones. */
static bool write_options(dots_state *s, puzzle *out, const dots_position *p, const options *o,
                          int solution) {
    const game_position *view = (const game_position *)(const void *)p;
    bool fine = puzzle_decide(out);
    for (int pass = 0; pass < 3; pass++) /* the solution, further right ones, wrong ones */
        for (int i = 0; fine && i < o->count; i++) {
            bool good = o->lead[i] > 0;
            if ((o->line[i] == solution ? 0 : good ? 1 : 2) != pass) continue;
            dots_position after = *p;
            game_move reply = 0;
            if (!good && dots_draw(s->rules, &after, o->line[i]) == 0) reply = reply_to(s, &after);
            fine = prover_add(&s->prover, out, good, view, dots_move_of(o->line[i]), reply,
                              o->lead[i]);
        }
    return fine;
}

/* Plays the opponent's best lines until the solver is on turn. */
static bool answer(dots_state *s, puzzle *out, dots_position *p, int seat) {
    while (p->mover != seat && p->open > 0) {
        int line = best_line(s, p);
        if (line < 0 || !prover_answer(&s->prover, out, (const game_position *)(const void *)p,
                                       dots_move_of(line)))
            return false;
        dots_draw(s->rules, p, line);
    }
    return true;
}

static bool prove(prover *base, const game_position *view, puzzle *out) {
    dots_state *s = (dots_state *)base;
    dots_position p = *(const dots_position *)(const void *)view;
    int seat = p.mover, boxes = s->rules->boxes, streak = 0, real = 0, open = p.open, right = 0;
    options o;
    if (open < OPEN_LEAST || open > OPEN_MOST || 2 * p.score[0] > boxes || 2 * p.score[1] > boxes)
        return false;
    dots_solver_clear(s->solver);
    s->spent = false;
    if (!find_options(s, &p, &o)) return false;
    for (int i = 0; i < o.count; i++) right += o.lead[i] > 0;
    if (right != 1) return false;
    dots_chain_list *chains = malloc(sizeof *chains);
    if (!chains) return false;
    dots_list_chains(s->rules, &p, chains);
    if (chains->count > chains->chains) out->themes |= LOOP;
    free(chains);
    int safe = count_safe(s->rules, &p);
    while (out->decisions < DECISIONS_MOST) {
        int solution = DOTS_LINES_MAX;
        right = 0;
        if (out->decisions > 0 && !find_options(s, &p, &o)) return false;
        for (int i = 0; i < o.count; i++) {
            if (o.lead[i] == o.best && o.line[i] < solution) solution = o.line[i];
            right += o.lead[i] > 0;
        }
        if (right > 1 && out->decisions > 0) break; /* the point has been made */
        real += o.count > 1;
        if (!write_options(s, out, &p, &o, solution)) return false;
        note_move(s, out, &p, solution);
        int taken = dots_draw(s->rules, &p, solution);
        streak = taken ? streak + taken : 0;
        if (streak >= 3) out->themes |= LONG_CHAIN;
        if (p.open == 0 || 2 * p.score[seat] > boxes) break; /* the game is won */
        dots_position before = p;
        if (!answer(s, out, &p, seat)) return false;
        if (p.open == 0) break;
        streak = p.open == before.open ? streak : 0;
    }
    /* A line ends with a move of the solver. */
    out->decision[out->decisions - 1].then[0] = '\0';
    out->goal = PUZZLE_BOXES;
    out->rating = 640 + 26 * (open - OPEN_LEAST) + 70 * (real - 1) + 8 * safe -
                  (out->themes & TAKE ? 140 : 0) + (out->themes & DOUBLE_CROSS ? 160 : 0) +
                  (out->themes & SACRIFICE ? 260 : 0);
    return true;
}

static void destroy(prover *base) {
    dots_solver_destroy(((dots_state *)base)->solver);
    free(base);
}

static prover *create(const game_rules *rules, error *e) {
    dots_state *s = calloc(1, sizeof *s);
    if (s) s->solver = dots_solver_create(MEMORY, 1);
    if (!s || !s->solver) {
        free(s);
        error_set(e, "no memory for a prover");
        return NULL;
    }
    s->prover = (prover){&dots_prover, rules};
    s->rules = dots_rules_of(rules);
    return &s->prover;
}

const prover_kind dots_prover = {
    .game = &dots_game,
    .themes = themes,
    .most = most,
    .rules = variants,
    .nodes = 2000,
    .random_plies = 8,
    .careless = 10,
    .spread = 1,
    .apart = 1,
    .create = create,
    .destroy = destroy,
    .prove = prove,
};
