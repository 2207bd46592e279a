/* trax board - the hot part of the rules: laying tiles, forced tiles (`play` in board.c), legal
 * turns.
 *
 * The cost of a turn depends on its tiles, not on the size of the board. Nothing here allocates.
 */
#ifndef DAMERO_TRAX_BOARD_H
#define DAMERO_TRAX_BOARD_H

#include "base/bits.h"
#include "games/trax/trax.h"

/* By `edges` of a space: the forced tile, 0 if nothing is forced, or TRAX_CONFLICT if three tracks
 * of one colour enter. */
enum { TRAX_CONFLICT = 0xff };
extern const uint8_t trax_forced[256];

/* By `edges`: the set of tiles that fit, bit t for tile t. */
extern const uint16_t trax_fitting[256];

/* The empty board with White on turn. Touches all of the position. */
void trax_start(trax_position *);

/* Plays a turn that fits (trax_fitting): the tile, then all that it forces. False, with nothing
 * changed, if a conflict makes the turn illegal. */
bool trax_play(const trax_rules *, trax_position *, trax_move, trax_undo *);

/* Takes back the last turn. Turns must be taken back in reverse order. */
void trax_take_back(trax_position *, const trax_undo *);

/* A trial: like trax_play, but without updating frontier and hash. Enough to see what a turn lays
 * and completes; it must be undone by trax_untry before anything else. */
bool trax_try(const trax_rules *, trax_position *, trax_move, trax_undo *);
void trax_untry(trax_position *, const trax_undo *);

/* Whether a turn that fits is legal. `edges` is the position's, or a copy; it is changed and
 * restored. */
bool trax_legal(uint8_t *edges, unsigned cell, unsigned tile);

/* The same, and writes the tiles that the turn lays to `laid`, memory for TRAX_CELLS. Returns how
 * many; 0 if it is illegal. */
unsigned trax_outline(uint8_t *edges, unsigned cell, unsigned tile, trax_move *laid);

/* Also writes the sides on which each tile is entered when it is laid to `met`. */
unsigned trax_outline_met(uint8_t *edges, unsigned cell, unsigned tile, trax_move *laid,
                          uint8_t *met);

/* The loops and lines that a turn of these tiles completes, by colour as in `loops`. Cheaper than a
 * trial; the position is unchanged afterwards. */
unsigned trax_completed(const trax_rules *, trax_position *, const trax_move *laid,
                        const uint8_t *met, unsigned count);

/* The legal turns of an undecided position, in the order of the frontier, into memory for
 * TRAX_MOVES_MAX, or for fewer if the number of tiles allows. */
size_t trax_list(const trax_rules *, trax_position *, trax_move *);

/* The same in the order of the contract: row by row from the top, left to right, and the shapes
 * / \ + of each space. */
size_t trax_list_in_order(const trax_rules *, const trax_position *, trax_move *);

/* How many there are. */
size_t trax_count(const trax_rules *, trax_position *);

/* Whether there is one. */
bool trax_can_move(const trax_rules *, const trax_position *);

/* Plays random turns, all legal ones equally likely, until the game is decided, nobody can move or
 * `most` are played; returns the number played. */
int trax_play_out(const trax_rules *, trax_position *, random_source *, int most);

/* Clears the board, at the cost of the tiles on it. Earlier turns can no longer be taken back. */
void trax_clear(trax_position *);

/* Lays one tile and ignores forced ones. For reading positions: tiles may come in any order; the
 * box must be set before. */
void trax_lay(trax_position *, unsigned cell, unsigned tile);

/* What is added to a cell to get its neighbour, by side. */
static const int16_t trax_step[9] = {
    [TRAX_LEFT] = -1, [TRAX_DOWN] = TRAX_STRIDE, [TRAX_RIGHT] = 1, [TRAX_UP] = -TRAX_STRIDE};

/* The neighbour on a side. */
static inline unsigned trax_neighbour(unsigned cell, unsigned side) {
    return (cell + (unsigned)trax_step[side]) & TRAX_MASK;
}

/* The two sides that a tile's track of a colour joins. */
static inline unsigned trax_track(unsigned tile, unsigned colour) {
    return colour == TRAX_WHITE ? 15u & ~tile : tile;
}

static inline unsigned trax_opposite(unsigned side) { return (side << 2 | side >> 2) & 15; }

/* The sides on which there are neighbours. */
static inline unsigned trax_entered(unsigned edges) { return (edges | edges >> 4) & 15; }

