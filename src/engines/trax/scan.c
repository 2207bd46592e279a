#include "engines/trax/scan.h"

#include "games/trax/peek.h"

/* Outer sides of the box, for white in the low four bits, for black in the high four. A line joins
 * two opposite sides. */
enum { AT_LEFT = 1, AT_RIGHT = 2, AT_TOP = 4, AT_BOTTOM = 8, ACROSS = 0x33, UPRIGHT = 0xcc };

static inline unsigned outer_of_end(const trax_position *p, unsigned end) {
    trax_label at = trax_label_of(p, trax_end_space(end));
    return (at.row == 0 ? AT_TOP : 0) | (at.row > p->height ? AT_BOTTOM : 0) |
           (at.column == 0 ? AT_LEFT : 0) | (at.column > p->width ? AT_RIGHT : 0);
}

/* The outer sides that a tile on a space could connect: those from which tracks enter it, and
 * those at which it lies itself. */
static unsigned outer_of(const trax_position *p, unsigned cell) {
    trax_label at = trax_label_of(p, cell);
    unsigned here = (at.row <= 1 ? AT_TOP : 0) | (at.row >= p->height ? AT_BOTTOM : 0) |
                    (at.column <= 1 ? AT_LEFT : 0) | (at.column >= p->width ? AT_RIGHT : 0);
    unsigned outer = here * 17;
    for (uint64_t rest = p->edges[cell]; rest;) {
        unsigned bit = (unsigned)bits_take(&rest);
        outer |= outer_of_end(p, p->mate[4 * cell + (bit & 3)]) << (bit & 4);
    }
    return outer;
}

/* The least columns or rows of the box from which one turn can complete a line, and how few a track
 * may lack to be almost a line. */
enum { ALMOST = TRAX_SMALL_SIDE - 1, LACKS = 4 };

static bool lines_are_near(const trax_rules *r, const trax_position *p) {
    return r->variant != TRAX_LOOP && (p->width >= ALMOST || p->height >= ALMOST);
}

/* A running scan. */
typedef struct scanner {
    const trax_rules *rules;
    trax_position *position;
    trax_outlook *outlook;
    bool lines; /* lines are near */
    uint16_t memo_cell[16];
    uint8_t memo_outer[16];
} scanner;

static void begin(scanner *s, const trax_rules *r, trax_position *p, trax_outlook *o) {
    s->rules = r;
    s->position = p;
    s->outlook = o;
    s->lines = lines_are_near(r, p);
    if (o) o->win = o->threats = 0;
    if (s->lines)
        for (int i = 0; i < 16; i++) s->memo_cell[i] = UINT16_MAX;
}

static inline unsigned outer_known(scanner *s, unsigned cell) {
    unsigned slot = cell & 15;
    if (s->memo_cell[slot] != cell) {
        s->memo_cell[slot] = (uint16_t)cell;
        s->memo_outer[slot] = (uint8_t)outer_of(s->position, cell);
    }
    return s->memo_outer[slot];
}

/* The directions in which a turn on a space could complete a line: the box after it must be at
 * least eight wide, or high. */
static unsigned line_axes(const trax_position *p, unsigned cell) {
    trax_label at = trax_label_of(p, cell);
    bool beside = at.column == 0 || at.column > p->width;
    bool above = at.row == 0 || at.row > p->height;
    return (p->width + beside >= TRAX_SMALL_SIDE ? ACROSS : 0u) |
           (p->height + above >= TRAX_SMALL_SIDE ? UPRIGHT : 0u);
}

/* Whether a turn that can connect these sides could complete a line. */
static inline bool may_line(unsigned outer, unsigned axes) {
    outer &= axes;
    return (outer & outer >> 1 & 0x55) != 0;
}

/* What a turn completes, by colour, from the full cascade. */
static unsigned completed_deeper(scanner *s, unsigned cell, unsigned tile, unsigned axes) {
    trax_position *p = s->position;
    trax_move laid[TRAX_CELLS];
    uint8_t met[TRAX_CELLS];
    unsigned count = trax_outline_met(p->edges, cell, tile, laid, met), outer = 0;
    if (count == 0) return 0;
    for (unsigned i = 0; axes && i < count; i++) outer |= outer_known(s, trax_move_cell(laid[i]));
    if (!may_line(outer, axes) && !trax_may_loop(p, laid, count)) return 0;
    return trax_completed(s->rules, p, laid, met, count);
}

/* The same if the turn may complete a line. */
static unsigned completed_with_lines(scanner *s, unsigned cell, unsigned tile, trax_triggers t,
                                     unsigned axes) {
    trax_position *p = s->position;
    if (!trax_forces(t, tile))
        return may_line(outer_known(s, cell), axes) ? trax_peek_lines(p, cell, tile) : 0;
    trax_glimpse g = trax_glimpse_of(p, cell, tile, t);
    unsigned outer = 0;
    for (unsigned i = 0; i < g.count; i++) outer |= outer_known(s, trax_move_cell(g.laid[i]));
    if (g.loops == TRAX_DEEPER || may_line(outer, axes))
        return completed_deeper(s, cell, tile, axes);
    return g.loops;
}

/* What a turn completes, by colour; a glimpse is usually enough. */
static inline unsigned completed_by(scanner *s, unsigned cell, unsigned tile, trax_triggers t) {
    unsigned axes = s->lines ? line_axes(s->position, cell) : 0;
    if (axes) return completed_with_lines(s, cell, tile, t, axes);
    if (!trax_forces(t, tile)) return 0;
    unsigned loops = trax_peek(s->position, cell, tile, t);
    return loops == TRAX_DEEPER ? completed_deeper(s, cell, tile, 0) : loops;
}

