#include "engines/dots/deepen.h"

typedef struct node_value {
    int value;
    bool proven;
    uint16_t line, name; /* of the best move, if moves were searched */
} node_value;

/* In the table the openings of independent chains and loops have these names, because fields whose
 * chains lie in different places share an entry. */
enum { OPENING_OF_KIND = DOTS_LINES_MAX };

/* Moves that are looked at. In a field with more lines than that those nearest the edge are left
 * out, so nothing is proven there; every ply keeps a list of this size. */
enum { MOVES_MOST = 512 };

/* What the table holds about a field: bounds of its value by a search of this depth (PROVEN: to the
 * end of the game), and the name of the best move. */
enum { PROVEN = SEARCH_DEPTH_MAX };

typedef struct note {
    int16_t lower, upper;
    uint16_t name;
    int depth;
} note;

static note note_of(uint64_t data) {
    return (note){(int16_t)data, (int16_t)(data >> 16), (uint16_t)(data >> 32),
                  search_data_depth(data)};
}

typedef struct move {
    uint16_t line, name;
    bool opening;
    int rank;
} move;

/* The field after a move, with what the opponent can take in it. */
static dots_haul after(const dots_deepening *s, const dots_field *f, const move *m,
                       dots_field *next) {
    dots_field_copy(s->map, next, f);
    if (m->opening) return dots_field_open(s->map, next, m->line);
    dots_field_draw(s->map, next, m->line);
    return (dots_haul){0, 0};
}

static int list_moves(const dots_deepening *s, const dots_field *f, const dots_chains *found,
                      uint16_t first, move moves[MOVES_MOST]) {
    uint16_t safe[DOTS_LINES_MAX];
    dots_chain openings[DOTS_CHAINS_MAX];
    int count = 0;
    int lines = dots_safe_lines(s->map, f, safe), chains = dots_openings(found, openings);
    /* From the centre outwards: a third of the nodes of a history heuristic. */
    for (int i = 0; i < lines && count < MOVES_MOST - DOTS_HANDOVERS; i++)
        moves[count++] = (move){.line = safe[i], .name = safe[i], .rank = DOTS_LINES_MAX - i};
    for (int i = 0; i < chains && count < MOVES_MOST; i++) {
        const dots_chain *c = &openings[i];
        int name = c->kind == DOTS_LINK ? c->opening : OPENING_OF_KIND + c->kind;
        moves[count++] =
            (move){.line = c->opening, .name = (uint16_t)name, .opening = true, .rank = -c->boxes};
    }
    for (int i = 0; i < count; i++)
        if (moves[i].name == first) moves[i].rank = INT32_MAX;
    return count;
}

static move pick_best(move *moves, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (moves[i].rank > moves[best].rank) best = i;
    move m = moves[best];
    moves[best] = moves[from];
    moves[from] = m;
    return m;
}

static int round_to_parity(int sum, int count, int boxes) {
    int value = sum / count;
    if ((value ^ boxes) & 1) value += sum > value * count ? 1 : -1;
    return value;
}

static int guess(dots_deepening *s, const dots_field *f) {
    random_source random = random_seed(s->seed ^ f->hash);
    dots_trail trail;
    int sum = 0, count = 0;
    do {
        dots_field copy;
        dots_field_copy(s->map, &copy, f);
        sum += dots_playout(s->map, &copy, &random, &trail);
        count++;
        if (search_guard_count(s->guard)) break;
    } while (count < s->playouts && trail.count > 0); /* without safe lines all playouts agree */
    return round_to_parity(sum, count, f->boxes);
}

static node_value search(dots_deepening *s, const dots_field *f, int depth, int alpha, int beta);

/* Tests whether |V + hand-over| < most by two null-window searches; returns a value of the move
 * that proves the answer. */
