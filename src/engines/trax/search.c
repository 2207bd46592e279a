#include "engines/trax/search.h"

#include <string.h>

#include "base/clock.h"
#include "games/trax/peek.h"

void trax_worker_set(trax_worker *w, const trax_position *p) {
    w->position = *p;
    w->nodes = w->next_check = 0;
    w->stopped = false;
    w->used = 0;
    memset(w->killers, 0, sizeof w->killers);
    memory_enter(&w->memory, 0, (trax_area){{0}});
    for (size_t i = 0; i < TRAX_CELLS * 16; i++) {
        w->history[0][i] = (int16_t)(w->history[0][i] / 4);
        w->history[1][i] = (int16_t)(w->history[1][i] / 4);
    }
}

bool trax_worker_stopped(trax_worker *w) {
    if (w->stopped) return true;
    if (w->node_limit && w->nodes >= w->node_limit) return w->stopped = true;
    if (w->nodes < w->next_check) return false;
    w->next_check = w->nodes + 2048;
    w->stopped = engine_stopped(w->watch) || atomic_load_explicit(w->halt, memory_order_relaxed) ||
                 (w->deadline && clock_now() >= w->deadline);
    return w->stopped;
}

bool trax_threat_stands(trax_worker *w, const trax_outlook *o) {
    unsigned count = o->threats < TRAX_THREATS_MAX ? o->threats : TRAX_THREATS_MAX;
    for (unsigned i = 0; i < count; i++, w->nodes++)
        if (trax_wins_by(w->rules, &w->position, o->threat[i], w->position.mover)) return true;
    return false;
}

/* Marks the spaces that a threat by loop depends on: those it fills and those beside them. A turn
 * of one tile that lays on none of them and enters none of them leaves the threat as it is. False
 * where the threat is a line, which a wider box can undo from anywhere. */
static bool mark_threat(trax_worker *w, trax_move threat) {
    trax_position *p = &w->position;
    trax_undo u;
    if (!trax_try(w->rules, p, threat, &u)) return false;
    bool loop = p->loops >> p->mover & 1; /* the trial has passed the turn on to the other seat */
    w->mark++;
    for (unsigned i = p->last_turn; loop && i < p->tiles; i++) {
        w->marked[p->laid[i]] = w->mark;
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2)
            w->marked[trax_neighbour(p->laid[i], side)] = w->mark;
    }
    trax_untry(p, &u);
    return loop;
}

static bool touches_mark(const trax_worker *w, unsigned cell) {
    return w->marked[cell] == w->mark || w->marked[trax_neighbour(cell, TRAX_LEFT)] == w->mark ||
           w->marked[trax_neighbour(cell, TRAX_RIGHT)] == w->mark ||
           w->marked[trax_neighbour(cell, TRAX_UP)] == w->mark ||
           w->marked[trax_neighbour(cell, TRAX_DOWN)] == w->mark;
}

/* On 8x8 a wider box takes spaces on the other side out of play, and threats with them. */
static bool narrows(const trax_worker *w, unsigned cell) {
    if (w->rules->variant != TRAX_8X8) return false;
    trax_label at = trax_label_of(&w->position, cell);
    return (unsigned)at.row - 1 >= w->position.height ||
           (unsigned)at.column - 1 >= w->position.width;
}

static int rank_of(const trax_worker *w, trax_move m, trax_move first, bool forces, int ply) {
    if (m == first) return 1 << 30;
    int rank = w->history[w->position.mover][m];
    if (m == w->killers[ply][0]) rank += 1 << 20;
    else if (m == w->killers[ply][1]) rank += 1 << 19;
    return rank + (forces ? 1500 : 0);
}

size_t trax_generate(trax_worker *w, const trax_outlook *o, trax_move first, int ply) {
    trax_position *p = &w->position;
    trax_ranked *list = w->stack + w->used;
    size_t count = 0;
    bool marked = o->threats > 0 && mark_threat(w, o->threat[0]);
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = p->frontier[i];
        if (!trax_within(w->rules, p, cell)) continue;
        trax_triggers t = trax_triggers_of(p->edges, cell);
        bool touches = !marked || touches_mark(w, cell) || narrows(w, cell);
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            trax_move m = trax_move_at(cell, tile);
            bool forces = trax_forces(t, tile);
            if (!forces && !touches) continue;
            if (forces && trax_peek(p, cell, tile, t) == TRAX_DEEPER &&
                !trax_legal(p->edges, cell, tile))
                continue;
            list[count++] = (trax_ranked){m, rank_of(w, m, first, forces, ply)};
        }
    }
    return count;
}

trax_move trax_pick(trax_ranked *list, size_t at, size_t count) {
    size_t best = at;
    for (size_t i = at + 1; i < count; i++)
        if (list[i].rank > list[best].rank) best = i;
    trax_ranked swap = list[at];
    list[at] = list[best];
    list[best] = swap;
    return list[at].move;
}

static void learn(trax_worker *w, const trax_ranked *list, size_t at, int depth, int ply) {
    trax_move best = list[at].move;
    int16_t *history = w->history[w->position.mover];
    int bonus = depth * depth < 400 ? depth * depth * 4 : 1600;
    if (w->killers[ply][0] != best) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = best;
    }
    /* Towards +-16000, the slower the nearer. */
    history[best] = (int16_t)(history[best] + bonus - history[best] * bonus / 16000);
    for (size_t i = 0; i < at; i++) {
        int16_t *h = &history[list[i].move];
        *h = (int16_t)(*h - bonus - *h * bonus / 16000);
    }
}

/* Nobody can move: won by who would have to, or drawn. */
static int score_without_moves(const trax_worker *w, int ply) {
    return w->rules->nomove == TRAX_MODERN ? TRAX_MATE - ply : 0;
}

