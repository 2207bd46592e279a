#include "engines/trax/codesign.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "engines/trax/area.h"
#include "engines/trax/loops.h"
#include "games/trax/peek.h"

/* Most of the work is this question: all turns of a board Q are known, and a turn `a` has been laid
 * on it, which gives R; which loops can a turn b of R close? It is answered without trying the
 * turns of R one by one. Call a turn *far* if it lays four tiles or more; far turns are rare, and
 * trax_peek knows the loops that all others close.
 *
 * Parts of turns. If b is legal and one of the tiles it lays fits R as a turn of its own, this turn
 * is legal too and lays a part of what b lays: every tile that it forces is also forced on the
 * board after b, where all forced spaces are filled without conflict. So a loop can be closed only
 * if the smallest turn that lays its missing tiles is legal.
 *
 * Near tracks. A turn that is not far closes a track in two ways (peek.h): the ends are in
 * neighbouring spaces, which get a tile each, or two steps apart, and the turn is on a space beside
 * both. The smallest turn is the tile on either end, or the one in between. So for each track that
 * `a` made or extended it is enough to look where its ends are, and whether one turn is legal.
 *
 * All other tracks are those of Q. If b closes one of them and is not far, the smallest turn
 *   - closes it in Q too; or
 *   - is illegal in Q: such turns are tried after every `a`; or
 *   - is in between, on a space that no track entered before `a`: such spaces are looked at.
 *
 * Far turns. By area.h a turn of Q closes nothing new unless it sends a track into a space that `a`
 * entered with the same colour, and so may lay more tiles than in Q, or covers both ends of a track
 * that `a` extended. The first are found by space and colour (chains); the second must be far in Q
 * already. On spaces that `a` entered, all turns are looked at. Those that are far in R are tried.
 *
 * Together: the loops that R can close are those of turns that close something in Q, tried again,
 * and those found in this way. codesign_choose uses this twice. Q is the position and `a` the turn
 * to evaluate: this gives the threats. Then Q is the board after the turn to evaluate, and `a` each
 * of its turns: this gives the corners; loops that one turn of Q closes are already in the mask.
 *
 * Pairs. Two turns of Q give the same board in either order, as forced tiles do not depend on the
 * order, unless one of them fills the other's space. So only one order is searched for far turns:
 * first the turn that lays more tiles (one, several or FAR), among equals the first in the list.
 * And of turns that give the same board only the first is followed up. */

enum { FAR = 4, NO_TURN = -1 };

/* A turn of the board Q. */
typedef struct turn {
    uint16_t cell;
    uint8_t tile;
    uint8_t tiles;            /* 0 if it is illegal; FAR if there are as many or more */
    bool kept;                /* legal, completes nothing, and a turn can follow */
    bool first;               /* kept, and no earlier one gives the same board */
    int winner;               /* a seat, or GAME_NOBODY */
    trax_move order[FAR - 1]; /* the tiles in the order in which they are laid, unless it is far */
} turn;

/* A far turn, or one that is not kept. */
typedef struct far_turn {
    unsigned turn;
    trax_reach reach;
} far_turn;

/* All other turns are found by the spaces that they affect, in chains. */
typedef struct link {
    uint16_t of; /* the chain */
    uint16_t turn;
    uint32_t next; /* the link before; 0: none */
} link;

/* The numbers of chains: of turns of a single tile, and of two or three, by the space and colour of
 * a track that they send; and of turns by the space of a tile that they force. */
enum {
    SINGLE = 0,
    SEVERAL = 2 * TRAX_CELLS,
    FORCED = 4 * TRAX_CELLS,
    CHAINS = 5 * TRAX_CELLS,
    LINKS_MAX = 11 * TRAX_MOVES_MAX + 1, /* three tiles with three open sides, two of them forced */
};

typedef struct turn_list {
    turn turn[TRAX_MOVES_MAX];
    unsigned count;
    far_turn far[TRAX_MOVES_MAX];
    unsigned far_count;
    uint16_t complete[TRAX_MOVES_MAX]; /* the turns that complete a loop or a line */
    unsigned complete_count;
    uint64_t board[TRAX_MOVES_MAX]; /* hashes of the tiles of kept turns that lay more than one */
    unsigned board_count;
    link link[LINKS_MAX]; /* from 1 */
    unsigned link_count;
    uint32_t chain[CHAINS];    /* the last link, which has the highest turn; 0: none */
    uint8_t edges[TRAX_CELLS]; /* of the spaces that have turns; otherwise 0 */
} turn_list;

