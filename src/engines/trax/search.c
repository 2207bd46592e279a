#include "engines/trax/search.h"

#include <string.h>

#include "games/trax/peek.h"

enum { CHECK = 128 }; /* nodes between two looks at the clock */

void trax_worker_set(trax_worker *w, const trax_position *p) {
    w->position = *p;
    w->nodes = w->next_check = 0;
    w->stopped = false;
    w->used = 0;
    memset(w->killers, 0, sizeof w->killers);
    w->spot_total = 0;
    for (size_t i = 0; i < TRAX_CELLS * 16; i++) {
        w->history[0][i] = (int16_t)(w->history[0][i] / 4);
        w->history[1][i] = (int16_t)(w->history[1][i] / 4);
    }
}

bool trax_worker_stopped(trax_worker *w) {
    if (w->stopped) return true;
    if (w->node_limit && w->nodes >= w->node_limit) return w->stopped = true;
    if (w->nodes < w->next_check) return false;
    w->next_check = w->nodes + CHECK;
    w->stopped = engine_stopped(w->watch) || atomic_load_explicit(w->halt, memory_order_relaxed) ||
                 search_deadline_passed(&w->deadline);
    return w->stopped;
}

bool trax_threat_remains(trax_worker *w, const trax_outlook *o) {
    unsigned count = o->threats < TRAX_THREATS_MAX ? o->threats : TRAX_THREATS_MAX;
    for (unsigned i = 0; i < count; i++)
        if (trax_wins_by(w->rules, &w->position, o->threat[i], w->position.mover)) return true;
    return false;
}

void trax_look_ahead(trax_worker *w, int ply, trax_outlook *o) {
    const trax_turns *above = &w->turns[ply > 0 ? ply - 1 : 0];
    if (ply > 0 && above->sure) trax_scan_after(w->rules, &w->position, above, o);
    else trax_scan(w->rules, &w->position, o);
}

void trax_enter(trax_worker *w, int ply, const trax_outlook *o) {
    trax_turns *v = &w->turns[ply];
    v->spot = w->spots + w->spot_total;
    v->sure = !o->win && o->threats <= TRAX_THREATS_MAX;
    v->there = true;
    if (ply > 0 && w->turns[ply - 1].there)
        trax_turns_after(w->rules, &w->position, &w->turns[ply - 1], v);
    else trax_turns_all(w->rules, &w->position, v);
    w->spot_total += v->count;
}

void trax_enter_root(trax_worker *w, trax_outlook *o) {
    w->used = w->spot_total = 0;
    trax_look_ahead(w, 0, o);
    trax_enter(w, 0, o);
    trax_worth_all(&w->scale, &w->position, &w->worth[0]);
}

/* What a turn must touch to parry: for each threat by a loop, the cells that it affects. A turn
 * that neither fills nor enters any of the cells that the threat fills, and does not meet its
 * tracks in a space where they lead, does not change the threat (area.h). Lines are not included,
 * as a wider box can undo them from anywhere. */
typedef struct targets {
    unsigned count;
    trax_reach reach[TRAX_THREATS_MAX];
} targets;

static void find_targets(trax_worker *w, const trax_outlook *o, targets *all) {
    trax_position *p = &w->position;
    all->count = 0;
    for (unsigned i = 0; i < o->threats && i < TRAX_THREATS_MAX; i++) {
        trax_undo u;
        if (!trax_try(w->rules, p, o->threat[i], &u)) continue;
        all->reach[all->count] = reach_of_last(p);
        all->count += p->loops >> p->mover & 1; /* the trial has changed the mover */
        trax_untry(p, &u);
    }
}

/* The turns of a spot that touch all targets. */
static unsigned touching_all(const targets *all, const trax_spot *s) {
    unsigned lanes = (1u << s->count) - 1;
    for (unsigned i = 0; i < all->count; i++) lanes &= spot_touching(s, &all->reach[i]);
    return lanes;
}

/* The turns of a spot that are threats themselves: whoever plays one completes it for the opponent.
 */
static unsigned among_threats(const trax_outlook *o, const trax_spot *s) {
    unsigned lanes = 0;
    for (unsigned i = 0; i < o->threats && i < TRAX_THREATS_MAX; i++) {
        if (trax_move_cell(o->threat[i]) != s->cell) continue;
        for (unsigned lane = 0; lane < s->count; lane++)
            lanes |= (unsigned)(s->tile[lane] == trax_move_tile(o->threat[i])) << lane;
    }
    return lanes;
}

