#include "games/trax/board.h"

#include <string.h>

#include "base/hash.h"
#include "games/trax/peek.h"

/* The preprocessor expands these tables: X(e) for every e of 0..255. */
#define COUNT(x) (((x)&1) + ((x) >> 1 & 1) + ((x) >> 2 & 1) + ((x) >> 3 & 1))
#define FORCED(e)                                                                                  \
    (COUNT((e)&15) > 2 || COUNT((e) >> 4) > 2 ? TRAX_CONFLICT                                      \
     : COUNT((e) >> 4) == 2                   ? (e) >> 4                                           \
     : COUNT((e)&15) == 2                     ? 15 & ~(e)                                          \
                                              : 0)
#define FITS(e, t)    ((((t) & (e)) == 0 && ((t) & (e) >> 4) == (e) >> 4) << (t))
#define FITTING(e)    (FITS(e, 3) | FITS(e, 5) | FITS(e, 6) | FITS(e, 9) | FITS(e, 10) | FITS(e, 12))
#define FOUR(X, e)    X(e), X((e) + 1), X((e) + 2), X((e) + 3)
#define SIXTEEN(X, e) FOUR(X, e), FOUR(X, (e) + 4), FOUR(X, (e) + 8), FOUR(X, (e) + 12)
#define SIXTY_FOUR(X, e)                                                                           \
    SIXTEEN(X, e), SIXTEEN(X, (e) + 16), SIXTEEN(X, (e) + 32), SIXTEEN(X, (e) + 48)
#define ALL(X) SIXTY_FOUR(X, 0), SIXTY_FOUR(X, 64), SIXTY_FOUR(X, 128), SIXTY_FOUR(X, 192)

const uint8_t trax_forced[256] = {ALL(FORCED)};
const uint16_t trax_fitting[256] = {ALL(FITTING)};

/* Makes @0 the label of the first tile. */
enum { EMPTY_CORNER = TRAX_START + TRAX_STRIDE + 1 };

void trax_start(trax_position *p) {
    memset(p, 0, sizeof *p);
    p->corner = EMPTY_CORNER;
}

/* The box of a position, as is_line and widen need it. */
typedef struct box {
    unsigned corner, width, height;
} box;

static inline trax_label label_in(box b, unsigned cell) {
    unsigned from = (cell - b.corner + TRAX_STRIDE + 1) & TRAX_MASK;
    return (trax_label){(int)(from / TRAX_STRIDE), (int)(from % TRAX_STRIDE)};
}

/* The ends of a line lie outside the box on opposite sides, so they enter by opposite sides. */
static bool is_line(box of, unsigned a, unsigned b) {
    if (((a ^ b) & 3) != 2) return false;
    trax_label from = label_in(of, trax_end_space(a)), to = label_in(of, trax_end_space(b));
    bool upright = a & 1;
    int x = upright ? from.row : from.column, y = upright ? to.row : to.column;
    int span = (int)(upright ? of.height : of.width);
    return span >= TRAX_SMALL_SIDE && ((x == 0 && y > span) || (y == 0 && x > span));
}

static inline box box_of(const trax_position *p) { return (box){p->corner, p->width, p->height}; }

bool trax_is_line(const trax_position *p, unsigned end, unsigned other) {
    return is_line(box_of(p), end, other);
}

/* The box widened by an adjacent cell. */
static inline box widened(box b, unsigned cell) {
    trax_label at = label_in(b, cell);
    if (at.row == 0) b.corner -= TRAX_STRIDE;
    if (at.column == 0) b.corner -= 1;
    b.corner &= TRAX_MASK;
    b.height += at.row == 0 || at.row > (int)b.height;
    b.width += at.column == 0 || at.column > (int)b.width;
    return b;
}

enum { IN_LEFT, IN_DOWN, IN_RIGHT, IN_UP };
enum {
    OUT_LEFT = -4 + IN_RIGHT,
    OUT_DOWN = 4 * TRAX_STRIDE + IN_UP,
    OUT_RIGHT = 4 + IN_LEFT,
    OUT_UP = -4 * TRAX_STRIDE + IN_DOWN,
};
#define WAYS(a, b, c, d)                                                                           \
    {                                                                                              \
        {TRAX_##a, TRAX_##b, TRAX_##c, TRAX_##d}, {IN_##a, IN_##b, IN_##c, IN_##d}, {              \
            OUT_##a, OUT_##b, OUT_##c, OUT_##d                                                     \
        }                                                                                          \
    }

