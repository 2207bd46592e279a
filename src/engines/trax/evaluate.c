#include "engines/trax/evaluate.h"

#include <string.h>

static inline unsigned class_index(int forward, int aside, unsigned turn) {
    return (unsigned)((forward + TRAX_REACH) * (TRAX_REACH + 1) + aside) * 4 + turn;
}

/* Picks the mirror image that lies to the right, or turns right. */
static inline void mirror(int *aside, unsigned *turn) {
    if (*aside > 0 || (*aside == 0 && *turn < 3)) return;
    *aside = -*aside;
    *turn = -*turn & 3;
}

/* The direction of a track that enters a space by a side: up 0, right 1, down 2, left 3. */
static inline unsigned direction_of(unsigned end) { return (end & 3) ^ 1; }

static unsigned class_of(unsigned end, unsigned other) {
    /* The difference of two cells is 90 * rows + columns. On boards of 85 columns and more, two
     * ends in one row may seem near each other across the helix. */
    enum { ROWS = 40, HALF = TRAX_STRIDE / 2 };
    static const int8_t cosine[4] = {1, 0, -1, 0}, sine[4] = {0, 1, 0, -1};
    unsigned from = direction_of(end), to = direction_of(other);
    unsigned apart = (trax_end_space(other) - trax_end_space(end) + TRAX_CELLS / 2) & TRAX_MASK;
    unsigned shifted = apart - TRAX_CELLS / 2 + ROWS * TRAX_STRIDE + HALF;
    int down = (int)(shifted / TRAX_STRIDE) - ROWS, right = (int)(shifted % TRAX_STRIDE) - HALF;
    int forward = sine[from] * right - cosine[from] * down;
    int aside = cosine[from] * right + sine[from] * down;
    unsigned turn = (to - from) & 3;
    mirror(&aside, &turn);
    if (aside > TRAX_REACH || forward > TRAX_REACH || forward < -TRAX_REACH) return TRAX_FAR;
    return class_index(forward, aside, turn);
}

unsigned trax_class_reversed(unsigned class) {
    if (class == TRAX_FAR) return TRAX_FAR;
    int forward = (int)(class / 4 / (TRAX_REACH + 1)) - TRAX_REACH;
    int aside = (int)(class / 4 % (TRAX_REACH + 1));
    unsigned turn = class % 4;
    /* In this end's frame the other end is at (forward, aside) and points `turn` right of up. */
    int f, a;
    switch (turn) {
    case 0: f = -forward, a = -aside; break;
    case 1: f = -aside, a = forward; break;
    case 2: f = forward, a = aside; break;
    default: f = aside, a = -forward; break;
    }
    unsigned back = -turn & 3;
    mirror(&a, &back);
    if (a > TRAX_REACH || f > TRAX_REACH || f < -TRAX_REACH) return TRAX_FAR;
    return class_index(f, a, back);
}

static inline bool lines_count(unsigned span) { return span >= TRAX_LINE_BOX; }

/* The index of the line weights for a size of the box. */
static inline unsigned size_of(unsigned span) {
    return span - TRAX_LINE_BOX > 2 ? 2 : span - TRAX_LINE_BOX;
}

/* How much a track between two places of 0..span + 1 lacks to join the first and the last. */
static inline unsigned missing_of(unsigned span, int from, int to) {
    return span + 1 - (unsigned)(from < to ? to - from : from - to);
}

/* The difference between the numbers of two ends, as an index; TRAX_NEAR - 1 if they are far apart.
 */
enum { BEHIND = 4 * TRAX_REACH * (TRAX_STRIDE + 1) + 3 };
static inline unsigned apart(unsigned end, unsigned other) {
    unsigned behind = (other - end + BEHIND) & (4 * TRAX_CELLS - 1);
    return behind < TRAX_NEAR - 1 ? behind : TRAX_NEAR - 1;
}