static bool has_capacity(const trax_position *p) {
    return p->tiles < TRAX_TILES_MAX && p->width < TRAX_SIDE_MAX && p->height < TRAX_SIDE_MAX;
}

/* Mate scores in the table count from its own position. */
static int to_table(int score, int ply) {
    return score >= TRAX_MATE_LEAST ? score + ply : score <= -TRAX_MATE_LEAST ? score - ply : score;
}
static int from_table(int score, int ply) {
    return score >= TRAX_MATE_LEAST ? score - ply : score <= -TRAX_MATE_LEAST ? score + ply : score;
}

static bool table_answers(const table_entry *e, int score, int alpha, int beta) {
    return e->bound == BOUND_EXACT || (e->bound == BOUND_LOWER && score >= beta) ||
           (e->bound == BOUND_UPPER && score <= alpha);
}

/* Whether passing would still hold beta: then a turn will as well. */
static bool pass_holds(trax_worker *w, int beta, int depth, int ply) {
    w->position.mover ^= 1;
    memory_enter(&w->memory, ply + 1, (trax_area){{0}});
    int score = -trax_search(w, -beta, -beta + 1, depth - 3, ply + 1, false);
    w->position.mover ^= 1;
    return score >= beta && !w->stopped;
}

static int reduction(int depth, size_t at, bool pressed) {
    if (depth < 3 || at < 4 || pressed) return 0;
    return 1 + (at >= 16) + (at >= 40 && depth > 5);
}

/* The turn just played, searched as far as its place in the order deserves. */
static int search_deeper(trax_worker *w, int alpha, int beta, int depth, int ply, size_t at,
                         bool pressed) {
    int next = pressed && ply < 2 * w->root_depth + 8 ? depth : depth - 1;
    if (at == 0) return -trax_search(w, -beta, -alpha, next, ply + 1, true);
    int less = reduction(depth, at, pressed);
    int score = -trax_search(w, -alpha - 1, -alpha, next - less, ply + 1, true);
    if (score > alpha && less) score = -trax_search(w, -alpha - 1, -alpha, next, ply + 1, true);
    if (score > alpha && score < beta) score = -trax_search(w, -beta, -alpha, next, ply + 1, true);
    return score;
}

int trax_search_turn(trax_worker *w, const trax_outlook *o, trax_move m, int alpha, int beta,
                     int depth, int ply, size_t at) {
    trax_undo u;
    int score;
    w->nodes++;
    trax_play(w->rules, &w->position, m, &u);
    if (w->position.loops | w->position.lines) score = -(TRAX_MATE - ply - 1);
    else if (o->threats && trax_threat_stands(w, o)) score = -(TRAX_MATE - ply - 2);
    else {
        memory_enter(&w->memory, ply + 1, area_changed_at_all(&w->memory.places, &w->position));
        score = search_deeper(w, alpha, beta, depth, ply, at, o->threats > 0);
    }
    trax_take_back(&w->position, &u);
    return score;
}

int trax_search(trax_worker *w, int alpha, int beta, int depth, int ply, bool may_pass) {
    trax_position *p = &w->position;
    trax_outlook o;
    table_entry e = {0};
    uint64_t key = trax_key(p);
    if (trax_worker_stopped(w)) return 0;
    if (!has_capacity(p)) return 0;
    w->nodes += trax_scan(w->rules, p, &w->memory, ply, &o);
    if (o.win) return TRAX_MATE - ply - 1;
    /* No win is nearer than three plies now, no loss nearer than two. */
    if (beta > TRAX_MATE - ply - 3) beta = TRAX_MATE - ply - 3;
    if (alpha < -(TRAX_MATE - ply - 2)) alpha = -(TRAX_MATE - ply - 2);
    if (alpha >= beta) return alpha;
    bool known = table_find(w->table, key, &e);
    if (known && e.depth >= depth && table_answers(&e, from_table(e.score, ply), alpha, beta))
        return from_table(e.score, ply);
    bool pressed = o.threats > 0;
    if (ply >= TRAX_PLY_MAX - 1 || (depth <= 0 && !pressed) || !trax_has_room(w))
        return trax_evaluate(w->weights, p);
    int standing = pressed ? 0 : trax_evaluate(w->weights, p);
    if (may_pass && !pressed && depth >= 3 && standing >= beta && beta - alpha == 1 &&
        beta < TRAX_MATE_LEAST && beta > -TRAX_MATE_LEAST && pass_holds(w, beta, depth, ply))
        return beta;

    size_t count = trax_generate(w, &o, known ? e.move : 0, ply), chosen = 0;
    trax_ranked *list = w->stack + w->used;
    if (count == 0) {
        if (!pressed) return score_without_moves(w, ply);
        return -(TRAX_MATE - ply - 2);
    }
    w->used += count;
    int best = -TRAX_INFINITE, from = alpha;
    for (size_t i = 0; i < count && best < beta && !w->stopped; i++) {
        trax_move m = trax_pick(list, i, count);
        int score = trax_search_turn(w, &o, m, alpha > best ? alpha : best, beta, depth, ply, i);
        if (score <= best) continue;
        best = score;
        chosen = i;
    }
    w->used -= count;
    if (w->stopped) return 0;
    if (best >= beta) learn(w, list, chosen, depth > 0 ? depth : 1, ply);
    table_bound bound = best >= beta ? BOUND_LOWER : best > from ? BOUND_EXACT : BOUND_UPPER;
    table_store(w->table, key,
                (table_entry){.move = best > from ? list[chosen].move : 0,
                              .score = to_table(best, ply),
                              .depth = depth > 0 ? depth : 0,
                              .bound = bound});
    return best;
}
