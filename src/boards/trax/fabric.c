#include "boards/trax/fabric.h"

#include <stdlib.h>
#include <string.h>

#include "boards/trax/registers.h"

fabric *fabric_create(unsigned size, bool lines, error *e) {
    size_t turns = (size_t)3 * size * size; /* at most three tiles fit a space */
    fabric *f = calloc(1, sizeof *f);
    if (f) {
        *f = (fabric){.size = size, .lines = lines, .origin = 2 * TRAX_STRIDE + 2};
        f->forcing = calloc(turns, sizeof *f->forcing);
        f->kept = calloc(turns, sizeof *f->kept);
    }
    if (!f || !f->forcing || !f->kept) {
        fabric_destroy(f);
        error_set(e, "no memory for the accelerator's board");
        return NULL;
    }
    for (unsigned row = 0; row < size; row++)
        memset(f->inside + fabric_cell(f, row, 0), true, size);
    fabric_clear(f);
    return f;
}

void fabric_destroy(fabric *f) {
    if (!f) return;
    free(f->forcing);
    free(f->kept);
    free(f);
}

void fabric_clear(fabric *f) {
    trax_clear(&f->board);
    f->space_count = 0;
}

/* Joins the track of one colour through a tile with the existing tracks. */
static inline void join(fabric *f, const trax_ways *w, unsigned cell, unsigned entered, int colour,
                        fabric_turn *t) {
    uint16_t *mate = f->board.mate;
    int one = 2 * colour, other = one + 1;
    unsigned a = trax_beyond(mate, w, cell, one, entered);
    unsigned b = trax_beyond(mate, w, cell, other, entered);
    if (a == trax_way_in(w, cell, other)) {
        t->loops |= 1u << colour;
        return;
    }
    mate[a] = (uint16_t)b;
    mate[b] = (uint16_t)a;
    if (f->seeking && trax_is_line(&f->board, a, b)) t->lines |= 1u << colour;
}

static inline void part(fabric *f, unsigned end) {
    f->board.mate[f->board.mate[end]] = (uint16_t)end;
}

/* Extends the track that leaves a tile by a side into the space there. */
static inline void enter(trax_position *p, unsigned cell, unsigned tile, unsigned side,
                         unsigned *next, fabric_turn *t) {
    unsigned space = trax_neighbour(cell, side), before = p->edges[space];
    unsigned after = before | trax_opposite(side) << (tile & side ? 4 : 0);
    p->edges[space] = (uint8_t)after;
    if (before == 0) return;
    unsigned forced = trax_forced[after];
    if (forced == TRAX_CONFLICT) t->conflict = true;
    else if (forced && !trax_forced[before]) p->laid[(*next)++] = (uint16_t)space;
}

static inline void withdraw(trax_position *p, unsigned cell, unsigned side) {
    unsigned space = trax_neighbour(cell, side);
    p->edges[space] = (uint8_t)(p->edges[space] & ~(trax_opposite(side) * 17));
}

/* Lays one tile; the spaces it forces are appended at laid[*next]. */
static void lay(fabric *f, unsigned cell, unsigned tile, unsigned *next, fabric_turn *t) {
    trax_position *p = &f->board;
    unsigned entered = trax_entered(p->edges[cell]);
    const trax_ways *w = &trax_ways_of[tile];
    p->tile[cell] = (uint8_t)tile;
    join(f, w, cell, entered, 0, t);
    join(f, w, cell, entered, 1, t);
    if (!(entered & TRAX_LEFT)) enter(p, cell, tile, TRAX_LEFT, next, t);
    if (!(entered & TRAX_DOWN)) enter(p, cell, tile, TRAX_DOWN, next, t);
    if (!(entered & TRAX_RIGHT)) enter(p, cell, tile, TRAX_RIGHT, next, t);
    if (!(entered & TRAX_UP)) enter(p, cell, tile, TRAX_UP, next, t);
}