struct codesign {
    const trax_rules *rules;
    trax_position position;
    turn_list here;                 /* the turns of the position */
    turn_list after;                /* the turns after one of them */
    uint8_t values[TRAX_MOVES_MAX]; /* of the turns of the position */
    trax_move moves[TRAX_MOVES_MAX];
    loop_mask mask;
    unsigned found[2]; /* loops added to it, by colour */
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

static void copy_cell(trax_position *to, const trax_position *from, unsigned cell) {
    to->tile[cell] = from->tile[cell];
    to->edges[cell] = from->edges[cell];
    to->slot[cell] = from->slot[cell];
    memcpy(to->mate + 4 * cell, from->mate + 4 * cell, 4 * sizeof *to->mate);
}

/* Copies the tiles and the spaces beside them; turns depend on nothing else. */
void codesign_set(codesign *c, const trax_position *p) {
    trax_position *to = &c->position;
    trax_clear(to);
    to->state = p->state;
    to->frontier_count = p->frontier_count;
    memcpy(to->frontier, p->frontier, p->frontier_count * sizeof *p->frontier);
    memcpy(to->laid, p->laid, p->tiles * sizeof *p->laid);
    for (unsigned i = 0; i < p->tiles; i++) copy_cell(to, p, p->laid[i]);
    for (unsigned i = 0; i < p->frontier_count; i++) copy_cell(to, p, p->frontier[i]);
}

static void clear_mask(codesign *c) {
    loop_mask_clear(&c->mask);
    c->found[0] = c->found[1] = 0;
}

/* Adds the loops of the last turn to the mask. */
static void count_new_loops(codesign *c) {
    loop_mask_count(&c->mask, &c->position, c->position.loops, c->found);
}

static void list_clear(turn_list *l) {
    for (unsigned i = 1; i <= l->link_count; i++) l->chain[l->link[i].of] = 0;
    for (unsigned i = 0; i < l->count; i++) l->edges[l->turn[i].cell] = 0;
    l->count = l->far_count = l->complete_count = l->board_count = l->link_count = 0;
}

static uint64_t tile_hash(unsigned cell, unsigned tile) { return hash_mix(cell * 16u + tile); }

/* Whether an earlier kept turn gives the same board; notes the board if there is none. */
static bool is_repeated(turn_list *l, uint64_t board) {
    for (unsigned i = 0; i < l->board_count; i++)
        if (l->board[i] == board) return true;
    l->board[l->board_count++] = board;
    return false;
}

static void add_link(turn_list *l, unsigned chain) {
    l->link[++l->link_count] = (link){(uint16_t)chain, (uint16_t)l->count, l->chain[chain]};
    l->chain[chain] = l->link_count;
}

/* Adds a turn that lays these tiles, with the edges of their cells before they were laid; none if
 * it is illegal. */
static void add_turn(const trax_position *p, turn_list *l, turn *t, const trax_move *laid,
                     unsigned tiles) {
    bool far = tiles >= FAR || !t->kept;
    uint64_t board = 0;
    trax_reach reach = {.laid = {{0}}};
    t->tiles = (uint8_t)(tiles < FAR ? tiles : FAR);
    for (unsigned i = 0; i < tiles; i++) {
        unsigned cell = trax_move_cell(laid[i]), tile = trax_move_tile(laid[i]);
        if (!far) t->order[i] = laid[i];
        board += tile_hash(cell, tile);
        if (far) reach_add(&reach, p, cell, tile);
        for (uint64_t open = 15u & ~trax_entered(p->edges[cell]); open && !far;) {
            unsigned side = 1u << bits_take(&open);
            unsigned into = 2 * trax_neighbour(cell, side) + ((tile & side) != 0);
            add_link(l, (tiles == 1 ? SINGLE : SEVERAL) + into);
        }
        if (i > 0 && !far) add_link(l, FORCED + cell);
    }
    if (tiles == 0) reach = reach_everything();
    if (far) l->far[l->far_count++] = (far_turn){l->count, reach};
    t->first = t->kept && (tiles == 1 || !is_repeated(l, board));
    if (t->winner != GAME_NOBODY) l->complete[l->complete_count++] = (uint16_t)l->count;
    l->count++;
}

/* Tries a turn and adds it. */
static void list_trial(codesign *c, turn_list *l, turn *t) {
    trax_position *p = &c->position;
    trax_move laid[TRAX_CELLS];
    trax_undo u;
    if (!trax_try(c->rules, p, trax_move_at(t->cell, t->tile), &u)) {
        add_turn(p, l, t, NULL, 0);
        return;
    }
    unsigned tiles = 0;
    t->winner = trax_winner(p);
    t->kept = t->winner == GAME_NOBODY && trax_has_capacity(p);
    for (unsigned i = p->last_turn; i < p->tiles; i++)
        laid[tiles++] = trax_move_at(p->laid[i], p->tile[p->laid[i]]);
    add_turn(p, l, t, laid, tiles);
    trax_untry(p, &u);
}

/* Adds a turn that completes no line and does not exhaust the board's capacity; a glimpse is
 * usually enough. */
static void list_glimpse(codesign *c, turn_list *l, turn *t, trax_triggers triggers) {
    trax_glimpse g = trax_glimpse_of(&c->position, t->cell, t->tile, triggers);
    t->kept = g.loops == 0;
    if (t->kept) add_turn(&c->position, l, t, g.laid, g.count);
    else list_trial(c, l, t);
}

/* Whether the next turn may complete a line: that needs eight rows or columns. */
static bool lines_near(const codesign *c) {
    const trax_position *p = &c->position;
    return c->rules->variant != TRAX_LOOP &&
           (p->width >= TRAX_SMALL_SIDE - 1 || p->height >= TRAX_SMALL_SIDE - 1);
}

/* Lists the turns on all spaces of the frontier, given in any order, those on one space in the
 * contract's order. Stops after a turn that wins for a seat. */
static void list_turns(codesign *c, turn_list *l, const uint16_t *spaces, int stop) {
    static const uint16_t shapes[3] = {1 << 6 | 1 << 9, 1 << 3 | 1 << 12, 1 << 5 | 1 << 10};
    const trax_position *p = &c->position;
    bool trials = lines_near(c) || p->tiles + 3 >= TRAX_TILES_MAX ||
                  p->width + 1 >= TRAX_SIDE_MAX || p->height + 1 >= TRAX_SIDE_MAX;
    list_clear(l);
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = spaces[i], fitting = trax_fitting[p->edges[cell]];
        if (!trax_within(c->rules, p, cell)) continue;
        l->edges[cell] = p->edges[cell];
        trax_triggers triggers = trax_triggers_of(p->edges, cell);
        for (int shape = 0; shape < 3; shape++) {
            if (!(fitting & shapes[shape])) continue;
            turn *t = &l->turn[l->count];
            *t = (turn){.cell = (uint16_t)cell, .winner = GAME_NOBODY};
            t->tile = (uint8_t)bits_lowest(fitting & shapes[shape]);
            if (trials) list_trial(c, l, t);
            else list_glimpse(c, l, t, triggers);
            if (t->winner == stop) return;
        }
    }
}

