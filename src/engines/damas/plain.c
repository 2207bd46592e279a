#include "engines/damas/plain.h"

enum { CAPTURES_ONLY_PLIES = 8 };

static int finished(const damas_rules *r, const damas_position *p, int ply) {
    if (p->end == DAMAS_NO_PIECES)
        return damas_of(&p->board, p->side) ? DAMAS_WIN - ply : ply - DAMAS_WIN;
    return p->end == DAMAS_BLOCKED && r->profile != DAMAS_LAB ? ply - DAMAS_WIN : 0;
}

int damas_search_plain(damas_searcher *s, damas_position *p, int ply, int alpha, int beta,
                       int depth) {
    damas_list l;
    s->nodes++;
    if (damas_search_stops(s)) return 0;
    if (p->end != DAMAS_GOES_ON) return finished(s->rules, p, ply);
    int best = -DAMAS_INFINITE;
    if (depth <= 0) {
        damas_sums sums;
        damas_sum(s->weights, &p->board, &sums);
        best = damas_evaluate(s->weights, &sums, &p->board, p->side);
        if (depth <= -CAPTURES_ONLY_PLIES || best >= beta) return best;
        if (best > alpha) alpha = best;
    }
    damas_list_moves(s->rules, p, &l);
    for (int i = 0; i < l.count; i++) {
        damas_undo undo;
        int side = p->side, score;
        if (depth <= 0 && !damas_captured(l.move[i])) continue;
        damas_play(s->rules, p, l.move[i], &undo);
        if (p->side == side) score = damas_search_plain(s, p, ply + 1, alpha, beta, depth - 1);
        else score = -damas_search_plain(s, p, ply + 1, -beta, -alpha, depth - 1);
        damas_take_back(p, &undo);
        if (s->stopped) return 0;
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}
