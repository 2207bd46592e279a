#include "engines/perudo/round.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "engines/perudo/model.h"

enum { BID_BITS = 7, MOVER_BIT = 60 };

/* A graph being built: growing arrays, and for graphs with bounded memory a hash table of nodes by
 * key. */
typedef struct builder {
    perudo_round_graph *graph;
    size_t node_room, action_room, bytes;
    uint32_t *slot; /* open addressing, ROUND_NO_NODE: empty */
    size_t slot_count;
    bool failed;
} builder;

static bool make_room(builder *b) {
    perudo_round_graph *g = b->graph;
    if (g->node_count == b->node_room) {
        b->node_room = b->node_room ? 2 * b->node_room : 256;
        perudo_round_node *node = realloc(g->node, b->node_room * sizeof *node);
        if (!node) return false;
        g->node = node;
    }
    if (g->action_count + PERUDO_BIDS_MAX > b->action_room) {
        b->action_room = 2 * b->action_room + 2 * PERUDO_BIDS_MAX;
        uint32_t *child = realloc(g->child, b->action_room * sizeof *child);
        if (!child) return false;
        g->child = child;
    }
    return g->vector_floats * sizeof(float) <= b->bytes;
}

static uint64_t key_after(const perudo_round_graph *g, uint64_t key, perudo_bid bid) {
    uint64_t mover = ~key & UINT64_C(1) << MOVER_BIT;
    uint64_t kept = (UINT64_C(1) << (BID_BITS * (g->memory - 1))) - 1;
    uint64_t bids = key & ((UINT64_C(1) << MOVER_BIT) - 1);
    return mover | (bids & kept) << BID_BITS | perudo_bid_code(bid);
}

/* Adds a node, without actions yet. */
static uint32_t add_node(builder *b, perudo_bid last, int mover, uint64_t key) {
    perudo_round_graph *g = b->graph;
    if (b->failed || !make_room(b)) {
        b->failed = true;
        return ROUND_NO_NODE;
    }
    perudo_round_node *n = &g->node[g->node_count];
    *n = (perudo_round_node){.key = key, .last = last, .mover = (uint8_t)mover};
    if (last) n->calls = g->rules->calza == PERUDO_CALZA_OFF ? 1 : 2;
    return g->node_count++;
}

/* Gives a node its actions: calls, and room for `raises` raises. */
static void add_actions(builder *b, uint32_t index, int raises) {
    perudo_round_graph *g = b->graph;
    perudo_round_node *n = &g->node[index];
    n->first = (uint32_t)g->action_count;
    n->actions = (uint16_t)(n->calls + raises);
    n->vectors = g->vector_floats;
    for (int i = 0; i < n->calls; i++) g->child[g->action_count + (size_t)i] = ROUND_NO_NODE;
    g->action_count += n->actions;
    g->vector_floats += (size_t)n->actions * (size_t)g->hands[n->mover].padded;
}

static int list_raises(const perudo_round_graph *g, perudo_bid last, int mover, perudo_bid *out) {
    int count = 0, on_face[PERUDO_FACES_MAX + 1] = {0};
    for (int n = 1; n <= g->total; n++)
        for (int face = 1; face <= g->rules->faces; face++) {
            perudo_bid b = perudo_bid_of(n, face);
            int from = face == PERUDO_LAMA ? (g->from[mover] + 1) / 2 : g->from[mover];
            if (n < from || n > g->most[face != PERUDO_LAMA] ||
                (g->each[mover] && on_face[face] == g->each[mover]) ||
                !perudo_may_bid(g->rules, g->palifico, last, g->hands[mover].dice, g->total, b))
                continue;
            out[count++] = b;
            on_face[face]++;
        }
    return count;
}

/* Two players have at most 20 dice. */
enum { RAISES_MAX = 2 * PERUDO_DICE_MAX * PERUDO_FACES_MAX };

static uint32_t add_tree(builder *b, perudo_bid last, int mover) {
    perudo_bid raise[RAISES_MAX];
    uint32_t index = add_node(b, last, mover, 0);
    if (index == ROUND_NO_NODE) return index;
    int raises = list_raises(b->graph, last, mover, raise);
    add_actions(b, index, raises);
    for (int i = 0; i < raises && !b->failed; i++) {
        uint32_t child = add_tree(b, raise[i], 1 - mover);
        const perudo_round_node *n = &b->graph->node[index];
        b->graph->child[n->first + n->calls + (uint32_t)i] = child;
    }
    return index;
}

static bool grow_slots(builder *b) {
    size_t count = b->slot_count ? 2 * b->slot_count : 1024;
    uint32_t *slot = malloc(count * sizeof *slot);
    if (!slot) return false;
    memset(slot, 0xff, count * sizeof *slot);
    for (uint32_t i = 0; i < b->graph->node_count; i++) {
        size_t at = (size_t)hash_mix(b->graph->node[i].key) & (count - 1);
        while (slot[at] != ROUND_NO_NODE) at = (at + 1) & (count - 1);
        slot[at] = i;
    }
    free(b->slot);
    b->slot = slot;
    b->slot_count = count;
    return true;
}

