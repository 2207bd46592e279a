#include "engines/trax/area.h"

/* Of cell 0, the neighbours to the left and below are in the second word, those to the right and
 * above in the first. */
#define RIGHT_UP(s)                                                                                \
    ((uint64_t)((s) >> 2 & 1) << 1 | (uint64_t)((s) >> 3 & 1) << (128 - TRAX_STRIDE))
#define LEFT_DOWN(s) ((uint64_t)((s)&1) << 63 | (uint64_t)((s) >> 1 & 1) << (TRAX_STRIDE - 64))
#define FIRST(s)                                                                                   \
    {                                                                                              \
        { RIGHT_UP(s), LEFT_DOWN(s) }                                                              \
    }
#define SECOND(s)                                                                                  \
    {                                                                                              \
        { LEFT_DOWN(s), RIGHT_UP(s) }                                                              \
    }
#define ALL(X)                                                                                     \
    X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12), X(13), X(14), \
        X(15)

const trax_area area_sides[2][16] = {{ALL(FIRST)}, {ALL(SECOND)}};

/* Adds the track through a tile of the turn, unless a later tile has extended it further. */
static void add_pair(trax_change *c, const trax_position *p, unsigned first, unsigned second) {
    if (!trax_is_open(p, first) || !trax_is_open(p, second)) return;
    if (c->count == TRAX_PAIRS) {
        c->pair[0] = (trax_area){{0}}; /* too many: every turn covers the empty set */
        return;
    }
    trax_area *both = &c->pair[c->count++];
    *both = (trax_area){{0}};
    area_add(both, trax_end_space(first));
    area_add(both, trax_end_space(second));
}

/* The sides of a cell on which tiles lie. */
static inline unsigned filled_sides(const trax_position *p, unsigned cell) {
    return (p->tile[trax_neighbour(cell, TRAX_LEFT)] ? TRAX_LEFT : 0u) |
           (p->tile[trax_neighbour(cell, TRAX_DOWN)] ? TRAX_DOWN : 0u) |
           (p->tile[trax_neighbour(cell, TRAX_RIGHT)] ? TRAX_RIGHT : 0u) |
           (p->tile[trax_neighbour(cell, TRAX_UP)] ? TRAX_UP : 0u);
}

void trax_find_change(const trax_position *p, trax_change *c) {
    c->count = 0;
    c->met = (trax_reach){.laid = {{0}}};
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i], tile = p->tile[cell];
        unsigned open = 15u & ~filled_sides(p, cell);
        c->met.by_colour |= areas_beside(cell, open & ~tile, open & tile);
        add_pair(c, p, trax_end_by(p, cell, 0), trax_end_by(p, cell, 1));
        add_pair(c, p, trax_end_by(p, cell, 2), trax_end_by(p, cell, 3));
    }
    for (unsigned i = c->count; i < TRAX_PAIRS; i++)
        c->pair[i] = (trax_area){{UINT64_MAX, UINT64_MAX}};
    c->met.laid = c->met.white;
    area_join(&c->met.laid, c->met.black);
}

/* A turn that closes a loop lays tiles on both ends of every old track in it, or lays all of it. */
bool trax_may_loop(const trax_position *p, const trax_move *turn, unsigned count) {
    enum { ROUND = 8 }; /* tiles of the smallest loop that contains no square of four */
    if (count >= ROUND) return true;
    trax_area laid = {{0}};
    for (unsigned i = 0; i < count; i++) area_add(&laid, trax_move_cell(turn[i]));
    for (unsigned i = 0; i < count; i++) {
        unsigned cell = trax_move_cell(turn[i]), right = trax_neighbour(cell, TRAX_RIGHT);
        for (uint64_t rest = trax_entered(p->edges[cell]); rest;) {
            unsigned end = p->mate[trax_end_in(cell, 1u << bits_take(&rest))];
            if (area_has(&laid, trax_end_space(end))) return true;
        }
        if (area_has(&laid, right) && area_has(&laid, trax_neighbour(cell, TRAX_DOWN)) &&
            area_has(&laid, trax_neighbour(right, TRAX_DOWN)))
            return true;
    }
    return false;
}
