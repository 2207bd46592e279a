#include <string.h>

#include "base/hash.h"
#include "boards/trax/fabric.h"

/* The hardware tries some thousand pairs of turns. We play out only those that can differ from
 * known results, and add up the cycles of the others in groups.
 *
 * A *quiet* turn forces nothing: it completes no loop, and is tried only for lines. After a first
 * turn the forcing turns of a space change only if the turn fills the space, enters it, or enters a
 * neighbour. Forcing turns elsewhere are tried again only if they touch something that changed
 * (engines/trax/area.h explains why); otherwise they lay and close the same tiles as alone, along
 * tracks of the same length, and those loops have been found. Finding a loop takes as long the
 * first time as later, so the time of a turn is the same whenever it is tried.
 */

static fabric_cycles cycles_of(uint64_t placing, uint64_t listing, uint64_t checking,
                               uint64_t going_on) {
    return (fabric_cycles){placing, listing, checking, going_on};
}

/* Of a space in a list; of a list apart from its spaces. */
static const fabric_cycles listed = {0, FABRIC_LISTED, 0, 0},
                           list = {0, FABRIC_LIST + FABRIC_LISTED_ALL, 0, 0};

/* Whether a turn may complete a line: it needs eight rows or columns. */
static bool lines_near(const fabric *f) {
    return f->lines &&
           (f->board.width >= TRAX_SMALL_SIDE - 1 || f->board.height >= TRAX_SMALL_SIDE - 1);
}

/* Records what a forcing turn of the first list, which is on the board, touched. */
static void note_forcing(fabric *f, unsigned cell, unsigned tile, const fabric_turn *t,
                         fabric_cycles cost) {
    const trax_position *p = &f->board;
    fabric_forcing *k = &f->forcing[f->forcing_count++];
    *k = (fabric_forcing){.cell = (uint16_t)cell, .tile = (uint8_t)tile, .cost = cost};
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
    k->place = fabric_place_cycles(t);
    k->forces = t->waves > 0;
    for (unsigned i = p->last_turn; k->forces && i < p->tiles; i++)
        k->board += hash_mix(p->laid[i] * 16u + p->tile[p->laid[i]]);
}

/* Tries a turn of the first list; false if the opponent, whose turn it is, wins with it. In a list
 * of corners it would take `later`. */
static bool try_first(fabric *f, unsigned cell, unsigned tile, bool forces, fabric_cycles *now,
                      fabric_cycles *later, unsigned threats[2]) {
    unsigned opponent = f->board.mover, again[2] = {0, 0};
    fabric_turn t;
    trax_undo u;
    fabric_lay(f, cell, tile, &t, &u);
    *now = *later = cycles_of(fabric_place_cycles(&t), 0, 0, 0);
    if (!t.conflict) (*now)[FABRIC_CHECKING] += fabric_check(f, f->seeking, threats);
    if (!f->seeking) *later = *now;
    else if (!t.conflict && forces) (*later)[FABRIC_CHECKING] += fabric_check(f, false, again);
    if (forces) note_forcing(f, cell, tile, &t, *later);
    unsigned completed = t.conflict ? 0 : t.loops | t.lines;
    if (!t.conflict && !completed) keep(f, cell, tile, &t);
    fabric_lift(f, &u);
    return !(completed >> opponent & 1);
}

static bool try_first_list(fabric *f, fabric_cycles *cycles, unsigned threats[2]) {
    static const fabric_turn quiet = {0};
    const trax_position *p = &f->board;
    bool seeking = f->seeking = lines_near(f);
    f->forcing_count = f->kept_count = 0;
    f->all = (fabric_cycles){0};
    *cycles += cycles_of(0, FABRIC_LIST, 0, 0);
    for (size_t i = 0; i < f->first_count; i++) {
        unsigned cell = f->first[i];
        trax_triggers triggers = trax_triggers_of(p->edges, cell);
        bool any = false;
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            fabric_cycles now, later;
            bool forces = trax_forces(triggers, tile), safe;
            if (!forces && !seeking) {
                keep(f, cell, tile, &quiet);
                continue;
            }
            if (!any) *cycles += listed;
            if (f->cost[cell][FABRIC_LISTING] == 0 && forces) f->cost[cell] += listed;
            any = true;
            safe = try_first(f, cell, tile, forces, &now, &later, threats);
            *cycles += now;
            if (!safe) return false;
            if (forces) f->cost[cell] += later;
        }
        f->all += f->cost[cell];
    }
    *cycles += cycles_of(0, FABRIC_LISTED_ALL, 0, 0);
    return true;
}

