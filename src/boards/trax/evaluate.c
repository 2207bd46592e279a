#include <string.h>

#include "base/hash.h"
#include "boards/trax/fabric.h"

/* The hardware tries some thousand pairs of turns; here only those are laid out that can differ
 * from what is known already, and the cycles of the others are added up in groups.
 *
 * A *quiet* turn forces nothing: it is not checked, and all cost the same. After a first turn a
 * space's turns cost something else only where the turn fills the space, enters it, or enters one
 * beside it, which may make quiet turns forcing. Turns elsewhere that force others are tried again
 * only where they meet what was changed (engines/trax/area.h has the reason); otherwise they lay
 * and close what they did alone, along tracks of the same length, and those loops are in the mask.
 */

enum { QUIET = FABRIC_NEXT + FABRIC_COPY + FABRIC_WRITE + FABRIC_LOOK };

/* Of next, place and check. */
static uint64_t cost_of(const fabric *f, const fabric_turn *t) {
    bool checked = !t->conflict && (t->waves > 0 || f->seeking);
    return FABRIC_NEXT + fabric_place_cycles(t) + (checked ? fabric_check_cycles(t) : 0);
}

static uint64_t list_cycles(size_t spaces) {
    return FABRIC_LEGAL + FABRIC_LISTED * spaces + FABRIC_NEXT;
}

/* Whether a turn may complete a line: it needs eight rows or columns. */
static bool lines_near(const fabric *f) {
    return f->lines &&
           (f->board.width >= TRAX_SMALL_SIDE - 1 || f->board.height >= TRAX_SMALL_SIDE - 1);
}

/* Keeps what a forcing turn of the first list, which is on the board, touched. */
static void note_forcing(fabric *f, unsigned cell, unsigned tile, const fabric_turn *t) {
    const trax_position *p = &f->board;
    fabric_forcing *k = &f->forcing[f->forcing_count++];
    *k = (fabric_forcing){.cell = (uint16_t)cell, .tile = (uint8_t)tile, .cost = cost_of(f, t)};
    if (t->conflict) { /* how far it would have gone is not known */
        memset(&k->touched, 0xff, sizeof k->touched);
        return;
    }
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        area_join(&k->touched, area_around(p->laid[i]));
        area_add(&k->laid, p->laid[i]);
    }
}

static void keep(fabric *f, unsigned cell, unsigned tile, const fabric_turn *t) {
    const trax_position *p = &f->board;
    fabric_kept *k = &f->kept[f->kept_count++];
    *k = (fabric_kept){.cell = (uint16_t)cell, .tile = (uint8_t)tile};
    k->place = t ? fabric_place_cycles(t) : QUIET - FABRIC_NEXT;
    k->forces = t && t->waves > 0;
    for (unsigned i = p->last_turn; k->forces && i < p->tiles; i++)
        k->board += hash_mix(p->laid[i] * 16u + p->tile[p->laid[i]]);
}

/* Tries a turn of the first list; false where the opponent, whose turn it is, wins by it. */
static bool try_first(fabric *f, unsigned cell, unsigned tile, bool forces, uint64_t *cost,
                      unsigned threats[2]) {
    unsigned opponent = f->board.mover;
    fabric_turn t;
    trax_undo u;
    fabric_lay(f, cell, tile, &t, &u);
    *cost = cost_of(f, &t);
    unsigned completed = t.conflict ? 0 : t.loops | t.lines;
    if (forces) note_forcing(f, cell, tile, &t);
    if (completed) loop_mask_count(&f->mask, &f->board, t.loops, threats);
    else if (!t.conflict) keep(f, cell, tile, &t);
    fabric_lift(f, &u);
    return !(completed >> opponent & 1);
}

static bool try_first_list(fabric *f, uint64_t *cycles, unsigned threats[2]) {
    const trax_position *p = &f->board;
    bool seeking = f->seeking = lines_near(f);
    f->forcing_count = f->kept_count = 0;
    f->all = 0;
    for (size_t i = 0; i < f->first_count; i++) {
        unsigned cell = f->first[i];
        trax_triggers triggers = trax_triggers_of(p->edges, cell);
        f->cost[cell] = FABRIC_LISTED;
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            uint64_t cost = QUIET;
            bool forces = trax_forces(triggers, tile), safe = true;
            if (forces || seeking) safe = try_first(f, cell, tile, forces, &cost, threats);
            else keep(f, cell, tile, NULL);
            *cycles += cost;
            if (!safe) return false;
            f->cost[cell] += forces ? cost : QUIET; /* in a second list quiet turns stay so */
        }
        f->all += f->cost[cell];
    }
    *cycles += FABRIC_NEXT;
    return true;
}

/* Tries a turn of a second list for the corners in it; its cycles. */
static uint64_t try_second(fabric *f, unsigned cell, unsigned tile, unsigned corners[2]) {
    fabric_turn t;
    trax_undo u;
    fabric_lay(f, cell, tile, &t, &u);
    if (t.loops && !t.conflict) loop_mask_count(&f->mask, &f->board, t.loops, corners);
    fabric_lift(f, &u);
    return cost_of(f, &t);
}

static uint64_t try_second_in(fabric *f, unsigned cell, unsigned corners[2]) {
    uint64_t cost = FABRIC_LISTED;
    trax_triggers triggers = trax_triggers_of(f->board.edges, cell);
    for (uint64_t fitting = trax_fitting[f->board.edges[cell]]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting);
        cost += trax_forces(triggers, tile) ? try_second(f, cell, tile, corners) : QUIET;
    }
    return cost;
}

