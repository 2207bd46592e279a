#include "engines/trax/area.h"

/* The track through a tile of the turn, unless a later tile has made it longer still. */
static void add_pair(trax_change *c, const trax_position *p, unsigned first, unsigned second) {
    unsigned one = trax_space_at(p, first), other = trax_space_at(p, second);
    if (one == TRAX_CELLS || other == TRAX_CELLS) return;
    if (c->count == TRAX_PAIRS) {
        c->pair[0] = (trax_area){{0}}; /* too many to tell apart: every turn lays on all of these */
        return;
    }
    trax_area *both = &c->pair[c->count++];
    *both = (trax_area){{0}};
    area_add(both, one);
    area_add(both, other);
}

void trax_find_change(const trax_position *p, trax_change *c) {
    c->count = 0;
    c->met = (trax_reach){{{0}}, {{0}}, {{0}}};
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        reach_add(&c->met, p, cell, p->tile[cell]);
        add_pair(c, p, trax_end_by(p, cell, 0), trax_end_by(p, cell, 1));
        add_pair(c, p, trax_end_by(p, cell, 2), trax_end_by(p, cell, 3));
    }
    for (unsigned i = c->count; i < TRAX_PAIRS; i++)
        c->pair[i] = (trax_area){{UINT64_MAX, UINT64_MAX}};
    /* What the turn has laid on is no more entered. */
    for (int w = 0; w < 2; w++) {
        c->met.white.word[w] &= ~c->met.laid.word[w];
        c->met.black.word[w] &= ~c->met.laid.word[w];
        c->met.laid.word[w] = c->met.white.word[w] | c->met.black.word[w];
    }
}

/* A turn that closes a loop lays on both ends of every track in it, or lays all of it. */
bool trax_may_loop(const trax_position *p, const trax_move *turn, unsigned count) {
    enum { ROUND = 8 }; /* tiles of the smallest loop but one; the smallest has four */
    if (count >= ROUND) return true;
    trax_area laid = {{0}};
    for (unsigned i = 0; i < count; i++) area_add(&laid, trax_move_cell(turn[i]));
    for (unsigned i = 0; i < count; i++) {
        unsigned cell = trax_move_cell(turn[i]), right = trax_neighbour(cell, TRAX_RIGHT);
        for (uint64_t rest = trax_entered(p->edges[cell]); rest;) {
            unsigned end = p->mate[trax_edge(cell, 1u << bits_take(&rest))], at = end >> 1;
            if (area_has(&laid, at) ||
                area_has(&laid, trax_neighbour(at, end & 1 ? TRAX_DOWN : TRAX_RIGHT)))
                return true;
        }
        if (area_has(&laid, right) && area_has(&laid, trax_neighbour(cell, TRAX_DOWN)) &&
            area_has(&laid, trax_neighbour(right, TRAX_DOWN)))
            return true;
    }
    return false;
}