/* Tries a turn and counts the loops it closes. */
static void try_turn(codesign *c, unsigned cell, unsigned tile) {
    trax_undo u;
    if (!trax_try(c->rules, &c->position, trax_move_at(cell, tile), &u)) return;
    if (c->position.loops) count_new_loops(c);
    trax_untry(&c->position, &u);
}

/* Tries a far turn if it closes a loop. */
static __attribute__((noinline)) void try_far_turn(codesign *c, unsigned cell, unsigned tile) {
    trax_position *p = &c->position;
    trax_move laid[TRAX_CELLS];
    uint8_t met[TRAX_CELLS];
    unsigned count = trax_outline_met(p->edges, cell, tile, laid, met);
    if (count > 0 && trax_may_loop(p, laid, count) && trax_completed(c->rules, p, laid, met, count))
        try_turn(c, cell, tile);
}

/* Tries a turn if it is far. */
static void try_far(codesign *c, unsigned cell, unsigned tile, trax_triggers triggers) {
    if (trax_is_deeper(&c->position, cell, tile, triggers)) try_far_turn(c, cell, tile);
}

/* Tries a turn if it may close a loop. */
static void try_any(codesign *c, unsigned cell, unsigned tile, trax_triggers triggers) {
    unsigned loops = trax_peek(&c->position, cell, tile, triggers);
    if (loops == TRAX_DEEPER) try_far_turn(c, cell, tile);
    else if (loops) try_turn(c, cell, tile);
}

