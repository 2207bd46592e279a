/* Writing tables: chooses the positions and moves to keep, and rounds the chances. */
#include <stdlib.h>
#include <string.h>

#include "engines/perudo/lanes.h"
#include "engines/perudo/tables.h"

enum { ACTIONS_MAX = 2 * PERUDO_DICE_MAX * PERUDO_FACES_MAX + 2, INDEX_ENTRY = 12 };

/* An image being written. */
typedef struct writer {
    const study *study;
    perudo_image_options options;
    float *reach;   /* by node: the highest chance that the seat plays to it with each hand */
    uint32_t *kept; /* nodes, in order of their keys */
    uint32_t count;
    float chance[ACTIONS_MAX];
    uint8_t *body; /* grows */
    size_t length, room;
} writer;

static const hands *own_hands(const writer *w) { return &w->study->graph.hands[w->study->seat]; }

static float *reach_of(const writer *w, uint32_t node) {
    return w->reach + (size_t)node * (size_t)own_hands(w)->padded;
}

/* The chances of a node's actions for a hand: the average, or the current strategy if the seat
 * never gets here with this hand. */
static void read_strategy(writer *w, uint32_t index, int hand) {
    const solver *s = &w->study->solver;
    const perudo_round_node *n = &s->graph->node[index];
    int width = own_hands(w)->padded;
    const float *now = s->now + n->vectors + hand, *sum = s->sum + n->vectors + hand;
    float total = 0;
    for (int a = 0; a < n->actions; a++) total += sum[a * width];
    for (int a = 0; a < n->actions; a++)
        w->chance[a] = total > 0 ? sum[a * width] / total : now[a * width];
}

/* The chance that the seat gets to each node if the other player aims for it: the maximum over all
 * paths. */
static void find_reach(writer *w) {
    const perudo_round_graph *g = &w->study->graph;
    const hands *own = own_hands(w);
    for (int h = 0; h < own->count; h++) reach_of(w, 0)[h] = 1;
    for (uint32_t i = 0; i < g->node_count; i++) {
        const perudo_round_node *n = &g->node[i];
        const float *here = reach_of(w, i);
        for (int h = 0; h < own->count; h++) {
            if (here[h] <= 0) continue;
            if (n->mover == w->study->seat) read_strategy(w, i, h);
            for (int a = n->calls; a < n->actions; a++) {
                float *there = reach_of(w, g->child[n->first + (uint32_t)a]) + h;
                float chance = n->mover == w->study->seat ? here[h] * w->chance[a] : here[h];
                if (chance > *there) *there = chance;
            }
        }
    }
}

static const perudo_round_node *node_to_sort(const writer *w, uint32_t i) {
    return &w->study->graph.node[w->kept[i]];
}

/* Heap sort by key: qsort would need the writer as a global. */
static void sink(writer *w, uint32_t root, uint32_t end) {
    for (uint32_t child; (child = 2 * root + 1) < end; root = child) {
        if (child + 1 < end && node_to_sort(w, child)->key < node_to_sort(w, child + 1)->key)
            child++;
        if (node_to_sort(w, root)->key >= node_to_sort(w, child)->key) return;
        uint32_t swap = w->kept[root];
        w->kept[root] = w->kept[child];
        w->kept[child] = swap;
    }
}

static void choose_nodes(writer *w) {
    const perudo_round_graph *g = &w->study->graph;
    const hands *own = own_hands(w);
    for (uint32_t i = 0; i < g->node_count; i++)
        if (g->node[i].mover == w->study->seat &&
            lanes_dot(own->prior, reach_of(w, i), own->padded) >= w->options.least)
            w->kept[w->count++] = i;
    for (uint32_t i = w->count / 2; i-- > 0;) sink(w, i, w->count);
    for (uint32_t end = w->count; end-- > 1;) {
        uint32_t swap = w->kept[0];
        w->kept[0] = w->kept[end];
        w->kept[end] = swap;
        sink(w, 0, end);
    }
}

static bool put(writer *w, uint64_t value, int size) {
    if (w->length + 8 > w->room) {
        size_t room = 2 * w->room + 4096;
        uint8_t *body = realloc(w->body, room);
        if (!body) return false;
        w->body = body;
        w->room = room;
    }
    bytes_store(w->body + w->length, size, value);
    w->length += (size_t)size;
    return true;
}

/* The actions that a row lists: those taken most often. */
static int choose_actions(writer *w, uint32_t index, int list[PERUDO_ROW_MOVES]) {
    const perudo_round_node *n = &w->study->graph.node[index];
    const hands *own = own_hands(w);
    float use[ACTIONS_MAX] = {0}, smallest = 0.5f / (float)(1 << w->options.bits);
    for (int h = 0; h < own->count; h++) {
        read_strategy(w, index, h);
        float weight = own->prior[h] * (reach_of(w, index)[h] + 1e-3f);
        for (int a = 0; a < n->actions; a++)
            if (w->chance[a] >= smallest) use[a] += weight * w->chance[a];
    }
    int count = 0;
    while (count < PERUDO_ROW_MOVES) {
        int best = 0;
        for (int a = 1; a < n->actions; a++) best = use[a] > use[best] ? a : best;
        if (use[best] <= 0 && count > 0) break;
        use[best] = -1;
        list[count++] = best;
    }
    return count;
}

/* Rounds the chances of the listed actions to parts of `whole`: rounds all down, then gives one
 * more to those with the largest remainders. Those below `rare` get nothing. */