/* What the turn on the board changed, and the cycles of all turns after it. */
typedef struct follow_up {
    fabric *f;
    unsigned *corners;
    trax_area entered, ends; /* that the first turn enters; at the ends of tracks it made longer */
    uint64_t cost;
} follow_up;

/* Looks at a space again whose turns may cost something else now, or a cell that was filled. */
static void look_again(follow_up *u, unsigned cell) {
    fabric *f = u->f;
    if (f->seen[cell] == f->follow_up || !f->inside[cell]) return;
    f->seen[cell] = f->follow_up;
    u->cost -= f->cost[cell];
    if (!f->board.tile[cell]) u->cost += try_second_in(f, cell, u->corners);
}

static void look_around(follow_up *u, unsigned cell) {
    fabric *f = u->f;
    const trax_position *p = &f->board;
    unsigned entered = trax_entered(p->edges[cell]);
    look_again(u, cell);
    for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
        unsigned beside = trax_neighbour(cell, side);
        if (entered & side) {
            area_add(&u->ends, trax_end_space(p->mate[trax_end_in(cell, side)]));
        } else if (!p->tile[beside]) {
            area_add(&u->entered, beside);
            look_again(u, beside);
            for (unsigned on = TRAX_LEFT; on <= TRAX_UP; on *= 2) {
                unsigned next = trax_neighbour(beside, on);
                if (!p->tile[next] && p->edges[next]) look_again(u, next);
            }
        }
    }
}

/* The list after a first turn, which is on the board, and every turn on it. */
static uint64_t follow(fabric *f, unsigned corners[2]) {
    const trax_position *p = &f->board;
    follow_up u = {.f = f, .corners = corners, .cost = f->all};
    f->follow_up++;
    fabric_settle(f);
    for (unsigned i = p->last_turn; i < p->tiles; i++) look_around(&u, p->laid[i]);
    for (size_t i = 0; i < f->forcing_count; i++) {
        const fabric_forcing *k = &f->forcing[i];
        if (f->seen[k->cell] == f->follow_up) continue;
        if (!areas_meet(&k->touched, &u.entered) && !areas_meet(&k->laid, &u.ends)) continue;
        u.cost += try_second(f, k->cell, k->tile, corners) - k->cost;
    }
    return FABRIC_LEGAL + FABRIC_NEXT + u.cost + FABRIC_NEXT;
}

/* The earlier turn that gives the same board, if there is one. */
static const fabric_kept *same_board(const fabric *f, const fabric_kept *k) {
    for (const fabric_kept *other = f->kept; other < k; other++)
        if (other->forces && other->board == k->board) return other;
    return NULL;
}

static void follow_all(fabric *f, uint64_t *cycles, unsigned corners[2]) {
    f->seeking = false;
    f->boxless = true;
    for (size_t i = 0; i < f->kept_count; i++) {
        fabric_kept *k = &f->kept[i];
        const fabric_kept *same = k->forces ? same_board(f, k) : NULL;
        fabric_turn t;
        trax_undo u;
        if (same) {
            k->after = same->after;
        } else {
            fabric_lay(f, k->cell, k->tile, &t, &u);
            k->after = follow(f, corners);
            fabric_lift(f, &u);
        }
        *cycles += FABRIC_NEXT + k->place + k->after;
    }
    f->boxless = false;
    *cycles += FABRIC_NEXT;
}

/* Functions 4 and 5 for the turn on the board. */
static uint64_t count_loops(fabric *f, codesign_report *r) {
    unsigned threats[2] = {0, 0}, corners[2] = {0, 0}, mover = f->board.mover ^ 1u;
    f->first_count = fabric_spaces_after(f, f->spaces, f->space_count, f->first);
    uint64_t cycles = list_cycles(f->first_count);
    fabric_settle(f);
    loop_mask_clear(&f->mask);
    r->loses = !try_first_list(f, &cycles, threats);
    if (!r->loses) {
        follow_all(f, &cycles, corners);
        r->own_threats = threats[mover];
        r->own_corners = corners[mover];
        r->other_corners = corners[mover ^ 1];
    }
    for (size_t i = 0; i < f->first_count; i++) f->cost[f->first[i]] = 0;
    return cycles;
}

uint64_t fabric_evaluate(fabric *f, unsigned row, unsigned column, unsigned tile,
                         codesign_report *r) {
    unsigned mover = f->board.mover;
    fabric_turn t;
    trax_undo u;
    *r = (codesign_report){.winner = GAME_NOBODY};
    r->illegal = !fabric_fits(f, row, column, tile);
    if (r->illegal) return FABRIC_REFUSED + FABRIC_RESULT;
    f->seeking = lines_near(f);
    fabric_lay(f, fabric_cell(f, row, column), tile, &t, &u);
    uint64_t cycles = fabric_place_cycles(&t) + FABRIC_RESULT;
    unsigned completed = t.loops | t.lines;
    r->illegal = t.conflict;
    if (!t.conflict && (t.waves > 0 || f->seeking)) cycles += fabric_check_cycles(&t);
    if (!t.conflict && completed) r->winner = (int)(completed >> mover & 1 ? mover : mover ^ 1);
    if (!t.conflict && !completed) cycles += count_loops(f, r);
    fabric_lift(f, &u);
    return cycles;
}
