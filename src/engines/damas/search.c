#include "engines/damas/search.h"

#include <string.h>

enum {
    FIRST_CHOICE = 1 << 30,
    CAPTURE_WORTH = 1 << 24,
    KILLER_WORTH = 1 << 22,
    HISTORY_MOST = 1 << 20,
    RAZOR = 180,         /* at depth 1, no quiet move makes up for being this far below alpha */
    FUTILE = 90,         /* what a quiet move may gain per ply */
    LOOKS_MOST = 2900,   /* limit of an evaluation, to keep it distinct from known results */
    THREAT_DEPTH = -1,   /* the depth at which threats are no longer followed */
    SINGULAR_DEPTH = 6,  /* the least depth at which singular moves are looked for */
    SINGULAR_MARGIN = 15 /* how much worse all other moves must be */
};

static int side_at(const damas_searcher *s, int ply) { return s->root_side ^ (ply & 1); }

void damas_search_begin(damas_searcher *s, const damas_position *p) {
    int back = p->calm < DAMAS_KEYS - 1 ? p->calm : DAMAS_KEYS - 1;
    if ((unsigned)back > p->ply) back = (int)p->ply;
    s->root_side = p->side;
    s->root_pieces = bits_count(damas_of(&p->board, 0) | damas_of(&p->board, 1));
    s->history_count = back;
    for (int i = 1; i <= back; i++)
        s->keys[back - i] = p->keys[(p->ply - (unsigned)i) % DAMAS_KEYS];
    s->keys[back] = p->key;
    s->node[0] = (damas_node){.board = p->board,
                              .key = p->key,
                              .quiet = p->quiet,
                              .calm = (uint16_t)back,
                              .river = p->river};
    memcpy(s->node[0].ending, p->ending, sizeof p->ending);
    damas_sum(s->weights, &p->board, &s->node[0].sums);
    s->node[0].summed = true;
    s->nodes = 0;
    s->stopped = false;
    memset(s->killer, 0, sizeof s->killer);
    memset(s->history, 0, sizeof s->history);
}

void damas_search_play(damas_searcher *s, int ply, damas_move m, int depth) {
    const damas_node *n = &s->node[ply];
    damas_node *next = &s->node[ply + 1];
    int side = side_at(s, ply);
    bool progress = damas_captured(m) || (n->board.man[side] & damas_one(damas_from(m)));
    next->board = n->board;
    damas_board_play(&next->board, side, m);
    /* A position after progress cannot be a repetition, and near the leaves the table is not used:
     * then nothing needs the key. */
    next->key = 0;
    if (depth > 0 || !progress) next->key = damas_key(&next->board, side ^ 1, 0);
    if (depth > 0) search_table_prefetch(s->table, next->key);
    next->calm = progress ? 0 : (uint16_t)(n->calm + 1);
    next->quiet =
        progress || !damas_quiet_counts(s->rules, &next->board) ? 0 : (uint16_t)(n->quiet + 1);
    next->river = 0;
    if (s->rules->river) next->river = damas_river_after(s->rules, &next->board, n->river, side);
    if (s->rules->endings) {
        memcpy(next->ending, n->ending, sizeof n->ending);
        damas_endings_after(s->rules->endings, &n->board, &next->board, true, next->ending);
    }
    next->summed = false;
    s->keys[s->history_count + ply + 1] = next->key;
}

/* Whether the position is a repetition: once since the root, or often enough before it. */
static bool repeated(const damas_searcher *s, int ply) {
    const damas_node *n = &s->node[ply];
    int at = s->history_count + ply, times = 1;
    int back = n->calm < at ? n->calm : at;
    for (int i = 4; i <= back; i += 2) {
        if (s->keys[at - i] != n->key) continue;
        if (i < ply || ++times >= s->rules->repetition) return true;
    }
    return false;
}

static bool drawn(const damas_searcher *s, int ply) {
    const damas_node *n = &s->node[ply];
    const damas_rules *r = s->rules;
    /* Without kings on both sides all counts of limited endings are 0. */
    if (r->endings && n->board.king[0] && n->board.king[1] &&
        damas_endings_over(r->endings, n->ending))
        return true;
    if (!n->calm) return false;
    return (r->quiet_plies && n->quiet >= r->quiet_plies) || (r->river && n->river > r->river) ||
           (n->calm >= 4 && repeated(s, ply));
}

bool damas_search_too_late(const damas_searcher *s, int ply, int distance) {
    const damas_node *n = &s->node[ply];
    const damas_rules *r = s->rules;
    if (distance < 0) return false;
    if (r->endings && distance > damas_endings_left(r->endings, &n->board, n->ending)) return true;
    if (!r->river || damas_three_kings(&n->board) < 0) return false;
    int made = n->river ? n->river - 1 : 0;
    return (distance + 1) / 2 > r->river - made;
}

/* What the tables say: a final score, or only whether a leaf is won or lost. */
typedef struct verdict {
    bool final;
    int score, known; /* known: added to a leaf's evaluation */
} verdict;

