#include "engines/trax/evaluate.h"

/* Directions by turning right: up, right, down, left. By side bit, from TRAX_LEFT = 1. */
static const uint8_t direction_of[9] = {
    [TRAX_UP] = 0, [TRAX_RIGHT] = 1, [TRAX_DOWN] = 2, [TRAX_LEFT] = 3};

typedef struct track_end {
    unsigned space, direction; /* where it leads, and which way it goes */
} track_end;

static inline track_end end_at(const trax_position *p, unsigned edge) {
    unsigned before = edge >> 1;
    bool upright = edge & 1;
    unsigned after = trax_neighbour(before, upright ? TRAX_DOWN : TRAX_RIGHT);
    bool on = p->tile[after] == 0;
    return (track_end){on ? after : before, on ? 1u + upright : 3u * !upright};
}

static inline unsigned class_index(int forward, int aside, unsigned turn) {
    return (unsigned)((forward + TRAX_REACH) * (TRAX_REACH + 1) + aside) * 4 + turn;
}

/* Which way a track goes is hard to foretell: nothing branches on it. */
static inline unsigned class_of(track_end a, track_end b) {
    /* The difference of two cells is 90 rows + columns; both are small here or the class is FAR. */
    enum { ROWS = 40, HALF = TRAX_STRIDE / 2 };
    static const int8_t cosine[4] = {1, 0, -1, 0}, sine[4] = {0, 1, 0, -1};
    unsigned apart = (b.space - a.space + TRAX_CELLS / 2) & TRAX_MASK;
    unsigned shifted = apart - TRAX_CELLS / 2 + ROWS * TRAX_STRIDE + HALF;
    int down = (int)(shifted / TRAX_STRIDE) - ROWS, right = (int)(shifted % TRAX_STRIDE) - HALF;
    int along = cosine[a.direction], across = sine[a.direction];
    int forward = across * right - along * down, aside = along * right + across * down;
    int mirrored = aside >> 31; /* -1 where it is on the left, else 0 */
    aside = (aside ^ mirrored) - mirrored;
    unsigned turn = (((b.direction - a.direction) ^ (unsigned)mirrored) - (unsigned)mirrored) & 3;
    bool near = (aside <= TRAX_REACH) & ((unsigned)(forward + TRAX_REACH) <= 2 * TRAX_REACH);
    return near ? class_index(forward, aside, turn) : TRAX_FAR;
}

unsigned trax_class_reversed(unsigned class) {
    if (class == TRAX_FAR) return TRAX_FAR;
    int forward = (int)(class / 4 / (TRAX_REACH + 1)) - TRAX_REACH;
    int aside = (int)(class / 4 % (TRAX_REACH + 1));
    unsigned turn = class % 4;
    /* The other end, at (forward, aside) in this one's frame, looks `turn` to the right of up. */
    int f, a;
    switch (turn) {
    case 0: f = -forward, a = -aside; break;
    case 1: f = -aside, a = forward; break;
    case 2: f = forward, a = aside; break;
    default: f = aside, a = -forward; break;
    }
    unsigned back = -turn & 3;
    if (a < 0) {
        a = -a;
        back = -back & 3;
    }
    if (a > TRAX_REACH || f > TRAX_REACH || f < -TRAX_REACH) return TRAX_FAR;
    return class_index(f, a, back);
}

/* The class of a track between two places of 0..span + 1 as a line, or TRAX_FEATURES where it is
 * none. */
static inline unsigned line_class(int span, int from, int to) {
    if (span < TRAX_LINE_BOX) return TRAX_FEATURES;
    int there = from + span + 1 - to, back = to + span + 1 - from;
    int gap = there < back ? there : back;
    if (gap >= TRAX_LINE_GAPS) return TRAX_FEATURES;
    int size = span - TRAX_LINE_BOX > 2 ? 2 : span - TRAX_LINE_BOX;
    return (unsigned)(TRAX_CLASSES + size * TRAX_LINE_GAPS + gap);
}

/* Every class of every track, each track once, by the end with the lower edge. `EACH(colour,
 * class)` is a macro so that the loop is written once and costs no call. */
#define EACH_TRACK(p, EACH)                                                                        \
    bool wide = (p)->width >= TRAX_LINE_BOX || (p)->height >= TRAX_LINE_BOX;                       \
    for (unsigned i = 0; i < (p)->frontier_count; i++) {                                           \
        unsigned space = (p)->frontier[i];                                                         \
        for (uint64_t rest = (p)->edges[space]; rest;) {                                           \
            unsigned bit = (unsigned)bits_take(&rest), side = 1u << (bit & 3);                     \
            unsigned colour = bit >> 2, edge = trax_edge(space, side), mate = (p)->mate[edge];     \
            if (mate < edge) continue;                                                             \
            track_end from = {space, direction_of[trax_opposite(side)]}, to = end_at(p, mate);     \
            EACH(colour, class_of(from, to));                                                      \
            if (!wide) continue;                                                                   \
            trax_label a = trax_label_of(p, from.space), b = trax_label_of(p, to.space);           \
            unsigned across = line_class((p)->width, a.column, b.column);                          \
            unsigned upright = line_class((p)->height, a.row, b.row);                              \
            if (across < TRAX_FEATURES) EACH(colour, across);                                      \
            if (upright < TRAX_FEATURES) EACH(colour, upright);                                    \
        }                                                                                          \
    }

int trax_evaluate(const trax_weights *w, const trax_position *p) {
    int sum = w->tempo;
#define ADD(colour, class) sum += (colour) == p->mover ? w->own[class] : -w->other[class]
    EACH_TRACK(p, ADD)
    return sum;
}

void trax_each_track(const trax_position *p, void (*each)(void *, unsigned colour, unsigned class),
                     void *context) {
#define CALL(colour, class) each(context, colour, class)
    EACH_TRACK(p, CALL)
}
