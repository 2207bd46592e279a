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

/* How exploitable an engine is in that round, with so much effort at each answer. */
static inline double exploitability_of(engine *who, uint64_t effort) {
    error e = {0};
    response found;
    perudo_round_graph g = first_round(who->rules, 0);
    float *strategy = perudo_hands_floats(g.vector_floats);
    assert_true(perudo_ask_everywhere((player *)who, &g, effort, NULL, strategy));
    assert_true(perudo_response_best(&g, strategy, &found, &e));
    free(strategy);
    perudo_round_destroy(&g);
    return found.exploitability;
}

#endif