/* Tries a turn of a second list and counts its corners; returns its cycles. */
static fabric_cycles try_second(fabric *f, unsigned cell, unsigned tile, unsigned corners[2]) {
    fabric_turn t;
    trax_undo u;
    fabric_lay(f, cell, tile, &t, &u);
    uint64_t checking = t.conflict ? 0 : fabric_check(f, false, corners);
    fabric_lift(f, &u);
    return cycles_of(fabric_place_cycles(&t), 0, checking, 0);
}

static fabric_cycles try_second_in(fabric *f, unsigned cell, unsigned corners[2]) {
    fabric_cycles cost = {0};
    trax_triggers triggers = trax_triggers_of(f->board.edges, cell);
    for (uint64_t fitting = trax_fitting[f->board.edges[cell]]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting);
        if (!trax_forces(triggers, tile)) continue;
        if (cost[FABRIC_LISTING] == 0) cost += listed;
        cost += try_second(f, cell, tile, corners);
    }
    return cost;
}

/* Marks a cell whose turns may have changed, or that was filled. */
static void look_again(fabric *f, unsigned cell) {
    if (f->seen[cell] == f->follow_up || !f->inside[cell]) return;
    f->seen[cell] = f->follow_up;
    size_t at = f->again_count++;
    for (; at > 0 && f->again[at - 1] > cell; at--) f->again[at] = f->again[at - 1];
    f->again[at] = (uint16_t)cell;
}

/* Around a tile of the turn on the board: the spaces it entered, and those at the ends of tracks
 * that it extended. */
static void look_around(fabric *f, unsigned cell, trax_area *into, trax_area *ends) {
    const trax_position *p = &f->board;
    unsigned entered = trax_entered(p->edges[cell]);
    look_again(f, cell);
    for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
        unsigned beside = trax_neighbour(cell, side);
        if (entered & side) {
            area_add(ends, trax_end_space(p->mate[trax_end_in(cell, side)]));
        } else if (!p->tile[beside]) {
            area_add(into, beside);
            look_again(f, beside);
            for (unsigned on = TRAX_LEFT; on <= TRAX_UP; on *= 2) {
                unsigned next = trax_neighbour(beside, on);
                if (!p->tile[next] && p->edges[next]) look_again(f, next);
            }
        }
    }
}

/* The list after a first turn, which is on the board, and every turn in it. Turns are tried in the
 * order of the list, because that is the order of the loops found. */
static fabric_cycles follow(fabric *f, unsigned corners[2]) {
    const trax_position *p = &f->board;
    trax_area entered = {{0}}, ends = {{0}};
    fabric_cycles cost = f->all + list;
    size_t at = 0;
    f->follow_up++;
    f->again_count = 0;
    for (unsigned i = p->last_turn; i < p->tiles; i++) look_around(f, p->laid[i], &entered, &ends);
    for (size_t i = 0; i <= f->forcing_count; i++) {
        const fabric_forcing *k = i < f->forcing_count ? &f->forcing[i] : NULL;
        for (; at < f->again_count && (!k || f->again[at] <= k->cell); at++) {
            unsigned cell = f->again[at];
            cost -= f->cost[cell];
            if (!p->tile[cell]) cost += try_second_in(f, cell, corners);
        }
        if (!k || f->seen[k->cell] == f->follow_up) continue;
        if (areas_meet(&k->touched, &entered) || areas_meet(&k->laid, &ends))
            cost += try_second(f, k->cell, k->tile, corners) - k->cost;
    }
    return cost;
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
        *cycles += k->after;
        (*cycles)[FABRIC_PLACING] += k->place;
    }
    f->boxless = false;
    *cycles += list;
    (*cycles)[FABRIC_LISTING] += FABRIC_LISTED * f->first_count;
}

/* Functions 4 and 5 for the turn on the board. */
static fabric_cycles count_loops(fabric *f, codesign_report *r) {
    unsigned threats[2] = {0, 0}, corners[2] = {0, 0}, mover = f->board.mover ^ 1u;
    fabric_cycles cycles = {0};
    f->first_count = fabric_spaces_after(f, f->spaces, f->space_count, f->first);
    f->loops = 0;
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
    if (r->illegal) return cycles_of(FABRIC_FIT, 0, 0, FABRIC_RESULT);
    f->seeking = lines_near(f);
    fabric_lay(f, fabric_cell(f, row, column), tile, &t, &u);
    fabric_cycles cycles = cycles_of(FABRIC_FIT + fabric_place_cycles(&t), 0, 0, FABRIC_RESULT);
    unsigned completed = t.loops | t.lines;
    r->illegal = t.conflict;
    if (!t.conflict && (t.waves > 0 || f->seeking))
        cycles[FABRIC_CHECKING] += fabric_check(f, f->seeking, NULL);
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
