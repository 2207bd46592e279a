#include "events/matching.h"

#include <stdlib.h>
#include <string.h>

/* Vertices count from 1; numbers above `count` are blossoms, each an odd cycle of vertices and
 * smaller blossoms that has been shrunk to a single vertex. 0 is nothing.
 *
 * Every vertex has a label (dual variable), also every blossom. An edge between two of them is
 * tight if their labels add up to twice its weight; only tight edges are matched, and the search
 * changes labels until there is an augmenting path of tight edges. Twice the weight keeps the
 * labels whole numbers.
 *
 * Each round (`grow`) starts trees at all unmatched vertices at once. Paths alternate between edges
 * outside and inside the matching; the vertices at even distance from their root are outer, those
 * at odd distance inner. A tight edge from an outer vertex leads to one of these (`follow`):
 *
 *   a vertex outside the trees         it becomes inner and its partner outer
 *   an outer vertex of another tree    an augmenting path: one more pair, the round is over
 *   an outer vertex of the same tree   an odd cycle, which is shrunk to a blossom
 *
 * Without such an edge `change_labels` lowers the labels of outer vertices and raises those of
 * inner ones by the same amount, which keeps all edges of the trees tight, until another edge gets
 * tight or the label of an inner blossom reaches 0, which is then expanded. All unmatched vertices
 * are outer in every round, so their labels are equal, and lowest. When they reach 0, complementary
 * slackness says that no matching is heavier.
 *
 * What makes it cubic: `slack` remembers the tightest edge from the trees to each vertex or
 * blossom, and `best` has the tightest edge between any two of them, so that neither a change of
 * labels nor an edge of a blossom has to look at all pairs of vertices. */
typedef struct edge {
    int u, v; /* the vertices, also of an edge between blossoms */
} edge;

typedef struct matcher {
    int count, size; /* of vertices; with room for blossoms, and 1 */
    int used;        /* numbers in use */
    const int64_t *weight;
    edge *best; /* [a * size + b]: the edge between a and b; none if u is 0 */
    int64_t *label;
    int *partner; /* the vertex at the other end of the matched edge */
    int *slack;   /* for a top-level number: the outer vertex with the tightest edge to it */
    int *top;     /* the blossom that a vertex is in, or itself */
    int *parent;  /* in the alternating tree: the vertex above */
    int *from;    /* [a * (count + 1) + v]: the member of blossom a that vertex v is in */
    int *kind;    /* -1: outside the tree, 0: outer, 1: inner */
    int *seen, stamp;
    int **flower; /* a blossom's members in order, its base first */
    int *petals;
    int *queue, head, tail;
} matcher;

static edge *between(const matcher *m, int a, int b) {
    return &m->best[(size_t)a * (size_t)m->size + (size_t)b];
}

static int *member(const matcher *m, int blossom, int vertex) {
    return &m->from[(size_t)blossom * (size_t)(m->count + 1) + (size_t)vertex];
}

static int64_t weight_of(const matcher *m, edge e) {
    if (!e.u) return 0;
    int64_t w = m->weight[(size_t)(e.u - 1) * (size_t)m->count + (size_t)(e.v - 1)];
    return w > 0 ? w : 0;
}

static int64_t gap(const matcher *m, edge e) {
    return m->label[e.u] + m->label[e.v] - 2 * weight_of(m, e);
}

static bool has_edge(const matcher *m, int a, int b) { return weight_of(m, *between(m, a, b)) > 0; }

static void note_slack(matcher *m, int u, int x) {
    if (!m->slack[x] || gap(m, *between(m, u, x)) < gap(m, *between(m, m->slack[x], x)))
        m->slack[x] = u;
}

static void set_slack(matcher *m, int x) {
    m->slack[x] = 0;
    for (int u = 1; u <= m->count; u++)
        if (has_edge(m, u, x) && m->top[u] != x && m->kind[m->top[u]] == 0) note_slack(m, u, x);
}

static void enqueue(matcher *m, int x) {
    if (x <= m->count) {
        m->queue[m->tail++] = x;
        return;
    }
    for (int i = 0; i < m->petals[x]; i++) enqueue(m, m->flower[x][i]);
}

static void set_top(matcher *m, int x, int top) {
    m->top[x] = top;
    for (int i = 0; x > m->count && i < m->petals[x]; i++) set_top(m, m->flower[x][i], top);
}

/* The index of a member in a blossom, counted along the path of even length to its base. */
static int even_way(matcher *m, int blossom, int x) {
    int at = 0, petals = m->petals[blossom], *flower = m->flower[blossom];
    while (flower[at] != x) at++;
    if (at % 2 == 0) return at;
    for (int i = 1, j = petals - 1; i < j; i++, j--) {
        int swap = flower[i];
        flower[i] = flower[j];
        flower[j] = swap;
    }
    return petals - at;
}

static void rotate(int *list, int count, int first, int *spare) {
    memcpy(spare, list, (size_t)count * sizeof *list);
    for (int i = 0; i < count; i++) list[i] = spare[(i + first) % count];
}

