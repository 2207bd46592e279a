#include "engines/perudo/study.h"

#include <string.h>

#include "engines/perudo/exploit.h"

/* The simple players and how often each is met among them. The board's machine gives so much away
 * that what beats the odds beats it too. */
static const struct {
    const engine_kind *kind;
    float part;
} simple[] = {{&perudo_binomial_engine, 1}};
enum { SIMPLE_KINDS = sizeof simple / sizeof simple[0] };

/* The view of a simple player at a node: it looks only at the last bid. */
static perudo_position view_of(const perudo_round_graph *g, const perudo_round_node *n) {
    perudo_position v;
    memset(&v, 0, sizeof v);
    for (int i = 0; i < 2; i++) v.count[i] = (uint8_t)g->hands[i].dice;
    v.phase = PERUDO_BID;
    v.next = n->mover;
    v.starter = n->last ? 1 - n->mover : n->mover;
    v.palifico = g->palifico;
    v.bids = n->last ? 1 : 0;
    v.bid[0] = n->last;
    return v;
}

/* Fixes the strategy of one kind at a node to what the player does there. A bid that is not in the
 * graph becomes a doubt. */
static void pin(study *s, player *p, const perudo_round_node *n, int kind) {
    const perudo_round_graph *g = &s->graph;
    const hands *own = &g->hands[n->mover];
    perudo_position v = view_of(g, n);
    int count = perudo_ask(p, &v, 1, NULL);
    float *now = s->solver.now + n->vectors + kind * own->block;
    for (int h = 0; h < own->block; h++) now[h] = 1;
    for (int a = 1; a < n->actions; a++) {
        int move = 0;
        while (move < count && (perudo_move_kind(p->moves[move]) != PERUDO_BIDS || a < n->calls ||
                                perudo_move_bid_of(p->moves[move]) != perudo_round_bid(g, n, a)))
            move++;
        for (int h = 0; h < own->block; h++) {
            float chance =
                move < count ? p->chance[(size_t)move * (size_t)own->block + (size_t)h] : 0;
            now[a * own->padded + h] = chance;
            now[h] -= chance;
        }
    }
}

static bool pin_all(study *s, const perudo_rules *r, error *e) {
    for (int kind = 0; kind < SIMPLE_KINDS; kind++) {
        engine_options options = {.seed = 1};
        engine *who = engine_create(simple[kind].kind, &r->rules, &options, e);
        if (!who) return false;
        for (uint32_t i = 0; i < s->graph.node_count; i++)
            if (s->graph.node[i].mover != s->seat)
                pin(s, (player *)who, &s->graph.node[i], kind + 1);
        engine_destroy(who);
    }
    return true;
}

enum { EXACT_DICE = 4, MOST_DICE = 10 };

/* Rounds of five dice and more, by their number; MOST_DICE stands for larger ones too.
 *
 * A patient opponent lives on what a table forgets: it opens low and lets the bidding run until the
 * table no longer knows what it has bid itself. So in larger rounds the seat never bids low: it
 * starts near the count that is likely with that number of dice. What follows is short enough to be
 * remembered. The opponent may still bid anything.
 *
 * `simple` is the assumed chance of a simple opponent. A high one costs the opener little, the
 * other seat much (docs/perudo.md). */
static const struct {
    int memory, iterations;
    int from[2], each[2]; /* of the opener and of the other seat, as in round.h */
    float simple[2];      /* of the opener and of the other seat */
    int most[2];          /* on lamas and on other faces: higher bids hardly ever hold */
    int bits[2];          /* of the opener and of the other seat */
    float least;
} larger[MOST_DICE + 1] = {
    [5] = {6, 150, {0, 0}, {0, 0}, {0.03f, 0.02f}, {0, 0}, {12, 12}, 0.001f},
    [6] = {6, 100, {0, 2}, {2, 2}, {0.06f, 0.03f}, {3, 5}, {12, 12}, 0.001f},
    [7] = {5, 70, {2, 2}, {2, 2}, {0.15f, 0.05f}, {4, 6}, {12, 4}, 0.004f},
    [8] = {5, 70, {3, 2}, {2, 2}, {0.2f, 0.045f}, {4, 6}, {12, 12}, 0.004f},
    [9] = {5, 70, {3, 3}, {2, 1}, {0.2f, 0.06f}, {4, 7}, {12, 4}, 0.004f},
    [10] = {5, 70, {3, 3}, {2, 1}, {0.2f, 0.06f}, {4, 7}, {12, 4}, 0.004f},
};

static void set_larger(study_recipe *r, int total, int seat) {
    int i = total < MOST_DICE ? total : MOST_DICE, beyond = total - i;
    r->simple = larger[i].simple[seat];
    r->iterations = larger[i].iterations;
    r->plan.memory = larger[i].memory;
    r->plan.from[seat] = larger[i].from[seat] + beyond / 3;
    r->plan.each[seat] = larger[i].each[seat];
    for (int k = 0; k < 2; k++)
        if (larger[i].most[k]) r->plan.most[k] = larger[i].most[k] + (beyond + 1) / 2;
    r->image = (perudo_image_options){
        .bits = larger[i].bits[seat], .least = larger[i].least, .rare = 0.005f, .stray = 0.001f};
}

bool perudo_study_recipe(study_recipe *r, const perudo_rules *rules, const int dice[2], int seat,
                         size_t floats, error *e) {
    int total = dice[0] + dice[1];
    *r = (study_recipe){.plan = {.dice = {dice[0], dice[1]}, .memory = 5},
                        .iterations = 500,
                        .image = {.bits = 12, .least = 2e-3f, .rare = 0.003f}};
    if (total > EXACT_DICE) set_larger(r, total, seat);
    perudo_round_graph g;
    r->plan.bytes = floats * sizeof(float);
    while (!perudo_round_create_planned(&g, rules, &r->plan, e))
        if (--r->plan.memory == 0) return false;
    perudo_round_destroy(&g);
    r->plan.bytes = SIZE_MAX;
    return true;
}

bool perudo_study_create(study *s, const perudo_rules *r, const perudo_round_plan *plan, int seat,
                         float share, error *e) {
    perudo_round_plan with_kinds = *plan;
    *s = (study){.seat = seat};
    if (share > 0) {
        with_kinds.kinds[1 - seat] = 1 + SIMPLE_KINDS;
        with_kinds.share[1 - seat][0] = 1 - share;
        for (int kind = 1; kind <= SIMPLE_KINDS; kind++)
            with_kinds.share[1 - seat][kind] = share * simple[kind - 1].part;
    }
    if (!perudo_round_create_planned(&s->graph, r, &with_kinds, e)) return false;
    if (perudo_solver_create(&s->solver, &s->graph, e) && (share <= 0 || pin_all(s, r, e)))
        return true;
    perudo_study_destroy(s);
    return false;
}

void perudo_study_destroy(study *s) {
    perudo_solver_destroy(&s->solver);
    perudo_round_destroy(&s->graph);
}