static node_value test_hand_over(dots_deepening *s, const dots_field *next, dots_haul h, int depth,
                                 int most) {
    int low = -most - h.hand_over, high = most - h.hand_over;
    node_value above = search(s, next, depth - 1, high - 1, high);
    if (above.value >= high || s->guard->over)
        return (node_value){.value = -dots_haul_value(h, above.value), .proven = above.proven};
    node_value below = search(s, next, depth - 1, low, low + 1);
    int from_above = -dots_haul_value(h, above.value),
        from_below = -dots_haul_value(h, below.value);
    if (below.value <= low) return (node_value){.value = from_below, .proven = below.proven};
    return (node_value){.value = from_above < from_below ? from_above : from_below,
                        .proven = above.proven && below.proven};
}

/* The value of a move for the player who makes it, within the window. */
static node_value try_move(dots_deepening *s, const dots_field *f, const move *m, int depth,
                           int alpha, int beta) {
    dots_field next;
    dots_haul h = after(s, f, m, &next);
    node_value v;
    if (h.hand_over == 0) {
        v = search(s, &next, depth - 1, -beta - h.boxes, -alpha - h.boxes);
    } else {
        /* The move is worth -(k - h + |V + h|), which is above alpha if |V + h| is below `most`. */
        int most = -alpha - h.boxes + h.hand_over;
        if (most <= 0) return (node_value){.value = -h.boxes + h.hand_over, .proven = true};
        if (beta - alpha == 1) return test_hand_over(s, &next, h, depth, most);
        v = search(s, &next, depth - 1, -most - h.hand_over, most - h.hand_over);
    }
    /* A safe line takes nothing: its value is minus that of the field after it. */
    return (node_value){.value = -dots_haul_value(h, v.value), .proven = v.proven};
}

static void remember(dots_deepening *s, const dots_field *f, uint64_t key, node_value v, int depth,
                     int alpha, int beta) {
    int16_t boxes = (int16_t)f->boxes, value = (int16_t)v.value;
    uint64_t known;
    search_entry *entry = search_table_place(s->table, key, &known);
    note n = {.lower = value > alpha ? value : (int16_t)-boxes,
              .upper = value < beta ? value : boxes,
              .name = v.name,
              .depth = v.proven ? PROVEN : depth};
    if (known) {
        note old = note_of(known);
        if (old.depth == n.depth) { /* both pairs of bounds hold */
            if (old.lower > n.lower) n.lower = old.lower;
            if (old.upper < n.upper) n.upper = old.upper;
            if (n.name == DOTS_NO_LINE) n.name = old.name;
        } else if (old.depth == PROVEN) return;
    }
    search_table_write(
        s->table, entry, key,
        (uint16_t)n.lower | (uint64_t)(uint16_t)n.upper << 16 | (uint64_t)n.name << 32, n.depth);
}

/* Whether the table settles the field for this depth and window; if not, it may narrow the window.
 */
static bool recall(uint64_t known, int depth, int *alpha, int *beta, node_value *v) {
    note n = note_of(known);
    if (!known || n.depth < depth) return false;
    v->proven = n.depth == PROVEN;
    v->value = n.lower;
    if (n.lower == n.upper || n.lower >= *beta) return true;
    v->value = n.upper;
    if (n.upper <= *alpha) return true;
    if (!v->proven) return false;
    if (n.lower > *alpha) *alpha = n.lower;
    if (n.upper < *beta) *beta = n.upper;
    return false;
}

static node_value search_moves(dots_deepening *s, const dots_field *f, const dots_chains *found,
                               int depth, int alpha, int beta) {
    move moves[MOVES_MOST];
    node_value best = {-f->boxes - 1, true, DOTS_NO_LINE, DOTS_NO_LINE};
    int floor = alpha;
    bool all_proven = f->lines <= MOVES_MOST - DOTS_HANDOVERS;
    uint64_t known = search_table_find(s->table, found->key);
    int count = list_moves(s, f, found, known ? note_of(known).name : DOTS_NO_LINE, moves);
    for (int i = 0; i < count; i++) {
        move m = pick_best(moves, i, count);
        node_value v;
        if (i == 0 || beta - alpha == 1) {
            v = try_move(s, f, &m, depth, alpha, beta);
        } else {
            v = try_move(s, f, &m, depth, alpha, alpha + 1);
            if (v.value > alpha && v.value < beta && !s->guard->over)
                v = try_move(s, f, &m, depth, alpha, beta);
        }
        if (s->guard->over) return best;
        all_proven &= v.proven;
        if (v.value > best.value || best.line == DOTS_NO_LINE) {
            best = v;
            best.line = m.line;
            best.name = m.name;
        }
        if (best.value > alpha) alpha = best.value;
        if (alpha >= beta) break;
    }
    /* A cutoff needs only its own move proven, any other result all of them. */
    if (best.value < beta) best.proven = all_proven;
    remember(s, f, found->key, best, depth, floor, beta);
    return best;
}

