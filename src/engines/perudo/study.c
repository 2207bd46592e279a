#include "engines/perudo/study.h"

#include <string.h>

#include "engines/perudo/exploit.h"

/* The simple players and how often each is met among them. The board's machine gives so much away
 * that a small part is enough to learn how to beat it. */
static const struct {
    const engine_kind *kind;
    float part;
} simple[] = {{&perudo_seed_engine, 0.2f}, {&perudo_binomial_engine, 0.8f}};
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

enum { EXACT_DICE = 4, EXACT_MEMORY = 5, SMALL_DICE = 6, LARGE_DICE = 8 };

/* Up to SMALL_DICE dice six bids can be remembered, with more five, and in the largest rounds as
 * many as there is room for. The assumed chance that an opponent is a simple player is such that
 * the strong player wins as much from them as tables did that gave away twice as much. Positions
 * that a table omits are played like the nearest one, so a table can omit many. */
static void set_larger(study_recipe *r, int total) {
    bool small = total <= SMALL_DICE;
    r->simple = small ? 0.09f : 0.075f;
    r->iterations = small ? 100 : total <= LARGE_DICE ? 80 : 64;
    r->plan.memory = small ? 6 : 5;
    r->image = total <= LARGE_DICE
                   ? (perudo_image_options){.bits = 12,
                                            .least = small ? 0.005f : 0.02f,
                                            .rare = 0.01f,
                                            .parts = 32}
                   : (perudo_image_options){.bits = 4, .least = 0.02f, .rare = 0.01f};
    /* Bids that hardly ever hold are left out. */
    if (total < SMALL_DICE) return;
    r->plan.most[0] = (total + 1) / 2;
    r->plan.most[1] = total - (total > 7 ? 2 : 1);
}

bool perudo_study_recipe(study_recipe *r, const perudo_rules *rules, const int dice[2], int seat,
                         size_t floats, error *e) {
    int total = dice[0] + dice[1];
    *r = (study_recipe){.plan = {.dice = {dice[0], dice[1]}, .memory = EXACT_MEMORY},
                        .iterations = 500,
                        .image = {.bits = 12, .least = 2e-3f, .rare = 0.003f}};
    if (total > EXACT_DICE) set_larger(r, total);
    /* The seat itself needs few raises; the other player may bid anything. */
    if (total >= SMALL_DICE) r->plan.each[seat] = 2;
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
