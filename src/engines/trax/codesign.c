#include "engines/trax/codesign.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "engines/trax/loops.h"
#include "engines/trax/turns.h"
#include "games/trax/peek.h"

/* What makes it fast, besides the linked tracks:
 *
 * trax_peek sees what turns of up to three tiles close without laying them.
 *
 * A second turn matters only if the first one affects it (area.h): otherwise what it closes is
 * already in the mask as a threat. So every candidate keeps the cells that it filled and entered
 * when it was tried alone, and is skipped if they do not meet what the first turn changed.
 *
 * Two turns give the same board in either order, as forced tiles do not depend on the order, unless
 * one of them fills the other's space: such a pair is tried once. And of first turns that give the
 * same board only one is followed up. */

/* The first turns on one space, by lane. */
typedef struct candidates {
    uint8_t kept;      /* legal, completes nothing, and a turn can follow */
    uint8_t follow;    /* kept, and the first that gives its board */
    uint64_t board[3]; /* a hash of the tiles it lays; 0 if that is only one */
} candidates;

enum { SPOTS_MAX = TRAX_MOVES_MAX / TRAX_SPOT_TURNS };

struct codesign {
    const trax_rules *rules;
    trax_position position;
    uint8_t edges_before[TRAX_CELLS];
    trax_spot spots[SPOTS_MAX]; /* the first turns, and below what else is known about them */
    candidates candidates[SPOTS_MAX];
    unsigned spot_count;
    trax_hit hits[SPOTS_MAX];
    trax_move moves[TRAX_MOVES_MAX]; /* of the position itself, with their values */
    uint8_t values[TRAX_MOVES_MAX];
    uint64_t boards[TRAX_MOVES_MAX]; /* hashes of the boards they give */
    loop_mask mask;
};

int codesign_value(const codesign_report *r, int mover) {
    if (r->illegal) return CODESIGN_LOST;
    if (r->winner != GAME_NOBODY) return r->winner == mover ? CODESIGN_WON : CODESIGN_LOST;
    if (r->loses) return CODESIGN_THREAT;
    if (r->own_threats >= 2) return CODESIGN_DOUBLE;
    int own = r->own_corners < 63 ? (int)r->own_corners : 63;
    int other = r->other_corners < 63 ? (int)r->other_corners : 63;
    return CODESIGN_EVEN + 3 * (int)r->own_threats + own - other;
}

codesign *codesign_create(const trax_rules *r, error *e) {
    codesign *c = calloc(1, sizeof *c);
    if (!c) {
        error_set(e, "no memory for the co-design's boards");
        return NULL;
    }
    c->rules = r;
    trax_start(&c->position);
    return c;
}

void codesign_destroy(codesign *c) { free(c); }

void codesign_set(codesign *c, const trax_position *p) { c->position = *p; }

static void count_new_loops(codesign *c, unsigned found[2]) {
    loop_mask_count(&c->mask, &c->position, c->position.loops, found);
}

/* Whether an earlier candidate lays the same tiles. */
static bool is_repeated(const codesign *c, uint64_t board) {
    for (unsigned i = 0; i <= c->spot_count; i++)
        for (unsigned lane = 0; lane < TRAX_SPOT_TURNS; lane++)
            if (c->candidates[i].board[lane] == board && c->candidates[i].kept >> lane & 1)
                return true;
    return false;
}

static uint64_t tile_hash(unsigned cell, unsigned tile) { return hash_mix(cell * 16u + tile); }

/* Remembers a candidate. */
static void note_candidate(codesign *c, unsigned tile, const trax_reach *r, uint64_t board,
                           bool kept) {
    candidates *k = &c->candidates[c->spot_count];
    bool follow = kept && (board == 0 || !is_repeated(c, board));
    unsigned lane = trax_spot_add(&c->spots[c->spot_count], tile, r);
    k->kept = (uint8_t)(k->kept | kept << lane);
    k->follow = (uint8_t)(k->follow | follow << lane);
    k->board[lane] = board;
}

/* Tries a first turn; false if the opponent wins by it. */
static bool try_first(codesign *c, unsigned cell, unsigned tile, int mover, unsigned threats[2]) {
    trax_position *p = &c->position;
    trax_undo u;
    trax_reach reach = {.laid = {{0}}};
    if (!trax_try(c->rules, p, trax_move_at(cell, tile), &u)) {
        reach = reach_everything();
        note_candidate(c, tile, &reach, 0, false);
        return true;
    }
    int winner = trax_winner(p);
    if (winner == mover) count_new_loops(c, threats);
    uint64_t board = 0;
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned at = p->laid[i];
        reach_add(&reach, p, at, p->tile[at]);
        if (p->tiles - p->last_turn > 1) board += tile_hash(at, p->tile[at]);
    }
    note_candidate(c, tile, &reach, board, winner == GAME_NOBODY && trax_has_capacity(p));
    trax_untry(p, &u);
    return winner != (mover ^ 1);
}

