#include "engines/perudo/response.h"

#include <stdlib.h>
#include <string.h>

#include "engines/perudo/solver.h"

uint64_t perudo_response_histories(const perudo_round_graph *g) {
    uint64_t sum = 0;
    uint64_t *ways = calloc(g->node_count, sizeof *ways); /* number of paths to a node */
    if (!ways) return UINT64_MAX;
    ways[0] = 1;
    for (uint32_t i = 0; i < g->node_count && sum < UINT64_MAX; i++) {
        const perudo_round_node *n = &g->node[i];
        sum = ways[i] < UINT64_MAX / 2 - sum ? sum + ways[i] : UINT64_MAX;
        for (int a = n->calls; a < n->actions; a++)
            ways[g->child[n->first + (uint32_t)a]] += ways[i];
    }
    free(ways);
    return sum;
}

/* A best response being computed. Each depth has its own vectors: the chances of the other player's
 * hands and the values of the responder's. */
typedef struct walk {
    const perudo_round_graph *graph;
    const float *strategy;
    int player;  /* the responder */
    bool follow; /* the responder follows the strategy instead */
    float *scratch;
    size_t step; /* floats of one depth */
    uint64_t histories;
} walk;

/* The values of the responder's hands, weighted by the chances `others`; written to `value`. */
static void respond(walk *w, uint32_t index, int depth, const float *others, float *value) {
    const perudo_round_graph *g = w->graph;
    const perudo_round_node *n = &g->node[index];
    int own = g->hands[w->player].padded, other = g->hands[1 - w->player].padded;
    float *others_next = w->scratch + (size_t)depth * w->step, *value_next = others_next + other;
    bool mine = n->mover == w->player;
    w->histories++;
    for (int i = 0; i < own; i++) value[i] = mine && !w->follow ? -1e30f : 0;
    for (int a = 0; a < n->actions; a++) {
        uint32_t child = g->child[n->first + (uint32_t)a];
        const float *strategy = w->strategy + n->vectors + (size_t)a * (size_t)other;
        const float *followed = w->strategy + n->vectors + (size_t)a * (size_t)own;
        const float *reach = others;
        if (!mine) {
            float mass = 0;
            for (int i = 0; i < other; i++) mass += others_next[i] = others[i] * strategy[i];
            if (mass <= 0) continue;
            reach = others_next;
        }
        memset(value_next, 0, (size_t)own * sizeof *value_next);
        if (child == ROUND_NO_NODE)
            perudo_solver_add_call(g, n, a, w->player, reach, NULL, 1, value_next);
        else respond(w, child, depth + 1, reach, value_next);
        for (int i = 0; i < own; i++) {
            if (!mine) value[i] += value_next[i];
            else if (w->follow) value[i] += followed[i] * value_next[i];
            else if (value_next[i] > value[i]) value[i] = value_next[i];
        }
    }
}

static double walk_from_root(walk *w, float *scratch) {
    const hands *own = &w->graph->hands[w->player];
    double sum = 0;
    respond(w, 0, 0, w->graph->hands[1 - w->player].prior, scratch);
    for (int i = 0; i < own->count; i++) sum += (double)own->prior[i] * (double)scratch[i];
    return sum;
}

static float *make_scratch(const perudo_round_graph *g, size_t *step, error *e) {
    *step = (size_t)(g->hands[0].padded + g->hands[1].padded);
    size_t depths = (size_t)(2 * g->total * g->rules->faces + 2);
    float *scratch = perudo_hands_floats(*step * (depths + 1));
    if (!scratch) error_set(e, "no memory for a best response");
    return scratch;
}

bool perudo_response_best(const perudo_round_graph *g, const float *strategy, response *out,
                          error *e) {
    size_t step;
    float *scratch = make_scratch(g, &step, e);
    if (!scratch) return false;
    *out = (response){0};
    for (int player = 0; player < 2; player++) {
        walk w = {.graph = g,
                  .strategy = strategy,
                  .player = player,
                  .scratch = scratch + step,
                  .step = step};
        out->gain[player] = walk_from_root(&w, scratch);
        out->histories += w.histories;
    }
    free(scratch);
    out->exploitability = (out->gain[0] + out->gain[1]) / 2;
    out->value = (out->gain[0] - out->gain[1]) / 2;
    return true;
}

bool perudo_response_self(const perudo_round_graph *g, const float *strategy, double *value,
                          error *e) {
    size_t step;
    float *scratch = make_scratch(g, &step, e);
    if (!scratch) return false;
    walk w = {
        .graph = g, .strategy = strategy, .follow = true, .scratch = scratch + step, .step = step};
    *value = walk_from_root(&w, scratch);
    free(scratch);
    return true;
}
