#include "engines/trax/scan.h"

/* Takes note of a turn that completes these colours; false where nothing more needs to be known. */
static bool note(trax_outlook *o, unsigned own, unsigned completed, trax_move m) {
    if (completed & own) {
        o->win = m;
        return false;
    }
    if (completed) {
        if (o->threats < TRAX_THREATS_MAX) o->threat[o->threats] = m;
        o->threats++;
    }
    return true;
}

static unsigned try_turn(const trax_rules *r, trax_position *p, trax_move m) {
    trax_undo u;
    if (!trax_try(r, p, m, &u)) return 0;
    unsigned completed = p->loops | p->lines;
    trax_untry(p, &u);
    return completed;
}

void trax_scan(const trax_rules *r, trax_position *p, trax_outlook *o) {
    unsigned own = 1u << p->mover;
    bool lines = r->variant != TRAX_LOOP &&
                 (p->width >= TRAX_SMALL_SIDE - 1 || p->height >= TRAX_SMALL_SIDE - 1);
    o->win = 0;
    o->threats = 0;
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = p->frontier[i];
        trax_triggers t = trax_triggers_of(p->edges, cell);
        if (!lines && !(t.white | t.black)) continue;
        if (!trax_within(r, p, cell)) continue;
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting), completed = 0;
            trax_move m = trax_move_at(cell, tile);
            trax_glimpse g = trax_peek(p, cell, tile, t);
            if (g == TRAX_DEEPER || (lines && trax_forces(t, tile))) completed = try_turn(r, p, m);
            else if (g == TRAX_PLAIN) completed = lines ? trax_peek_lines(p, cell, tile) : 0;
            else completed = g == TRAX_CLOSES_WHITE ? 1 : 2;
            if (!note(o, own, completed, m)) return;
        }
    }
}

bool trax_wins_by(const trax_rules *r, trax_position *p, trax_move m, int seat) {
    unsigned cell = trax_move_cell(m), tile = trax_move_tile(m);
    if (p->tile[cell] || !(trax_fitting[p->edges[cell]] >> tile & 1) || !p->edges[cell] ||
        !trax_within(r, p, cell))
        return false;
    return try_turn(r, p, m) >> seat & 1;
}