/* A first turn that cannot complete a line; a glimpse is usually enough. */
static bool look_first(codesign *c, unsigned cell, unsigned tile, trax_triggers triggers, int mover,
                       unsigned threats[2]) {
    const trax_position *p = &c->position;
    trax_glimpse g = trax_glimpse_of(p, cell, tile, triggers);
    if (g.loops) return try_first(c, cell, tile, mover, threats);
    trax_reach reach = {.laid = {{0}}};
    uint64_t board = 0;
    for (unsigned i = 0; i < g.count; i++) {
        unsigned at = trax_move_cell(g.laid[i]), laid = trax_move_tile(g.laid[i]);
        reach_add(&reach, p, at, laid);
        if (g.count > 1) board += tile_hash(at, laid);
    }
    note_candidate(c, tile, &reach, board, true);
    return true;
}

/* Looks at every legal first turn. False if one of them wins for the opponent. Without `all` it
 * remembers only those that may complete something. */
static bool try_first_level(codesign *c, int mover, bool all, unsigned threats[2]) {
    trax_position *p = &c->position;
    /* A line needs eight rows or columns; below that only loops count. */
    bool lines = p->width >= TRAX_SMALL_SIDE - 1 || p->height >= TRAX_SMALL_SIDE - 1;
    c->spot_count = 0;
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = p->frontier[i];
        if (!trax_within(c->rules, p, cell)) continue;
        c->edges_before[cell] = p->edges[cell];
        trax_triggers triggers = trax_triggers_of(p->edges, cell);
        trax_spot_start(&c->spots[c->spot_count], cell);
        c->candidates[c->spot_count] = (candidates){0};
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            if (!all && !lines && trax_peek(p, cell, tile, triggers) == 0) continue;
            if (!(lines ? try_first(c, cell, tile, mover, threats)
                        : look_first(c, cell, tile, triggers, mover, threats)))
                return false;
        }
        c->spot_count += c->spots[c->spot_count].count > 0;
    }
    return true;
}

static void try_second(codesign *c, trax_move m, unsigned corners[2]) {
    trax_undo u;
    if (!trax_try(c->rules, &c->position, m, &u)) return;
    if (c->position.loops) count_new_loops(c, corners);
    trax_untry(&c->position, &u);
}

/* Tries a second turn if it may close a loop. */
static inline void try_second_at(codesign *c, unsigned cell, unsigned tile, trax_triggers triggers,
                                 unsigned corners[2]) {
    trax_position *p = &c->position;
    if (!trax_forces(triggers, tile)) return;
    unsigned loops = trax_peek(p, cell, tile, triggers);
    if (loops == TRAX_DEEPER) {
        trax_move laid[TRAX_CELLS];
        unsigned count = trax_outline(p->edges, cell, tile, laid);
        if (count == 0 || !trax_may_loop(p, laid, count)) return;
    }
    if (loops) try_second(c, trax_move_at(cell, tile), corners);
}

/* Tries the turns on a space that the first turn entered: what fits and forces there is new. */
static void try_second_in(codesign *c, unsigned cell, unsigned corners[2]) {
    trax_position *p = &c->position;
    if (p->tile[cell] || !trax_within(c->rules, p, cell)) return;
    trax_triggers triggers = trax_triggers_of(p->edges, cell);
    if ((triggers.white | triggers.black) == 0) return;
    for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting);
        try_second_at(c, cell, tile, triggers, corners);
    }
}

/* The lanes of a spot that came before this first turn and so were already tried together with it:
 * those that do not fill its space. */
static unsigned lanes_done(const codesign *c, unsigned spot, unsigned first, unsigned first_lane) {
    if (spot > first) return 0;
    unsigned done = c->candidates[spot].kept;
    if (spot == first) done &= (1u << first_lane) - 1;
    trax_area at = {{0}};
    area_add(&at, c->spots[first].cell);
    return done & lanes_empty(lanes_meeting(c->spots[spot].laid, &at));
}

/* Tries second turns after a first turn, which is on the board. */
static void try_second_level(codesign *c, unsigned first, unsigned first_lane,
                             unsigned corners[2]) {
    trax_position *p = &c->position;
    trax_change changed;
    trax_find_change(p, &changed);
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i], open = 15u & ~trax_entered(p->edges[cell]);
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2) {
            unsigned space = trax_neighbour(cell, side);
            /* A space that two tiles of the turn enter is looked at only once, from its lowest
             * side. */
            unsigned added = trax_entered(p->edges[space]) & ~trax_entered(c->edges_before[space]);
            if (open & side && (added & (0u - added)) == trax_opposite(side))
                try_second_in(c, space, corners);
        }
    }
    const trax_turns turns = {.spot = c->spots, .count = c->spot_count};
    unsigned count = trax_find_hits(&turns, &changed, (trax_area){{0}}, c->hits);
    for (unsigned i = 0; i < count; i++) {
        const trax_spot *s = &c->spots[c->hits[i].spot];
        unsigned cell = s->cell;
        if (p->tile[cell] || p->edges[cell] != c->edges_before[cell]) continue;
        if (!trax_within(c->rules, p, cell)) continue;
        trax_triggers triggers = trax_triggers_of(p->edges, cell);
        uint64_t lanes = c->hits[i].lanes & ~lanes_done(c, c->hits[i].spot, first, first_lane);
        while (lanes) try_second_at(c, cell, s->tile[bits_take(&lanes)], triggers, corners);
    }
}