static uint32_t find_or_add(builder *b, perudo_bid last, int mover, uint64_t key) {
    if (2 * (size_t)b->graph->node_count >= b->slot_count && !grow_slots(b)) b->failed = true;
    if (b->failed) return ROUND_NO_NODE;
    size_t at = (size_t)hash_mix(key) & (b->slot_count - 1);
    for (; b->slot[at] != ROUND_NO_NODE; at = (at + 1) & (b->slot_count - 1))
        if (b->graph->node[b->slot[at]].key == key) return b->slot[at];
    return b->slot[at] = add_node(b, last, mover, key);
}

/* Sorts the nodes by rank and renumbers the edges. */
static bool sort_by_rank(perudo_round_graph *g) {
    size_t ranks = (size_t)(2 * g->total + 1) * 8 + 1;
    if (g->node_count == 0) return true;
    uint32_t *start = calloc(ranks + 1, sizeof *start);
    uint32_t *place = malloc(g->node_count * sizeof *place);
    perudo_round_node *sorted = malloc(g->node_count * sizeof *sorted);
    bool good = start && place && sorted;
    if (good) {
        for (uint32_t i = 0; i < g->node_count; i++)
            start[perudo_rank(g->rules, g->palifico, g->node[i].last) + 1]++;
        for (size_t r = 0; r < ranks; r++) start[r + 1] += start[r];
        for (uint32_t i = 0; i < g->node_count; i++) {
            place[i] = start[perudo_rank(g->rules, g->palifico, g->node[i].last)]++;
            sorted[place[i]] = g->node[i];
        }
        for (size_t i = 0; i < g->action_count; i++)
            if (g->child[i] != ROUND_NO_NODE) g->child[i] = place[g->child[i]];
        memcpy(g->node, sorted, g->node_count * sizeof *sorted);
    }
    free(start);
    free(place);
    free(sorted);
    return good;
}

static void add_graph(builder *b) {
    perudo_round_graph *g = b->graph;
    perudo_bid raise[RAISES_MAX];
    find_or_add(b, 0, 0, 0);
    for (uint32_t index = 0; index < g->node_count && !b->failed; index++) {
        perudo_round_node n = g->node[index];
        int raises = list_raises(g, n.last, n.mover, raise);
        if (!make_room(b)) b->failed = true;
        if (b->failed) return;
        add_actions(b, index, raises);
        for (int i = 0; i < raises && !b->failed; i++) {
            uint32_t child = find_or_add(b, raise[i], 1 - n.mover, key_after(g, n.key, raise[i]));
            g->child[g->node[index].first + n.calls + (uint32_t)i] = child;
        }
    }
}

/* A round is won or lost, whatever a die is worth: with two players and one die lost it has only
 * two outcomes. If a doubt costs the difference, each further die weighs a little more; a correct
 * calza is worth nothing to a player who has all dice. */
static float worth_of(const perudo_round_graph *g, bool calza, int bid, int counted) {
    int apart = counted > bid ? counted - bid : bid - counted;
    bool full = g->hands[0].dice >= g->rules->most[0] && g->hands[1].dice >= g->rules->most[1];
    if (calza) return counted != bid ? -1.0f : full ? 0.0f : 1.0f;
    float size = 1;
    if (g->rules->difference && g->rules->rounds != 1 && apart > 1)
        size += 0.25f * (float)(apart - 1);
    return counted >= bid ? -size : size;
}

void perudo_round_set_worth(perudo_round_graph *g) {
    for (int calza = 0; calza < 2; calza++)
        for (int bid = 0; bid <= g->total; bid++)
            for (int counted = 0; counted <= g->total; counted++)
                g->worth[calza][bid][counted] = worth_of(g, calza, bid, counted);
}

