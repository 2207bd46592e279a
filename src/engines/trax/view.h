/* trax view - all turns of a position and what each has to do with (area.h).
 *
 * After a turn most of a view still holds: it is handed down, and only what the turn has to do with
 * is laid out again.
 *
 * The turns of one space are a *spot*, with a lane for each tile that fits, so that all of them are
 * tested at once: word w of an area of lane i is in word[w][i]. */
#ifndef DAMERO_TRAX_VIEW_H
#define DAMERO_TRAX_VIEW_H

#include "engines/trax/area.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Four words side by side; spots need no more than the alignment of a word. */
typedef uint64_t trax_lanes __attribute__((vector_size(32), aligned(8), may_alias));

/* The lanes that are 0, by bit. */
static inline unsigned lanes_empty(trax_lanes x) {
#ifdef __AVX2__
    __m256i none = _mm256_cmpeq_epi64((__m256i)x, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd((__m256d)none);
#else
    return (unsigned)(x[0] == 0) | (unsigned)(x[1] == 0) << 1 | (unsigned)(x[2] == 0) << 2 |
           (unsigned)(x[3] == 0) << 3;
#endif
}

enum { TRAX_SPOT_TURNS = 3 }; /* a space that is entered takes no more tiles; one lane is empty */

typedef struct trax_spot {
    trax_lanes laid[2], white[2], black[2];
    uint16_t cell;
    uint8_t count;                 /* of turns */
    uint8_t legal, forces;         /* by lane; forces: it lays more than its own tile */
    uint8_t tile[TRAX_SPOT_TURNS]; /* in rising order */
} trax_spot;

/* An empty one. */
void trax_spot_start(trax_spot *, unsigned cell);

/* With a turn more: its lane. */
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

/* In memory of the caller's: a spot for each cell of the position's frontier. */
typedef struct trax_view {
    trax_spot *spot;
    unsigned count;
    bool there; /* made: else there are no spots */
    bool sure;  /* all turns that complete something were listed as threats */
} trax_view;

/* A view from scratch, and after one turn from the position of another. `view->spot` is where to
 * write it; `sure` is left to the caller. */
void trax_view_all(const trax_rules *, trax_position *, trax_view *);
void trax_view_after(const trax_rules *, trax_position *, const trax_view *before, trax_view *);

/* The spaces that only tiles of the last turn enter, into `fresh`; returns how many. */
unsigned trax_find_fresh(const trax_position *, uint16_t *fresh);

/* A spot of a view with turns to look at again. */
typedef struct trax_hit {
    uint16_t spot, lanes;
} trax_hit;

/* The spots with turns that a change has to do with, or that lay on one of `ends`, into memory for
 * all of them; returns how many. */
unsigned trax_find_hits(const trax_view *, const trax_change *, trax_area ends, trax_hit *);

/* What the lanes have in common with an area. */
static inline trax_lanes lanes_meeting(const trax_lanes words[2], const trax_area *a) {
    return (words[0] & a->word[0]) | (words[1] & a->word[1]);
}

/* The turns that lay on an area, or send a track into it. */
static inline unsigned spot_touching(const trax_spot *s, const trax_area *a) {
    return 15u & ~lanes_empty(lanes_meeting(s->laid, a) | lanes_meeting(s->white, a) |
                              lanes_meeting(s->black, a));
}

/* The turns of a spot that may lay something they did not lay before a change; and those that may
 * lay more or less. */
static inline trax_lanes spot_growing(const trax_spot *s, const trax_change *c) {
    return lanes_meeting(s->white, &c->met.white) | lanes_meeting(s->black, &c->met.black);
}

static inline unsigned spot_meeting(const trax_spot *s, const trax_change *c) {
    return 15u & ~lanes_empty(spot_growing(s, c) | lanes_meeting(s->laid, &c->met.laid));
}

/* What of an area is not laid on. */
static inline trax_lanes lanes_missing(const trax_lanes words[2], const trax_area *a) {
    return (a->word[0] & ~words[0]) | (a->word[1] & ~words[1]);
}

#endif
