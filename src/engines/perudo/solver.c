#include "engines/perudo/solver.h"

#include <stdlib.h>
#include <string.h>

#include "engines/perudo/lanes.h"

/* Keeps the average over histories defined if none of them can happen. */
#define FAINT 1e-9f

/* How much of the last regret the next strategy anticipates: 0 is CFR+, 1 predictive CFR+ (Farina,
 * Kroer, Sandholm 2021). A half converged fastest here, from the first iterations to the last. */
#define FORESIGHT 0.5f

/* Nodes behind idle actions are visited every this many iterations. */
enum { PATIENCE = 4 };

static bool looks_everywhere(const solver *s) { return s->iterations % PATIENCE == 0; }

static size_t reach_floats(const perudo_round_graph *g, int player) {
    return (size_t)g->node_count * (size_t)g->hands[player].padded;
}

static size_t value_floats(const perudo_round_graph *g) {
    int widest = g->hands[0].padded > g->hands[1].padded ? g->hands[0].padded : g->hands[1].padded;
    return (size_t)g->node_count * (size_t)widest;
}

size_t perudo_solver_bytes(const perudo_round_graph *g) {
    return sizeof(float) * (3 * g->vector_floats + reach_floats(g, 0) + reach_floats(g, 1) +
                            value_floats(g) + 2 * (size_t)g->node_count + g->action_count) +
           g->action_count;
}

/* At first all actions are equally likely. */
static void set_first_strategy(solver *s) {
    const perudo_round_graph *g = s->graph;
    for (uint32_t i = 0; i < g->node_count; i++) {
        const perudo_round_node *n = &g->node[i];
        size_t width = (size_t)g->hands[n->mover].padded;
        for (size_t k = 0; k < n->actions * width; k++)
            s->now[n->vectors + k] = 1.0f / (float)n->actions;
    }
}

/* Sizes in floats. */
static bool allocate(solver *s, size_t vectors, size_t reach0, size_t reach1, size_t values,
                     size_t nodes, size_t actions, error *e) {
    *s = (solver){.regret = perudo_hands_floats(vectors),
                  .now = perudo_hands_floats(vectors),
                  .sum = perudo_hands_floats(vectors),
                  .reach = {perudo_hands_floats(reach0), perudo_hands_floats(reach1)},
                  .value = perudo_hands_floats(values),
                  .weight = perudo_hands_floats(2 * nodes),
                  .mass = perudo_hands_floats(actions),
                  .idle = calloc(actions, 1)};
    if (s->regret && s->now && s->sum && s->reach[0] && s->reach[1] && s->value && s->weight &&
        s->mass && s->idle)
        return true;
    perudo_solver_destroy(s);
    return error_set(e, "no memory for a solver of %zu nodes", nodes);
}

bool perudo_solver_create(solver *s, const perudo_round_graph *g, error *e) {
    if (!allocate(s, g->vector_floats, reach_floats(g, 0), reach_floats(g, 1), value_floats(g),
                  g->node_count, g->action_count, e))
        return false;
    s->graph = g;
    set_first_strategy(s);
    return true;
}

bool perudo_solver_reserve(solver *s, uint32_t nodes, size_t actions, size_t floats, int padded,
                           error *e) {
    size_t by_node = (size_t)nodes * (size_t)padded;
    return allocate(s, floats, by_node, by_node, by_node, nodes, actions, e);
}

void perudo_solver_begin(solver *s, const perudo_round_graph *g) {
    s->graph = g;
    s->iterations = 0;
    memset(s->regret, 0, g->vector_floats * sizeof *s->regret);
    memset(s->sum, 0, g->vector_floats * sizeof *s->sum);
    memset(s->idle, 0, g->action_count);
    set_first_strategy(s);
}

void perudo_solver_destroy(solver *s) {
    free(s->regret);
    free(s->now);
    free(s->sum);
    free(s->reach[0]);
    free(s->reach[1]);
    free(s->value);
    free(s->weight);
    free(s->mass);
    free(s->idle);
    *s = (solver){0};
}

static float *reach_of(const solver *s, int player, uint32_t node) {
    return s->reach[player] + (size_t)node * (size_t)s->graph->hands[player].padded;
}

static float *value_of(const solver *s, int player, uint32_t node) {
    return s->value + (size_t)node * (size_t)s->graph->hands[player].padded;
}

/* Propagates the reach of a node to its children. A child's reach is the average over its parents,
 * weighted by the other player's chance to get there. Skips edges that neither player takes, as
 * there is nothing to learn behind them. */