static bool more_than_one(unsigned set) { return set & (set - 1); }

/* Whether a tile that is forced on one side of a space, by white or by black, forces another. Its
 * tracks of that colour lead back and to the one it joins, so it sends on the other colour. */
static bool forces_on(const trax_position *p, unsigned cell, unsigned side, unsigned white,
                      unsigned black) {
    if (side == 0) return false;
    trax_triggers next = trax_triggers_of(p->edges, trax_neighbour(cell, side));
    return ((white ? next.black : 0) | (black ? next.white : 0)) & ~trax_opposite(side);
}

/* Whether a turn on a space that only the last turn has entered lays the same tiles as a turn of Q.
 * That is so if it leads the track that entered the space on to a side where it forces a tile: laid
 * first, that tile forces this one. */
static bool is_second_of_two(const trax_position *p, const turn_list *l, unsigned cell,
                             unsigned tile, unsigned forced) {
    unsigned white = p->edges[cell] & 15, black = p->edges[cell] >> 4;
    unsigned on = (white ? trax_track(tile, TRAX_WHITE) & ~white : 0) |
                  (black ? trax_track(tile, TRAX_BLACK) & ~black : 0);
    for (uint64_t rest = on & forced; rest;)
        if (l->edges[trax_neighbour(cell, 1u << bits_take(&rest))]) return true;
    return false;
}

/* Tries the turns on a space that only the last turn has entered; `t` are its triggers. */
static void try_fresh(codesign *c, const turn_list *l, unsigned cell, trax_triggers t) {
    const trax_position *p = &c->position;
    unsigned sides = t.white | t.black;
    if (!more_than_one(sides) && !forces_on(p, cell, sides, t.white, t.black)) return;
    if (!trax_within(c->rules, p, cell)) return;
    bool between = more_than_one(t.white) || more_than_one(t.black);
    for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting),
                 forced = (t.white & ~tile) | (t.black & tile);
        if (!forced || is_second_of_two(p, l, cell, tile, forced)) continue;
        if (between) try_any(c, cell, tile, t);
        else try_far(c, cell, tile, t);
    }
}

/* Tries the far turns on a space that the last turn and an older tile have entered. */
static void try_entered(codesign *c, unsigned cell, trax_triggers t) {
    const trax_position *p = &c->position;
    if (!trax_within(c->rules, p, cell)) return;
    for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
        unsigned tile = (unsigned)bits_take(&fitting);
        if (trax_forces(t, tile)) try_far(c, cell, tile, t);
    }
}

/* Tries a turn on a space that the last turn did not enter, if it is far. */
static void try_again(codesign *c, const turn_list *l, const turn *b) {
    const trax_position *p = &c->position;
    unsigned cell = b->cell;
    if ((p->tile[cell] != 0) | (p->edges[cell] != l->edges[cell])) return;
    if (!trax_within(c->rules, p, cell)) return;
    try_far(c, cell, b->tile, trax_triggers_of(p->edges, cell));
}

/* Tries the turns that were far or not kept before and that the last turn affects. */
static void try_far_again(codesign *c, const turn_list *l, int a) {
    const trax_position *p = &c->position;
    trax_change changed;
    bool known = false;
    for (unsigned i = 0; i < l->far_count; i++) {
        const trax_reach *r = &l->far[i].reach;
        const turn *b = &l->turn[l->far[i].turn];
        bool first = a == NO_TURN || (l->turn[a].tiles == FAR && a < (int)l->far[i].turn);
        if (!first && b->kept && !area_has(&r->laid, l->turn[a].cell)) continue;
        if (!trax_fits(c->rules, p, trax_move_at(b->cell, b->tile))) continue;
        if (!known) trax_find_change(p, &changed);
        known = true;
        bool affected =
            areas_meet(&r->white, &changed.met.white) || areas_meet(&r->black, &changed.met.black);
        for (unsigned k = 0; k < changed.count && !affected; k++)
            affected = area_covers(&r->laid, &changed.pair[k]);
        if (!affected) continue;
        try_any(c, b->cell, b->tile, trax_triggers_of(p->edges, b->cell));
    }
}

