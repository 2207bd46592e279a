#include "engines/trax/search.h"

/* Forced wins by threats. The attacker plays only turns after which it could win next turn; the
 * defender may answer with anything that prevents that. The tree is narrow on both sides, so it
 * goes much deeper than the full search in the same time.
 *
 * A win that is found is a proof: each of the attacker's threats comes from a scan, and the answers
 * left out by trax_generate are those that cannot parry. Everything else errs towards "no win": an
 * attacking turn that a quick look takes for harmless, a position too deep or too large for the
 * memory reserved, a search that was stopped. So `false` says nothing about the position beyond
 * this kind of attack.
 *
 * The number of turns is the depth of an entry in the table, under keys of their own. A win within
 * n turns is also one within more, and a failure with n turns is also one with fewer, so one entry
 * answers for many limits. Callers raise the limit one by one, so the shortest win is found
 * first. */

enum { ENOUGH = 1, NOT_ENOUGH = 0 };

static bool attack(trax_worker *w, int turns, int ply, trax_move *first);

/* Whether every answer of the defender, who is to move, loses; `o` has the attacker's threats. */
static bool all_answers_lose(trax_worker *w, const trax_outlook *o, int turns, int ply) {
    if (!trax_has_room(w)) return false;
    size_t mark = w->spot_total;
    trax_enter(w, ply, o);
    size_t count = trax_generate(w, o, 0, ply);
    trax_ranked *list = w->stack + w->used;
    bool lost = true;
    trax_move refutation = 0;
    w->used += count;
    for (size_t i = 0; i < count && lost && !w->stopped; i++) {
        trax_undo u;
        trax_move answer = trax_pick(list, i, count);
        w->nodes++;
        trax_play(w->rules, &w->position, answer, &u);
        if (!(w->position.loops | w->position.lines)) {
            lost = trax_threat_remains(w, o);
            if (!lost) lost = attack(w, turns - 1, ply + 1, NULL);
            if (!lost) refutation = answer;
        }
        trax_take_back(&w->position, &u);
    }
    w->used -= count;
    w->spot_total = mark;
    if (refutation && w->killers[ply][0] != refutation) {
        w->killers[ply][1] = w->killers[ply][0];
        w->killers[ply][0] = refutation;
    }
    return lost && !w->stopped;
}

/* Whether one attacking turn wins by force. Most turns threaten nothing, and a look at the tracks
 * that a turn extended tells that much sooner than a scan; the threats that it misses only cost
 * proofs. */
static bool turn_wins(trax_worker *w, const trax_outlook *against, trax_move m, int turns,
                      int ply) {
    trax_undo u;
    bool won = false;
    w->nodes++;
    trax_play(w->rules, &w->position, m, &u);
    if (!(w->position.loops | w->position.lines) &&
        trax_seeming_wins(w->rules, &w->position, w->position.mover ^ 1) > 0 &&
        !(against->threats && trax_threat_remains(w, against))) {
        trax_outlook o;
        trax_look_ahead(w, ply + 1, &o);
        won = !o.win && o.threats > 0 && all_answers_lose(w, &o, turns, ply + 1);
    }
    trax_take_back(&w->position, &u);
    return won;
}

/* Whether the seat to move wins within `turns` of its own turns. */
static bool attack(trax_worker *w, int turns, int ply, trax_move *first) {
    trax_position *p = &w->position;
    trax_outlook o;
    search_found found = {0};
    uint64_t key = trax_key(p) ^ UINT64_C(0x5f0a3c1d7e92b486); /* distinct from the search's */
    if (trax_worker_stopped(w) || !trax_has_room(w) || p->tiles >= TRAX_TILES_MAX - 100 ||
        p->width >= TRAX_SIDE_MAX - 2 || p->height >= TRAX_SIDE_MAX - 2)
        return false;
    trax_look_ahead(w, ply, &o);
    if (o.win) {
        if (first) *first = o.win;
        return true;
    }
    if (turns < 2 || ply >= TRAX_PLY_MAX - 2) return false;
    if (!first && search_recall(w->table, key, &found)) {
        if (found.score == ENOUGH && found.depth <= turns) return true;
        if (found.score == NOT_ENOUGH && found.depth >= turns) return false;
    }
    size_t mark = w->spot_total;
    trax_enter(w, ply, &o);
    size_t count = trax_generate(w, &o, found.move, ply), i = 0;
    trax_ranked *list = w->stack + w->used;
    bool won = false;
    w->used += count;
    for (; i < count && !won && !w->stopped; i++)
        won = turn_wins(w, &o, trax_pick(list, i, count), turns, ply);
    w->used -= count;
    w->spot_total = mark;
    if (w->stopped) return false;
    trax_move best = won ? list[i - 1].move : 0;
    if (won && first) *first = best;
    if (best) w->history[p->mover][best] = (int16_t)(w->history[p->mover][best] / 2 + 4000);
    search_remember(w->table, key,
                    (search_found){.move = best,
                                   .score = won ? ENOUGH : NOT_ENOUGH,
                                   .depth = turns,
                                   .bound = SEARCH_EXACT});
    return won;
}

trax_move trax_prove(trax_worker *w, int turns, int ply) {
    trax_move first = 0;
    return attack(w, turns, ply, &first) ? first : 0;
}