static node_value search(dots_deepening *s, const dots_field *f, int depth, int alpha, int beta) {
    node_value known;
    if (search_guard_count(s->guard)) return (node_value){.value = 0};
    if (f->boxes == 0) return (node_value){.value = 0, .proven = true};
    if (f->boxes <= alpha) return (node_value){.value = f->boxes, .proven = true};
    if (-f->boxes >= beta) return (node_value){.value = -f->boxes, .proven = true};
    dots_chains found;
    dots_chains_find(s->map, f, &found);
    if (found.joints == 0) return (node_value){.value = dots_chains_value(&found), .proven = true};
    if (recall(search_table_find(s->table, found.key), depth, &alpha, &beta, &known)) return known;
    if (depth > 0) return search_moves(s, f, &found, depth, alpha, beta);
    node_value v = {.value = guess(s, f), .name = DOTS_NO_LINE};
    if (!s->guard->over) remember(s, f, found.key, v, 0, v.value - 1, v.value + 1);
    return v;
}

bool dots_deepening_known(const dots_deepening *s, const dots_field *f, const dots_chains *found,
                          dots_found *out) {
    uint64_t known = search_table_find(s->table, found->key);
    note n = note_of(known);
    if (!known || n.depth != PROVEN || n.lower != n.upper) return false;
    move moves[MOVES_MOST];
    int count = list_moves(s, f, found, n.name, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i].name != n.name) continue;
        *out = (dots_found){.value = n.lower, .line = moves[i].line, .proven = true};
        return true;
    }
    return false;
}

void dots_deepening_learn(dots_deepening *s, const dots_field *f, const dots_found *proven) {
    dots_chains found;
    move moves[MOVES_MOST];
    dots_field wanted = *f;
    dots_chains_find(s->map, f, &found);
    dots_field_open(s->map, &wanted, proven->line);
    int count = list_moves(s, f, &found, DOTS_NO_LINE, moves);
    for (int i = 0; i < count; i++) {
        dots_field next;
        after(s, f, &moves[i], &next);
        if (next.hash != wanted.hash) continue; /* all lines of a chain lead to the same field */
        node_value v = {.value = proven->value, .proven = true, .name = moves[i].name};
        remember(s, f, found.key, v, 0, v.value - 1, v.value + 1);
        return;
    }
}

/* The first opening that attains the value of an ending without joints. */
static uint16_t best_opening(dots_deepening *s, const dots_field *f, const dots_chains *found,
                             int value) {
    dots_chain openings[DOTS_CHAINS_MAX];
    int count = dots_openings(found, openings);
    for (int i = 0; i < count; i++) {
        dots_field next = *f;
        dots_chains rest;
        dots_haul h = dots_field_open(s->map, &next, openings[i].opening);
        dots_chains_find(s->map, &next, &rest);
        if (-dots_haul_value(h, dots_chains_value(&rest)) == value) return openings[i].opening;
    }
    return openings[0].opening;
}

bool dots_deepen(dots_deepening *s, const dots_field *f, int depth, dots_found *out) {
    dots_chains found;
    dots_chains_find(s->map, f, &found);
    if (found.joints == 0) {
        int value = dots_chains_value(&found);
        *out = (dots_found){value, best_opening(s, f, &found, value), depth, true};
        return true;
    }
    node_value v = search_moves(s, f, &found, depth, -f->boxes - 1, f->boxes + 1);
    bool finished = !s->guard->over;
    if (v.line != DOTS_NO_LINE) *out = (dots_found){v.value, v.line, depth, finished && v.proven};
    return finished;
}
