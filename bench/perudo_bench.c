/* Perudo: solving rounds, against a plain walk over pairs of hands; and what a best response
 * gains against the players. DAMERO_LONG=1 also solves rounds of five dice and follows the
 * responses into positions that are reached ten times less often.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "engines/perudo/exploit.h"
#include "engines/perudo/response.h"
#include "engines/perudo/solver.h"

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* The reference, written in the obvious way: walks the tree for every pair of hands, with regrets
 * and strategies in arrays by node, action and hand. */
typedef struct plain {
    const perudo_round_graph *graph;
    float *regret, *sum;
} plain;

static double plain_walk(plain *p, uint32_t index, int hand[2], double reach[2], int learner) {
    const perudo_round_graph *g = p->graph;
    const perudo_round_node *n = &g->node[index];
    int width = g->hands[n->mover].padded;
    float *regret = p->regret + n->vectors + hand[n->mover],
          *sum = p->sum + n->vectors + hand[n->mover];
    double total = 0, value = 0, worth[128], chance[128];
    for (int a = 0; a < n->actions; a++) total += (double)regret[a * width];
    for (int a = 0; a < n->actions; a++) {
        chance[a] = total > 0 ? (double)regret[a * width] / total : 1.0 / n->actions;
        uint32_t child = g->child[n->first + (uint32_t)a];
        if (child == ROUND_NO_NODE) {
            int face = perudo_bid_face(n->last), counted = 0;
            for (int i = 0; i < 2; i++) counted += g->hands[i].matching[face][hand[i]];
            worth[a] = (double)g->worth[a][perudo_bid_count(n->last)][counted];
            if (n->mover != learner) worth[a] = -worth[a];
        } else {
            double next[2] = {reach[0], reach[1]};
            next[n->mover] *= chance[a];
            worth[a] = plain_walk(p, child, hand, next, learner);
        }
        value += chance[a] * worth[a];
    }
    if (n->mover != learner) return value;
    for (int a = 0; a < n->actions; a++) {
        double r = (double)regret[a * width] + reach[1 - learner] * (worth[a] - value);
        regret[a * width] = r > 0 ? (float)r : 0;
        sum[a * width] += (float)(reach[learner] * chance[a]);
    }
    return value;
}

static double plain_iteration(const perudo_round_graph *g) {
    plain p = {.graph = g,
               .regret = perudo_hands_floats(g->vector_floats),
               .sum = perudo_hands_floats(g->vector_floats)};
    double start = cpu_seconds();
    for (int learner = 0; learner < 2; learner++)
        for (int a = 0; a < g->hands[0].count; a++)
            for (int b = 0; b < g->hands[1].count; b++) {
                int hand[2] = {a, b};
                double reach[2] = {(double)g->hands[0].prior[a], (double)g->hands[1].prior[b]};
                plain_walk(&p, 0, hand, reach, learner);
            }
    free(p.regret);
    free(p.sum);
    return cpu_seconds() - start;
}

static void solve_round(const char *settings, int memory, double enough) {
    game_rules *rules = game_create(&perudo_game, settings, NULL);
    const perudo_rules *r = perudo_rules_of(rules);
    int dice[2] = {r->start[0], r->start[1]};
    perudo_round_graph g;
    solver s;
    response found = {.exploitability = 2};
    double solving = 0, start = cpu_seconds();
    if (!perudo_round_create(&g, r, dice, false, memory, (size_t)1 << 31, NULL)) return;
    if (!perudo_solver_create(&s, &g, NULL)) return;
    solving += cpu_seconds() - start;
    float *average = perudo_hands_floats(g.vector_floats);
    for (int next = 64; found.exploitability > enough && s.iterations < 4000; next += next / 4) {
        start = cpu_seconds();
        while (s.iterations < next) perudo_solver_iterate(&s);
        solving += cpu_seconds() - start;
        perudo_solver_average(&s, 0, average);
        perudo_response_best(&g, average, &found, NULL);
    }
    printf("perudo solve %-9s value %+.5f  exploitability %.5f  %4d iterations  %6.2f s  %4zu MB",
           settings, found.value, found.exploitability, s.iterations, solving,
           perudo_solver_bytes(&g) >> 20);
    if (g.total <= 3) {
        perudo_round_graph tree;
        if (perudo_round_create(&tree, r, dice, false, 0, (size_t)1 << 31, NULL)) {
            printf("   plain pairs of hands, an iteration: %.0f times",
                   plain_iteration(&tree) / (solving / s.iterations));
            perudo_round_destroy(&tree);
        }
    }
    printf("\n");
    free(average);
    perudo_solver_destroy(&s);
    perudo_round_destroy(&g);
    game_destroy(rules);
}

/* What a best response over all histories gains against a player. */
static void respond(const char *settings, double eps) {
    game_rules *rules = game_create(&perudo_game, settings, NULL);
    const perudo_rules *r = perudo_rules_of(rules);
    int dice[2] = {r->start[0], r->start[1]};
    static const engine_kind *const kinds[] = {&perudo_engine, &perudo_binomial_engine};
    printf("perudo response %-9s", settings);
    for (int k = 0; k < 2; k++) {
        engine_options options = {.level = engine_full_level(kinds[k]), .seed = 1};
        engine *who = engine_create(kinds[k], rules, &options, NULL);
        full_response_options how = {.eps = eps, .effort = 60};
        full_response found;
        perudo_respond_fully((player *)who, dice, &how, &found, NULL);
        printf("   from %-8s gains %.4f", kinds[k]->name, found.exploitability);
        engine_destroy(who);
    }
    printf("   eps %g\n", eps);
    game_destroy(rules);
}

int main(void) {
    const char *wish = getenv("DAMERO_LONG");
    bool all = wish && strcmp(wish, "1") == 0;
    solve_round("dice=1+1", 0, 0.0005);
    solve_round("dice=1+2", 5, 0.0005);
    solve_round("dice=2+1", 5, 0.0005);
    solve_round("dice=2+2", 5, 0.0005);
    if (all) {
        solve_round("dice=2+3", 7, 0.002);
        solve_round("dice=3+2", 7, 0.002);
    }
    respond("dice=1+4", 0);
    respond("dice=4+1", 0);
    respond("dice=2+3", 0);
    respond("dice=3+2", 0);
    static const char *const large[] = {"dice=3",   "dice=2+4", "dice=4+2", "dice=1+5", "dice=5+1",
                                        "dice=3+4", "dice=4+3", "dice=2+5", "dice=5+2", "dice=4",
                                        "dice=3+5", "dice=5+3", "dice=4+5", "dice=5+4", "dice=5"};
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        respond(large[i], all ? 0.001 : 0.01);
    return 0;
}