static void count_loops(codesign *c, bool corners_wanted, codesign_report *r) {
    trax_position *p = &c->position;
    int mover = p->mover ^ 1;
    unsigned threats[2] = {0, 0}, corners[2] = {0, 0};
    loop_mask_clear(&c->mask);
    if (!trax_has_capacity(p)) return;
    r->loses = !try_first_level(c, mover, corners_wanted, threats);
    if (r->loses) return;
    for (unsigned i = 0; i < c->spot_count && corners_wanted; i++) {
        for (uint64_t lanes = c->candidates[i].follow; lanes;) {
            unsigned lane = (unsigned)bits_take(&lanes);
            trax_undo u;
            trax_try(c->rules, p, trax_move_at(c->spots[i].cell, c->spots[i].tile[lane]), &u);
            try_second_level(c, i, lane, corners);
            trax_untry(p, &u);
        }
    }
    r->own_threats = threats[mover];
    r->own_corners = corners[mover];
    r->other_corners = corners[mover ^ 1];
}

/* Resets edges_before afterwards: cells outside the frontier must not look as if they had been in
 * it.
 */
static void evaluate(codesign *c, trax_move m, bool corners_wanted, codesign_report *r) {
    trax_position *p = &c->position;
    trax_undo u;
    *r = (codesign_report){.winner = GAME_NOBODY};
    r->illegal = !trax_play(c->rules, p, m, &u);
    if (r->illegal) return;
    r->winner = trax_winner(p);
    if (r->winner == GAME_NOBODY) {
        unsigned cells = p->frontier_count;
        count_loops(c, corners_wanted, r);
        for (unsigned i = 0; i < cells; i++) c->edges_before[p->frontier[i]] = 0;
    }
    trax_take_back(p, &u);
}

void codesign_evaluate(codesign *c, trax_move m, codesign_report *r) { evaluate(c, m, true, r); }

void codesign_threats(codesign *c, trax_move m, unsigned threats[2]) {
    trax_position *p = &c->position;
    trax_undo first, second;
    threats[0] = threats[1] = 0;
    if (!trax_play(c->rules, p, m, &first)) return;
    size_t count = trax_over(c->rules, p) ? 0 : trax_list(c->rules, p, c->moves);
    loop_mask_clear(&c->mask);
    for (size_t i = 0; i < count; i++) {
        trax_play(c->rules, p, c->moves[i], &second);
        count_new_loops(c, threats);
        trax_take_back(p, &second);
    }
    trax_take_back(p, &first);
}

bool codesign_limit_reached(const codesign_limit *l) {
    return engine_stopped(l->watch) || (l->deadline && clock_now() >= l->deadline);
}

/* Evaluates in three rounds, each only if it can still change the choice: immediate wins, then
 * threats, and corners only if no turn has two threats. Of turns that give the same board only the
 * first is evaluated. */
trax_move codesign_choose(codesign *c, const codesign_limit *limit, int *value) {
    trax_move *moves = c->moves;
    int ignored, mover = c->position.mover, best = 0;
    if (!value) value = &ignored;
    *value = CODESIGN_EVEN;
    if (c->position.tiles == 0) return trax_move_at(TRAX_START, 6);
    size_t count = trax_list_in_order(c->rules, &c->position, moves), chosen = 0;
    for (size_t i = 0; i < count; i++) {
        trax_undo u;
        trax_play(c->rules, &c->position, moves[i], &u);
        int winner = trax_winner(&c->position);
        c->boards[i] = c->position.hash;
        trax_take_back(&c->position, &u);
        if (winner != mover) continue;
        *value = CODESIGN_WON;
        return moves[i];
    }
    for (int round = 0; round < 2 && best < CODESIGN_DOUBLE; round++) {
        if (limit && codesign_limit_reached(limit)) break;
        best = -1;
        for (size_t i = 0; i < count && best < CODESIGN_DOUBLE; i++) {
            codesign_report r;
            if (limit && codesign_limit_reached(limit)) break;
            size_t same = 0;
            while (c->boards[same] != c->boards[i]) same++;
            if (same < i) continue;
            if (round == 0 || c->values[i] > CODESIGN_THREAT) {
                evaluate(c, moves[i], round == 1, &r);
                c->values[i] = (uint8_t)codesign_value(&r, mover);
            }
            if (c->values[i] <= best) continue;
            best = c->values[i];
            chosen = i;
        }
    }
    *value = best > 0 ? best : 0;
    return count > 0 ? moves[chosen] : 0;
}