/* The end of a track that enters a space by a side, and the space of an end. */
static inline unsigned trax_end_in(unsigned space, unsigned side) {
    return 4 * space + (unsigned)bits_lowest(side);
}
static inline unsigned trax_end_space(unsigned end) { return end >> 2; }

/* The four *ways* out of a tile, white, white, black, black: the side of each, and what to add to
 * four times the cell to get the end of a track that comes in there (`in`) or goes out there
 * (`out`). */
typedef struct trax_ways {
    uint8_t side[4], in[4];
    int16_t out[4];
} trax_ways;
extern const trax_ways trax_ways_of[16];

static inline unsigned trax_way_in(const trax_ways *w, unsigned cell, int way) {
    return 4 * cell + w->in[way];
}
static inline unsigned trax_way_out(const trax_ways *w, unsigned cell, int way) {
    return (4 * cell + (unsigned)w->out[way]) & (4 * TRAX_CELLS - 1);
}

/* The end beyond a tile's way: the other end of the track that was met there, if the side is in
 * `entered`, or else the end of the way itself. */
static inline unsigned trax_beyond(const uint16_t *mate, const trax_ways *w, unsigned cell, int way,
                                   unsigned entered) {
    return entered & w->side[way] ? mate[trax_way_in(w, cell, way)] : trax_way_out(w, cell, way);
}

/* Sides of a space on which a white, or a black, track would force a tile on the neighbour. */
typedef struct trax_triggers {
    unsigned white, black;
} trax_triggers;

static inline trax_triggers trax_triggers_of(const uint8_t *edges, unsigned cell) {
    /* A byte for each side, starting with the left one; a nibble that is not 0 carries into the
     * fifth bit. */
    uint32_t beside = (uint32_t)edges[trax_neighbour(cell, TRAX_LEFT)] |
                      (uint32_t)edges[trax_neighbour(cell, TRAX_DOWN)] << 8 |
                      (uint32_t)edges[trax_neighbour(cell, TRAX_RIGHT)] << 16 |
                      (uint32_t)edges[trax_neighbour(cell, TRAX_UP)] << 24;
    uint32_t white = ((beside & 0x0f0f0f0f) + 0x0f0f0f0f) >> 4 & 0x01010101;
    uint32_t black = ((beside >> 4 & 0x0f0f0f0f) + 0x0f0f0f0f) >> 4 & 0x01010101;
    unsigned open = 15u & ~trax_entered(edges[cell]);
    /* The product collects the four bits in the highest byte. */
    return (trax_triggers){white * 0x01020408u >> 24 & open, black * 0x01020408u >> 24 & open};
}

/* Whether a tile on that space forces another one; if it does not, the turn is legal. */
static inline bool trax_forces(trax_triggers t, unsigned tile) {
    return ((t.white & ~tile) | (t.black & tile)) != 0;
}

/* Whether a track with these ends is a line: it leads from one side of the box to the opposite one,
 * across at least eight rows or columns. */
bool trax_is_line(const trax_position *, unsigned end, unsigned other);

/* The lines that a single tile on a space would complete, by colour as in `lines`, with the box
 * widened by it. */
unsigned trax_peek_lines(const trax_position *, unsigned cell, unsigned tile);

/* Widens the box to include an adjacent cell, or the first one. */
void trax_widen(trax_position *, unsigned cell);

/* Whether this frontier cell is on the board, which is limited in the 8x8 variant. */
static inline bool trax_within(const trax_rules *r, const trax_position *p, unsigned cell) {
    if (r->variant != TRAX_8X8 || (p->width < TRAX_SMALL_SIDE && p->height < TRAX_SMALL_SIDE))
        return true;
    trax_label at = trax_label_of(p, cell);
    bool row = (unsigned)at.row - 1 < p->height, column = (unsigned)at.column - 1 < p->width;
    return (row || p->height < TRAX_SMALL_SIDE) && (column || p->width < TRAX_SMALL_SIDE);
}

/* Whether a turn, which may come from another position, fits here; not for the first turn. */
static inline bool trax_fits(const trax_rules *r, const trax_position *p, trax_move m) {
    unsigned cell = trax_move_cell(m);
    return p->tile[cell] == 0 && p->edges[cell] &&
           trax_fitting[p->edges[cell]] >> trax_move_tile(m) & 1 && trax_within(r, p, cell);
}

#endif
