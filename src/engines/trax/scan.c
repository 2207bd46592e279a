#include "engines/trax/scan.h"

#include "games/trax/peek.h"

static unsigned try_turn(const trax_rules *r, trax_position *p, trax_move m) {
    trax_undo u;
    if (!trax_try(r, p, m, &u)) return 0;
    unsigned completed = p->loops | p->lines;
    trax_untry(p, &u);
    return completed;
}

/* Outer sides of the box, white's in the low four bits, black's in the high four. A line joins two
 * opposite ones. */
enum { AT_LEFT = 1, AT_RIGHT = 2, AT_TOP = 4, AT_BOTTOM = 8, ACROSS = 0x33, UPRIGHT = 0xcc };

static inline unsigned outer_of_end(const trax_position *p, unsigned edge) {
    trax_label at = trax_label_of(p, edge >> 1);
    if (edge & 1) return (at.row == 0 ? AT_TOP : 0) | (at.row == p->height ? AT_BOTTOM : 0);
    return (at.column == 0 ? AT_LEFT : 0) | (at.column == p->width ? AT_RIGHT : 0);
}

/* The sides that a space has to do with: where tracks that enter it come from, and where it lies
 * itself. */
static unsigned outer_of(const trax_position *p, unsigned cell) {
    trax_label at = trax_label_of(p, cell);
    unsigned here = (at.row <= 1 ? AT_TOP : 0) | (at.row >= p->height ? AT_BOTTOM : 0) |
                    (at.column <= 1 ? AT_LEFT : 0) | (at.column >= p->width ? AT_RIGHT : 0);
    unsigned outer = here * 17;
    for (uint64_t rest = p->edges[cell]; rest;) {
        unsigned bit = (unsigned)bits_take(&rest);
        outer |= outer_of_end(p, p->mate[trax_edge(cell, 1u << (bit & 3))]) << (bit & 4);
    }
    return outer;
}

static bool lines_are_near(const trax_rules *r, const trax_position *p) {
    enum { ALMOST = TRAX_SMALL_SIDE - 1 };
    return r->variant != TRAX_LOOP && (p->width >= ALMOST || p->height >= ALMOST);
}

/* A scan under way. */
typedef struct scanner {
    const trax_rules *rules;
    trax_position *position;
    trax_outlook *outlook;
    bool lines; /* they are near */
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

/* The directions in which a turn on a space could complete a line: the box that it leaves must be
 * eight wide, or high. */
static unsigned line_axes(const trax_position *p, unsigned cell) {
    trax_label at = trax_label_of(p, cell);
    bool beside = at.column == 0 || at.column > p->width;
    bool above = at.row == 0 || at.row > p->height;
    return (p->width + beside >= TRAX_SMALL_SIDE ? ACROSS : 0u) |
           (p->height + above >= TRAX_SMALL_SIDE ? UPRIGHT : 0u);
}

/* Whether a turn on spaces that have to do with these sides could complete a line. */
static inline bool may_line(unsigned outer, unsigned axes) {
    outer &= axes;
    return (outer & outer >> 1 & 0x55) != 0;
}

/* What a turn completes that a glimpse does not tell, by colour. */
static unsigned completed_deeper(scanner *s, unsigned cell, unsigned tile, unsigned axes) {
    trax_position *p = s->position;
    trax_move laid[TRAX_CELLS];
    unsigned count = trax_outline(p->edges, cell, tile, laid), outer = 0;
    if (count == 0) return 0;
    for (unsigned i = 0; axes && i < count; i++) outer |= outer_known(s, trax_move_cell(laid[i]));
    if (!may_line(outer, axes) && !trax_may_loop(p, laid, count)) return 0;
    return try_turn(s->rules, p, trax_move_at(cell, tile));
}

/* What a turn completes, by colour: seen in a glimpse, or by trial where that is not enough. */
static inline unsigned completed_by(scanner *s, unsigned cell, unsigned tile, trax_triggers t) {
    trax_position *p = s->position;
    unsigned axes = s->lines ? line_axes(p, cell) : 0;
    if (!trax_forces(t, tile))
        return axes && may_line(outer_known(s, cell), axes) ? trax_peek_lines(p, cell, tile) : 0;
    trax_glimpse g = trax_glimpse_of(p, cell, tile, t);
    if (g.loops == TRAX_DEEPER) return completed_deeper(s, cell, tile, axes);
    if (!axes) return g.loops;
    unsigned outer = 0;
    for (unsigned i = 0; i < g.count; i++) outer |= outer_known(s, trax_move_cell(g.laid[i]));
    return may_line(outer, axes) ? try_turn(s->rules, p, trax_move_at(cell, tile)) : g.loops;
}

/* Looks at a turn and takes note of what it completes; false where it wins and nothing more needs
 * to be known. */
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
    if (p->tile[cell] || !(trax_fitting[p->edges[cell]] >> tile & 1) || !p->edges[cell] ||
        !trax_within(r, p, cell))
        return false;
    begin(&s, r, p, NULL);
    return completed_by(&s, cell, tile, trax_triggers_of(p->edges, cell)) >> seat & 1;
}

/* A line may begin with a track that the last turn made longer and that leads to an outer side: its
 * other end is added to what the turn met. */