/* Matches u with v, also inside u if it is a blossom. */
static void match(matcher *m, int u, int v) {
    edge e = *between(m, u, v);
    m->partner[u] = e.v;
    if (u <= m->count) return;
    int x = *member(m, u, e.u), way = even_way(m, u, x);
    for (int i = 0; i < way; i++) match(m, m->flower[u][i], m->flower[u][i ^ 1]);
    match(m, x, v);
    rotate(m->flower[u], m->petals[u], way, m->seen + m->size);
}

static void augment(matcher *m, int u, int v) {
    for (;;) {
        int next = m->top[m->partner[u]];
        match(m, u, v);
        if (!next) return;
        match(m, next, m->top[m->parent[next]]);
        u = m->top[m->parent[next]];
        v = next;
    }
}

/* Where the paths of two outer vertices to their roots meet; 0: they do not. */
static int common_ancestor(matcher *m, int u, int v) {
    m->stamp++;
    while (u || v) {
        if (u) {
            if (m->seen[u] == m->stamp) return u;
            m->seen[u] = m->stamp;
            u = m->top[m->partner[u]];
            if (u) u = m->top[m->parent[u]];
        }
        int swap = u;
        u = v;
        v = swap;
    }
    return 0;
}

static void reverse(int *list, int from, int to) {
    for (to--; from < to; from++, to--) {
        int swap = list[from];
        list[from] = list[to];
        list[to] = swap;
    }
}

static void add_blossom(matcher *m, int u, int base, int v) {
    int b = m->count + 1;
    while (b <= m->used && m->top[b]) b++;
    if (b > m->used) m->used++;
    m->label[b] = 0;
    m->kind[b] = 0;
    m->partner[b] = m->partner[base];
    int *flower = m->flower[b], petals = 0;
    flower[petals++] = base;
    for (int x = u, y; x != base; x = m->top[m->parent[y]]) {
        flower[petals++] = x;
        flower[petals++] = y = m->top[m->partner[x]];
        enqueue(m, y);
    }
    reverse(flower, 1, petals);
    for (int x = v, y; x != base; x = m->top[m->parent[y]]) {
        flower[petals++] = x;
        flower[petals++] = y = m->top[m->partner[x]];
        enqueue(m, y);
    }
    m->petals[b] = petals;
    set_top(m, b, b);
    for (int x = 1; x <= m->used; x++) *between(m, b, x) = *between(m, x, b) = (edge){0};
    for (int x = 1; x <= m->count; x++) *member(m, b, x) = 0;
    for (int i = 0; i < petals; i++) {
        int petal = flower[i];
        for (int x = 1; x <= m->used; x++)
            if (!between(m, b, x)->u ||
                (between(m, petal, x)->u &&
                 gap(m, *between(m, petal, x)) < gap(m, *between(m, b, x)))) {
                *between(m, b, x) = *between(m, petal, x);
                *between(m, x, b) = *between(m, x, petal);
            }
        for (int x = 1; x <= m->count; x++)
            if (*member(m, petal, x)) *member(m, b, x) = petal;
    }
    set_slack(m, b);
}

/* An inner blossom whose label is 0 becomes its members again. */
static void expand_blossom(matcher *m, int b) {
    int *flower = m->flower[b], petals = m->petals[b];
    for (int i = 0; i < petals; i++) set_top(m, flower[i], flower[i]);
    int x = *member(m, b, between(m, b, m->parent[b])->u), way = even_way(m, b, x);
    for (int i = 0; i < way; i += 2) {
        int inner = flower[i], outer = flower[i + 1];
        m->parent[inner] = between(m, outer, inner)->u;
        m->kind[inner] = 1;
        m->kind[outer] = 0;
        m->slack[inner] = 0;
        set_slack(m, outer);
        enqueue(m, outer);
    }
    m->kind[x] = 1;
    m->parent[x] = m->parent[b];
    for (int i = way + 1; i < petals; i++) {
        m->kind[flower[i]] = -1;
        set_slack(m, flower[i]);
    }
    m->top[b] = 0;
}

/* A tight edge from an outer vertex: whether it completes an augmenting path. */
static bool follow(matcher *m, edge e) {
    int u = m->top[e.u], v = m->top[e.v];
    if (m->kind[v] == -1) {
        int next = m->top[m->partner[v]];
        m->parent[v] = e.u;
        m->kind[v] = 1;
        m->slack[v] = m->slack[next] = 0;
        m->kind[next] = 0;
        enqueue(m, next);
    } else if (m->kind[v] == 0) {
        int base = common_ancestor(m, u, v);
        if (!base) {
            augment(m, u, v);
            augment(m, v, u);
            return true;
        }
        add_blossom(m, u, base, v);
    }
    return false;
}

static void start_search(matcher *m) {
    m->head = m->tail = 0;
    for (int x = 1; x <= m->used; x++) {
        m->kind[x] = -1;
        m->slack[x] = 0;
    }
    for (int x = 1; x <= m->used; x++)
        if (m->top[x] == x && !m->partner[x]) {
            m->parent[x] = 0;
            m->kind[x] = 0;
            enqueue(m, x);
        }
}