/* On 8x8 a wider box removes spaces on the opposite side from play, and the threats there. */
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
    const trax_turns *v = &w->turns[ply];
    trax_ranked *list = w->stack + w->used;
    size_t count = 0;
    targets all;
    find_targets(w, o, &all);
    for (const trax_spot *s = v->spot, *end = s + v->count; s < end; s++) {
        uint64_t lanes = s->legal & ~among_threats(o, s);
        if (all.count > 0 && !narrows(w, s->cell)) lanes &= touching_all(&all, s);
        while (lanes) {
            int lane = bits_take(&lanes);
            trax_move m = trax_move_at(s->cell, s->tile[lane]);
            list[count++] = (trax_ranked){m, rank_of(w, m, first, s->forces >> lane & 1, ply)};
        }
    }
    return count;
}

/* Most nodes need only a few turns, so the rest is sorted only after these. */
trax_move trax_pick(trax_ranked *list, size_t at, size_t count) {
    enum { FEW = 3 };
    if (at > FEW) return list[at].move;
    if (at == FEW) {
        for (size_t i = at + 1; i < count; i++) {
            trax_ranked r = list[i];
            size_t to = i;
            for (; to > at && list[to - 1].rank < r.rank; to--) list[to] = list[to - 1];
            list[to] = r;
        }
        return list[at].move;
    }
    size_t best = at;
    int highest = list[at].rank;
    for (size_t i = at + 1; i < count; i++) {
        bool higher = list[i].rank > highest;
        best = higher ? i : best;
        highest = higher ? list[i].rank : highest;
    }
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
    /* Moves towards +-16000, more slowly the nearer it is. */
    history[best] = (int16_t)(history[best] + bonus - history[best] * bonus / 16000);
    for (size_t i = 0; i < at; i++) {
        int16_t *h = &history[list[i].move];
        *h = (int16_t)(*h - bonus - *h * bonus / 16000);
    }
}

/* Whether the table settles the node; its entry, if there is one, is in *found either way. */
static bool table_answers(const trax_worker *w, uint64_t key, int depth, int ply, int alpha,
                          int beta, search_found *found, int *score) {
    if (!search_recall(w->table, key, found)) return false;
    *score = search_score_from_table(found->score, TRAX_MATE_LEAST - 1, ply);
    return search_settles(found, *score, depth, alpha, beta);
}

/* The score of the position by a search of that depth; undefined if the worker was stopped. */
static int search(trax_worker *, int alpha, int beta, int depth, int ply, bool may_pass);

/* Null move: whether passing would still score beta, as then some turn will. */
static bool pass_holds(trax_worker *w, int beta, int depth, int ply) {
    w->position.mover ^= 1;
    int score = -search(w, -beta, -beta + 1, depth - 3, ply + 1, false);
    w->position.mover ^= 1;
    return score >= beta && !w->stopped;
}

static int reduction(int depth, size_t at, bool pressed) {
    if (depth < 3 || at < 4 || pressed) return 0;
    return 1 + (at >= 16) + (at >= 40 && depth > 5);
}

/* Searches the turn just played as deep as its index in the order deserves. */
static int search_deeper(trax_worker *w, int alpha, int beta, int depth, int ply, size_t at,
                         bool pressed) {
    int next = pressed && ply < 2 * w->root_depth + 8 ? depth : depth - 1;
    if (at == 0) return -search(w, -beta, -alpha, next, ply + 1, true);
    int less = reduction(depth, at, pressed);
    int score = -search(w, -alpha - 1, -alpha, next - less, ply + 1, true);
    if (score > alpha && less) score = -search(w, -alpha - 1, -alpha, next, ply + 1, true);
    if (score > alpha && score < beta) score = -search(w, -beta, -alpha, next, ply + 1, true);
    return score;
}

int trax_search_turn(trax_worker *w, const trax_outlook *o, trax_move m, int alpha, int beta,
                     int depth, int ply, size_t at) {
    trax_undo u;
    int score;
    w->nodes++;
    trax_play(w->rules, &w->position, m, &u);
    if (w->position.loops | w->position.lines) score = -(TRAX_MATE - ply - 1);
    else if (o->threats && trax_threat_remains(w, o)) score = -(TRAX_MATE - ply - 2);
    else score = search_deeper(w, alpha, beta, depth, ply, at, o->threats > 0);
    trax_take_back(&w->position, &u);
    return score;
}

/* The evaluation of the position, clamped so that it is never a proven win. */
static int score_at(const trax_worker *w, int ply) {
    int score = trax_score(&w->scale, &w->worth[ply], w->position.mover);
    return score >= TRAX_MATE_LEAST    ? TRAX_MATE_LEAST - 1
           : score <= -TRAX_MATE_LEAST ? 1 - TRAX_MATE_LEAST
                                       : score;
}

