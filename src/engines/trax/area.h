/* trax area - sets of cells, to tell which turns have nothing to do with each other.
 *
 * Let *entered* be the spaces that the tiles of a turn enter, and *ends* those at the ends of the
 * tracks it made longer. Another turn whose cascade touches nothing entered, by laying there or
 * beside it, lays after the first turn what it would lay without it. And as a loop lays on both
 * ends of every track it joins, it then closes what it would without it, unless it lays on one of
 * the ends. (Lines depend on the box as well.)
 *
 * An area has a bit for each row and column modulo 16: two cells that share one cost time, not
 * truth. */
#ifndef DAMERO_TRAX_AREA_H
#define DAMERO_TRAX_AREA_H

#include "games/trax/board.h"

typedef struct trax_area {
    uint64_t word[4];
} trax_area;

/* The bit of every cell, for area_add. */
typedef struct area_places {
    uint8_t of[TRAX_CELLS];
} area_places;

static inline void area_number(area_places *places) {
    for (unsigned cell = 0; cell < TRAX_CELLS; cell++)
        places->of[cell] = (uint8_t)((cell / TRAX_STRIDE % 16) << 4 | (cell % TRAX_STRIDE % 16));
}

static inline void area_add(const area_places *places, trax_area *a, unsigned cell) {
    unsigned place = places->of[cell];
    a->word[place >> 6] |= UINT64_C(1) << (place & 63);
}

static inline void area_join(trax_area *a, const trax_area *b) {
    for (int i = 0; i < 4; i++) a->word[i] |= b->word[i];
}

static inline bool areas_meet(const trax_area *a, const trax_area *b) {
    return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1]) | (a->word[2] & b->word[2]) |
            (a->word[3] & b->word[3])) != 0;
}

/* A cell and those beside it. */
static inline void area_add_around(const area_places *places, trax_area *a, unsigned cell) {
    area_add(places, a, cell);
    area_add(places, a, trax_neighbour(cell, TRAX_LEFT));
    area_add(places, a, trax_neighbour(cell, TRAX_DOWN));
    area_add(places, a, trax_neighbour(cell, TRAX_RIGHT));
    area_add(places, a, trax_neighbour(cell, TRAX_UP));
}

static inline bool area_has(const area_places *places, const trax_area *a, unsigned cell) {
    unsigned place = places->of[cell];
    return a->word[place >> 6] >> (place & 63) & 1;
}

/* What the last turn of a position changed. */
typedef struct trax_change {
    trax_area entered, ends;
} trax_change;

static inline trax_change area_changed(const area_places *places, const trax_position *p) {
    trax_change c = {{{0}}, {{0}}};
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i], entered = trax_entered(p->edges[cell]);
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
            if (!(entered & side)) {
                area_add(places, &c.entered, trax_neighbour(cell, side));
                continue;
            }
            /* The other end of the track that was joined there: the cells on both its sides. */
            unsigned end = p->mate[trax_edge(cell, side)], at = end >> 1;
            area_add(places, &c.ends, at);
            area_add(places, &c.ends, trax_neighbour(at, end & 1 ? TRAX_DOWN : TRAX_RIGHT));
        }
    }
    return c;
}

/* Both together, where only what is touched is known. */
static inline trax_area area_changed_at_all(const area_places *places, const trax_position *p) {
    trax_change c = area_changed(places, p);
    area_join(&c.entered, &c.ends);
    return c.entered;
}

#endif