static void spread(solver *s, uint32_t index) {
    const perudo_round_graph *g = s->graph;
    const perudo_round_node *n = &g->node[index];
    int mover = n->mover, other = 1 - mover, width = g->hands[mover].padded,
        other_width = g->hands[other].padded;
    const float *own = reach_of(s, mover, index), *others = reach_of(s, other, index);
    float other_mass = lanes_sum(others, other_width);
    for (int a = 0; a < n->actions; a++) {
        const float *now = s->now + n->vectors + (size_t)a * (size_t)width;
        bool idle = s->idle[n->first + (uint32_t)a];
        float mass = idle ? 0 : lanes_dot(own, now, width);
        s->mass[n->first + (uint32_t)a] = mass;
        uint32_t child = g->child[n->first + (uint32_t)a];
        if (child == ROUND_NO_NODE || (idle && !looks_everywhere(s)) ||
            (mass <= 0 && other_mass <= 0))
            continue;
        if (mass > 0)
            lanes_add_product(reach_of(s, mover, child), own, now, other_mass + FAINT, width);
        if (other_mass > 0)
            lanes_add_scaled(reach_of(s, other, child), others, mass + FAINT, other_width);
        s->weight[2 * (size_t)child + (size_t)mover] += other_mass + FAINT;
        s->weight[2 * (size_t)child + (size_t)other] += mass + FAINT;
    }
}

static void spread_all(solver *s) {
    const perudo_round_graph *g = s->graph;
    for (int player = 0; player < 2; player++) {
        memset(s->reach[player], 0, reach_floats(g, player) * sizeof(float));
        memcpy(reach_of(s, player, 0), g->hands[player].prior,
               (size_t)g->hands[player].padded * sizeof(float));
    }
    memset(s->weight, 0, 2 * (size_t)g->node_count * sizeof(float));
    s->weight[0] = s->weight[1] = 1;
    for (uint32_t i = 0; i < g->node_count; i++) {
        if (s->weight[2 * (size_t)i] <= 0) continue;
        for (int player = 0; player < 2; player++)
            lanes_scale(reach_of(s, player, i), 1 / s->weight[2 * (size_t)i + (size_t)player],
                        g->hands[player].padded);
        spread(s, i);
    }
}

void perudo_solver_add_call(const perudo_round_graph *g, const perudo_round_node *n, int action,
                            int player, const float *others, const float *strategy, float scale,
                            float *value) {
    const hands *own = &g->hands[player], *other = &g->hands[1 - player];
    int face = perudo_bid_face(n->last);
    const float *worth = g->worth[action][perudo_bid_count(n->last)];
    float chance[PERUDO_DICE_MAX + 1];
    for (int k = 0; k <= other->dice; k++) {
        const float *with = perudo_hands_with(other, face, k);
        chance[k] = strategy ? lanes_dot3(others, strategy, with, other->padded)
                             : lanes_dot(others, with, other->padded);
    }
    if (n->mover != player) scale = -scale;
    for (int mine = 0; mine <= own->dice; mine++) {
        float sum = 0;
        for (int theirs = 0; theirs <= other->dice; theirs++)
            sum += chance[theirs] * worth[mine + theirs];
        lanes_add_scaled(value, perudo_hands_with(own, face, mine), sum * scale, own->block);
    }
}

/* Adds the strategy of this iteration to the average, weighted by the mover's own reach. */
static void remember(solver *s, uint32_t index) {
    const perudo_round_node *n = &s->graph->node[index];
    int width = s->graph->hands[n->mover].padded;
    const float *own = reach_of(s, n->mover, index);
    float age = (float)(s->iterations + 1) * 0.01f;
    age *= age * age * age;
    for (int a = 0; a < n->actions; a++) {
        size_t at = n->vectors + (size_t)a * (size_t)width;
        if (s->mass[n->first + (uint32_t)a] > 0)
            lanes_add_product(s->sum + at, own, s->now + at, age, s->graph->hands[n->mover].block);
    }
}

/* The values of an action: those of the call, or of the node it leads to. */
static const float *action_value(const solver *s, const perudo_round_node *n, int a,
                                 const float *call) {
    uint32_t child = s->graph->child[n->first + (uint32_t)a];
    return child == ROUND_NO_NODE ? call + a * s->graph->hands[n->mover].padded
                                  : value_of(s, n->mover, child);
}

/* Whether an idle action stays idle, given the values of the node. */
static bool stays_idle(const solver *s, const perudo_round_node *n, int a, const float *call,
                       const float *value, int learning) {
    if (!s->idle[n->first + (uint32_t)a]) return false;
    bool seen = a < n->calls || looks_everywhere(s);
    return !seen || !lanes_any_above(action_value(s, n, a, call), value, learning);
}

