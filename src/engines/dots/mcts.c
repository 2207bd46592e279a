#include "engines/dots/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT = 1,
    EDGES_PER_NODE = 12, /* in the pool: most nodes are leaves without edges */
    ROOM_LEAST = 480,    /* edges that must be left in the pool to expand a node */
    PATH_MAX_STEPS = DOTS_LINES_MAX + 1,
};

/* Tuned by matches, see docs/dots.md. */
static const float EXPLORE = 0.02f;          /* weight of the confidence term */
static const float LATER_TRUST = 1000.0f;    /* runs after which an edge's own mean counts half */
static const uint32_t OPENING_PATIENCE = 40; /* runs before the opening of one box is tried */

bool dots_mcts_create(dots_mcts *t, const dots_map *m, size_t bytes) {
    size_t per_node =
        sizeof(dots_mcts_node) + EDGES_PER_NODE * sizeof(dots_mcts_edge) + 2 * sizeof(uint32_t);
    size_t nodes = (bytes < 100000 ? 100000 : bytes) / per_node;
    if (nodes > UINT32_MAX / 64) nodes = UINT32_MAX / 64;
    size_t places = 1;
    while (places < nodes) places *= 2;
    t->map = m;
    t->node_limit = (uint32_t)nodes;
    t->edge_limit = (uint32_t)nodes * EDGES_PER_NODE;
    t->place_mask = (uint32_t)places - 1;
    t->nodes = malloc(nodes * sizeof *t->nodes);
    t->edges = malloc(nodes * EDGES_PER_NODE * sizeof *t->edges);
    t->places = calloc(places, sizeof *t->places);
    t->node_count = t->edge_count = 0;
    if (t->nodes && t->edges && t->places) return true;
    dots_mcts_destroy(t);
    return false;
}

void dots_mcts_destroy(dots_mcts *t) {
    free(t->nodes);
    free(t->edges);
    free(t->places);
    *t = (dots_mcts){0};
}

/* The node of a field, added if necessary; 0 if there is no room. */
static uint32_t node_of(dots_mcts *t, const dots_field *f) {
    uint32_t place = (uint32_t)(f->hash >> 16) & t->place_mask;
    for (; t->places[place]; place = (place + 1) & t->place_mask)
        if (t->nodes[t->places[place]].key == f->hash) return t->places[place];
    if (t->node_count + 1 >= t->node_limit || t->node_count > t->place_mask / 4 * 3) return 0;
    uint32_t number = ++t->node_count;
    dots_mcts_node *n = &t->nodes[number];
    *n = (dots_mcts_node){.key = f->hash, .place = place};
    dots_chains found;
    dots_chains_find(t->map, f, &found);
    if (found.joints == 0) {
        n->known = true;
        n->value = (int16_t)dots_chains_value(&found);
    }
    t->places[place] = number;
    return number;
}

static void add_edge(dots_mcts *t, dots_mcts_node *n, int line, int boxes) {
    t->edges[n->first + n->edges++] =
        (dots_mcts_edge){.line = (uint16_t)line, .boxes = (uint16_t)boxes};
}

/* Adds the edges of a field: safe lines, then openings, shortest first. */
static bool expand(dots_mcts *t, dots_mcts_node *n, const dots_field *f, bool safe_only) {
    uint16_t safe[DOTS_LINES_MAX];
    dots_chain openings[DOTS_CHAINS_MAX];
    dots_chains found;
    uint32_t all = (uint32_t)t->map->rules->lines, room = all > ROOM_LEAST ? all : ROOM_LEAST;
    if (t->edge_count + room >= t->edge_limit) return false;
    int lines = dots_safe_lines(t->map, f, safe);
    dots_chains_find(t->map, f, &found);
    int chains = safe_only && lines > 0 ? 0 : dots_openings(&found, openings);
    n->first = t->edge_count + 1;
    for (int i = 0; i < lines; i++) add_edge(t, n, safe[i], 0);
    for (int i = 0; i < chains; i++) add_edge(t, n, openings[i].opening, openings[i].boxes);
    t->edge_count += n->edges;
    return true;
}

/* An approximate binary logarithm, with the same result on every machine. */
static float log_two(uint32_t n) {
    int whole = 31 - __builtin_clz(n | 1);
    return (float)whole + (float)(n - (1u << whole)) / (float)(1u << whole);
}

static float promise(const dots_mcts_edge *e, float unseen, float log_visits) {
    float own = e->visits ? e->sum / (float)e->visits : unseen;
    float later = e->later_visits ? e->later_sum / (float)e->later_visits : unseen;
    float trust = sqrtf(LATER_TRUST / (LATER_TRUST + 3.0f * (float)e->visits));
    return own + (later - own) * trust + EXPLORE * sqrtf(log_visits / ((float)e->visits + 1.0f));
}

static dots_mcts_edge *select_edge(dots_mcts *t, const dots_mcts_node *n, float mean) {
    dots_mcts_edge *edges = &t->edges[n->first], *best = edges;
    float log_visits = log_two(n->visits + 1), most = promise(best, mean, log_visits);
    for (int i = 1; i < n->edges; i++) {
        dots_mcts_edge *e = &edges[i];
        if (e->boxes && !edges[0].boxes && n->visits < OPENING_PATIENCE * e->boxes * e->boxes)
            continue;
        float p = promise(e, mean, log_visits);
        if (p > most) {
            best = e;
            most = p;
        }
    }
    return best;
}

typedef struct step {
    uint32_t node;
    dots_mcts_edge *edge; /* NULL at the end of the path */
    int side;             /* the player to move: 1 the same as at the root, -1 the other */
    int gained;           /* boxes so far, for the mover at the root */
} step;