/* Looks at a turn and notes what it completes; false if it wins, which ends the scan. */
static inline bool look_at(scanner *s, unsigned cell, unsigned tile, trax_triggers t) {
    trax_outlook *o = s->outlook;
    unsigned completed = completed_by(s, cell, tile, t);
    if (completed == 0) return true;
    if (completed >> s->position->mover & 1) {
        o->win = trax_move_at(cell, tile);
        return false;
    }
    if (o->threats < TRAX_THREATS_MAX) o->threat[o->threats] = trax_move_at(cell, tile);
    o->threats++;
    return true;
}

/* Looks at all turns of a space. */
static bool look_at_space(scanner *s, unsigned cell) {
    const trax_position *p = s->position;
    trax_triggers t = trax_triggers_of(p->edges, cell);
    if (!s->lines && !(t.white | t.black)) return true;
    if (!trax_within(s->rules, p, cell)) return true;
    for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;)
        if (!look_at(s, cell, (unsigned)bits_take(&fitting), t)) return false;
    return true;
}

void trax_scan(const trax_rules *r, trax_position *p, trax_outlook *o) {
    scanner s;
    begin(&s, r, p, o);
    for (unsigned i = 0; i < p->frontier_count; i++)
        if (!look_at_space(&s, p->frontier[i])) return;
}

bool trax_wins_by(const trax_rules *r, trax_position *p, trax_move m, int seat) {
    unsigned cell = trax_move_cell(m), tile = trax_move_tile(m);
    scanner s;
    if (!trax_fits(r, p, m)) return false;
    begin(&s, r, p, NULL);
    return completed_by(&s, cell, tile, trax_triggers_of(p->edges, cell)) >> seat & 1;
}

/* A line may use a track that the last turn extended and that leads to an outer side: the spaces at
 * the other ends of such tracks. */
static trax_area find_line_ends(const trax_position *p) {
    trax_area ends = {{0}};
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        for (int way = 0; way < 4; way++) {
            unsigned end = trax_end_by(p, cell, way);
            if (trax_is_open(p, end) && outer_of_end(p, p->mate[end]))
                area_add(&ends, trax_end_space(end));
        }
    }
    return ends;
}

/* Whether two spaces are adjacent, or have one space between them in a row or column. */
static inline bool are_close(unsigned a, unsigned b) {
    unsigned apart = (a - b) & TRAX_MASK;
    if (apart > TRAX_CELLS / 2) apart = TRAX_CELLS - apart;
    return (apart <= 2) | (apart == TRAX_STRIDE) | (apart == 2 * TRAX_STRIDE);
}

/* Whether, along one axis, one end of a track is at an outer side of the box, and the other within
 * LACKS columns or rows of the opposite side. */
static inline bool almost_spans(int span, int one, int other) {
    int low = one < other ? one : other, high = one < other ? other : one;
    return span >= ALMOST && (low == 0 || high > span) && high - low > span - LACKS;
}

/* Whether a turn could usually make a line of a track. */
static inline bool is_almost_line(const trax_position *p, unsigned a, unsigned b) {
    trax_label one = trax_label_of(p, trax_end_space(a)),
               other = trax_label_of(p, trax_end_space(b));
    return almost_spans(p->width, one.column, other.column) ||
           almost_spans(p->height, one.row, other.row);
}

unsigned trax_seeming_wins(const trax_rules *r, const trax_position *p, int seat) {
    unsigned count = 0;
    int way = 2 * seat;
    bool lines = lines_are_near(r, p);
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        const trax_ways *w = &trax_ways_of[p->tile[cell]];
        if (!(trax_entered(p->edges[cell]) & (w->side[way] | w->side[way + 1]))) continue;
        unsigned a = trax_end_by(p, cell, way), b = trax_end_by(p, cell, way + 1);
        if (!trax_is_open(p, a) || !trax_is_open(p, b)) continue;
        count +=
            are_close(trax_end_space(a), trax_end_space(b)) || (lines && is_almost_line(p, a, b));
    }
    return count;
}

/* Looks at those turns of an earlier spot that still fit. */
static inline bool look_again(scanner *s, const trax_spot *spot, unsigned lanes) {
    const trax_position *p = s->position;
    unsigned cell = spot->cell, fitting = trax_fitting[p->edges[cell]];
    if (p->tile[cell] || !trax_within(s->rules, p, cell)) return true;
    trax_triggers t = trax_triggers_of(p->edges, cell);
    for (uint64_t rest = lanes; rest;) {
        unsigned tile = spot->tile[bits_take(&rest)];
        if (fitting >> tile & 1 && !look_at(s, cell, tile, t)) return false;
    }
    return true;
}

/* New spaces come first: most wins are there, and a win ends the scan. */
void trax_scan_after(const trax_rules *r, trax_position *p, const trax_turns *before,
                     trax_outlook *o) {
    scanner s;
    trax_change c;
    uint16_t fresh[TRAX_CELLS];
    trax_hit hits[TRAX_CELLS];
    begin(&s, r, p, o);
    unsigned count = trax_find_fresh(p, fresh);
    for (unsigned i = 0; i < count; i++)
        if (!look_at_space(&s, fresh[i])) return;
    trax_find_change(p, &c);
    trax_area ends = {{0}};
    if (s.lines) ends = find_line_ends(p);
    count = trax_find_hits(before, &c, ends, hits);
    for (unsigned i = 0; i < count; i++)
        if (!look_again(&s, &before->spot[hits[i].spot], hits[i].lanes)) return;
}
