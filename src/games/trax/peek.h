/* trax peek - the loops that a turn of up to three tiles closes, found without laying them.
 *
 * Between turns no space is entered twice by one colour. So a tile forces a neighbour exactly if
 * that space is entered by the colour that the tile sends there; the forced tile joins these two
 * tracks, and all it sends on is of the other colour. A single tile closes nothing; two or three
 * close a loop if the track that they extend meets its own other end, which the mates tell.
 * Cascades that branch or go on further need a trial.
 */
#ifndef DAMERO_TRAX_PEEK_H
#define DAMERO_TRAX_PEEK_H

#include "games/trax/board.h"

/* Instead of the loops that a legal turn closes (bit 0 white, bit 1 black): a trial is needed. */
enum { TRAX_DEEPER = 4 };

/* What a turn closes and the tiles it lays, its own first; for TRAX_DEEPER they are not known. */
typedef struct trax_glimpse {
    unsigned loops; /* or TRAX_DEEPER */
    unsigned count;
    trax_move laid[3];
} trax_glimpse;

/* A tile forced by another one. */
typedef struct peeked {
    unsigned cell, back, tile; /* `back` is the side from which it is forced */
    unsigned colour;           /* the colour that forces it, 0 or 1 */
    trax_triggers on;          /* sides on which it would force further tiles */
} peeked;

static inline peeked peek_forced(const trax_position *p, unsigned cell, unsigned tile,
                                 unsigned side) {
    peeked next = {.cell = trax_neighbour(cell, side), .back = trax_opposite(side)};
    next.colour = (tile & side) != 0;
    next.tile = trax_forced[p->edges[next.cell] | next.back << 4 * next.colour];
    next.on = trax_triggers_of(p->edges, next.cell);
    next.on.white &= ~next.back;
    next.on.black &= ~next.back;
    return next;
}

static inline trax_move peek_move(const peeked *f) { return trax_move_at(f->cell, f->tile); }

/* The end of the joined track on the far side of a forced tile. */
static inline unsigned peek_far_end(const peeked *f) {
    return trax_end_in(f->cell, trax_track(f->tile, f->colour) & ~f->back);
}

/* The loop that a forced tile closes with the track of its colour through the forcing tile in
 * `cell`, which goes on from there by another side. */
static inline unsigned peek_loop(const trax_position *p, unsigned cell, unsigned tile,
                                 const peeked *f) {
    unsigned away = trax_track(tile, f->colour) & ~trax_opposite(f->back);
    if (!(trax_entered(p->edges[cell]) & away)) return 0;
    return p->mate[trax_end_in(cell, away)] == peek_far_end(f) ? 1u << f->colour : 0;
}

/* One after the other: the tile forces `f`, which forces exactly one more, on its side `on`. */
static inline __attribute__((always_inline)) trax_glimpse
peek_chain(const trax_position *p, unsigned cell, unsigned tile, const peeked *f, unsigned on) {
    peeked g = peek_forced(p, f->cell, f->tile, on);
    if (on != trax_opposite(f->back) && !(trax_entered(p->edges[g.cell]) & f->back)) {
        /* Around a corner: the space next to both the first and the last tile gets another edge. */
        unsigned corner = trax_neighbour(cell, on);
        unsigned edges = p->edges[corner] | trax_opposite(on) << (tile & on ? 4 : 0);
        if (edges & 15) g.on.white |= f->back;
        if (edges > 15) g.on.black |= f->back;
    }
    if (trax_forces(g.on, g.tile)) return (trax_glimpse){.loops = TRAX_DEEPER};
    unsigned loops = peek_loop(p, cell, tile, f) | peek_loop(p, f->cell, f->tile, &g);
    return (trax_glimpse){loops, 3, {trax_move_at(cell, tile), peek_move(f), peek_move(&g)}};
}

/* Two at once, on sides `one` and `two`. */
static inline __attribute__((always_inline)) trax_glimpse
peek_pair(const trax_position *p, unsigned cell, unsigned tile, unsigned one, unsigned two) {
    const trax_glimpse deeper = {.loops = TRAX_DEEPER};
    peeked f = peek_forced(p, cell, tile, one), g = peek_forced(p, cell, tile, two);
    if (trax_forces(f.on, f.tile) || trax_forces(g.on, g.tile)) return deeper;
    if (two != trax_opposite(one) && !(trax_entered(p->edges[f.cell]) & two)) {
        /* The space at the corner between them is entered by both. */
        unsigned corner = trax_neighbour(f.cell, two);
        unsigned edges = p->edges[corner] | trax_opposite(two) << (f.tile & two ? 4 : 0) |
                         trax_opposite(one) << (g.tile & one ? 4 : 0);
        if (trax_forced[edges]) return deeper;
    }
    trax_glimpse seen = {0, 3, {trax_move_at(cell, tile), peek_move(&f), peek_move(&g)}};
    if (f.colour != g.colour)
        seen.loops = peek_loop(p, cell, tile, &f) | peek_loop(p, cell, tile, &g);
    else if (p->mate[peek_far_end(&f)] == peek_far_end(&g)) seen.loops = 1u << f.colour;
    return seen;
}

/* `t`: the triggers of the space. The tile must fit. */
static inline __attribute__((always_inline)) trax_glimpse
trax_glimpse_of(const trax_position *p, unsigned cell, unsigned tile, trax_triggers t) {
    unsigned forcing = (t.white & ~tile) | (t.black & tile);
    if (forcing == 0) return (trax_glimpse){0, 1, {trax_move_at(cell, tile)}};
    unsigned one = forcing & (0u - forcing), rest = forcing & ~one;
    if (rest & (rest - 1)) return (trax_glimpse){.loops = TRAX_DEEPER};
    if (rest) return peek_pair(p, cell, tile, one, rest);
    peeked f = peek_forced(p, cell, tile, one);
    unsigned on = (f.on.white & ~f.tile) | (f.on.black & f.tile);
    if (on == 0)
        return (trax_glimpse){
            peek_loop(p, cell, tile, &f), 2, {trax_move_at(cell, tile), peek_move(&f)}};
    if (on & (on - 1)) return (trax_glimpse){.loops = TRAX_DEEPER};
    return peek_chain(p, cell, tile, &f, on);
}

/* Whether a trial is needed; cheaper than the loops. */
static inline bool trax_is_deeper(const trax_position *p, unsigned cell, unsigned tile,
                                  trax_triggers t) {
    return trax_glimpse_of(p, cell, tile, t).loops == TRAX_DEEPER;
}

/* The loops alone, or TRAX_DEEPER. */
static inline unsigned trax_peek(const trax_position *p, unsigned cell, unsigned tile,
                                 trax_triggers t) {
    return trax_glimpse_of(p, cell, tile, t).loops;
}

#endif
