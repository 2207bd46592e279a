#include <string.h>

#include "base/hash.h"
#include "boards/trax/fabric.h"

/* The hardware tries some thousand pairs of turns. We play out only those that can differ from
 * known results, and add up the cycles of the others in groups.
 *
 * A *quiet* turn forces nothing: it is not checked, and all quiet turns cost the same. After a
 * first turn the cost of a space's turns changes only if the turn fills the space, enters it, or
 * enters a neighbour, which may make quiet turns forcing. Forcing turns elsewhere are tried again
 * only if they touch something that changed (engines/trax/area.h explains why); otherwise they lay
 * and close the same tiles as alone, along tracks of the same length, and those loops are in the
 * mask.
 */

enum { QUIET_PLACING = FABRIC_COPY + FABRIC_WRITE + FABRIC_LOOK };

static fabric_cycles cycles_of(uint64_t placing, uint64_t listing, uint64_t checking,
                               uint64_t going_on) {
    return (fabric_cycles){placing, listing, checking, going_on};
}

/* Of next and place for a quiet turn; of a space in a list; of next. */
static const fabric_cycles quiet = {QUIET_PLACING, 0, 0, FABRIC_NEXT},
                           listed = {0, FABRIC_LISTED, 0, 0}, one_next = {0, 0, 0, FABRIC_NEXT};

/* For next, place and check. */
static fabric_cycles cost_of(const fabric *f, const fabric_turn *t) {
    bool checked = !t->conflict && (t->waves > 0 || f->seeking);
    return cycles_of(fabric_place_cycles(t), 0, checked ? fabric_check_cycles(t) : 0, FABRIC_NEXT);
}

static fabric_cycles list_cycles(size_t spaces) {
    return cycles_of(0, FABRIC_LEGAL + FABRIC_LISTED * spaces + FABRIC_NEXT, 0, 0);
}

/* Whether a turn may complete a line: it needs eight rows or columns. */
static bool lines_near(const fabric *f) {
    return f->lines &&
           (f->board.width >= TRAX_SMALL_SIDE - 1 || f->board.height >= TRAX_SMALL_SIDE - 1);
}

/* Records what a forcing turn of the first list, which is on the board, touched. */
static void note_forcing(fabric *f, unsigned cell, unsigned tile, const fabric_turn *t) {
    const trax_position *p = &f->board;
    fabric_forcing *k = &f->forcing[f->forcing_count++];
    *k = (fabric_forcing){.cell = (uint16_t)cell, .tile = (uint8_t)tile, .cost = cost_of(f, t)};
    if (t->conflict) { /* how far it would have gone is unknown */
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
    k->place = t ? fabric_place_cycles(t) : QUIET_PLACING;
    k->forces = t && t->waves > 0;
    for (unsigned i = p->last_turn; k->forces && i < p->tiles; i++)
        k->board += hash_mix(p->laid[i] * 16u + p->tile[p->laid[i]]);
}

/* Tries a turn of the first list; false if the opponent, whose turn it is, wins with it. */
static bool try_first(fabric *f, unsigned cell, unsigned tile, bool forces, fabric_cycles *cost,
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

static bool try_first_list(fabric *f, fabric_cycles *cycles, unsigned threats[2]) {
    const trax_position *p = &f->board;
    bool seeking = f->seeking = lines_near(f);
    f->forcing_count = f->kept_count = 0;
    f->all = (fabric_cycles){0};
    for (size_t i = 0; i < f->first_count; i++) {
        unsigned cell = f->first[i];
        trax_triggers triggers = trax_triggers_of(p->edges, cell);
        f->cost[cell] = listed;
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            fabric_cycles cost = quiet;
            bool forces = trax_forces(triggers, tile), safe = true;
            if (forces || seeking) safe = try_first(f, cell, tile, forces, &cost, threats);
            else keep(f, cell, tile, NULL);
            *cycles += cost;
            if (!safe) return false;
            f->cost[cell] += forces ? cost : quiet; /* in a second list quiet turns stay quiet */
        }
        f->all += f->cost[cell];
    }
    *cycles += one_next;
    return true;
}

/* Tries a turn of a second list and counts its corners; returns its cycles. */
static fabric_cycles try_second(fabric *f, unsigned cell, unsigned tile, unsigned corners[2]) {
    fabric_turn t;
    trax_undo u;
    fabric_lay(f, cell, tile, &t, &u);
    if (t.loops && !t.conflict) loop_mask_count(&f->mask, &f->board, t.loops, corners);
    fabric_lift(f, &u);
    return cost_of(f, &t);
}

static fabric_cycles try_second_in(fabric *f, unsigned cell, unsigned corners[2]) {
    fabric_cycles cost = listed;
    trax_triggers triggers = trax_triggers_of(f->board.edges, cell);
    for (uint64_t fitting = trax_fitting[f->board.edges[cell]]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting);
        cost += trax_forces(triggers, tile) ? try_second(f, cell, tile, corners) : quiet;
    }
    return cost;
}

