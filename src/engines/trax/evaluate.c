#include "engines/trax/evaluate.h"

/* Directions by turning right: up 0, right 1, down 2, left 3. */
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

static unsigned class_of(track_end a, track_end b) {
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

/* How far one space lies behind another, up to TRAX_NEAR - 1, which is far away. */
static inline unsigned apart(unsigned from, unsigned to) {
    unsigned behind = (to - from + TRAX_REACH * (TRAX_STRIDE + 1)) & TRAX_MASK;
    return behind < TRAX_NEAR - 1 ? behind : TRAX_NEAR - 1;
}

void trax_scale_create(trax_scale *s, const trax_weights *w) {
    s->weights = w;
    for (unsigned i = 0; i < TRAX_NEAR * 16; i++) {
        unsigned behind = i / 16, from = i / 4 % 4, to = i % 4;
        track_end a = {TRAX_REACH * (TRAX_STRIDE + 1), from}, b = {behind, to};
        unsigned class = behind == TRAX_NEAR - 1 ? TRAX_FAR : class_of(a, b);
        s->near[0][behind][from][to] = w->own[class];
        s->near[1][behind][from][to] = w->other[class];
    }
}

/* All tracks of a colour, each from the one of its ends that has the lower edge. */
typedef struct track {
    uint16_t space, direction, other; /* the first end; the edge of the other one */
} track;

typedef struct track_list {
    track track[2 * TRAX_TILES_MAX + 3]; /* one for each space, and one to write into in vain */
    unsigned count;
} track_list;

/* At rest a space is entered by one track of a colour at most. Written without branches, as which
 * colours enter is hard to foretell. */
static void list_tracks(const trax_position *p, track_list lists[2]) {
    static const uint8_t going[16] = {
        [TRAX_DOWN] = 0, [TRAX_LEFT] = 1, [TRAX_UP] = 2, [TRAX_RIGHT] = 3};
    unsigned white = 0, black = 0;
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned space = p->frontier[i], edges = p->edges[space];
        unsigned first = trax_edge(space, edges & 15), second = trax_edge(space, edges >> 4);
        lists[0].track[white] = (track){(uint16_t)space, going[edges & 15], p->mate[first]};
        lists[1].track[black] = (track){(uint16_t)space, going[edges >> 4], p->mate[second]};
        white += ((edges & 15) != 0) & (p->mate[first] > first);
        black += (edges > 15) & (p->mate[second] > second);
    }
    lists[0].count = white;
    lists[1].count = black;
}

/* The classes of a track as a line, or TRAX_FEATURES. */
static void line_classes(const trax_position *p, track_end from, track_end to, unsigned lines[2]) {
    trax_label a = trax_label_of(p, from.space), b = trax_label_of(p, to.space);
    lines[0] = line_class(p->width, a.column, b.column);
    lines[1] = line_class(p->height, a.row, b.row);
}

/* The weights of tracks as lines. */
static int sum_of_lines(const trax_position *p, const track_list *list, const int16_t *weights) {
    int sum = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const track *t = &list->track[i];
        unsigned lines[2];
        line_classes(p, (track_end){t->space, t->direction}, end_at(p, t->other), lines);
        if (lines[0] < TRAX_FEATURES) sum += weights[lines[0]];
        if (lines[1] < TRAX_FEATURES) sum += weights[lines[1]];
    }
    return sum;
}

/* The weights of all tracks of a colour. */
static int sum_of(const trax_scale *s, const trax_position *p, const track_list *list, bool other) {
    int sum = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const track *t = &list->track[i];
        track_end to = end_at(p, t->other);
        sum += s->near[other][apart(t->space, to.space)][t->direction][to.direction];
    }
    if (p->width >= TRAX_LINE_BOX || p->height >= TRAX_LINE_BOX)
        sum += sum_of_lines(p, list, other ? s->weights->other : s->weights->own);
    return sum;
}

int trax_evaluate(const trax_scale *s, const trax_position *p) {
    track_list lists[2];
    list_tracks(p, lists);
    return s->weights->tempo + sum_of(s, p, &lists[p->mover], false) -
           sum_of(s, p, &lists[p->mover ^ 1], true);
}

void trax_each_track(const trax_position *p, void (*each)(void *, unsigned colour, unsigned class),
                     void *context) {
    track_list lists[2];
    list_tracks(p, lists);
    for (unsigned colour = 0; colour < 2; colour++) {
        for (unsigned i = 0; i < lists[colour].count; i++) {
            const track *t = &lists[colour].track[i];
            track_end from = {t->space, t->direction}, to = end_at(p, t->other);
            unsigned lines[2];
            each(context, colour, class_of(from, to));
            line_classes(p, from, to, lines);
            for (int k = 0; k < 2; k++)
                if (lines[k] < TRAX_FEATURES) each(context, colour, lines[k]);
        }
    }
}