typedef struct run {
    dots_field field;
    int steps, side, gained;
    step way[PATH_MAX_STEPS];
    dots_trail trail;
    uint64_t drawn[DOTS_LINE_WORDS]; /* in this run */
} run;

/* Plays the edge, and the opponent's answer if it opens a chain. */
static void follow(dots_mcts *t, run *r, dots_mcts_edge *e) {
    bits_add(r->drawn, e->line);
    if (!e->boxes) {
        dots_field_draw(t->map, &r->field, e->line);
        r->side = -r->side;
        return;
    }
    dots_haul h = dots_field_open(t->map, &r->field, e->line);
    const dots_mcts_node *left = e->child ? &t->nodes[e->child] : NULL;
    bool hand_over = h.hand_over && left &&
                     (left->known ? left->value < -h.hand_over
                                  : left->margin < -h.hand_over * (int64_t)left->visits);
    int taken = hand_over ? h.boxes - 2 * h.hand_over : h.boxes;
    r->gained -= r->side * taken;
    if (!hand_over) r->side = -r->side;
}

/* One run: returns the boxes still to come for the player to move at the root. */
static int descend(dots_mcts *t, dots_mcts_task *task, run *r) {
    uint32_t number = ROOT;
    float mean = 0;
    for (;;) {
        dots_mcts_node *n = &t->nodes[number];
        step *s = &r->way[r->steps++];
        *s = (step){.node = number, .side = r->side, .gained = r->gained};
        if (n->known && number != ROOT) return r->gained + r->side * n->value;
        bool fresh = n->visits == 0 && number != ROOT;
        if (fresh || (!n->first && !expand(t, n, &r->field, task->safe_only && number == ROOT)))
            break;
        dots_mcts_edge *e = s->edge = select_edge(t, n, mean);
        mean = e->visits ? -e->sum / (float)e->visits : -mean;
        int before = r->side;
        /* The answer to an opening depends on the child, so find the child first. */
        if (!e->child) {
            dots_field next;
            dots_field_copy(t->map, &next, &r->field);
            if (e->boxes) dots_field_open(t->map, &next, e->line);
            else dots_field_draw(t->map, &next, e->line);
            e->child = node_of(t, &next);
        }
        follow(t, r, e);
        if (r->side == before) mean = -mean;
        if (!e->child) break;
        number = e->child;
    }
    int value = dots_playout(t->map, &r->field, &task->random, &r->trail);
    for (int i = 0; i < r->trail.count; i++) bits_add(r->drawn, r->trail.line[i]);
    return r->gained + r->side * value;
}

static void report(dots_mcts *t, const run *r, int margin, float outcome) {
    for (int i = 0; i < r->steps; i++) {
        const step *s = &r->way[i];
        dots_mcts_node *n = &t->nodes[s->node];
        float own = (float)s->side * outcome;
        n->visits++;
        n->margin += s->side * (margin - s->gained);
        if (s->edge) {
            s->edge->visits++;
            s->edge->sum += own;
        }
        for (int k = 0; n->first && k < n->edges; k++) {
            dots_mcts_edge *e = &t->edges[n->first + (uint32_t)k];
            if (!bits_has(r->drawn, e->line)) continue;
            e->later_visits++;
            e->later_sum += own;
        }
    }
}

void dots_mcts_clear(dots_mcts *t) {
    for (uint32_t n = 1; n <= t->node_count; n++) t->places[t->nodes[n].place] = 0;
    t->node_count = t->edge_count = 0;
}

void dots_mcts_begin(dots_mcts *t, const dots_mcts_task *task) {
    dots_mcts_clear(t);
    node_of(t, task->field);
    expand(t, &t->nodes[ROOT], task->field, task->safe_only);
}

void dots_mcts_grow(dots_mcts *t, dots_mcts_task *task, uint64_t runs) {
    while (runs-- > 0 && !search_guard_count(task->guard)) {
        run r;
        dots_field_copy(t->map, &r.field, task->field);
        r.steps = r.gained = 0;
        r.side = 1;
        memset(r.drawn, 0, sizeof r.drawn);
        int margin = descend(t, task, &r);
        report(t, &r, margin, (float)margin / (float)t->map->rules->boxes);
    }
}

static const dots_mcts_edge *most_visited(const dots_mcts *t, const dots_mcts_node *n) {
    const dots_mcts_edge *best = NULL;
    for (int i = 0; i < n->edges; i++) {
        const dots_mcts_edge *e = &t->edges[n->first + (uint32_t)i];
        if (!best || e->visits > best->visits) best = e;
    }
    return best;
}

bool dots_mcts_is_of(const dots_mcts *t, const dots_field *f) {
    return t->node_count > 0 && t->nodes[ROOT].key == f->hash;
}

int dots_mcts_line(const dots_mcts *t, uint16_t *lines, int most) {
    int count = 0;
    for (uint32_t number = t->node_count ? ROOT : 0; number && count < most;) {
        const dots_mcts_node *n = &t->nodes[number];
        const dots_mcts_edge *e = n->first ? most_visited(t, n) : NULL;
        if (!e || (e->visits == 0 && count > 0)) break;
        lines[count++] = e->line;
        number = e->child;
    }
    return count;
}

int dots_mcts_margin(const dots_mcts *t) {
    const dots_mcts_node *n = &t->nodes[ROOT];
    return t->node_count && n->visits ? (int)(n->margin * 100 / n->visits) : 0;
}

int dots_mcts_fill(const dots_mcts *t) {
    return (int)((uint64_t)t->edge_count * 1000 / t->edge_limit);
}
