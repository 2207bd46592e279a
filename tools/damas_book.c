/* damas_book - makes the opening book of a variant of Damas (engines/damas/book.h).
 *
 *   damas_book VARIANT POSITIONS NODES
 *   damas_book VARIANT                     the book that the program has now
 *
 * The book goes to standard output. A new one begins with the start position and is expanded
 * POSITIONS times. To expand a position is to search all of its moves, NODES positions in all.
 * Their values are then backed up to the start: a move is worth what the best answers in the book
 * leave of it, and the value of its own search where the book ends.
 *
 * The position that is expanded next is the one that is most likely to be played: the nearest one
 * to the start if a move's length is PLY plus what it costs, that is, how much worse it is than the
 * best move of its position (drop-out expansion, T. Lincke, Strategies for the Automatic
 * Construction of Opening Books, 2001). So the book follows good moves deeply, and has answers to
 * weaker ones. Everything is deterministic: same arguments and networks, same book. The script
 * tools/damas_books makes all of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/damas/book.h"
#include "engines/damas/search.h"

enum {
    PLY = 8,    /* length of a best move */
    WIDTH = 40, /* moves that are worse by more than this are not told apart */
    TABLE = 64 << 20,
};

static void die(const char *message) {
    fprintf(stderr, "damas_book: %s\n", message);
    exit(1);
}

static void *need(void *memory) {
    if (!memory) die("no memory");
    return memory;
}

/* A move of an expanded position. */
typedef struct edge {
    uint8_t place; /* in the list of legal moves */
    int searched;  /* its value by its own search, for the side that makes it */
    int value;     /* the same, backed up */
    uint64_t key;  /* of the position after it */
    int node;      /* that position, if it is expanded; -1: it is not, -2: it never will be */
} edge;

/* An expanded position. */
typedef struct node {
    damas_board board;
    uint64_t key;
    int side, count, value, length; /* length: of the shortest way from the start */
    int progress;                   /* rises with every move, so it is an order of the graph */
    edge *edges;
} node;

typedef struct graph {
    const damas_rules *rules;
    damas_searcher *searcher;
    node *nodes;
    int count;
    int *order; /* the nodes by progress */
} graph;

static bool never(void *context, uint64_t nodes) {
    (void)context, (void)nodes;
    return false;
}

/* Men only advance, and captures take pieces off: without kings no position comes back. */
static int progress_of(const damas_board *b) {
    int advanced = 0;
    for (int side = 0; side < 2; side++)
        for (damas_set men = b->man[side]; men;) {
            int row = damas_square_of(bits_take(&men)) / 4;
            advanced += side == 0 ? row : 7 - row;
        }
    return 1000 * (24 - bits_count(b->man[0] | b->man[1])) + advanced;
}

/* Searches all moves, deeper and deeper; values are those of the last depth that was completed.
 * Moves that are worse than the best by WIDTH or more have that as their value. */
static void search_moves(damas_searcher *s, const damas_list *l, uint64_t nodes, int *value) {
    int order[DAMAS_MOVES_MAX], found[DAMAS_MOVES_MAX];
    for (int i = 0; i < l->count; i++) order[i] = i, value[i] = 0;
    s->node_limit = nodes;
    for (int depth = 1; depth < DAMAS_PLIES / 2; depth++) {
        int best = -DAMAS_INFINITE, first = 0;
        for (int i = 0; i < l->count; i++) {
            int alpha = best - WIDTH < -DAMAS_INFINITE ? -DAMAS_INFINITE : best - WIDTH;
            damas_search_play(s, 0, l->move[order[i]], depth);
            int score = -damas_search(s, 1, -DAMAS_INFINITE, -alpha, depth - 1);
            if (s->stopped) return;
            found[order[i]] = score < alpha ? alpha : score;
            if (score > best) best = score, first = i;
        }
        memcpy(value, found, sizeof *value * (size_t)l->count);
        int front = order[first];
        memmove(order + 1, order, sizeof *order * (size_t)first);
        order[0] = front;
    }
}

