#include "engines/trax/turns.h"

#include <string.h>

#include "games/trax/peek.h"

/* Whether a tile of the last turn lies there. */
static bool is_new(const trax_position *p, unsigned cell) {
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        if (p->laid[i] == cell) return true;
    return false;
}

unsigned trax_find_fresh(const trax_position *p, uint16_t *fresh) {
    unsigned count = 0;
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        for (uint64_t open = 15u & ~trax_entered(p->edges[cell]); open;) {
            unsigned side = 1u << bits_take(&open), space = trax_neighbour(cell, side);
            unsigned entered = trax_entered(p->edges[space]);
            /* Several tiles may enter it: list it only once, from its lowest side. */
            if (p->tile[space] || (entered & (0u - entered)) != trax_opposite(side)) continue;
            bool alone = true;
            for (uint64_t rest = entered & (entered - 1); rest && alone;)
                alone = is_new(p, trax_neighbour(space, 1u << bits_take(&rest)));
            if (alone) fresh[count++] = (uint16_t)space;
        }
    }
    return count;
}

/* The reach of a turn; false if it is illegal. */
static inline __attribute__((always_inline)) bool
find_reach(trax_position *p, unsigned cell, unsigned tile, trax_triggers triggers, trax_reach *r) {
    trax_glimpse g = trax_glimpse_of(p, cell, tile, triggers);
    *r = (trax_reach){.laid = {{0}}};
    if (g.loops != TRAX_DEEPER) {
        for (unsigned i = 0; i < g.count; i++)
            reach_add(r, p, trax_move_cell(g.laid[i]), trax_move_tile(g.laid[i]));
        return true;
    }
    trax_move laid[TRAX_CELLS];
    unsigned count = trax_outline(p->edges, cell, tile, laid);
    for (unsigned i = 0; i < count; i++)
        reach_add(r, p, trax_move_cell(laid[i]), trax_move_tile(laid[i]));
    if (count == 0) *r = reach_everything();
    return count > 0;
}

void trax_spot_start(trax_spot *s, unsigned cell) {
    s->cell = (uint16_t)cell;
    s->count = s->legal = s->forces = 0;
    memset(s->tile, 0, sizeof s->tile);
    for (int w = 0; w < 2; w++) s->laid[w] = s->white[w] = s->black[w] = (trax_lanes){0};
}

static void add_spot(const trax_rules *r, trax_position *p, unsigned cell, trax_turns *v) {
    if (!trax_within(r, p, cell)) return;
    trax_spot *s = &v->spot[v->count++];
    trax_spot_start(s, cell);
    trax_triggers triggers = trax_triggers_of(p->edges, cell);
    for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
        trax_reach reach;
        unsigned tile = (unsigned)bits_take(&fitting);
        bool legal = find_reach(p, cell, tile, triggers, &reach);
        unsigned lane = trax_spot_add(s, tile, &reach);
        s->legal = (uint8_t)(s->legal | legal << lane);
        s->forces = (uint8_t)(s->forces | trax_forces(triggers, tile) << lane);
    }
}

void trax_turns_all(const trax_rules *r, trax_position *p, trax_turns *v) {
    v->count = 0;
    for (unsigned i = 0; i < p->frontier_count; i++) add_spot(r, p, p->frontier[i], v);
}

void trax_turns_after(const trax_rules *r, trax_position *p, const trax_turns *before,
                      trax_turns *v) {
    trax_change c;
    uint16_t fresh[TRAX_CELLS];
    trax_find_change(p, &c);
    v->count = 0;
    for (const trax_spot *s = before->spot, *end = s + before->count; s < end; s++) {
        if (p->tile[s->cell]) continue;
        if (spot_meeting(s, &c)) add_spot(r, p, s->cell, v);
        else if (trax_within(r, p, s->cell)) v->spot[v->count++] = *s;
    }
    unsigned count = trax_find_fresh(p, fresh);
    for (unsigned i = 0; i < count; i++) add_spot(r, p, fresh[i], v);
}

/* trax_find_hits for at most `pairs` extended tracks. Branch-free, because hits are unpredictable.
 */
static inline __attribute__((always_inline)) unsigned find_hits(const trax_turns *v,
                                                                const trax_change *c,
                                                                trax_area ends, unsigned pairs,
                                                                trax_hit *hits) {
    const trax_change change = *c;
    const trax_spot *spot = v->spot;
    unsigned count = 0;
    for (unsigned i = 0; i < v->count; i++) {
        const trax_spot *s = &spot[i];
        trax_lanes changed = spot_growing(s, &change) | lanes_meeting(s->laid, &ends);
        unsigned lanes = ~lanes_empty(changed);
        for (unsigned k = 0; k < pairs; k++)
            lanes |= lanes_empty(lanes_missing(s->laid, &change.pair[k]));
        lanes &= (1u << s->count) - 1;
        hits[count] = (trax_hit){(uint16_t)i, (uint16_t)lanes};
        count += lanes != 0;
    }
    return count;
}

unsigned trax_find_hits(const trax_turns *v, const trax_change *c, trax_area ends, trax_hit *hits) {
    if (c->count <= 2) return find_hits(v, c, ends, 2, hits);
    if (c->count <= 4) return find_hits(v, c, ends, 4, hits);
    return find_hits(v, c, ends, TRAX_PAIRS, hits);
}