static void lift(fabric *f, unsigned cell) {
    trax_position *p = &f->board;
    unsigned entered = trax_entered(p->edges[cell]);
    const trax_ways *w = &trax_ways_of[p->tile[cell]];
    if (!(entered & TRAX_LEFT)) withdraw(p, cell, TRAX_LEFT);
    if (!(entered & TRAX_DOWN)) withdraw(p, cell, TRAX_DOWN);
    if (!(entered & TRAX_RIGHT)) withdraw(p, cell, TRAX_RIGHT);
    if (!(entered & TRAX_UP)) withdraw(p, cell, TRAX_UP);
    for (int way = 0; way < 4; way++)
        if (entered & w->side[way]) part(f, trax_way_in(w, cell, way));
    p->tile[cell] = 0;
}

/* We lay the tiles of a wave one after another. This gives the same waves, and a conflict in the
 * same wave: the queue fills spaces in the same order as the board, and tiles of one wave never
 * touch. (Each lies beside a tile of the wave before, so on a chequered board a wave's spaces would
 * be of one colour.) */
void fabric_lay(fabric *f, unsigned cell, unsigned tile, fabric_turn *t, trax_undo *u) {
    trax_position *p = &f->board;
    unsigned first = p->tiles, at = first, next = first + 1;
    *u = p->state;
    *t = (fabric_turn){0};
    if (!f->boxless) trax_widen(p, cell);
    p->laid[at++] = (uint16_t)cell;
    lay(f, cell, tile, &next, t);
    while (at < next && !t->conflict) {
        t->waves++;
        for (unsigned end = next; at < end && !t->conflict; at++)
            lay(f, p->laid[at], trax_forced[p->edges[p->laid[at]]], &next, t);
    }
    p->tiles = (uint16_t)at;
    p->last_turn = (uint16_t)first;
    p->mover ^= 1;
}

void fabric_lift(fabric *f, const trax_undo *u) {
    trax_position *p = &f->board;
    for (unsigned i = p->tiles; i-- > u->tiles;) lift(f, p->laid[i]);
    p->state = *u;
}

bool fabric_fits(const fabric *f, unsigned row, unsigned column, unsigned tile) {
    if (row >= f->size || column >= f->size) return false;
    unsigned cell = fabric_cell(f, row, column), edges = f->board.edges[cell];
    if (f->board.tile[cell] || (edges == 0 && f->board.tiles > 0)) return false;
    return trax_fitting[edges] >> tile & 1;
}

size_t fabric_spaces_after(const fabric *f, const uint16_t *before, size_t count, uint16_t *after) {
    const trax_position *p = &f->board;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!p->tile[before[i]]) after[kept++] = before[i];
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
            unsigned space = trax_neighbour(p->laid[i], side);
            if (p->tile[space] || !f->inside[space]) continue;
            size_t at = kept;
            while (at > 0 && after[at - 1] > space) at--;
            if (at > 0 && after[at - 1] == space) continue;
            memmove(after + at + 1, after + at, (kept - at) * sizeof *after);
            after[at] = (uint16_t)space;
            kept++;
        }
    }
    return kept;
}

/* New tiles that a walk has to start from. */
typedef struct starts {
    uint16_t cell[TRAX_CELLS];
    unsigned count;
} starts;

static void take_start(starts *s, unsigned cell) {
    for (unsigned i = 0; i < s->count; i++)
        if (s->cell[i] == cell) s->cell[i--] = s->cell[--s->count];
}

/* Those with a tile on both sides of the track of a colour, or all if lines are sought. */
static void find_starts(const trax_position *p, unsigned colour, bool seeking, starts *s) {
    s->count = 0;
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i], track = trax_track(p->tile[cell], colour);
        bool closed = true;
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2)
            if (track & side && !p->tile[trax_neighbour(cell, side)]) closed = false;
        if (closed || seeking) s->cell[s->count++] = (uint16_t)cell;
    }
}