/* What the turn on the board changed, and the cycles of all turns after it. */
typedef struct follow_up {
    fabric *f;
    unsigned *corners;
    trax_area entered, ends; /* entered by the first turn; at the ends of tracks it extended */
    fabric_cycles cost;
} follow_up;

/* Re-examines a space whose turns may have a new cost, or a cell that was filled. */
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

/* The list after a first turn, which is on the board, and every turn in it. */
static fabric_cycles follow(fabric *f, unsigned corners[2]) {
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
    return list_cycles(0) + u.cost + one_next;
}

/* The earlier turn that leads to the same board, if any. */
static const fabric_kept *same_board(const fabric *f, const fabric_kept *k) {
    for (const fabric_kept *other = f->kept; other < k; other++)
        if (other->forces && other->board == k->board) return other;
    return NULL;
}

static void follow_all(fabric *f, fabric_cycles *cycles, unsigned corners[2]) {
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
        *cycles += one_next + k->after;
        (*cycles)[FABRIC_PLACING] += k->place;
    }
    f->boxless = false;
    *cycles += one_next;
}

/* Functions 4 and 5 for the turn on the board. */
static fabric_cycles count_loops(fabric *f, codesign_report *r) {
    unsigned threats[2] = {0, 0}, corners[2] = {0, 0}, mover = f->board.mover ^ 1u;
    f->first_count = fabric_spaces_after(f, f->spaces, f->space_count, f->first);
    fabric_cycles cycles = list_cycles(f->first_count);
    fabric_settle(f);
    loop_mask_clear(&f->mask);
    r->loses = !try_first_list(f, &cycles, threats);
    if (!r->loses) {
        follow_all(f, &cycles, corners);
        r->own_threats = threats[mover];
        r->own_corners = corners[mover];
        r->other_corners = corners[mover ^ 1];
    }
    for (size_t i = 0; i < f->first_count; i++) f->cost[f->first[i]] = (fabric_cycles){0};
    return cycles;
}

static fabric_cycles evaluate(fabric *f, unsigned row, unsigned column, unsigned tile,
                              codesign_report *r) {
    unsigned mover = f->board.mover;
    fabric_turn t;
    trax_undo u;
    *r = (codesign_report){.winner = GAME_NOBODY};
    r->illegal = !fabric_fits(f, row, column, tile);
    if (r->illegal) return cycles_of(FABRIC_REFUSED, 0, 0, FABRIC_RESULT);
    f->seeking = lines_near(f);
    fabric_lay(f, fabric_cell(f, row, column), tile, &t, &u);
    fabric_cycles cycles = cycles_of(fabric_place_cycles(&t), 0, 0, FABRIC_RESULT);
    unsigned completed = t.loops | t.lines;
    r->illegal = t.conflict;
    if (!t.conflict && (t.waves > 0 || f->seeking))
        cycles[FABRIC_CHECKING] += fabric_check_cycles(&t);
    if (!t.conflict && completed) r->winner = (int)(completed >> mover & 1 ? mover : mover ^ 1);
    if (!t.conflict && !completed) cycles += count_loops(f, r);
    fabric_lift(f, &u);
    return cycles;
}

uint64_t fabric_evaluate(fabric *f, unsigned row, unsigned column, unsigned tile,
                         codesign_report *r, uint64_t by_step[FABRIC_STEPS]) {
    fabric_cycles cycles = evaluate(f, row, column, tile, r);
    uint64_t sum = 0;
    for (int step = 0; step < FABRIC_STEPS; step++) sum += by_step[step] = cycles[step];
    return sum;
}