const trax_ways trax_ways_of[16] = {
    [3] = WAYS(UP, RIGHT, DOWN, LEFT),  [5] = WAYS(UP, DOWN, RIGHT, LEFT),
    [6] = WAYS(UP, LEFT, RIGHT, DOWN),  [9] = WAYS(RIGHT, DOWN, UP, LEFT),
    [10] = WAYS(RIGHT, LEFT, UP, DOWN), [12] = WAYS(DOWN, LEFT, UP, RIGHT),
};

/* A track after a tile was laid on it. */
typedef struct joined {
    unsigned a, b; /* its ends */
    bool loop;     /* it is closed: the ends are those it had before */
} joined;

/* Joins the tracks that a tile's two ways of one colour (`way` is the first of them) have met; a
 * way that met none becomes an end. `part` is the inverse, for tiles taken back in reverse order.
 */
static inline joined join(uint16_t *mate, const trax_ways *w, unsigned cell, int way,
                          unsigned entered) {
    joined t = {.a = trax_beyond(mate, w, cell, way, entered),
                .b = trax_beyond(mate, w, cell, way + 1, entered)};
    t.loop = t.a == trax_way_in(w, cell, way + 1);
    mate[t.a] = (uint16_t)t.b;
    mate[t.b] = (uint16_t)t.a;
    return t;
}

static inline void part(uint16_t *mate, const trax_ways *w, unsigned cell, int way,
                        unsigned entered) {
    unsigned in = trax_way_in(w, cell, way);
    if (entered & w->side[way]) mate[mate[in]] = (uint16_t)in;
}

static inline uint64_t key(unsigned cell, unsigned tile) {
    return hash_mix((uint64_t)(cell * 16 + tile) * 0x9e3779b97f4a7c15u);
}

/* Removes a cell from the frontier; enter_frontier_again is the inverse. */
static inline void leave_frontier(trax_position *p, unsigned cell) {
    unsigned slot = p->slot[cell], moved = p->frontier[--p->frontier_count];
    p->frontier[slot] = (uint16_t)moved;
    p->slot[moved] = (uint16_t)slot;
}

static inline void enter_frontier_again(trax_position *p, unsigned cell) {
    unsigned slot = p->slot[cell], last = p->frontier_count++, moved = p->frontier[slot];
    if (slot != last) { /* the entry after the last belongs to no cell */
        p->frontier[last] = (uint16_t)moved;
        p->slot[moved] = (uint16_t)last;
    }
    p->frontier[slot] = (uint16_t)cell;
}

/* The cascade of forced tiles.
 *
 * The edges of an empty space hold everything that the rule of forced tiles needs: which colours
 * enter it, by which sides. Laying a tile gives an edge to each neighbouring space, and a space
 * that gets its second edge of a colour is queued. The queue is `laid` itself, so the tiles of a
 * turn are laid in the order in which their spaces were queued, and the list that the next undo
 * walks is complete when the queue is empty. A space is queued by the edge that first forces a
 * tile there and by no later one. A later edge changes nothing unless it is the third of a colour:
 * then the whole turn is illegal and is taken back.
 *
 * Undo needs no record because it repeats every step backwards. Edges are withdrawn. The slot of a
 * cell that left the frontier still says where it was. Joined tracks come apart because their old
 * ends keep their mates (trax.h). All of this holds only in exactly the reverse order.
 *
 * There are three ways to play a turn, since an engine looks at far more turns than it plays:
 *
 *   trax_play     everything
 *   trax_try      without frontier and hash: what a turn lays and completes
 *   trax_outline  edges alone: which tiles it lays, and whether it is legal; trax_completed then
 *                 links the tracks of these tiles alone
 *
 * The forced spaces found so far go to `laid`; `next` is the first free index. */
typedef struct cascade {
    unsigned next;
    bool conflict;
} cascade;

/* Lets the track that leaves `cell` by `side` enter the adjacent space. If that forces a tile
 * there, queues the space. */