static unsigned first_start(const starts *s) {
    unsigned first = s->cell[0];
    for (unsigned i = 1; i < s->count; i++)
        if (s->cell[i] < first) first = s->cell[i];
    return first;
}

/* Two walkers follow a track from a tile, until one comes to an open end (both, if lines are
 * sought) or they meet: then `loop`. */
static uint64_t walk(const trax_position *p, unsigned cell, unsigned colour, bool seeking,
                     starts *s, bool *loop) {
    unsigned track = trax_track(p->tile[cell], colour);
    unsigned side[2] = {track & (0u - track), track & (track - 1)}, at[2] = {cell, cell};
    take_start(s, cell);
    *loop = false;
    for (uint64_t steps = 1;; steps++) {
        unsigned to[2], ends = 0;
        for (int i = 0; i < 2; i++) {
            to[i] = trax_neighbour(at[i], side[i]);
            if (p->tile[to[i]]) take_start(s, to[i]);
            else ends |= 1u << i;
        }
        *loop = ends == 0 && (to[0] == to[1] || to[0] == at[1]);
        if (*loop || ends == 3 || (ends && !seeking)) return steps;
        for (int i = 0; i < 2; i++) {
            if (ends >> i & 1) continue;
            side[i] = trax_track(p->tile[to[i]], colour) & ~trax_opposite(side[i]);
            at[i] = to[i];
        }
    }
}

/* Compares a loop with those found before; the cycles. */
static uint64_t record(fabric *f, uint64_t loop, unsigned *counted) {
    for (unsigned i = 0; i < f->loops; i++)
        if (f->loop[i] == loop) return i + 1u;
    if (f->loops == FABRIC_LOOPS) return FABRIC_LOOPS + 1;
    f->loop[f->loops++] = loop;
    ++*counted;
    return f->loops;
}

uint64_t fabric_check(fabric *f, bool seeking, unsigned counted[2]) {
    const trax_position *p = &f->board;
    uint64_t cycles = 0;
    starts s;
    for (unsigned colour = 0; colour < 2; colour++) {
        find_starts(p, colour, seeking, &s);
        if (s.count == 0) continue;
        for (unsigned cell = p->laid[p->last_turn];; cell = first_start(&s)) {
            bool loop;
            cycles += walk(p, cell, colour, seeking, &s, &loop);
            if (loop && counted)
                cycles += record(f, loop_through(p, cell, colour), &counted[colour]);
            if (s.count == 0) break;
            cycles += FABRIC_START;
        }
    }
    return cycles;
}

uint64_t fabric_place(fabric *f, unsigned row, unsigned column, unsigned tile, bool *accepted) {
    fabric_turn t;
    trax_undo u;
    *accepted = fabric_fits(f, row, column, tile);
    if (!*accepted) return FABRIC_FIT;
    fabric_lay(f, fabric_cell(f, row, column), tile, &t, &u);
    *accepted = !t.conflict;
    if (t.conflict) fabric_lift(f, &u);
    else f->space_count = fabric_spaces_after(f, f->spaces, f->space_count, f->spaces);
    return FABRIC_FIT + fabric_place_cycles(&t) + (t.conflict ? FABRIC_UNDO : 0);
}

size_t fabric_list(const fabric *f, uint32_t *entries, size_t most, uint64_t *cycles) {
    size_t count = f->space_count < most ? f->space_count : most;
    *cycles = FABRIC_LIST + FABRIC_LISTED * count + FABRIC_LISTED_ALL;
    for (size_t i = 0; i < count; i++) {
        unsigned from = f->spaces[i] - f->origin, bits = 0;
        unsigned fitting = trax_fitting[f->board.edges[f->spaces[i]]];
        for (int k = 0; k < 6; k++) bits |= (fitting >> trax_tile_order[k] & 1) << k;
        entries[i] = (from / TRAX_STRIDE) << 16 | (from % TRAX_STRIDE) << 8 | bits;
    }
    return count;
}
