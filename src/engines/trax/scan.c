#include "engines/trax/scan.h"

#include "games/trax/peek.h"

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

/* What a finding needs to be compared with, once for a scan: what was changed since the ply so many
 * plies back. */
typedef struct past {
    trax_memory *memory;
    int ply, back;
    bool lines; /* they matter, and with them the box */
    unsigned tried;
    trax_area since[MEMORY_BACK];
} past;

static past look_back(trax_memory *m, int ply, bool lines) {
    past l = {.memory = m, .ply = ply, .back = ply < MEMORY_BACK - 1 ? ply : MEMORY_BACK - 1};
    l.lines = lines;
    for (int i = 1; i <= l.back; i++) {
        l.since[i] = l.since[i - 1];
        area_join(&l.since[i], &m->changed[ply - i + 1]);
    }
    return l;
}

static trax_finding *set_of(trax_memory *m, trax_move move) {
    return m->finding[(move * 0x9e3779b1u) >> 19];
}

/* The newest finding of the turn on the way here, if it still holds; NULL otherwise. */
static const trax_finding *recall(const past *l, const trax_position *p, trax_move m) {
    const trax_finding *set = set_of(l->memory, m);
    for (int i = 0; i <= l->back; i++) {
        const trax_finding *f = &set[(l->ply - i) % MEMORY_BACK];
        if (f->move != m || f->serial != l->memory->serial[l->ply - i]) continue;
        bool moved = f->corner != p->corner || f->width != p->width || f->height != p->height;
        return (l->lines && moved) || areas_meet(&l->since[i], &f->touched) ? NULL : f;
    }
    return NULL;
}

/* What a turn completes, from memory or by trial. What makes a turn illegal is not remembered. */
static unsigned find_out(const trax_rules *r, trax_position *p, past *l, trax_move m) {
    trax_undo u;
    const trax_finding *known = recall(l, p, m);
    if (known) return known->completed;
    l->tried++;
    if (!trax_try(r, p, m, &u)) return 0;
    trax_finding *f = &set_of(l->memory, m)[l->ply % MEMORY_BACK];
    unsigned completed = p->loops | p->lines;
    *f = (trax_finding){.move = m,
                        .serial = l->memory->serial[l->ply],
                        .corner = u.corner,
                        .width = u.width,
                        .height = u.height,
                        .completed = (uint8_t)completed};
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        area_add_around(&l->memory->places, &f->touched, p->laid[i]);
    trax_untry(p, &u);
    return completed;
}

unsigned trax_scan(const trax_rules *r, trax_position *p, trax_memory *memory, int ply,
                   trax_outlook *o) {
    unsigned own = 1u << p->mover;
    bool lines = r->variant != TRAX_LOOP &&
                 (p->width >= TRAX_SMALL_SIDE - 1 || p->height >= TRAX_SMALL_SIDE - 1);
    past back = look_back(memory, ply, lines);
    o->win = 0;
    o->threats = 0;
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = p->frontier[i];
        trax_triggers t = trax_triggers_of(p->edges, cell);
        if (!lines && !(t.white | t.black)) continue;
        if (!trax_within(r, p, cell)) continue;
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            trax_move m = trax_move_at(cell, tile);
            bool forces = trax_forces(t, tile);
            unsigned completed = trax_peek(p, cell, tile, t);
            if (completed == TRAX_DEEPER || (lines && forces)) completed = find_out(r, p, &back, m);
            else if (lines) completed |= trax_peek_lines(p, cell, tile);
            if (!note(o, own, completed, m)) return back.tried;
        }
    }
    return back.tried;
}

bool trax_wins_by(const trax_rules *r, trax_position *p, trax_move m, int seat) {
    unsigned cell = trax_move_cell(m), tile = trax_move_tile(m);
    if (p->tile[cell] || !(trax_fitting[p->edges[cell]] >> tile & 1) || !p->edges[cell] ||
        !trax_within(r, p, cell))
        return false;
    return try_turn(r, p, m) >> seat & 1;
}