static inline void enter(trax_position *p, unsigned cell, unsigned tile, unsigned side, cascade *c,
                         bool trial) {
    unsigned space = trax_neighbour(cell, side), before = p->edges[space];
    unsigned after = before | trax_opposite(side) << (tile & side ? 4 : 0);
    p->edges[space] = (uint8_t)after;
    if (before == 0) {
        if (trial) return;
        p->slot[space] = p->frontier_count;
        p->frontier[p->frontier_count++] = (uint16_t)space;
        return;
    }
    unsigned forced = trax_forced[after];
    if (forced == 0) return;
    if (forced == TRAX_CONFLICT) c->conflict = true;
    else if (trax_forced[before] == 0) p->laid[c->next++] = (uint16_t)space;
}

static inline void withdraw(trax_position *p, unsigned cell, unsigned tile, unsigned side,
                            bool trial) {
    unsigned space = trax_neighbour(cell, side);
    unsigned after = p->edges[space] & ~(trax_opposite(side) << (tile & side ? 4 : 0));
    p->edges[space] = (uint8_t)after;
    if (!trial) p->frontier_count = (uint16_t)(p->frontier_count - (after == 0));
}

/* A trial does not update frontier and hash: enough to see what a turn completes. */
static inline __attribute__((always_inline)) void lay(trax_position *p, unsigned cell,
                                                      unsigned tile, cascade *c, bool trial) {
    unsigned edges = p->edges[cell], entered = trax_entered(edges);
    const trax_ways *w = &trax_ways_of[tile];
    p->tile[cell] = (uint8_t)tile;
    if (!trial) p->hash ^= key(cell, tile);
    joined white = join(p->mate, w, cell, 0, entered), black = join(p->mate, w, cell, 2, entered);
    p->loops = (uint8_t)(p->loops | white.loop | black.loop << 1);
    if (p->width >= TRAX_SMALL_SIDE || p->height >= TRAX_SMALL_SIDE) {
        if (!white.loop && is_line(box_of(p), white.a, white.b)) p->lines |= 1;
        if (!black.loop && is_line(box_of(p), black.a, black.b)) p->lines |= 2;
    }
    if (edges && !trial) leave_frontier(p, cell);
    if (!(entered & TRAX_LEFT)) enter(p, cell, tile, TRAX_LEFT, c, trial);
    if (!(entered & TRAX_DOWN)) enter(p, cell, tile, TRAX_DOWN, c, trial);
    if (!(entered & TRAX_RIGHT)) enter(p, cell, tile, TRAX_RIGHT, c, trial);
    if (!(entered & TRAX_UP)) enter(p, cell, tile, TRAX_UP, c, trial);
}

static inline __attribute__((always_inline)) void lift(trax_position *p, unsigned cell,
                                                       bool trial) {
    unsigned tile = p->tile[cell], edges = p->edges[cell], entered = trax_entered(edges);
    const trax_ways *w = &trax_ways_of[tile];
    if (!(entered & TRAX_UP)) withdraw(p, cell, tile, TRAX_UP, trial);
    if (!(entered & TRAX_RIGHT)) withdraw(p, cell, tile, TRAX_RIGHT, trial);
    if (!(entered & TRAX_DOWN)) withdraw(p, cell, tile, TRAX_DOWN, trial);
    if (!(entered & TRAX_LEFT)) withdraw(p, cell, tile, TRAX_LEFT, trial);
    if (edges && !trial) enter_frontier_again(p, cell);
    for (int way = 0; way < 4; way++) part(p->mate, w, cell, way, entered);
    p->tile[cell] = 0;
}

void trax_lay(trax_position *p, unsigned cell, unsigned tile) {
    /* The spaces it forces are written after it and ignored. */
    cascade c = {.next = p->tiles + 1u};
    p->laid[p->tiles] = (uint16_t)cell;
    lay(p, cell, tile, &c, false);
    p->tiles++;
}

/* Widens the box to include an adjacent cell. */
static inline void widen(trax_position *p, unsigned cell) {
    box b = p->tiles == 0 ? (box){cell, 1, 1} : widened(box_of(p), cell);
    p->corner = (uint16_t)b.corner;
    p->width = (uint16_t)b.width;
    p->height = (uint16_t)b.height;
}