/* A node being searched. */
enum { LIKELY = 3 };
typedef struct node {
    trax_outlook outlook;
    bool wins; /* the seat to move wins at once */
    int alpha, beta, depth, ply;
    int best;                  /* the best score so far ... */
    trax_move move;            /* ... and its turn */
    trax_ranked tried[LIKELY]; /* turns searched before the turn list was made */
    size_t tries;
} node;

/* Searches one turn, the `at`-th; true if no other needs to be searched. */
static bool look_at_turn(trax_worker *w, node *n, trax_move m, size_t at) {
    int score = trax_search_turn(w, &n->outlook, m, n->alpha > n->best ? n->alpha : n->best,
                                 n->beta, n->depth, n->ply, at);
    if (w->stopped) return true;
    if (score > n->best) {
        n->best = score;
        n->move = m;
    }
    return n->best >= n->beta;
}

static bool was_tried(const node *n, trax_move m) {
    for (size_t i = 0; i < n->tries; i++)
        if (n->tried[i].move == m) return true;
    return false;
}

static bool is_legal(trax_worker *w, trax_move m) {
    trax_position *p = &w->position;
    return trax_fits(w->rules, p, m) && trax_legal(p->edges, trax_move_cell(m), trax_move_tile(m));
}

/* Tries the turn of the table and the killers first: if one of them causes a cutoff, as is usual,
 * the node needs no list of turns. */
static bool try_likely(trax_worker *w, node *n, trax_move first) {
    const trax_move likely[LIKELY] = {first, w->killers[n->ply][0], w->killers[n->ply][1]};
    w->turns[n->ply].there = w->turns[n->ply].sure = false;
    for (int i = 0; i < LIKELY; i++) {
        trax_move m = likely[i];
        if (m == 0 || was_tried(n, m) || !is_legal(w, m)) continue;
        n->tried[n->tries++].move = m;
        if (!look_at_turn(w, n, m, n->tries - 1)) continue;
        if (!w->stopped) learn(w, n->tried, n->tries - 1, n->depth, n->ply);
        return true;
    }
    return false;
}

/* One turn before the horizon, at a null window without threats, the turns that come late in the
 * order are left out: the depth that this saves is worth more. A loss counts only if no turn at all
 * avoids it. */
enum { TURNS_AT_LAST = 12 };

static bool is_late(const node *n, size_t at) {
    return n->depth == 1 && at >= TURNS_AT_LAST && n->beta - n->alpha == 1 &&
           n->outlook.threats == 0 && n->best > -TRAX_MATE_LEAST;
}

/* Searches all turns that are not late, or those that parry. */
static void try_all(trax_worker *w, node *n, trax_move first) {
    size_t count = trax_generate(w, &n->outlook, first, n->ply);
    trax_ranked *list = w->stack + w->used;
    if (count == 0) /* nothing parries; or nobody can move, a win for the seat to move or a draw */
        n->best = n->outlook.threats                ? -(TRAX_MATE - n->ply - 2)
                  : w->rules->nomove == TRAX_MODERN ? TRAX_MATE - n->ply
                                                    : 0;
    w->used += count;
    for (size_t i = 0; i < count && !is_late(n, i); i++) {
        trax_move m = trax_pick(list, i, count);
        if (was_tried(n, m) || !look_at_turn(w, n, m, i)) continue;
        if (!w->stopped) learn(w, list, i, n->depth > 0 ? n->depth : 1, n->ply);
        break;
    }
    w->used -= count;
}

/* At the horizon a position with a score of at least beta need not be scanned unless the last turn
 * seems to make two threats: a single threat can usually be parried, and a win of the seat to move
 * would only raise the score. One with a score of at most alpha need not be scanned unless the seat
 * to move seems to win. */
static bool needs_scan(const trax_worker *w, int score, int alpha, int beta) {
    const trax_position *p = &w->position;
    if (score >= beta) return trax_seeming_wins(w->rules, p, p->mover ^ 1) >= 2;
    return score > alpha || trax_seeming_wins(w->rules, p, p->mover) > 0;
}

/* Stores the result in the table. */
static int settle(trax_worker *w, const node *n, uint64_t key) {
    if (w->stopped) return 0;
    if (n->move == 0) return n->best; /* there is no turn */
    search_remember(
        w->table, key,
        (search_found){.move = n->best > n->alpha ? n->move : 0,
                       .score = search_score_to_table(n->best, TRAX_MATE_LEAST - 1, n->ply),
                       .depth = n->depth > 0 ? n->depth : 0,
                       .bound = search_bound_of(n->best, n->alpha, n->beta)});
    return n->best;
}