/* The end beyond a way, like trax_end_by but without a branch: which it is cannot be predicted. */
static inline unsigned end_by(const trax_position *p, const trax_ways *w, unsigned cell,
                              unsigned way) {
    unsigned met = p->mate[trax_way_in(w, cell, (int)way)], own = trax_way_out(w, cell, (int)way);
    unsigned mask = 0u - ((trax_entered(p->edges[cell]) & w->side[way]) != 0);
    return own ^ ((own ^ met) & mask);
}

/* What a tile changed when it was laid by lay_tile. */
typedef struct tile_undo {
    uint16_t end[4], mate[4];
} tile_undo;

/* All bits if the set has the side, otherwise none. */
static inline unsigned mask_of(unsigned set, unsigned side) { return 0u - ((set & side) != 0); }

/* Adds or removes the edge that a tile gives the space on a side, if the side is in `open`. */
static inline void flip_edge(trax_position *p, unsigned cell, unsigned tile, unsigned side,
                             unsigned open) {
    unsigned edge = trax_opposite(side) << (4 & mask_of(tile, side));
    p->edges[trax_neighbour(cell, side)] ^= (uint8_t)(edge & mask_of(open, side));
}

static inline void flip_edges(trax_position *p, unsigned cell, unsigned tile) {
    unsigned open = 15u & ~trax_entered(p->edges[cell]);
    flip_edge(p, cell, tile, TRAX_LEFT, open);
    flip_edge(p, cell, tile, TRAX_DOWN, open);
    flip_edge(p, cell, tile, TRAX_RIGHT, open);
    flip_edge(p, cell, tile, TRAX_UP, open);
}

/* Lays one tile of a turn whose tiles are known. Nothing depends on what can only be predicted
 * badly: how many sides are open, and whether tracks are met. */
static inline void lay_tile(trax_position *p, trax_move m, tile_undo *u) {
    unsigned cell = trax_move_cell(m), tile = trax_move_tile(m);
    const trax_ways *w = &trax_ways_of[tile];
    for (unsigned way = 0; way < 4; way++) u->end[way] = (uint16_t)end_by(p, w, cell, way);
    for (unsigned way = 0; way < 4; way++) u->mate[way] = p->mate[u->end[way]];
    for (unsigned way = 0; way < 4; way++) p->mate[u->end[way]] = u->end[way ^ 1];
    p->tile[cell] = (uint8_t)tile;
    p->laid[p->tiles++] = (uint16_t)cell;
    flip_edges(p, cell, tile);
}

static inline void lift_tile(trax_position *p, trax_move m, const tile_undo *u) {
    unsigned cell = trax_move_cell(m);
    flip_edges(p, cell, trax_move_tile(m));
    p->tile[cell] = 0;
    for (unsigned way = 0; way < 4; way++) p->mate[u->end[way]] = u->mate[way];
}

/* The sum for loop_of of the tiles of an open track, from one end to the other. */
static uint64_t track_sum(const trax_position *p, unsigned end, unsigned colour) {
    uint64_t sum = 0;
    unsigned side = 1u << (end & 3), at = trax_neighbour(trax_end_space(end), side);
    while (p->tile[at]) {
        sum += loop_part(at);
        side = trax_track(p->tile[at], colour) & ~trax_opposite(side);
        at = trax_neighbour(at, side);
    }
    return sum;
}

/* Counts the loop that a track makes with tiles whose sum is `gap`, if it is new and the turn that
 * lays them is legal. The turn's own tile joins two sides of its space by the track's colour. */
static void close_track(codesign *c, unsigned end, unsigned colour, uint64_t gap, unsigned cell,
                        unsigned sides) {
    trax_position *p = &c->position;
    unsigned tile = trax_track(sides, colour);
    if (!trax_fits(c->rules, p, trax_move_at(cell, tile))) return;
    uint64_t loop = loop_of(colour, gap + track_sum(p, end, colour));
    if (loop_mask_has(&c->mask, loop)) return;
    if (trax_peek(p, cell, tile, trax_triggers_of(p->edges, cell)) == TRAX_DEEPER &&
        !trax_legal(p->edges, cell, tile))
        return;
    if (loop_mask_add(&c->mask, loop)) c->found[colour]++;
}

/* The one or two sides by which steps lead from a space to another, by the difference of the cells;
 * the second side is in the high four bits. 0 if they are farther apart. */