void trax_widen(trax_position *p, unsigned cell) { widen(p, cell); }

unsigned trax_peek_lines(const trax_position *p, unsigned cell, unsigned tile) {
    const trax_ways *w = &trax_ways_of[tile];
    unsigned entered = trax_entered(p->edges[cell]), lines = 0;
    box b = widened(box_of(p), cell);
    for (int colour = 0; colour < 2; colour++) {
        unsigned one = trax_beyond(p->mate, w, cell, 2 * colour, entered);
        unsigned other = trax_beyond(p->mate, w, cell, 2 * colour + 1, entered);
        if (is_line(b, one, other)) lines |= 1u << colour;
    }
    return lines;
}

static inline void take_back(trax_position *p, const trax_undo *u, bool trial) {
    for (unsigned i = p->tiles; i-- > u->tiles;) lift(p, p->laid[i], trial);
    p->state = *u;
}

static inline __attribute__((always_inline)) bool play(const trax_rules *r, trax_position *p,
                                                       trax_move m, trax_undo *u, bool trial) {
    unsigned cell = trax_move_cell(m), first = p->tiles, at = first;
    cascade c = {.next = first + 1};
    *u = p->state;
    widen(p, cell);
    p->laid[at++] = (uint16_t)cell;
    lay(p, cell, trax_move_tile(m), &c, trial);
    while (at < c.next && !c.conflict) {
        cell = p->laid[at++];
        lay(p, cell, trax_forced[p->edges[cell]], &c, trial);
    }
    p->tiles = (uint16_t)at;
    p->last_turn = (uint16_t)first;
    p->mover ^= 1;
    if (r->variant == TRAX_LOOP) p->lines = 0;
    if (!c.conflict) return true;
    take_back(p, u, trial);
    return false;
}

bool trax_play(const trax_rules *r, trax_position *p, trax_move m, trax_undo *u) {
    return play(r, p, m, u, false);
}

void trax_take_back(trax_position *p, const trax_undo *u) { take_back(p, u, false); }

bool trax_try(const trax_rules *r, trax_position *p, trax_move m, trax_undo *u) {
    return play(r, p, m, u, true);
}

void trax_untry(trax_position *p, const trax_undo *u) { take_back(p, u, true); }

/* The edge that a tile gives the space on one of its sides, by tile * 16 + side; and by edges,
 * whether a tile is forced or three tracks of a colour enter. */
#define GIVEN(i) (((((i)&15) << 2 | ((i)&15) >> 2) & 15) << ((i) >> 4 & (i) ? 4 : 0))
#define LADEN(e) (FORCED(e) != 0)
static const uint8_t given[256] = {ALL(GIVEN)}, laden[256] = {ALL(LADEN)};

/* The same cascade on edges alone, without tracks and frontier. A forced tile is entered on at
 * least two sides, so at most two are open. Both are always processed, as branches would be
 * unpredictable: a missing side (0) leads to the cell itself and changes nothing.
 */
typedef struct spread {
    uint8_t *edges;
    trax_move *queue; /* only the cell, for tiles not laid yet */
    unsigned count;
} spread;

static inline void spread_side(spread *s, unsigned cell, unsigned tile, unsigned side) {
    unsigned space = trax_neighbour(cell, side), before = s->edges[space];
    unsigned after = before | given[tile << 4 | side];
    s->edges[space] = (uint8_t)after;
    s->queue[s->count] = trax_move_at(space, 0);
    s->count += (unsigned)laden[after] - laden[before];
}

static inline void shrink_side(uint8_t *edges, unsigned cell, unsigned tile, unsigned side) {
    unsigned space = trax_neighbour(cell, side);
    edges[space] = (uint8_t)(edges[space] & ~given[tile << 4 | side]);
}

/* The two open sides, or 0. */
static inline unsigned first_of(unsigned open) { return open & (0u - open); }
static inline unsigned second_of(unsigned open) { return first_of(open & (open - 1)); }

/* Plays a turn on the edges and restores them; `met` are the sides on which each tile was entered.
 * Returns how many tiles it lays, 0 if it is illegal. */