/* What one turn can complete here, from the recent scans or a new one. */
static void look_ahead(trax_worker *w, uint64_t key, node *n) {
    uint64_t *scanned = &w->scanned[key >> 2 & (TRAX_SCANNED - 1)];
    trax_outlook *o = &n->outlook;
    if ((*scanned ^ key) <= TRAX_KNOWN && *scanned & TRAX_KNOWN) {
        n->wins = *scanned & TRAX_WINS;
        return;
    }
    trax_look_ahead(w, n->ply, o);
    n->wins = o->win != 0;
    unsigned known = n->wins ? TRAX_WINS : o->threats ? 0 : TRAX_QUIET;
    *scanned = (key & ~(uint64_t)TRAX_KNOWN) | known;
}

/* The steps of a node come in the order of their cost, because most nodes need only the first few.
 *
 *   evaluation   updated from the parent's by the tiles laid since; at the horizon often enough
 *   table        one cache line
 *   likely turns one turn before the horizon: the table's and the killers, without any list
 *   scan         what one turn can complete, for both seats at once; from the parent's turn list
 *   null move    a search less deep by three
 *   turn list    all turns with the cells that each affects, again from the parent's
 *
 * After a null move (`may_pass` is false) neither the scan nor the list is needed again. Nothing
 * was laid, and either seat may lay any tile, so the result is the parent's: nobody can complete
 * anything, or the pass would not have been tried. */
static int search(trax_worker *w, int alpha, int beta, int depth, int ply, bool may_pass) {
    trax_position *p = &w->position;
    uint64_t key = trax_key(p);
    search_found found = {0};
    int score;
    if (trax_worker_stopped(w) || !trax_has_capacity(p)) return 0;
    if (depth > 0) search_table_prefetch(w->table, key);
    trax_worth_after(&w->scale, p, &w->worth[ply - 1], depth > 0, &w->worth[ply]);
    if (depth <= 0) {
        score = score_at(w, ply);
        if (!needs_scan(w, score, alpha, beta)) return score;
    } else if (table_answers(w, key, depth, ply, alpha, beta, &found, &score)) {
        return score;
    }
    bool deepest = ply >= TRAX_PLY_MAX - 1 || !trax_has_room(w);
    bool null_window = beta - alpha == 1, likely = depth == 1 && may_pass && !deepest;
    node n = {.alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .best = -TRAX_INFINITE};
    /* If a turn causes a cutoff, so would an immediate win; and a threat of the opponent is usually
     * seen without a scan, so an entry in the table overlooks one only rarely. */
    if (likely && null_window && trax_seeming_wins(w->rules, p, p->mover ^ 1) == 0 &&
        try_likely(w, &n, found.move))
        return settle(w, &n, key);
    /* A null move is only tried if nobody could complete anything. */
    if (may_pass) look_ahead(w, key, &n);
    if (n.wins) return TRAX_MATE - ply - 1;
    bool pressed = n.outlook.threats > 0;
    if (deepest || (depth <= 0 && !pressed)) return score_at(w, ply);
    if (depth <= 0 && table_answers(w, key, depth, ply, alpha, beta, &found, &score)) return score;
    /* Now no win is nearer than three plies, and no loss nearer than two. */
    if (beta > TRAX_MATE - ply - 3) n.beta = TRAX_MATE - ply - 3;
    if (alpha < -(TRAX_MATE - ply - 2)) n.alpha = -(TRAX_MATE - ply - 2);
    if (n.alpha >= n.beta) return n.alpha;
    if (pressed) { /* try_likely did not know about the threats */
        n.best = -TRAX_INFINITE;
        n.move = 0;
        n.tries = 0;
    } else if (likely && n.tries == 0 && try_likely(w, &n, found.move)) {
        return settle(w, &n, key);
    }
    size_t mark = w->spot_total;
    if (may_pass) trax_enter(w, ply, &n.outlook);
    else w->turns[ply] = w->turns[ply - 1];
    bool passes = may_pass && !pressed && depth >= 3 && null_window && beta < TRAX_MATE_LEAST &&
                  beta > -TRAX_MATE_LEAST && score_at(w, ply) >= beta &&
                  pass_holds(w, beta, depth, ply);
    if (!passes) try_all(w, &n, found.move);
    w->spot_total = mark;
    return passes ? beta : settle(w, &n, key);
}