static verdict by_tables(const damas_searcher *s, int ply) {
    const damas_node *n = &s->node[ply];
    const damas_board *b = &n->board;
    int pieces = bits_count(damas_of(b, 0) | damas_of(b, 1)), side = side_at(s, ply);
    if (!s->tables || pieces > s->tables->pieces) return (verdict){.final = false};
    damas_value value = damas_tables_value(s->tables, b, side);
    if (value == DAMAS_NOT_KNOWN) return (verdict){.final = false};
    int distance = damas_tables_distance(s->tables, b, side), sign = value == DAMAS_WON ? 1 : -1;
    if (value == DAMAS_DRAWN || damas_search_too_late(s, ply, distance))
        return (verdict){.final = true};
    if (distance >= 0)
        return (verdict){.final = true, .score = sign * (DAMAS_WIN - ply - distance)};
    if (pieces < s->root_pieces)
        return (verdict){.final = true, .score = sign * (DAMAS_TABLE_WIN - ply)};
    return (verdict){.final = false, .known = sign * DAMAS_KNOWN};
}

/* The sums of a node come from the nearest node above it that has them; most nodes need none. */
static int evaluate(damas_searcher *s, int ply, int known) {
    damas_node *n = &s->node[ply];
    if (!n->summed) {
        const damas_node *above = n - 1;
        while (!above->summed) above--;
        damas_sum_from(s->weights, &above->board, &above->sums, &n->board, &n->sums);
        n->summed = true;
    }
    int value = damas_evaluate(s->weights, &n->sums, &n->board, side_at(s, ply));
    if (value > LOOKS_MOST) value = LOOKS_MOST;
    if (value < -LOOKS_MOST) value = -LOOKS_MOST;
    return known + value;
}

/* Move ordering: each move gets a worth, and the best of those left is searched next. */
static void weigh(const damas_searcher *s, int ply, const damas_list *l, uint32_t first,
                  int32_t *worth) {
    int side = side_at(s, ply);
    damas_set kings = s->node[ply].board.king[side ^ 1];
    for (int i = 0; i < l->count; i++) {
        damas_move m = l->move[i];
        uint32_t tag = damas_tag(m);
        damas_set captured = damas_captured(m);
        if (tag == first) worth[i] = FIRST_CHOICE;
        else if (captured)
            worth[i] = CAPTURE_WORTH + bits_count(captured) * 4 + bits_count(captured & kings);
        else if (tag == s->killer[ply][0]) worth[i] = KILLER_WORTH + 1;
        else if (tag == s->killer[ply][1]) worth[i] = KILLER_WORTH;
        else worth[i] = s->history[side][damas_from(m)][damas_to(m)];
    }
}

static damas_move next_best(damas_list *l, int32_t *worth, int from) {
    int best = from;
    for (int i = from + 1; i < l->count; i++)
        if (worth[i] > worth[best]) best = i;
    damas_move m = l->move[best];
    int32_t w = worth[best];
    l->move[best] = l->move[from];
    worth[best] = worth[from];
    l->move[from] = m;
    worth[from] = w;
    return m;
}

/* A quiet move caused a cutoff: it will be tried earlier elsewhere, and those before it later. */
static void learn(damas_searcher *s, int ply, const damas_list *l, int best, int depth) {
    int side = side_at(s, ply), gain = depth > 0 ? depth * depth + 1 : 1;
    damas_move m = l->move[best];
    if (damas_captured(m)) return;
    uint32_t tag = damas_tag(m);
    if (s->killer[ply][0] != tag) {
        s->killer[ply][1] = s->killer[ply][0];
        s->killer[ply][0] = tag;
    }
    for (int i = 0; i <= best; i++) {
        int32_t *h = &s->history[side][damas_from(l->move[i])][damas_to(l->move[i])];
        *h += i == best ? gain : -gain;
        if (*h > HISTORY_MOST || *h < -HISTORY_MOST) *h /= 2;
    }
}

static int reduction(int depth, int index, bool quiet, bool in_line) {
    if (!quiet || depth < 3 || index < 2) return 0;
    int less = 1 + (index >= 5 && depth >= 5) + (index >= 10 && depth >= 8);
    return less - (in_line && less > 1);
}

static void keep_line(damas_searcher *s, int ply, damas_move m) {
    damas_line *line = &s->line[ply];
    const damas_line *rest = &s->line[ply + 1];
    line->move[0] = m;
    line->count = rest->count + 1 < DAMAS_PLIES ? rest->count + 1 : DAMAS_PLIES;
    memcpy(line->move + 1, rest->move, (size_t)(line->count - 1) * sizeof m);
}

/* Whether the table's move is singular: a search of half the depth finds all others worse. */
static bool is_singular(damas_searcher *s, int ply, const damas_list *l, const search_found *found,
                        int depth) {
    int score = search_score_from_table(found->score, DAMAS_PROVEN, ply);
    int goal = score - SINGULAR_MARGIN, half = (depth - 1) / 2;
    if (depth < SINGULAR_DEPTH || ply == 0 || !found->move || found->bound == SEARCH_UPPER ||
        found->depth < depth - 3 || score >= DAMAS_CERTAIN || score <= -DAMAS_CERTAIN)
        return false;
    for (int i = 0; i < l->count; i++) {
        if (damas_tag(l->move[i]) == found->move) continue;
        damas_search_play(s, ply, l->move[i], half);
        if (-damas_search(s, ply + 1, -goal, -goal + 1, half) >= goal || s->stopped) return false;
    }
    return true;
}