/* Changes the labels so that one more edge is tight; false if no matching is heavier. */
static bool change_labels(matcher *m) {
    int64_t by = INT64_MAX;
    for (int u = 1; u <= m->count; u++)
        if (m->kind[m->top[u]] == 0 && m->label[u] < by) by = m->label[u];
    bool ends = true;
    for (int b = m->count + 1; b <= m->used; b++)
        if (m->top[b] == b && m->kind[b] == 1 && m->label[b] / 2 < by)
            by = m->label[b] / 2, ends = false;
    for (int x = 1; x <= m->used; x++) {
        if (m->top[x] != x || !m->slack[x]) continue;
        int64_t free = gap(m, *between(m, m->slack[x], x));
        if (m->kind[x] == 0) free /= 2;
        if (m->kind[x] != 1 && free < by) by = free, ends = false;
    }
    if (ends) return false; /* a free vertex's label would become 0: it stays unmatched */
    for (int u = 1; u <= m->count; u++) {
        int kind = m->kind[m->top[u]];
        if (kind == 0) m->label[u] -= by;
        else if (kind == 1) m->label[u] += by;
    }
    for (int b = m->count + 1; b <= m->used; b++)
        if (m->top[b] == b && m->kind[b] >= 0) m->label[b] += m->kind[b] == 0 ? 2 * by : -2 * by;
    return true;
}

/* Searches for an augmenting path and applies it. */
static bool grow(matcher *m) {
    start_search(m);
    if (m->head == m->tail) return false;
    for (;;) {
        while (m->head < m->tail) {
            int u = m->queue[m->head++];
            if (m->kind[m->top[u]] == 1) continue;
            for (int v = 1; v <= m->count; v++) {
                if (!has_edge(m, u, v) || m->top[u] == m->top[v]) continue;
                if (gap(m, *between(m, u, v)) > 0) note_slack(m, u, m->top[v]);
                else if (follow(m, *between(m, u, v))) return true;
            }
        }
        if (!change_labels(m)) return false;
        m->head = m->tail = 0;
        for (int x = 1; x <= m->used; x++)
            if (m->top[x] == x && m->slack[x] && m->top[m->slack[x]] != x &&
                gap(m, *between(m, m->slack[x], x)) == 0 && follow(m, *between(m, m->slack[x], x)))
                return true;
        for (int b = m->count + 1; b <= m->used; b++)
            if (m->top[b] == b && m->kind[b] == 1 && m->label[b] == 0) expand_blossom(m, b);
    }
}

static bool allocate(matcher *m) {
    size_t size = (size_t)m->size, row = (size_t)m->count + 1;
    m->best = calloc(size * size, sizeof *m->best);
    m->label = calloc(size, sizeof *m->label);
    m->partner = calloc(size, sizeof(int));
    m->slack = calloc(size, sizeof(int));
    m->top = calloc(size, sizeof(int));
    m->parent = calloc(size, sizeof(int));
    m->kind = calloc(size, sizeof(int));
    m->seen = calloc(2 * size, sizeof(int)); /* and room to reverse a list */
    m->petals = calloc(size, sizeof(int));
    m->queue = calloc(size * 2, sizeof(int));
    m->from = calloc(size * row, sizeof(int));
    m->flower = calloc(size, sizeof *m->flower);
    bool good = m->best && m->label && m->partner && m->slack && m->top && m->parent && m->kind &&
                m->seen && m->petals && m->queue && m->from && m->flower;
    for (size_t i = row; good && i < size; i++)
        good = (m->flower[i] = calloc(size, sizeof(int))) != NULL;
    return good;
}

static void release(matcher *m) {
    for (int i = 0; m->flower && i < m->size; i++) free(m->flower[i]);
    free(m->best);
    free(m->label);
    free(m->partner);
    free(m->slack);
    free(m->top);
    free(m->parent);
    free(m->kind);
    free(m->seen);
    free(m->petals);
    free(m->queue);
    free(m->from);
    free(m->flower);
}

bool matching_find(int count, const int64_t *weight, int *mate, error *e) {
    /* Blossoms hold three or more vertices and are nested or disjoint: fewer than count / 2. */
    matcher m = {.count = count, .size = count + count / 2 + 3, .used = count, .weight = weight};
    if (count > MATCHING_MAX) return error_set(e, "more than %d to pair", MATCHING_MAX);
    if (!allocate(&m)) {
        release(&m);
        return error_set(e, "no memory for a pairing");
    }
    int64_t most = 0;
    for (int u = 1; u <= count; u++) {
        m.top[u] = u;
        for (int v = 1; v <= count; v++) {
            if (u != v) *between(&m, u, v) = (edge){u, v};
            *member(&m, u, v) = u == v ? u : 0;
            if (u != v && weight_of(&m, (edge){u, v}) > most) most = weight_of(&m, (edge){u, v});
        }
    }
    for (int u = 1; u <= count; u++) m.label[u] = most;
    while (grow(&m)) continue;
    for (int u = 1; u <= count; u++) mate[u - 1] = m.partner[u] - 1;
    release(&m);
    return true;
}
