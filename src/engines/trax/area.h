/* trax area - sets of cells, to tell which turns have nothing to do with each other.
 *
 * Let *entered* be the spaces that the tiles of a turn enter, and *ends* those at the ends of the
 * tracks it made longer. Another turn whose cascade touches nothing entered, by laying there or
 * beside it, lays after the first turn what it would lay without it. And as a loop lays on both
 * ends of every track it joins, it then closes what it would without it, unless it lays on one of
 * the ends. (Lines depend on the box as well.)
 *
 * An area has 128 bits and a cell the one of its number modulo 128, so that an area moves over the
 * board by rotation. Two cells that share a bit cost time, not truth; no two of a box of ten rows
 * and columns do. */
#ifndef DAMERO_TRAX_AREA_H
#define DAMERO_TRAX_AREA_H

#include "games/trax/board.h"

typedef struct trax_area {
    uint64_t word[2];
} trax_area;

static inline void area_add(trax_area *a, unsigned cell) {
    a->word[cell >> 6 & 1] |= UINT64_C(1) << (cell & 63);
}

static inline void area_join(trax_area *a, trax_area b) {
    a->word[0] |= b.word[0];
    a->word[1] |= b.word[1];
}

static inline bool areas_meet(const trax_area *a, const trax_area *b) {
    return ((a->word[0] & b->word[0]) | (a->word[1] & b->word[1])) != 0;
}

static inline bool area_has(const trax_area *a, unsigned cell) {
    return a->word[cell >> 6 & 1] >> (cell & 63) & 1;
}

/* A cell and those beside it: what is around cell 0, rotated. */
static inline trax_area area_around(unsigned cell) {
    const uint64_t low = 1 | 1 << 1 | UINT64_C(1) << (128 - TRAX_STRIDE);
    const uint64_t high = UINT64_C(1) << 63 | UINT64_C(1) << (TRAX_STRIDE - 64);
    unsigned by = cell & 63;
    uint64_t first = low << by | high >> 1 >> (63 - by),
             second = high << by | low >> 1 >> (63 - by);
    return cell & 64 ? (trax_area){{second, first}} : (trax_area){{first, second}};
}

/* What the last turn of a position changed. */
typedef struct trax_change {
    trax_area entered, ends;
} trax_change;

static inline trax_change area_changed(const trax_position *p) {
    trax_change c = {{{0}}, {{0}}};
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i], entered = trax_entered(p->edges[cell]);
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
            if (!(entered & side)) {
                area_add(&c.entered, trax_neighbour(cell, side));
                continue;
            }
            /* The other end of the track that was joined there: the cells on both its sides. */
            unsigned end = p->mate[trax_edge(cell, side)], at = end >> 1;
            area_add(&c.ends, at);
            area_add(&c.ends, trax_neighbour(at, end & 1 ? TRAX_DOWN : TRAX_RIGHT));
        }
    }
    return c;
}

#endif