static void divide(const float *chance, const int *list, int count, float rare, unsigned whole,
                   unsigned *part) {
    float total = 0, rest[PERUDO_ROW_MOVES];
    unsigned left = whole;
    for (int i = 0; i < count; i++)
        if (chance[list[i]] >= rare) total += chance[list[i]];
    for (int i = 0; i < count; i++) {
        bool some = total > 0 && chance[list[i]] >= rare;
        float exact = some ? chance[list[i]] / total * (float)whole : 0;
        part[i] = (unsigned)exact < left ? (unsigned)exact : left;
        rest[i] = exact - (float)part[i];
        left -= part[i];
    }
    for (; left; left--) {
        int most = 0;
        for (int i = 1; i < count; i++) most = rest[i] > rest[most] ? i : most;
        part[most]++;
        rest[most] -= 1;
    }
}

static bool put_entry(writer *w, int upper, unsigned lower) {
    return put(w, (uint64_t)upper << w->options.bits | lower, w->options.bits == 4 ? 1 : 2);
}

static bool put_hand(writer *w, const unsigned *part, int count) {
    bool good = true;
    for (int i = 0; i < count; i++)
        if (part[i]) good = good && put_entry(w, i, part[i] - 1);
    return good;
}

/* Writes that *again more hands play like the one before. */
static bool put_again(writer *w, unsigned *again) {
    bool good = *again == 0 || put_entry(w, PERUDO_ROW_MOVES, *again - 1);
    *again = 0;
    return good;
}

/* Whether the seat plays to a node with this hand. If not, any strategy will do: the row has it
 * play like the hand before, which takes no room. */
static bool gets_here(const writer *w, uint32_t index, int hand) {
    return reach_of(w, index)[hand] >= w->options.stray;
}

static bool write_row(writer *w, uint32_t index) {
    const perudo_round_graph *g = &w->study->graph;
    const perudo_round_node *n = &g->node[index];
    int list[PERUDO_ROW_MOVES], count = choose_actions(w, index, list), bits = w->options.bits;
    bool good = put(w, (uint64_t)count, 1);
    for (int i = 0; i < count; i++)
        good = good &&
               put(w, list[i] < n->calls ? 0 : perudo_bid_code(perudo_round_bid(g, n, list[i])), 1);
    unsigned part[PERUDO_ROW_MOVES], before[PERUDO_ROW_MOVES] = {0}, again = 0;
    unsigned parts = w->options.parts ? (unsigned)w->options.parts : 1u << bits;
    size_t bytes = (size_t)count * sizeof *part;
    int first = 0; /* the first hand that gets here; those before it play like it */
    while (first + 1 < own_hands(w)->count && !gets_here(w, index, first)) first++;
    for (int h = 0; h < own_hands(w)->count && good; h++) {
        if (h <= first || gets_here(w, index, h)) {
            read_strategy(w, index, h < first ? first : h);
            divide(w->chance, list, count, w->options.rare, parts, part);
            for (int i = 0; i < count; i++) part[i] *= (1u << bits) / parts;
        }
        if (memcmp(part, before, bytes) == 0 && again < 1u << bits) {
            again++;
            continue;
        }
        good = put_again(w, &again) && put_hand(w, part, count);
        memcpy(before, part, bytes);
    }
    return good && put_again(w, &again);
}

static bool write_body(writer *w) {
    size_t index = (size_t)w->count * INDEX_ENTRY;
    for (uint32_t i = 0; i < w->count; i++)
        if (!put(w, node_to_sort(w, i)->key & ((UINT64_C(1) << 60) - 1), 8) || !put(w, 0, 4))
            return false;
    for (uint32_t i = 0; i < w->count; i++) {
        bytes_store(w->body + (size_t)i * INDEX_ENTRY + 8, 4, w->length - index);
        if (!write_row(w, w->kept[i])) return false;
    }
    return true;
}

static uint8_t *finish(const writer *w, size_t *length) {
    const perudo_round_graph *g = &w->study->graph;
    uint8_t *image = malloc(IMAGE_HEADER + w->length);
    if (!image) return NULL;
    const uint8_t own[] = {
        (uint8_t)g->rules->raise, g->rules->lamas_rank,      g->rules->open_lama,
        (uint8_t)g->rules->faces, (uint8_t)g->hands[0].dice, (uint8_t)g->hands[1].dice,
        (uint8_t)w->study->seat,  (uint8_t)g->memory,        (uint8_t)w->options.bits};
    memset(image, 0, IMAGE_HEADER);
    memcpy(image + IMAGE_WORD, own, sizeof own);
    bytes_store(image + 20, 4, w->count);
    memcpy(image + IMAGE_HEADER, w->body, w->length);
    image_seal(image, PERUDO_TABLE_WORD, w->length);
    *length = IMAGE_HEADER + w->length;
    return image;
}

uint8_t *perudo_tables_image(const study *s, perudo_image_options options, size_t *length,
                             error *e) {
    writer w = {.study = s, .options = options};
    w.reach = perudo_hands_floats((size_t)s->graph.node_count * (size_t)own_hands(&w)->padded);
    w.kept = malloc(s->graph.node_count * sizeof *w.kept);
    uint8_t *image = NULL;
    if (w.reach && w.kept) {
        find_reach(&w);
        choose_nodes(&w);
        if (write_body(&w)) image = finish(&w, length);
    }
    free(w.reach);
    free(w.kept);
    free(w.body);
    if (!image) error_set(e, "no memory for the image of a table");
    return image;
}