static const uint8_t steps_to[TRAX_CELLS] = {
    [1] = TRAX_RIGHT,
    [TRAX_STRIDE] = TRAX_DOWN,
    [TRAX_CELLS - 1] = TRAX_LEFT,
    [TRAX_CELLS - TRAX_STRIDE] = TRAX_UP,
    [2] = TRAX_RIGHT | TRAX_RIGHT << 4,
    [2 * TRAX_STRIDE] = TRAX_DOWN | TRAX_DOWN << 4,
    [TRAX_CELLS - 2] = TRAX_LEFT | TRAX_LEFT << 4,
    [TRAX_CELLS - 2 * TRAX_STRIDE] = TRAX_UP | TRAX_UP << 4,
    [TRAX_STRIDE + 1] = TRAX_DOWN | TRAX_RIGHT << 4,
    [TRAX_STRIDE - 1] = TRAX_DOWN | TRAX_LEFT << 4,
    [TRAX_CELLS - TRAX_STRIDE + 1] = TRAX_UP | TRAX_RIGHT << 4,
    [TRAX_CELLS - TRAX_STRIDE - 1] = TRAX_UP | TRAX_LEFT << 4,
};

/* Counts the loops that turns which are not far can make of the track through a tile, as it was
 * when the tile was laid. */
static inline void close_if_near(codesign *c, unsigned cell, unsigned colour) {
    const trax_position *p = &c->position;
    const trax_ways *w = &trax_ways_of[p->tile[cell]];
    unsigned end = end_by(p, w, cell, 2 * colour), other = end_by(p, w, cell, 2 * colour + 1);
    unsigned from = trax_end_space(end), to = trax_end_space(other);
    unsigned steps = steps_to[(to - from) & TRAX_MASK], one = steps & 15, two = steps >> 4;
    /* A later tile may have extended the track. */
    if ((steps == 0) | (p->tile[from] != 0) | (p->tile[to] != 0)) return;
    uint64_t gap = loop_part(from) + loop_part(to);
    if (two == 0) {
        close_track(c, end, colour, gap, from, 1u << (end & 3) | one);
        return;
    }
    unsigned between = trax_neighbour(from, one);
    close_track(c, end, colour, gap + loop_part(between), between, trax_opposite(one) | two);
    if (one == two) return;
    between = trax_neighbour(from, two);
    close_track(c, end, colour, gap + loop_part(between), between, trax_opposite(two) | one);
}

/* Looks at a space that a tile of the last turn, on a side of it, enters by a colour.
 *
 * A turn of a single tile that now forces tiles is far only if one of them forces on, which needs a
 * trigger of the other colour on its space, or if they are entered by different tiles of `a`: one
 * tile and the turn's space have at most two spaces beside both, and the tiles there enter no other
 * space together. If `a` lays two tiles, these are neighbours, so the spaces that they enter are an
 * odd number of steps apart, and not beside one space. */
static void look_at_space(codesign *c, const turn_list *l, int a, unsigned space, unsigned side,
                          unsigned colour) {
    const trax_position *p = &c->position;
    unsigned into = 2 * space + colour, before = l->edges[space];
    unsigned tiles = p->tiles - p->last_turn;
    trax_triggers t = trax_triggers_of(p->edges, space);
    /* The turns of a chain come in falling order. */
    unsigned several = l->chain[SEVERAL + into] & (0u - (unsigned)((a == NO_TURN) | (tiles > 1)));
    unsigned on = colour ? t.white : t.black;
    unsigned single = l->chain[SINGLE + into] & (0u - (unsigned)((on != 0) | (tiles > 2)));
    for (const link *k = &l->link[several]; k > l->link; k = &l->link[k->next]) {
        if (tiles < FAR && k->turn < a) break;
        try_again(c, l, &l->turn[k->turn]);
    }
    for (const link *k = &l->link[single]; k > l->link; k = &l->link[k->next]) {
        if (tiles == 1 && k->turn < a) break;
        try_again(c, l, &l->turn[k->turn]);
    }
    unsigned added = trax_entered(p->edges[space]) & ~trax_entered(before);
    /* A space that two tiles enter is looked at only once, from its lowest side. */
    if ((added & (0u - added)) != side || !(t.white | t.black)) return;
    if (before) try_entered(c, space, t);
    else try_fresh(c, l, space, t);
}

