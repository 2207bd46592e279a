/* Rounds of Perudo as the tests of solver, tables and players have them. */
#ifndef DAMERO_TEST_PERUDO_ROUND_H
#define DAMERO_TEST_PERUDO_ROUND_H

#include "engines/perudo/exploit.h"
#include "engines/perudo/response.h"
#include "support.h"

/* The round that a game by these rules begins with; `remembered` as in perudo_round_create. */
static inline perudo_round_graph first_round(const game_rules *rules, int remembered) {
    error e = {0};
    const perudo_rules *r = perudo_rules_of(rules);
    int dice[2] = {r->start[0], r->start[1]};
    perudo_round_graph g;
    if (!perudo_round_create(&g, r, dice, r->palifico == PERUDO_PALIFICO_ALWAYS, remembered,
                             (size_t)1 << 31, &e))
        fail_msg("%s", e.message);
    return g;
}

/* Asks a player about every node below this one for every hand; `strategy` is laid out as in
 * solver.h. */
static inline void ask_below(player *p, const perudo_round_graph *g, uint32_t index,
                             const perudo_position *v, uint64_t effort, float *strategy) {
    const perudo_round_node *n = &g->node[index];
    int count = perudo_ask(p, v, effort, NULL);
    size_t width = (size_t)g->hands[n->mover].padded;
    for (int a = 0; a < n->actions; a++) {
        game_move m = a >= n->calls ? perudo_move_bid(v->next, perudo_round_bid(g, n, a))
                                    : perudo_move(a == 0 ? PERUDO_DUDO : PERUDO_CALZA, v->next);
        for (int i = 0; i < count; i++)
            if (p->moves[i] == m)
                memcpy(strategy + n->vectors + (size_t)a * width, p->chance + (size_t)i * width,
                       width * sizeof *strategy);
    }
    for (int a = n->calls; a < n->actions; a++) {
        perudo_position next = *v;
        perudo_play(p->rules, &next, perudo_move_bid(v->next, perudo_round_bid(g, n, a)));
        ask_below(p, g, g->child[n->first + (uint32_t)a], &next, effort, strategy);
    }
}

/* The same for the whole tree. */
static inline void ask_everywhere(player *p, const perudo_round_graph *g, uint64_t effort,
                                  float *strategy) {
    perudo_position start =
        perudo_opening(g->rules, (const int[]){g->hands[0].dice, g->hands[1].dice});
    ask_below(p, g, 0, &start, effort, strategy);
}

/* How exploitable an engine is in that round, with this effort for each answer: by the whole tree
 * of the round, independently of full_response.c. */
static inline double exploitability_of(engine *who, uint64_t effort) {
    error e = {0};
    response found;
    perudo_round_graph g = first_round(who->rules, 0);
    float *strategy = perudo_hands_floats(g.vector_floats);
    ask_everywhere((player *)who, &g, effort, strategy);
    assert_true(perudo_response_best(&g, strategy, &found, &e));
    free(strategy);
    perudo_round_destroy(&g);
    return found.exploitability;
}

#endif