bool perudo_round_create_planned(perudo_round_graph *g, const perudo_rules *rules,
                                 const perudo_round_plan *plan, error *e) {
    static const float one_kind[1] = {1};
    int memory = plan->memory > PERUDO_ROUND_MEMORY_MAX ? PERUDO_ROUND_MEMORY_MAX : plan->memory;
    *g = (perudo_round_graph){.rules = rules,
                              .palifico = plan->palifico,
                              .memory = memory,
                              .total = plan->dice[0] + plan->dice[1]};
    builder b = {.graph = g, .bytes = plan->bytes};
    for (int i = 0; i < 2; i++) {
        g->most[i] = plan->most[i] ? plan->most[i] : g->total;
        g->each[i] = plan->each[i];
        g->from[i] = plan->from[i];
        bool one = plan->kinds[i] <= 1;
        if (!perudo_hands_create_kinds(&g->hands[i], plan->dice[i], rules->faces, !plan->palifico,
                                       one ? 1 : plan->kinds[i], one ? one_kind : plan->share[i]))
            b.failed = true;
    }
    if (!b.failed) perudo_round_set_worth(g);
    if (memory == 0) add_tree(&b, 0, 0);
    else add_graph(&b);
    free(b.slot);
    if (!b.failed && memory && !sort_by_rank(g)) b.failed = true;
    if (!b.failed) return true;
    perudo_round_destroy(g);
    return error_set(e,
                     "a round of %d against %d dice with %d bids remembered does not fit into "
                     "%zu MB",
                     plan->dice[0], plan->dice[1], memory, plan->bytes >> 20);
}

bool perudo_round_create(perudo_round_graph *g, const perudo_rules *rules, const int dice[2],
                         bool palifico, int memory, size_t bytes, error *e) {
    perudo_round_plan plan = {
        .dice = {dice[0], dice[1]}, .palifico = palifico, .memory = memory, .bytes = bytes};
    return perudo_round_create_planned(g, rules, &plan, e);
}

void perudo_round_destroy(perudo_round_graph *g) {
    for (int i = 0; i < 2; i++) perudo_hands_destroy(&g->hands[i]);
    free(g->node);
    free(g->child);
    *g = (perudo_round_graph){0};
}

bool perudo_round_reserve(perudo_round_graph *g, const perudo_rules *rules, uint32_t nodes,
                          size_t actions, error *e) {
    *g = (perudo_round_graph){.rules = rules,
                              .node = malloc(nodes * sizeof *g->node),
                              .child = malloc(actions * sizeof *g->child)};
    if (g->node && g->child) return true;
    free(g->node);
    free(g->child);
    return error_set(e, "no memory for a tree of %u nodes", (unsigned)nodes);
}

/* The tree being built, and its bounds. */
typedef struct sketch {
    perudo_round_graph *graph;
    perudo_round_shape shape;
    uint32_t nodes;
    size_t actions, floats;
} sketch;

static uint32_t sketch_tree(sketch *s, perudo_bid last, int mover, int depth) {
    perudo_round_graph *g = s->graph;
    perudo_bid raise[RAISES_MAX];
    int each = depth == 0 ? s->shape.wide : depth < s->shape.depth ? s->shape.narrow : 0;
    int raises = perudo_model_sensible(g->rules, g->palifico, last, g->hands[mover].dice, g->total,
                                       each, raise);
    int calls = !last ? 0 : g->rules->calza == PERUDO_CALZA_OFF ? 1 : 2;
    if (g->node_count == s->nodes || g->action_count + (size_t)(calls + raises) > s->actions)
        return ROUND_NO_NODE;
    uint32_t index = g->node_count++;
    perudo_round_node *n = &g->node[index];
    *n = (perudo_round_node){.last = last, .mover = (uint8_t)mover, .calls = (uint8_t)calls};
    n->first = (uint32_t)g->action_count;
    n->actions = (uint16_t)(calls + raises);
    n->vectors = g->vector_floats;
    for (int i = 0; i < calls; i++) g->child[n->first + (uint32_t)i] = ROUND_NO_NODE;
    g->action_count += n->actions;
    g->vector_floats += (size_t)n->actions * (size_t)g->hands[mover].padded;
    if (g->vector_floats > s->floats) return ROUND_NO_NODE;
    for (int i = 0; i < raises; i++) {
        uint32_t child = sketch_tree(s, raise[i], 1 - mover, depth + 1);
        if (child == ROUND_NO_NODE) return ROUND_NO_NODE;
        g->child[g->node[index].first + (uint32_t)(calls + i)] = child;
    }
    return index;
}

bool perudo_round_rebuild(perudo_round_graph *g, const hands own[2], bool palifico, perudo_bid last,
                          perudo_round_shape shape, uint32_t nodes, size_t actions, size_t floats) {
    g->palifico = palifico;
    g->total = own[0].dice + own[1].dice;
    g->node_count = 0;
    g->action_count = g->vector_floats = 0;
    for (int i = 0; i < 2; i++) g->hands[i] = own[i];
    perudo_round_set_worth(g);
    sketch s = {.graph = g, .shape = shape, .nodes = nodes, .actions = actions, .floats = floats};
    return sketch_tree(&s, last, 0, 0) != ROUND_NO_NODE;
}

uint32_t perudo_round_after(const perudo_round_graph *g, uint32_t node, perudo_bid b) {
    const perudo_round_node *n = &g->node[node];
    for (int a = n->calls; a < n->actions; a++)
        if (perudo_round_bid(g, n, a) == b) return g->child[n->first + (uint32_t)a];
    return ROUND_NO_NODE;
}
