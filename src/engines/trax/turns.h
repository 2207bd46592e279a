/* trax turns - all turns of a position and the cells that each affects (area.h).
 *
 * After a turn most of the list is still valid: it is copied, and only turns that the turn affects
 * are worked out again.
 *
 * The turns on one space are a *spot*, with a lane for each tile that fits, so that all of them are
 * tested at once: word w of the area of lane i is in word[w][i]. */
#ifndef DAMERO_TRAX_TURNS_H
#define DAMERO_TRAX_TURNS_H

#include "engines/trax/area.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Four words side by side, aligned like a single word. */
typedef uint64_t trax_lanes __attribute__((vector_size(32), aligned(8), may_alias));

/* The lanes that are 0, as a bit set. */
static inline unsigned lanes_empty(trax_lanes x) {
#ifdef __AVX2__
    __m256i none = _mm256_cmpeq_epi64((__m256i)x, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd((__m256d)none);
#else
    return (unsigned)(x[0] == 0) | (unsigned)(x[1] == 0) << 1 | (unsigned)(x[2] == 0) << 2 |
           (unsigned)(x[3] == 0) << 3;
#endif
}

enum { TRAX_SPOT_TURNS = 3 }; /* at most three tiles fit a space; the fourth lane stays empty */

typedef struct trax_spot {
    trax_lanes laid[2], white[2], black[2];
    uint16_t cell;
    uint8_t count;                 /* of turns */
    uint8_t legal, forces;         /* by lane; forces: it lays more than its own tile */
    uint8_t tile[TRAX_SPOT_TURNS]; /* in rising order */
} trax_spot;

/* Makes an empty spot. */
void trax_spot_start(trax_spot *, unsigned cell);

/* Adds a turn and returns its lane. */
static inline unsigned trax_spot_add(trax_spot *s, unsigned tile, const trax_reach *r) {
    unsigned lane = s->count++;
    s->tile[lane] = (uint8_t)tile;
    for (int w = 0; w < 2; w++) {
        s->laid[w][lane] = r->laid.word[w];
        s->white[w][lane] = r->white.word[w];
        s->black[w][lane] = r->black.word[w];
    }
    return lane;
}

/* A spot for each cell of the position's frontier, in the caller's memory. */
typedef struct trax_turns {
    trax_spot *spot;
    unsigned count;
    bool there; /* the list has been made; otherwise there are no spots */
    bool sure;  /* all turns that complete something are listed as threats */
} trax_turns;

/* Makes the list from scratch, or from that of the position one turn before. The caller sets
 * turns->spot to the memory for it, and `sure`. */
void trax_turns_all(const trax_rules *, trax_position *, trax_turns *);
void trax_turns_after(const trax_rules *, trax_position *, const trax_turns *before, trax_turns *);

/* Writes the spaces that only tiles of the last turn enter to `fresh`; returns how many. */
unsigned trax_find_fresh(const trax_position *, uint16_t *fresh);

/* A spot with turns to look at again. */
typedef struct trax_hit {
    uint16_t spot, lanes;
} trax_hit;

/* Writes the spots with turns that a change affects, or that lay a tile on one of `ends`, to memory
 * for all of them; returns how many. */
unsigned trax_find_hits(const trax_turns *, const trax_change *, trax_area ends, trax_hit *);

/* The intersection of each lane with an area. */
static inline trax_lanes lanes_meeting(const trax_lanes words[2], const trax_area *a) {
    return (words[0] & a->word[0]) | (words[1] & a->word[1]);
}

/* The turns that touch a turn of this reach: they lay a tile on a cell that it fills, or send a
 * track into one, or send a track into a space into which it sends one of the same colour. */
static inline unsigned spot_touching(const trax_spot *s, const trax_reach *r) {
    trax_lanes anywhere[2] = {s->laid[0] | s->white[0] | s->black[0],
                              s->laid[1] | s->white[1] | s->black[1]};
    return 15u &
           ~lanes_empty(lanes_meeting(anywhere, &r->laid) | lanes_meeting(s->white, &r->white) |
                        lanes_meeting(s->black, &r->black));
}

/* The turns of a spot that may lay more tiles after a change; and those that may lay more or fewer.
 */
static inline trax_lanes spot_growing(const trax_spot *s, const trax_change *c) {
    return lanes_meeting(s->white, &c->met.white) | lanes_meeting(s->black, &c->met.black);
}

static inline unsigned spot_meeting(const trax_spot *s, const trax_change *c) {
    return 15u & ~lanes_empty(spot_growing(s, c) | lanes_meeting(s->laid, &c->met.laid));
}

/* The part of an area that each lane does not lay on. */
static inline trax_lanes lanes_missing(const trax_lanes words[2], const trax_area *a) {
    return (a->word[0] & ~words[0]) | (a->word[1] & ~words[1]);
}

#endif