/* The node's value, the regrets of its actions, and the strategy that follows from them. */
static void learn(solver *s, uint32_t index, float other_mass, const float *call) {
    const perudo_round_node *n = &s->graph->node[index];
    const hands *own = &s->graph->hands[n->mover];
    int width = own->padded, learning = own->block; /* only the first kind learns */
    uint8_t *idle = s->idle + n->first;
    float *value = value_of(s, n->mover, index);
    float *sum = reach_of(s, n->mover, index); /* reuses the reach, which is no longer needed */
    memset(value, 0, (size_t)learning * sizeof *value);
    for (int a = 0; a < n->actions; a++)
        if (!idle[a])
            lanes_add_product(value, s->now + n->vectors + (size_t)a * (size_t)width,
                              action_value(s, n, a, call), 1, learning);
    memset(sum, 0, (size_t)learning * sizeof *sum);
    int active = 0;
    for (int a = 0; a < n->actions; a++) {
        size_t at = n->vectors + (size_t)a * (size_t)width;
        idle[a] = stays_idle(s, n, a, call, value, learning);
        if (idle[a]) continue;
        lanes_add_regret(s->regret + at, s->now + at, action_value(s, n, a, call), value,
                         other_mass, FORESIGHT, sum, learning);
        idle[a] = !lanes_any(s->regret + at, width) && !lanes_any(s->now + at, width);
        active += !idle[a];
    }
    for (int a = 0; a < n->actions; a++)
        if (!idle[a] || active == 0) {
            idle[a] = 0;
            lanes_share(s->now + n->vectors + (size_t)a * (size_t)width, sum,
                        1.0f / (float)(active ? active : n->actions), learning);
        }
}

/* The value of a node at which the other player moves: the mean of its actions by their chances. */
static void gather(solver *s, uint32_t index, int player) {
    const perudo_round_graph *g = s->graph;
    const perudo_round_node *n = &g->node[index];
    int other = n->mover, width = g->hands[player].block;
    float *value = value_of(s, player, index);
    const float *others = reach_of(s, other, index);
    float mass = FAINT;
    for (int a = 0; a < n->actions; a++) mass += s->mass[n->first + (uint32_t)a];
    if (mass <= FAINT) return; /* the other player never gets here */
    memset(value, 0, (size_t)width * sizeof *value);
    for (int a = 0; a < n->actions; a++) {
        uint32_t child = g->child[n->first + (uint32_t)a];
        const float *now = s->now + n->vectors + (size_t)a * (size_t)g->hands[other].padded;
        if (s->mass[n->first + (uint32_t)a] <= 0) continue;
        if (child == ROUND_NO_NODE)
            perudo_solver_add_call(g, n, a, player, others, now, 1 / mass, value);
        else
            lanes_add_scaled(value, value_of(s, player, child),
                             s->mass[n->first + (uint32_t)a] / mass, width);
    }
}

static void learn_all(solver *s, int player) {
    const perudo_round_graph *g = s->graph;
    const hands *own = &g->hands[player];
    _Alignas(32) float call[2 * 3008]; /* two calls for up to 3003 hands, read as lanes */
    for (uint32_t i = g->node_count; i-- > 0;) {
        const perudo_round_node *n = &g->node[i];
        if (s->weight[2 * (size_t)i] <= 0) continue; /* not visited */
        if (n->mover != player) {
            gather(s, i, player);
            continue;
        }
        const float *others = reach_of(s, 1 - player, i);
        float mass = lanes_sum(others, g->hands[1 - player].padded);
        remember(s, i);
        if (mass <= 0) continue;
        memset(call, 0, (size_t)n->calls * (size_t)own->padded * sizeof *call);
        for (int a = 0; a < n->calls; a++)
            perudo_solver_add_call(g, n, a, player, others, NULL, 1 / (mass + FAINT),
                                   call + a * own->padded);
        learn(s, i, mass, call);
    }
}

void perudo_solver_iterate(solver *s) {
    for (int player = 0; player < 2; player++) {
        spread_all(s);
        learn_all(s, player);
    }
    s->iterations++;
}

void perudo_solver_strategy(const solver *s, uint32_t node, int hand, float least, float *chance) {
    const perudo_round_node *n = &s->graph->node[node];
    int width = s->graph->hands[n->mover].padded;
    float total = 0, kept = 0;
    for (int a = 0; a < n->actions; a++)
        total += chance[a] = s->sum[n->vectors + (size_t)(a * width + hand)];
    for (int a = 0; a < n->actions; a++) {
        /* At a node that was never visited: doubt, or open with anything. */
        if (total <= 0) chance[a] = n->calls == 0 ? 1.0f / (float)n->actions : a == 0;
        else chance[a] = chance[a] / total < least ? 0 : chance[a] / total;
        kept += chance[a];
    }
    for (int a = 0; a < n->actions; a++) chance[a] /= kept;
}

void perudo_solver_average(const solver *s, float least, float *strategy) {
    float chance[2 * PERUDO_DICE_MAX * PERUDO_FACES_MAX + 2];
    for (uint32_t i = 0; i < s->graph->node_count; i++) {
        const perudo_round_node *n = &s->graph->node[i];
        const hands *own = &s->graph->hands[n->mover];
        for (int h = 0; h < own->count; h++) {
            perudo_solver_strategy(s, i, h, least, chance);
            for (int a = 0; a < n->actions; a++)
                strategy[n->vectors + (size_t)(a * own->padded + h)] = chance[a];
        }
    }
}