static inline __attribute__((always_inline)) unsigned
outline(uint8_t *edges, unsigned cell, unsigned tile, trax_move *laid, uint8_t *met) {
    spread s = {.edges = edges, .queue = laid, .count = 1};
    unsigned at = 1, entered = trax_entered(edges[cell]), conflict = 0;
    laid[0] = trax_move_at(cell, tile);
    met[0] = (uint8_t)entered;
    for (uint64_t open = 15u & ~entered; open;) spread_side(&s, cell, tile, 1u << bits_take(&open));
    while (at < s.count) {
        unsigned next = trax_move_cell(laid[at]), edge = edges[next], forced = trax_forced[edge];
        unsigned open = 15u & ~trax_entered(edge);
        conflict = forced == TRAX_CONFLICT;
        if (conflict) break;
        laid[at] |= forced;
        met[at++] = (uint8_t)(15u & ~open);
        spread_side(&s, next, forced, first_of(open));
        spread_side(&s, next, forced, second_of(open));
    }
    for (unsigned i = at; --i > 0;) {
        unsigned next = trax_move_cell(laid[i]), forced = trax_move_tile(laid[i]);
        unsigned open = 15u & ~(unsigned)met[i];
        shrink_side(edges, next, forced, first_of(open));
        shrink_side(edges, next, forced, second_of(open));
    }
    for (uint64_t open = 15u & ~entered; open;)
        shrink_side(edges, cell, tile, 1u << bits_take(&open));
    return conflict ? 0 : at;
}

unsigned trax_outline(uint8_t *edges, unsigned cell, unsigned tile, trax_move *laid) {
    uint8_t met[TRAX_CELLS];
    return outline(edges, cell, tile, laid, met);
}

unsigned trax_outline_met(uint8_t *edges, unsigned cell, unsigned tile, trax_move *laid,
                          uint8_t *met) {
    return outline(edges, cell, tile, laid, met);
}

/* Joins the tracks of a tile and returns the colours of the loops and lines it completes. */
static inline unsigned link_tile(uint16_t *mate, trax_move m, unsigned entered, const box *b) {
    unsigned completed = 0;
    for (int colour = 0; colour < 2; colour++) {
        joined t =
            join(mate, &trax_ways_of[trax_move_tile(m)], trax_move_cell(m), 2 * colour, entered);
        if (t.loop || (b && is_line(*b, t.a, t.b))) completed |= 1u << colour;
    }
    return completed;
}

static inline void unlink_tile(uint16_t *mate, trax_move m, unsigned entered) {
    const trax_ways *w = &trax_ways_of[trax_move_tile(m)];
    for (int way = 0; way < 4; way++) part(mate, w, trax_move_cell(m), way, entered);
}

unsigned trax_completed(const trax_rules *r, trax_position *p, const trax_move *laid,
                        const uint8_t *met, unsigned count) {
    box wide = widened(box_of(p), trax_move_cell(laid[0]));
    bool lines = r->variant != TRAX_LOOP &&
                 (wide.width >= TRAX_SMALL_SIDE || wide.height >= TRAX_SMALL_SIDE);
    unsigned completed = 0;
    for (unsigned i = 0; i < count; i++)
        completed |= link_tile(p->mate, laid[i], met[i], lines ? &wide : NULL);
    for (unsigned i = count; i-- > 0;) unlink_tile(p->mate, laid[i], met[i]);
    return completed;
}

bool trax_legal(uint8_t *edges, unsigned cell, unsigned tile) {
    trax_move laid[TRAX_CELLS];
    return trax_outline(edges, cell, tile, laid) > 0;
}

static const trax_move first_turns[2] = {TRAX_START << 4 | 6, TRAX_START << 4 | 5};

/* Counts the legal turns, and lists them unless `out` is NULL. */
static inline __attribute__((always_inline)) size_t gather(const trax_rules *r, trax_position *p,
                                                           trax_move *out) {
    size_t count = 0;
    if (p->tiles == 0) {
        if (out) memcpy(out, first_turns, sizeof first_turns);
        return 2;
    }
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = p->frontier[i];
        if (!trax_within(r, p, cell)) continue;
        trax_triggers t = trax_triggers_of(p->edges, cell);
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            if (trax_peek(p, cell, tile, t) == TRAX_DEEPER && !trax_legal(p->edges, cell, tile))
                continue;
            if (out) out[count] = trax_move_at(cell, tile);
            count++;
        }
    }
    return count;
}

