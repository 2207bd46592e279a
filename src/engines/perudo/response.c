#include "engines/perudo/response.h"

#include <stdlib.h>
#include <string.h>

#include "engines/perudo/lanes.h"
#include "engines/perudo/solver.h"

/* One best response in the making. Depth d works in its own vectors: the chances of the other's
 * hands there and the values of the responder's. */
typedef struct walk {
    const round_graph *graph;
    const float *strategy;
    int player; /* who responds */
    float *scratch;
    size_t step; /* floats of one depth */
    uint64_t histories;
} walk;

/* The values of the responder's hands, weighted by the chances `others`; written to `value`. */
static void respond(walk *w, uint32_t index, int depth, const float *others, float *value) {
    const round_graph *g = w->graph;
    const round_node *n = &g->node[index];
    int own = g->hands[w->player].padded, other = g->hands[1 - w->player].padded;
    float *others_next = w->scratch + (size_t)depth * w->step, *value_next = others_next + other;
    bool mine = n->mover == w->player;
    w->histories++;
    for (int i = 0; i < own; i++) value[i] = mine ? -1e30f : 0;
    for (int a = 0; a < n->actions; a++) {
        uint32_t child = g->child[n->first + (uint32_t)a];
        const float *strategy = w->strategy + n->vectors + (size_t)a * (size_t)other;
        const float *reach = others;
        if (!mine) {
            float mass = 0;
            for (int i = 0; i < other; i++) mass += others_next[i] = others[i] * strategy[i];
            if (mass <= 0) continue;
            reach = others_next;
        }
        memset(value_next, 0, (size_t)own * sizeof *value_next);
        if (child == ROUND_NO_NODE) solver_add_call(g, n, a, w->player, reach, NULL, 1, value_next);
        else respond(w, child, depth + 1, reach, value_next);
        for (int i = 0; i < own; i++) {
            if (!mine) value[i] += value_next[i];
            else if (value_next[i] > value[i]) value[i] = value_next[i];
        }
    }
}

bool response_best(const round_graph *g, const float *strategy, response *out, error *e) {
    *out = (response){0};
    size_t step = (size_t)(g->hands[0].padded + g->hands[1].padded);
    size_t depths = (size_t)(2 * g->total * g->rules->faces + 2);
    float *scratch = hands_floats(step * (depths + 1));
    if (!scratch) return error_set(e, "no memory for a best response");
    for (int player = 0; player < 2; player++) {
        walk w = {.graph = g,
                  .strategy = strategy,
                  .player = player,
                  .scratch = scratch + step,
                  .step = step};
        const hands *own = &g->hands[player];
        respond(&w, 0, 0, g->hands[1 - player].prior, scratch);
        for (int i = 0; i < own->count; i++)
            out->gain[player] += (double)own->prior[i] * (double)scratch[i];
        out->histories += w.histories;
    }
    free(scratch);
    out->exploitability = (out->gain[0] + out->gain[1]) / 2;
    out->value = (out->gain[0] - out->gain[1]) / 2;
    return true;
}