void trax_scale_create(trax_scale *s, const trax_weights *w) {
    s->weights = w;
    for (unsigned behind = 0; behind < TRAX_NEAR; behind++) {
        for (unsigned side = 0; side < 4; side++) {
            unsigned end = 4 * TRAX_START + side, other = end + behind - BEHIND;
            unsigned class = behind == TRAX_NEAR - 1 ? TRAX_FAR : class_of(end, other);
            s->near[behind][side] = w->own[class] * 65536 + w->other[class];
        }
    }
    memset(s->line, 0, sizeof s->line);
    for (int size = 0; size < 3; size++) {
        size_t first = TRAX_CLASSES + (size_t)size * TRAX_LINE_GAPS;
        memcpy(s->line[size][0], w->own + first, TRAX_LINE_GAPS * sizeof *w->own);
        memcpy(s->line[size][1], w->other + first, TRAX_LINE_GAPS * sizeof *w->other);
    }
}

static inline int32_t near_of(const trax_scale *s, unsigned end, unsigned other) {
    return s->near[apart(end, other)][end & 3];
}

/* Adds weights of a colour's tracks, in the encoding of trax_scale.near. */
static inline void add_near(int32_t near[2], unsigned colour, int32_t weights) {
    int16_t other = (int16_t)weights;
    near[colour] += (weights - other) / 65536;
    near[colour ^ 1] -= other;
}

enum { NO_END = 4 * TRAX_CELLS };

/* The end of the track of a colour that enters a space, or NO_END. */
static inline unsigned end_of(const trax_position *p, unsigned space, unsigned colour) {
    unsigned side = p->edges[space] >> 4 * colour & 15; /* at rest there is one at most */
    return side ? trax_end_in(space, side) : NO_END;
}

/* Iterates over the tracks of a position, each once. */
typedef struct track {
    unsigned colour, end, other;
} track;

typedef struct track_walk {
    const trax_position *position;
    unsigned at; /* twice the index in the frontier, plus the colour */
} track_walk;

static bool next_track(track_walk *w, track *t) {
    const trax_position *p = w->position;
    for (; w->at < 2u * p->frontier_count;) {
        t->colour = w->at & 1;
        t->end = end_of(p, p->frontier[w->at++ >> 1], t->colour);
        if (t->end == NO_END) continue;
        t->other = p->mate[t->end];
        if (t->other > t->end) return true;
    }
    return false;
}

/* A place along both axes, column and row. */
typedef struct place {
    int at[2];
} place;

static inline place place_of(const trax_position *p, unsigned space) {
    trax_label at = trax_label_of(p, space);
    return (place){{at.column, at.row}};
}

/* Counts a track between two places as a possible line; `by` is 1, or -1 to remove it. */
static inline void count_line(trax_worth *w, int axis, unsigned colour, place from, place to,
                              int by) {
    unsigned missing = missing_of(w->span[axis], from.at[axis], to.at[axis]);
    if (missing < TRAX_LINE_GAPS)
        w->missing[axis][colour][missing] = (int16_t)(w->missing[axis][colour][missing] + by);
}

static void count_lines(const trax_position *p, int axis, trax_worth *worth) {
    track t;
    memset(worth->missing[axis], 0, sizeof worth->missing[axis]);
    worth->counted[axis] = true;
    for (track_walk w = {p, 0}; next_track(&w, &t);)
        count_line(worth, axis, t.colour, place_of(p, trax_end_space(t.end)),
                   place_of(p, trax_end_space(t.other)), 1);
}

void trax_worth_all(const trax_scale *s, const trax_position *p, trax_worth *worth) {
    track t;
    *worth = (trax_worth){.tiles = p->tiles, .span = {p->width, p->height}};
    for (track_walk w = {p, 0}; next_track(&w, &t);)
        add_near(worth->near, t.colour, near_of(s, t.end, t.other));
    for (int axis = 0; axis < 2; axis++) count_lines(p, axis, worth);
}

/* A tile removes the tracks that it met and makes one of each colour. If a later tile of the same
 * turn extends that one, it is added and removed again; ends and mates are as of when the tile was
 * laid. */
typedef struct passage {
    unsigned in[2], beyond[2]; /* by the two ways of a colour */
    bool met[2];
} passage;

static inline passage passage_of(const trax_position *p, unsigned cell, unsigned colour) {
    const trax_ways *w = &trax_ways_of[p->tile[cell]];
    unsigned entered = trax_entered(p->edges[cell]);
    passage t;
    for (int i = 0; i < 2; i++) {
        int way = 2 * (int)colour + i;
        t.in[i] = trax_way_in(w, cell, way);
        t.met[i] = entered & w->side[way];
        t.beyond[i] = trax_beyond(p->mate, w, cell, way, entered);
    }
    return t;
}