static void add_line_ends(const trax_position *p, trax_change *c) {
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        for (uint64_t met = trax_entered(p->edges[cell]); met;) {
            unsigned end = p->mate[trax_edge(cell, 1u << bits_take(&met))];
            unsigned space = trax_space_at(p, end);
            if (space != TRAX_CELLS && outer_of_end(p, p->mate[end])) area_add(&c->met.laid, space);
        }
    }
}

/* Whether a tile of the last turn lies there. */
static bool is_new(const trax_position *p, unsigned cell) {
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        if (p->laid[i] == cell) return true;
    return false;
}

/* The spaces that only tiles of the last turn enter, into `fresh`; returns how many. */
static unsigned find_fresh(const trax_position *p, uint16_t *fresh) {
    unsigned count = 0;
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        for (uint64_t open = 15u & ~trax_entered(p->edges[cell]); open;) {
            unsigned side = 1u << bits_take(&open), space = trax_neighbour(cell, side);
            unsigned entered = trax_entered(p->edges[space]);
            /* It is met from each of these tiles, and taken from one. */
            if (p->tile[space] || (entered & (0u - entered)) != trax_opposite(side)) continue;
            bool alone = true;
            for (uint64_t rest = entered & (entered - 1); rest && alone;)
                alone = is_new(p, trax_neighbour(space, 1u << bits_take(&rest)));
            if (alone) fresh[count++] = (uint16_t)space;
        }
    }
    return count;
}

/* Whether a turn of before can still be played, but for conflicts. */
static inline bool still_fits(const trax_rules *r, const trax_position *p, trax_move m) {
    unsigned cell = trax_move_cell(m);
    return !p->tile[cell] && trax_fitting[p->edges[cell]] >> trax_move_tile(m) & 1 &&
           trax_within(r, p, cell);
}

void trax_scan_after(const trax_rules *r, trax_position *p, const trax_view *before,
                     trax_outlook *o) {
    scanner s;
    trax_change c;
    uint16_t fresh[TRAX_CELLS];
    begin(&s, r, p, o);
    trax_find_change(p, &c);
    if (s.lines) add_line_ends(p, &c);
    for (const trax_turn *t = before->turn, *end = t + before->count; t < end; t++) {
        if (!change_grows(&c, &t->reach) && !change_joins(&c, &t->reach) &&
            !(s.lines && areas_meet(&c.met.laid, &t->reach.laid)))
            continue;
        if (!still_fits(r, p, t->move)) continue;
        unsigned cell = trax_move_cell(t->move);
        if (!look_at(&s, cell, trax_move_tile(t->move), trax_triggers_of(p->edges, cell))) return;
    }
    unsigned count = find_fresh(p, fresh);
    for (unsigned i = 0; i < count; i++)
        if (!look_at_space(&s, fresh[i])) return;
}

static void view_turn(trax_position *p, unsigned cell, unsigned tile, trax_triggers triggers,
                      trax_turn *t) {
    *t = (trax_turn){.move = trax_move_at(cell, tile), .legal = true};
    t->forces = trax_forces(triggers, tile);
    trax_glimpse g = trax_glimpse_of(p, cell, tile, triggers);
    if (g.loops != TRAX_DEEPER) {
        for (unsigned i = 0; i < g.count; i++)
            reach_add(&t->reach, p, trax_move_cell(g.laid[i]), trax_move_tile(g.laid[i]));
        return;
    }
    trax_move laid[TRAX_CELLS];
    unsigned count = trax_outline(p->edges, cell, tile, laid);
    for (unsigned i = 0; i < count; i++)
        reach_add(&t->reach, p, trax_move_cell(laid[i]), trax_move_tile(laid[i]));
    if (count > 0) return;
    t->reach = reach_everything();
    t->legal = false;
}

static void view_space(const trax_rules *r, trax_position *p, unsigned cell, trax_view *v) {
    if (!trax_within(r, p, cell)) return;
    trax_triggers triggers = trax_triggers_of(p->edges, cell);
    for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;)
        view_turn(p, cell, (unsigned)bits_take(&fitting), triggers, &v->turn[v->count++]);
}

void trax_view_all(const trax_rules *r, trax_position *p, trax_view *v) {
    v->count = 0;
    for (unsigned i = 0; i < p->frontier_count; i++) view_space(r, p, p->frontier[i], v);
}

void trax_view_after(const trax_rules *r, trax_position *p, const trax_view *before, trax_view *v) {
    trax_change c;
    uint16_t fresh[TRAX_CELLS];
    trax_find_change(p, &c);
    v->count = 0;
    for (const trax_turn *t = before->turn, *end = t + before->count; t < end; t++) {
        if (!still_fits(r, p, t->move)) continue;
        trax_turn *now = &v->turn[v->count++];
        unsigned cell = trax_move_cell(t->move);
        if (!change_meets(&c, &t->reach)) *now = *t;
        else view_turn(p, cell, trax_move_tile(t->move), trax_triggers_of(p->edges, cell), now);
    }
    unsigned count = find_fresh(p, fresh);
    for (unsigned i = 0; i < count; i++) view_space(r, p, fresh[i], v);
}