/* Backs up all values, then measures all ways from the start. */
static void update(graph *g) {
    for (int i = g->count - 1; i >= 0; i--) {
        node *n = &g->nodes[g->order[i]];
        n->value = -DAMAS_INFINITE;
        n->length = INT32_MAX;
        for (int k = 0; k < n->count; k++) {
            edge *e = &n->edges[k];
            e->value = e->node < 0 ? e->searched : -g->nodes[e->node].value;
            if (e->value > n->value) n->value = e->value;
        }
    }
    g->nodes[0].length = 0;
    for (int i = 0; i < g->count; i++) {
        const node *n = &g->nodes[g->order[i]];
        for (int k = 0; k < n->count; k++) {
            const edge *e = &n->edges[k];
            int length = n->length + PLY + n->value - e->value;
            if (e->node >= 0 && length < g->nodes[e->node].length)
                g->nodes[e->node].length = length;
        }
    }
}

static damas_board board_after(const graph *g, const node *n, const edge *e) {
    damas_list l;
    damas_board b = n->board;
    damas_generate(g->rules->flags, &b, n->side, &l);
    damas_board_play(&b, n->side, l.move[e->place]);
    return b;
}

/* Connects the new position with those it is reached from, and with those that it leads to. */
static void link_ways(graph *g) {
    const node *fresh = &g->nodes[g->count];
    for (int i = 0; i < g->count; i++) {
        const node *n = &g->nodes[i];
        for (int k = 0; k < n->count; k++)
            if (n->edges[k].key == fresh->key) n->edges[k].node = g->count;
        for (int k = 0; k < fresh->count; k++)
            if (fresh->edges[k].key == n->key) fresh->edges[k].node = i;
    }
    g->count++;
}

/* Adds a position and searches its moves; false if it has a king or no move. */
static bool expand(graph *g, const damas_board *b, int side, uint64_t nodes) {
    damas_list l;
    damas_position p;
    int value[DAMAS_MOVES_MAX], number = g->count, at = number;
    damas_generate(g->rules->flags, b, side, &l);
    if (l.count == 0 || l.count > DAMAS_BOOK_LEADS || b->king[0] || b->king[1]) return false;
    damas_set_up(g->rules, &p, b, side, 0, NULL);
    g->searcher->table->age++;
    damas_search_begin(g->searcher, &p);
    search_moves(g->searcher, &l, l.count == 1 ? nodes / 4 : nodes, value);
    node *n = &g->nodes[g->count];
    *n = (node){.board = *b, .side = side, .count = l.count, .progress = progress_of(b)};
    n->key = p.key;
    n->edges = need(calloc((size_t)l.count, sizeof *n->edges));
    for (int i = 0; i < l.count; i++) {
        damas_board after = *b;
        damas_board_play(&after, side, l.move[i]);
        n->edges[i] = (edge){.place = (uint8_t)i, .searched = value[i], .node = -1};
        n->edges[i].key = damas_key(&after, side ^ 1, 0);
    }
    link_ways(g);
    for (; at > 0 && g->nodes[g->order[at - 1]].progress > n->progress; at--)
        g->order[at] = g->order[at - 1];
    g->order[at] = number;
    return true;
}

/* The way to the next position: the shortest one that leaves the book. */
static edge *nearest(const graph *g, const node **from) {
    int best = INT32_MAX;
    edge *found = NULL;
    for (int i = 0; i < g->count; i++) {
        const node *n = &g->nodes[g->order[i]];
        for (int k = 0; k < n->count; k++) {
            edge *e = &n->edges[k];
            int length = n->length + PLY + n->value - e->value;
            if (e->node != -1 || length >= best) continue;
            best = length;
            found = e;
            *from = n;
        }
    }
    return found;
}

/* Expands the graph until it has that many positions. */
static void grow(graph *g, int positions, uint64_t nodes) {
    damas_position start;
    damas_start(g->rules, &start);
    expand(g, &start.board, start.side, nodes);
    update(g);
    while (g->count < positions) {
        const node *from = NULL;
        edge *e = nearest(g, &from);
        if (!e) return;
        damas_board b = board_after(g, from, e);
        if (!expand(g, &b, from->side ^ 1, nodes)) e->node = -2;
        update(g);
        if (g->count % 100 == 0)
            fprintf(stderr, "%s: %d positions\n", g->rules->variant->name, g->count);
    }
}

/* Writing. */

typedef struct image {
    uint8_t *bytes;
    size_t length;
} image;

static void put(image *to, uint64_t number, int bytes) {
    to->bytes = need(realloc(to->bytes, to->length + (size_t)bytes));
    for (int i = 0; i < bytes; i++) to->bytes[to->length++] = (uint8_t)(number >> (8 * i));
}

static int compare_edges(const void *one, const void *other) {
    const edge *a = one, *b = other;
    return a->value != b->value ? b->value - a->value : a->place - b->place;
}