size_t trax_list(const trax_rules *r, trax_position *p, trax_move *out) {
    return gather(r, p, out);
}

size_t trax_count(const trax_rules *r, trax_position *p) { return gather(r, p, NULL); }

size_t trax_list_in_order(const trax_rules *r, const trax_position *p, trax_move *out) {
    static const uint8_t order[6] = {6, 9, 3, 12, 5, 10};
    uint8_t edges[TRAX_CELLS];
    size_t count = 0;
    trax_label at;
    if (p->tiles == 0) {
        memcpy(out, first_turns, sizeof first_turns);
        return 2;
    }
    memcpy(edges, p->edges, sizeof edges);
    for (at.row = 0; at.row <= p->height + 1; at.row++) {
        for (at.column = 0; at.column <= p->width + 1; at.column++) {
            unsigned cell = trax_cell_at(p, at);
            if (p->tile[cell] || !edges[cell] || !trax_within(r, p, cell)) continue;
            for (int i = 0; i < 6; i++)
                if (trax_fitting[edges[cell]] >> order[i] & 1 && trax_legal(edges, cell, order[i]))
                    out[count++] = trax_move_at(cell, order[i]);
        }
    }
    return count;
}

/* The n-th lowest of a set's bits. */
static unsigned nth(unsigned set, unsigned n) {
    while (n-- > 0) set &= set - 1;
    return (unsigned)bits_lowest(set);
}

/* Draws a space and one of three indices until there is such a fitting tile and it is legal. So all
 * legal turns are equally likely, and none has to be listed. */
int trax_play_out(const trax_rules *r, trax_position *p, random_source *random, int most) {
    int turns = 0;
    trax_undo u;
    while (turns < most && !trax_decided(p)) {
        if (p->tiles == 0) {
            trax_play(r, p, first_turns[random_below(random, 2)], &u);
            turns++;
            continue;
        }
        bool small =
            r->variant == TRAX_8X8 && (p->width == TRAX_SMALL_SIDE || p->height == TRAX_SMALL_SIDE);
        if (small && !trax_can_move(r, p)) break;
        for (bool played = false; !played;) {
            uint32_t drawn = random_below(random, 3u * p->frontier_count);
            unsigned cell = p->frontier[drawn / 3], fitting = trax_fitting[p->edges[cell]];
            if (drawn % 3 >= (unsigned)bits_count(fitting) || !trax_within(r, p, cell)) continue;
            played = trax_play(r, p, trax_move_at(cell, nth(fitting, drawn % 3)), &u);
        }
        turns++;
    }
    return turns;
}

void trax_clear(trax_position *p) {
    for (unsigned i = 0; i < p->tiles; i++) {
        unsigned cell = p->laid[i];
        p->tile[cell] = p->edges[cell] = 0;
        for (unsigned side = TRAX_LEFT; side <= TRAX_UP; side *= 2)
            p->edges[trax_neighbour(cell, side)] = 0;
    }
    p->state = (trax_undo){.corner = EMPTY_CORNER};
    p->frontier_count = 0;
    p->hash = 0;
}

/* Whether there is a legal turn, among those that force nothing (`forcing` false) or among the
 * others, which are tried on a copy of the edges. */
static bool any(const trax_rules *r, const trax_position *p, uint8_t *edges, bool forcing) {
    for (unsigned i = 0; i < p->frontier_count; i++) {
        unsigned cell = p->frontier[i];
        if (!trax_within(r, p, cell)) continue;
        trax_triggers t = trax_triggers_of(p->edges, cell);
        for (uint64_t fitting = trax_fitting[p->edges[cell]]; fitting;) {
            unsigned tile = (unsigned)bits_take(&fitting);
            if (trax_forces(t, tile) != forcing) continue;
            if (!forcing || trax_legal(edges, cell, tile)) return true;
        }
    }
    return false;
}

bool trax_can_move(const trax_rules *r, const trax_position *p) {
    if (p->tiles == 0 || any(r, p, NULL, false)) return true;
    uint8_t edges[TRAX_CELLS];
    memcpy(edges, p->edges, sizeof edges);
    return any(r, p, edges, true);
}