/* Counts the loops that are not in the mask and that can be closed by a turn now, after a turn of
 * the list was laid; see above. Turns that completed something before are not tried again. Pairs
 * that were tried in the other order are left out if `a`, the turn laid, is not NO_TURN. */
static void count_after(codesign *c, const turn_list *l, int a) {
    const trax_position *p = &c->position;
    for (unsigned i = p->last_turn; i < p->tiles; i++) {
        unsigned cell = p->laid[i], tile = p->tile[cell];
        close_if_near(c, cell, TRAX_WHITE);
        close_if_near(c, cell, TRAX_BLACK);
        for (uint64_t open = 15u & ~trax_entered(p->edges[cell]); open;) {
            unsigned side = 1u << bits_take(&open), space = trax_neighbour(cell, side);
            if (p->tile[space] == 0)
                look_at_space(c, l, a, space, trax_opposite(side), (tile & side) != 0);
        }
    }
    /* Of turns that fill the space of `a`, none was tried in the other order. */
    if (a != NO_TURN)
        for (unsigned i = l->chain[FORCED + l->turn[a].cell]; i; i = l->link[i].next)
            try_again(c, l, &l->turn[l->link[i].turn]);
    try_far_again(c, l, a);
}

/* The same for a kept turn that has not been laid. */
static void count_after_turn(codesign *c, const turn_list *l, int a) {
    trax_position *p = &c->position;
    const turn *t = &l->turn[a];
    trax_undo before = p->state;
    tile_undo undo[FAR - 1];
    if (t->tiles == FAR) {
        trax_try(c->rules, p, trax_move_at(t->cell, t->tile), &before);
        count_after(c, l, a);
        trax_untry(p, &before);
        return;
    }
    if (c->rules->variant == TRAX_8X8) trax_widen(p, t->cell);
    p->last_turn = p->tiles;
    for (unsigned i = 0; i < t->tiles; i++) lay_tile(p, t->order[i], &undo[i]);
    count_after(c, l, a);
    for (unsigned i = t->tiles; i-- > 0;) lift_tile(p, t->order[i], &undo[i]);
    p->state = before;
}

/* Whether a turn of the list wins for a seat, if list_turns stopped at such turns. */
static bool list_has_win(const turn_list *l, int seat) {
    return l->complete_count > 0 && l->turn[l->complete[l->complete_count - 1]].winner == seat;
}

/* Steps 3 to 5, after the turn was placed by trax_play; without `corners_wanted` steps 3 and 4. */
static void count_loops(codesign *c, bool corners_wanted, codesign_report *r) {
    trax_position *p = &c->position;
    turn_list *l = &c->after;
    int mover = p->mover ^ 1;
    clear_mask(c);
    if (!trax_has_capacity(p)) return;
    list_turns(c, l, p->frontier, mover ^ 1);
    r->loses = list_has_win(l, mover ^ 1);
    if (r->loses) return;
    for (unsigned i = 0; i < l->complete_count; i++)
        try_turn(c, l->turn[l->complete[i]].cell, l->turn[l->complete[i]].tile);
    r->own_threats = c->found[mover];
    if (!corners_wanted) return;
    c->found[0] = c->found[1] = 0;
    for (unsigned i = 0; i < l->count; i++) {
        if (!l->turn[i].first) continue;
        count_after_turn(c, l, (int)i);
    }
    r->own_corners = c->found[mover];
    r->other_corners = c->found[mover ^ 1];
}

static void evaluate(codesign *c, trax_move m, bool corners_wanted, codesign_report *r) {
    trax_undo u;
    *r = (codesign_report){.winner = GAME_NOBODY};
    r->illegal = !trax_play(c->rules, &c->position, m, &u);
    if (r->illegal) return;
    r->winner = trax_winner(&c->position);
    if (r->winner == GAME_NOBODY) count_loops(c, corners_wanted, r);
    trax_take_back(&c->position, &u);
}

void codesign_evaluate(codesign *c, trax_move m, codesign_report *r) { evaluate(c, m, true, r); }