/* The best moves first; returns how many are in the book: those worth playing, and those that lead
 * to its positions. */
static int sort_edges(node *n) {
    int kept = 0;
    qsort(n->edges, (size_t)n->count, sizeof *n->edges, compare_edges);
    for (int k = 0; k < n->count; k++) {
        int cost = n->value - n->edges[k].value;
        if (cost <= DAMAS_BOOK_MARGIN || (n->edges[k].node >= 0 && cost <= UINT8_MAX))
            n->edges[kept++] = n->edges[k];
    }
    return kept;
}

static image write_book(graph *g) {
    image records = {0}, book = {0};
    int *queue = need(calloc((size_t)g->count, sizeof *queue)), positions = 1;
    bool *queued = need(calloc((size_t)g->count, sizeof *queued));
    size_t moves = 0;
    damas_book whole = {.entry = need(calloc((size_t)g->count, sizeof *whole.entry))};
    queued[0] = true;
    for (int i = 0; i < positions; i++) {
        node *n = &g->nodes[queue[i]];
        int kept = sort_edges(n);
        put(&records, (uint64_t)kept, 1);
        put(&records, (uint16_t)n->value, 2);
        moves += (size_t)kept;
        for (int k = 0; k < kept; k++) {
            const edge *e = &n->edges[k];
            put(&records, (uint64_t)(e->place | (e->node >= 0 ? DAMAS_BOOK_LEADS : 0)), 1);
            put(&records, (uint64_t)(n->value - e->value), 1);
            if (e->node < 0 || queued[e->node]) continue;
            queued[e->node] = true;
            queue[positions++] = e->node;
        }
        whole.entry[whole.positions++] =
            (damas_book_entry){.board = n->board, .side = (uint8_t)n->side};
    }
    put(&book, (uint64_t)positions, 4);
    put(&book, moves, 4);
    put(&book, damas_book_hash(&whole, g->rules->flags, records.bytes, records.length), 8);
    for (size_t i = 0; i < records.length; i++) put(&book, records.bytes[i], 1);
    free(records.bytes);
    free(whole.entry);
    free(queue);
    free(queued);
    return book;
}

static void make(const damas_rules *r, int positions, uint64_t nodes) {
    error e;
    search_table table;
    graph g = {.rules = r};
    damas_weights *weights = need(calloc(1, sizeof *weights));
    g.nodes = need(calloc((size_t)positions, sizeof *g.nodes));
    g.order = need(calloc((size_t)positions, sizeof *g.order));
    g.searcher = need(calloc(1, sizeof *g.searcher));
    if (!search_table_create(&table, TABLE, &e)) die(e.message);
    damas_weights_of(r, weights);
    g.searcher->rules = r;
    g.searcher->weights = weights;
    g.searcher->table = &table;
    g.searcher->over = never;
    grow(&g, positions, nodes);
    image book = write_book(&g);
    damas_book *check = damas_book_read(r, book.bytes, book.length, &e);
    if (!check) die(e.message);
    fprintf(stderr, "%s: %zu positions, %zu moves, %zu bytes, the start is worth %+d\n",
            r->variant->name, check->positions, check->moves, book.length, g.nodes[0].value);
    if (fwrite(book.bytes, 1, book.length, stdout) != book.length) die("cannot write");
    damas_book_destroy(check);
    free(book.bytes);
    search_table_destroy(&table);
    for (int i = 0; i < g.count; i++) free(g.nodes[i].edges);
    free(g.nodes);
    free(g.order);
    free(g.searcher);
    free(weights);
}

static void copy(const damas_rules *r) {
    const uint8_t *bytes;
    size_t length = damas_book_of(r, &bytes);
    if (fwrite(bytes, 1, length, stdout) != length) die("cannot write");
}

int main(int argc, char **argv) {
    char settings[80];
    error e;
    if (argc != 2 && (argc != 4 || atoi(argv[2]) < 1 || atoll(argv[3]) < 1))
        die("usage: damas_book VARIANT [POSITIONS NODES]");
    snprintf(settings, sizeof settings, "variant=%s", argv[1]);
    game_rules *rules = game_create(&damas_game, settings, &e);
    if (!rules) die(e.message);
    if (argc == 2) copy(damas_rules_of(rules));
    else make(damas_rules_of(rules), atoi(argv[2]), strtoull(argv[3], NULL, 10));
    game_destroy(rules);
    return 0;
}
