#include "engines/trax/area.h"

/* `edge` is where a track ended that a tile of the turn has joined. */
static void add_pair(trax_change *c, const trax_area *entered, const trax_position *p,
                     unsigned edge) {
    unsigned one = trax_space_at(p, edge);
    if (one == TRAX_CELLS) return;
    unsigned other = trax_space_at(p, p->mate[edge]);
    if (area_has(entered, one) || area_has(entered, other)) return;
    trax_area both = {{0}};
    area_add(&both, one);
    area_add(&both, other);
    if (c->count < TRAX_PAIRS) c->pair[c->count++] = both;
    else area_add(&c->met.laid, one);
}

void trax_find_change(const trax_position *p, trax_change *c) {
    c->count = 0;
    c->met = (trax_reach){{{0}}, {{0}}, {{0}}};
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        reach_add(&c->met, p, p->laid[i], p->tile[p->laid[i]]);
    trax_area entered = c->met.white;
    area_join(&entered, c->met.black);
    c->met.laid = entered;
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        for (uint64_t met = trax_entered(p->edges[cell]); met;)
            add_pair(c, &entered, p, p->mate[trax_edge(cell, 1u << bits_take(&met))]);
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