static inline int32_t near_change(const trax_scale *s, passage t) {
    return near_of(s, t.beyond[0], t.beyond[1]) -
           (near_of(s, t.in[0], t.beyond[0]) & -(int)t.met[0]) -
           (near_of(s, t.in[1], t.beyond[1]) & -(int)t.met[1]);
}

static void change_lines(const trax_position *p, unsigned first, const bool axes[2],
                         trax_worth *w) {
    for (unsigned i = first; i < p->tiles; i++) {
        place here = place_of(p, p->laid[i]);
        for (unsigned colour = 0; colour < 2; colour++) {
            passage t = passage_of(p, p->laid[i], colour);
            place one = place_of(p, trax_end_space(t.beyond[0]));
            place other = place_of(p, trax_end_space(t.beyond[1]));
            for (int axis = 0; axis < 2; axis++) {
                if (!axes[axis]) continue;
                count_line(w, axis, colour, one, other, 1);
                if (t.met[0]) count_line(w, axis, colour, here, one, -1);
                if (t.met[1]) count_line(w, axis, colour, here, other, -1);
            }
        }
    }
}

/* When the box has grown, all tracks lack more. */
static void grow(trax_worth *w, int axis, unsigned by) {
    for (unsigned colour = 0; colour < 2; colour++) {
        int16_t *missing = w->missing[axis][colour];
        for (unsigned i = TRAX_LINE_GAPS; i-- > 0;) missing[i] = i < by ? 0 : missing[i - by];
    }
}

/* Updates the counts of lines from those before. */
static void update_lines(const trax_position *p, const trax_worth *before, bool ready,
                         trax_worth *worth) {
    bool both[2]; /* counted before and now */
    for (int axis = 0; axis < 2; axis++) {
        unsigned span = worth->span[axis], grown = span - before->span[axis];
        worth->counted[axis] = lines_count(span + ready);
        both[axis] = worth->counted[axis] && before->counted[axis];
        if (both[axis] && grown > 0) grow(worth, axis, grown);
        if (worth->counted[axis] && !before->counted[axis]) count_lines(p, axis, worth);
    }
    if (both[0] | both[1]) change_lines(p, before->tiles, both, worth);
}

void trax_worth_after(const trax_scale *s, const trax_position *p, const trax_worth *before,
                      bool ready, trax_worth *worth) {
    *worth = *before;
    for (unsigned i = before->tiles; i < p->tiles; i++) {
        add_near(worth->near, 0, near_change(s, passage_of(p, p->laid[i], 0)));
        add_near(worth->near, 1, near_change(s, passage_of(p, p->laid[i], 1)));
    }
    worth->tiles = p->tiles;
    worth->span[0] = p->width;
    worth->span[1] = p->height;
    update_lines(p, before, ready, worth);
}

static inline int dot(const int16_t *a, const int16_t *b) {
    int sum = 0;
    for (int i = 0; i < TRAX_LINE_LANES; i++) sum += a[i] * b[i];
    return sum;
}

int trax_score(const trax_scale *s, const trax_worth *w, unsigned mover) {
    int score = s->weights->tempo + w->near[mover];
    for (int axis = 0; axis < 2; axis++) {
        if (!lines_count(w->span[axis])) continue;
        unsigned size = size_of(w->span[axis]);
        score += dot(s->line[size][0], w->missing[axis][mover]) -
                 dot(s->line[size][1], w->missing[axis][mover ^ 1]);
    }
    return score;
}

void trax_each_track(const trax_position *p, void (*each)(void *, unsigned colour, unsigned class),
                     void *context) {
    track t;
    const uint16_t span[2] = {p->width, p->height};
    for (track_walk w = {p, 0}; next_track(&w, &t);) {
        place from = place_of(p, trax_end_space(t.end)), to = place_of(p, trax_end_space(t.other));
        each(context, t.colour, class_of(t.end, t.other));
        for (int axis = 0; axis < 2; axis++) {
            unsigned missing = missing_of(span[axis], from.at[axis], to.at[axis]);
            if (lines_count(span[axis]) && missing < TRAX_LINE_GAPS)
                each(context, t.colour,
                     TRAX_CLASSES + size_of(span[axis]) * TRAX_LINE_GAPS + missing);
        }
    }
}