/* Searches one move of the list, with a null window first unless it is the first move. */
static int try_move(damas_searcher *s, int ply, damas_move m, int index, int alpha, int beta,
                    int depth, bool extend) {
    bool quiet = !damas_captured(m), in_line = beta - alpha > 1;
    /* While any depth is left, an extended move costs none; after that, captures cost none. */
    int next = depth > 0 ? depth - !extend : depth - quiet;
    damas_search_play(s, ply, m, next);
    if (index == 0) return -damas_search(s, ply + 1, -beta, -alpha, next);
    int less = reduction(depth, index, quiet, in_line);
    int score = -damas_search(s, ply + 1, -alpha - 1, -alpha, next - less);
    if (score > alpha && less > 0 && !s->stopped)
        score = -damas_search(s, ply + 1, -alpha - 1, -alpha, next);
    if (score > alpha && score < beta && !s->stopped)
        score = -damas_search(s, ply + 1, -beta, -alpha, next);
    return score;
}

/* All moves of a node, the table's move first, which may be extended; what is found goes into the
 * table. */
static int search_moves(damas_searcher *s, int ply, damas_list *l, uint32_t first, bool extend,
                        int alpha, int beta, int depth) {
    int32_t worth[DAMAS_MOVES_MAX];
    int best = -DAMAS_INFINITE, before = alpha;
    damas_move best_move = 0;
    weigh(s, ply, l, first, worth);
    for (int i = 0; i < l->count; i++) {
        damas_move m = next_best(l, worth, i);
        int score = try_move(s, ply, m, i, alpha, beta, depth, extend && i == 0);
        if (s->stopped) return 0;
        if (score <= best) continue;
        best = score;
        best_move = m;
        if (score <= alpha) continue;
        alpha = score;
        keep_line(s, ply, m);
        if (score >= beta) {
            learn(s, ply, l, i, depth);
            break;
        }
    }
    if (depth > 0)
        search_remember(s->table, s->node[ply].key,
                        (search_found){.move = damas_tag(best_move),
                                       .score = search_score_to_table(best, DAMAS_PROVEN, ply),
                                       .depth = depth,
                                       .bound = search_bound_of(best, before, beta)});
    return best;
}

int damas_search(damas_searcher *s, int ply, int alpha, int beta, int depth) {
    const damas_node *n = &s->node[ply];
    const damas_board *b = &n->board;
    int side = side_at(s, ply);
    unsigned flags = s->rules->flags;
    s->line[ply].count = 0;
    s->nodes++;
    if (damas_search_stops(s)) return 0;
    if (!damas_of(b, side)) return ply - DAMAS_WIN;
    if (drawn(s, ply)) return damas_can_move(flags, b, side) ? 0 : ply - DAMAS_WIN;
    bool captures = damas_can_capture(flags, b, side);
    verdict v = {.final = false};
    if (!captures && ply > 0) v = by_tables(s, ply);
    if (v.final) return v.score;
    if (ply >= DAMAS_PLIES - 1) return evaluate(s, ply, v.known);
    /* No win or loss is nearer than this. */
    if (alpha < ply - DAMAS_WIN) alpha = ply - DAMAS_WIN;
    if (beta > DAMAS_WIN - ply) beta = DAMAS_WIN - ply;
    if (alpha >= beta) return alpha;

    bool in_line = beta - alpha > 1;
    /* A position that its value settles needs no look into the table, which takes long. */
    if (!captures) {
        bool threatened = damas_can_capture(flags, b, side ^ 1);
        if (depth <= THREAT_DEPTH || (depth <= 0 && !threatened)) {
            if (!damas_can_move(flags, b, side)) return ply - DAMAS_WIN;
            return evaluate(s, ply, v.known);
        }
        if (!in_line && !threatened && depth <= 2 && beta > -DAMAS_PROVEN && beta < DAMAS_PROVEN) {
            int value = evaluate(s, ply, v.known);
            bool high = value - FUTILE * depth >= beta, low = depth == 1 && value + RAZOR <= alpha;
            if ((high || low) && damas_can_move(flags, b, side)) return value;
        }
    }
    search_found found = {0};
    if (depth > 0 && search_recall(s->table, n->key, &found) && !in_line) {
        int score = search_score_from_table(found.score, DAMAS_PROVEN, ply);
        if (search_settles(&found, score, depth, alpha, beta)) return score;
    }
    damas_list l;
    damas_generate_known(flags, b, side, captures, &l);
    if (l.count == 0) return ply - DAMAS_WIN;
    bool extend = l.count == 1 || (!captures && is_singular(s, ply, &l, &found, depth));
    if (s->stopped) return 0;
    return search_moves(s, ply, &l, found.move, extend, alpha, beta, depth);
}
