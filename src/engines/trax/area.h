/* trax area - sets of cells, to tell which turns have nothing to do with each other.
 *
 * After a turn, let *entered* be the spaces that its tiles enter. Another turn that sends no track
 * into one of them that meets one of its colour there lays what it would have laid before, or less
 * where the board is in its way now, or is illegal. So if it closes a loop that it would not have
 * closed before, then with a track that the first turn made longer, and it lays on both ends of
 * that. (A line that begins with such a track is laid on at one end.)
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

/* An area of around cell 0, moved to be around another one. */
static inline trax_area area_moved(uint64_t low, uint64_t high, unsigned cell) {
    unsigned by = cell & 63;
    uint64_t first = low << by | high >> 1 >> (63 - by),
             second = high << by | low >> 1 >> (63 - by);
    return cell & 64 ? (trax_area){{second, first}} : (trax_area){{first, second}};
}

/* The cells on some sides of a cell. */
static inline trax_area area_beside(unsigned cell, unsigned sides) {
    uint64_t low = (uint64_t)(sides >> 2 & 1) << 1 | (uint64_t)(sides >> 3) << (128 - TRAX_STRIDE);
    uint64_t high = (uint64_t)(sides & 1) << 63 | (uint64_t)(sides >> 1 & 1) << (TRAX_STRIDE - 64);
    return area_moved(low, high, cell);
}

/* A cell and all those beside it. */
static inline trax_area area_around(unsigned cell) {
    trax_area around = area_beside(cell, 15);
    area_add(&around, cell);
    return around;
}

/* What a turn has to do with. */
typedef struct trax_reach {
    trax_area laid;         /* the cells it lays on */
    trax_area white, black; /* those it sends a white, or a black, track into; also some laid on */
} trax_reach;

/* With a tile more; `edges` of the cell as they were before it, or when it was laid. */
static inline void reach_add(trax_reach *r, const trax_position *p, unsigned cell, unsigned tile) {
    unsigned open = 15u & ~trax_entered(p->edges[cell]);
    area_add(&r->laid, cell);
    area_join(&r->white, area_beside(cell, open & ~tile));
    area_join(&r->black, area_beside(cell, open & tile));
}

/* That of an illegal turn: a change anywhere may make it legal. */
static inline trax_reach reach_everything(void) {
    const trax_area all = {{UINT64_MAX, UINT64_MAX}};
    return (trax_reach){all, all, all};
}

/* What the last turn of a position changed. */
enum { TRAX_PAIRS = 8 };

typedef struct trax_change {
    trax_reach met; /* `laid` are the cells entered, by either colour */
    unsigned count; /* of the tracks it made, or made longer */
    trax_area
        pair[TRAX_PAIRS]; /* the spaces at their ends; the first is empty where it made more */
} trax_change;

void trax_find_change(const trax_position *, trax_change *);

/* The end of the track that leaves a tile by one of its four ways (trax_sides), when the tile was
 * laid: the edge there, or where a track that was met there ends. */
static inline unsigned trax_end_by(const trax_position *p, unsigned cell, int way) {
    const trax_sides *s = &trax_sides_of[p->tile[cell]];
    unsigned edge = trax_edge_by(s, cell, way);
    return trax_entered(p->edges[cell]) & s->side[way] ? p->mate[edge] : edge;
}

/* Whether a turn may lay something that it did not lay before. */
static inline bool change_grows(const trax_change *c, const trax_reach *r) {
    const trax_reach *m = &c->met;
    return ((r->white.word[0] & m->white.word[0]) | (r->white.word[1] & m->white.word[1]) |
            (r->black.word[0] & m->black.word[0]) | (r->black.word[1] & m->black.word[1])) != 0;
}

/* Whether a turn lays on both ends of a track that was made longer. */
static inline bool change_joins(const trax_change *c, const trax_reach *r) {
    for (unsigned i = 0; i < c->count; i++)
        if (((c->pair[i].word[0] & ~r->laid.word[0]) | (c->pair[i].word[1] & ~r->laid.word[1])) ==
            0)
            return true;
    return false;
}

/* The space at the end of a track, or TRAX_CELLS where the edge is none any more. */
static inline unsigned trax_space_at(const trax_position *p, unsigned edge) {
    unsigned before = edge >> 1;
    unsigned after = trax_neighbour(before, edge & 1 ? TRAX_DOWN : TRAX_RIGHT);
    if ((p->tile[before] == 0) == (p->tile[after] == 0)) return TRAX_CELLS;
    return p->tile[before] ? after : before;
}

/* Whether a turn of these tiles could close a loop, without laying them. */
bool trax_may_loop(const trax_position *, const trax_move *turn, unsigned count);

#endif