void codesign_threats(codesign *c, trax_move m, unsigned threats[2]) {
    trax_position *p = &c->position;
    trax_undo first, second;
    threats[0] = threats[1] = 0;
    if (!trax_play(c->rules, p, m, &first)) return;
    size_t count = trax_over(c->rules, p) ? 0 : trax_list(c->rules, p, c->moves);
    clear_mask(c);
    for (size_t i = 0; i < count; i++) {
        trax_play(c->rules, p, c->moves[i], &second);
        count_new_loops(c);
        trax_take_back(p, &second);
    }
    trax_take_back(p, &first);
    memcpy(threats, c->found, sizeof c->found);
}

bool codesign_limit_reached(const codesign_limit *l) {
    return engine_stopped(l->watch) || (l->deadline && clock_now() >= l->deadline);
}

/* Steps 3 and 4 after a kept turn of the list `here`, laid by trax_try, if no line is near. */
static void count_threats(codesign *c, codesign_report *r) {
    const turn_list *l = &c->here;
    int mover = c->position.mover ^ 1;
    clear_mask(c);
    /* The turns that completed something before all win for the opponent, or the mover would have
     * made one of them. */
    for (unsigned i = 0; i < l->complete_count && !c->found[mover ^ 1]; i++) {
        const turn *t = &l->turn[l->complete[i]];
        if (trax_fits(c->rules, &c->position, trax_move_at(t->cell, t->tile)))
            try_turn(c, t->cell, t->tile);
    }
    if (!c->found[mover ^ 1]) count_after(c, l, NO_TURN);
    r->loses = c->found[mover ^ 1] > 0;
    r->own_threats = r->loses ? 0 : c->found[mover];
}

/* Evaluates a turn of the list `here` without its corners. */
static void evaluate_threats(codesign *c, const turn *t, codesign_report *r) {
    trax_move m = trax_move_at(t->cell, t->tile);
    trax_undo u;
    bool lines = false;
    *r = (codesign_report){.winner = GAME_NOBODY};
    if (t->kept) {
        trax_try(c->rules, &c->position, m, &u);
        lines = lines_near(c);
        if (!lines) count_threats(c, r);
        trax_untry(&c->position, &u);
    }
    if (!t->kept || lines) evaluate(c, m, false, r);
}

/* Writes the spaces of the frontier in the contract's order. */
static void order_spaces(const trax_position *p, uint16_t *spaces) {
    unsigned count = 0;
    trax_label at;
    for (at.row = 0; at.row <= p->height + 1; at.row++) {
        for (at.column = 0; at.column <= p->width + 1; at.column++) {
            unsigned cell = trax_cell_at(p, at);
            if (p->edges[cell] && !p->tile[cell]) spaces[count++] = (uint16_t)cell;
        }
    }
}

/* Evaluates in three rounds, each only if it can still change the choice: immediate wins, then
 * threats, and corners only if no turn has two threats. Of turns that give the same board only the
 * first is evaluated. */
trax_move codesign_choose(codesign *c, const codesign_limit *limit, int *value) {
    const turn_list *l = &c->here;
    int ignored, mover = c->position.mover, best = 0;
    uint16_t spaces[TRAX_CELLS];
    trax_move chosen = 0;
    if (!value) value = &ignored;
    *value = CODESIGN_EVEN;
    if (c->position.tiles == 0) return trax_move_at(TRAX_START, 6);
    order_spaces(&c->position, spaces);
    list_turns(c, &c->here, spaces, mover);
    if (list_has_win(l, mover)) {
        const turn *t = &l->turn[l->count - 1];
        *value = CODESIGN_WON;
        return trax_move_at(t->cell, t->tile);
    }
    for (int round = 0; round < 2 && best < CODESIGN_DOUBLE; round++) {
        if (limit && codesign_limit_reached(limit)) break;
        best = -1;
        for (unsigned i = 0; i < l->count && best < CODESIGN_DOUBLE; i++) {
            const turn *t = &l->turn[i];
            trax_move m = trax_move_at(t->cell, t->tile);
            codesign_report r;
            if (limit && codesign_limit_reached(limit)) break;
            if (t->tiles == 0 || (t->kept && !t->first)) continue;
            if (round == 0 || c->values[i] > CODESIGN_THREAT) {
                if (round == 0) evaluate_threats(c, t, &r);
                else evaluate(c, m, true, &r);
                c->values[i] = (uint8_t)codesign_value(&r, mover);
            }
            if (c->values[i] <= best) continue;
            best = c->values[i];
            chosen = m;
        }
    }
    *value = best > 0 ? best : 0;
    return chosen;
}
