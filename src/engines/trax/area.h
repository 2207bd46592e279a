/* trax area - sets of cells, to tell which turns cannot affect each other.
 *
 * After a turn, let *entered* be the spaces that its tiles' tracks lead into. Take another turn
 * that sends no track into one of them to meet a track of the same colour. It lays the same tiles
 * as before the first turn, or fewer if the board is now in its way, or is illegal. So if it closes
 * a loop that it would not have closed before, that loop uses a track which the first turn
 * extended, and the turn lays tiles on both ends of it. (To complete a line it lays a tile on one
 * end.)
 *
 * An area has 128 bits; a cell has the bit of its number modulo 128, so that an area moves over the
 * board by rotation. Two cells that share a bit can only cost time, never a wrong answer; within a
 * box of ten rows and columns none do. */
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

/* Whether all of b is in a. */
static inline bool area_covers(const trax_area *a, const trax_area *b) {
    return ((b->word[0] & ~a->word[0]) | (b->word[1] & ~a->word[1])) == 0;
}

static inline bool area_has(const trax_area *a, unsigned cell) {
    return a->word[cell >> 6 & 1] >> (cell & 63) & 1;
}

/* Two areas side by side. */
typedef uint64_t trax_areas __attribute__((vector_size(32), aligned(8), may_alias));

/* By sides: the area on those sides of cell 0, then of cell 64. */
extern const trax_area area_sides[2][16];

/* The cells on some sides of a cell, for two sets of sides: the areas of cell 0 or 64, rotated. */
static inline trax_areas areas_beside(unsigned cell, unsigned one, unsigned other) {
    const trax_area *at = area_sides[cell >> 6 & 1];
    unsigned by = cell & 63;
    trax_areas low = {at[one].word[0], at[one].word[1], at[other].word[0], at[other].word[1]};
    trax_areas high = {at[one].word[1], at[one].word[0], at[other].word[1], at[other].word[0]};
    return low << by | high >> 1 >> (63 - by);
}

/* A cell and all those beside it. */
static inline trax_area area_around(unsigned cell) {
    trax_areas beside = areas_beside(cell, 15, 0);
    trax_area around = {{beside[0], beside[1]}};
    area_add(&around, cell);
    return around;
}

/* The cells that a turn affects. */
typedef struct trax_reach {
    trax_area laid; /* the cells it lays tiles on */
    union {         /* those it sends a white, or a black, track into; may include some of `laid` */
        struct {
            trax_area white, black;
        };
        trax_areas by_colour;
    };
} trax_reach;

/* Adds a tile; `edges` of its cell must be those before it was laid. */
static inline void reach_add(trax_reach *r, const trax_position *p, unsigned cell, unsigned tile) {
    unsigned open = 15u & ~trax_entered(p->edges[cell]);
    area_add(&r->laid, cell);
    r->by_colour |= areas_beside(cell, open & ~tile, open & tile);
}

/* The reach of the turn or trial that was just played. */
static inline trax_reach reach_of_last(const trax_position *p) {
    trax_reach r = {.laid = {{0}}};
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        reach_add(&r, p, p->laid[i], p->tile[p->laid[i]]);
    return r;
}

/* For an illegal turn: a change anywhere may make it legal. */
static inline trax_reach reach_everything(void) {
    const trax_area all = {{UINT64_MAX, UINT64_MAX}};
    return (trax_reach){.laid = all, .white = all, .black = all};
}

enum { TRAX_PAIRS = 8 };

/* What the last turn of a position changed. */
typedef struct trax_change {
    trax_reach met;             /* here `laid` are the cells entered, by either colour */
    unsigned count;             /* number of tracks it made or extended */
    trax_area pair[TRAX_PAIRS]; /* the spaces at their ends; the first is empty if there are more */
} trax_change;

void trax_find_change(const trax_position *, trax_change *);

/* The track end beyond a way of a tile on the board, as of when the tile was laid. */
static inline unsigned trax_end_by(const trax_position *p, unsigned cell, int way) {
    return trax_beyond(p->mate, &trax_ways_of[p->tile[cell]], cell, way,
                       trax_entered(p->edges[cell]));
}

/* Whether an old track end is still open: its space may have been filled since. */
static inline bool trax_is_open(const trax_position *p, unsigned end) {
    return p->tile[trax_end_space(end)] == 0;
}

/* Whether a turn that lays these tiles could close a loop; a quick test without laying them. */
bool trax_may_loop(const trax_position *, const trax_move *turn, unsigned count);

#endif
