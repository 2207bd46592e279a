/* boards/trax fabric - the accelerator's inside: a fixed board of size x size spaces that are all
 * worked on at once, a finder that follows tracks, and how many cycles each step takes.
 *
 * Spaces are named by row and column, both from 0 at the top left. The board keeps the tiles and
 * whose turn it is, White's first. Turns are the game's, with what they force, but stay on the
 * board: the spaces outside it do not exist. (Forced tiles never go beyond the tiles there are, so
 * they need no such rule.) On the empty board any of the six tiles may lie anywhere.
 *
 * The cycle model. What is done for all spaces at once takes one cycle; only the list of legal
 * moves and the following of tracks go step by step:
 *
 *   place   1 to copy the board, 1 to write the tile, 1 for each wave of forced tiles (all spaces
 *           that are entered twice by a colour are filled together), 1 for the last look, which
 *           finds nothing more to fill, or a conflict. A turn that does not fit is refused in 1.
 *   list    1 for the legal moves of all spaces, 2 for each space that has any (found by priority,
 *           row by row from the top left; written to the memory), 1 to find none left
 *   check   two finders at once follow the white and the black tracks of the new tiles, each track
 *           once: a finder leaves a tile by one side, 1 for each tile it comes to and 1 where it
 *           finds the end, then by the other; back at its tile it has found a loop, and the second
 *           way is left out. The check takes as long as the finder that needs longer. A turn that
 *           forced nothing is not checked: it closes no loop, as two tracks of one colour into its
 *           space would have forced a tile there before.
 *   next    1 to take the next turn of a list, or to find none left
 *
 *   order 01 is place, list; what is refused leaves the board as it is
 *   order 11 is place, check, list; then for each turn listed next, place, check (only place where
 *   it is illegal), and a last next; then for each of them that completed nothing next, place,
 *   list, for each turn of that list next, place, check, and a last next; a last next; 1 to write
 *   the result. It ends where the turn is invalid or wins, or with the first turn of the first list
 *   by which the opponent wins. Where lines count and the board has seven rows or columns in use,
 *   the turn itself and those of the first list are checked even if they force nothing.
 *
 * The sums are exact but not found step by step: see evaluate.c.
 */
#ifndef DAMERO_BOARDS_FABRIC_H
#define DAMERO_BOARDS_FABRIC_H

#include "engines/trax/area.h"
#include "engines/trax/codesign.h"
#include "engines/trax/loops.h"

enum {
    FABRIC_SIZE_MIN = 8,
    FABRIC_SIZE_MAX = 64,
    FABRIC_SPACES = FABRIC_SIZE_MAX * FABRIC_SIZE_MAX,

    FABRIC_REFUSED = 1, /* cycles, as above */
    FABRIC_COPY = 1,
    FABRIC_WRITE = 1,
    FABRIC_WAVE = 1,
    FABRIC_LOOK = 1,
    FABRIC_LEGAL = 1,
    FABRIC_LISTED = 2,
    FABRIC_NEXT = 1,
    FABRIC_RESULT = 1,
};

/* What laying a turn came to. */
typedef struct fabric_turn {
    bool conflict;
    unsigned waves;
    unsigned loops, lines; /* completed, by colour as in trax_position */
    uint64_t walk[2];      /* cycles of the two finders, if there is a check */
} fabric_turn;

/* A turn of the first list that forces others, and what came of it when it was tried alone. */
typedef struct fabric_forcing {
    uint16_t cell;
    uint8_t tile;
    trax_area touched, laid;
    uint64_t cost; /* cycles of next, place and check */
} fabric_forcing;

/* A turn of the first list that completed nothing. */
typedef struct fabric_kept {
    uint16_t cell;
    uint8_t tile;
    bool forces;
    uint64_t place;        /* cycles */
    uint64_t board, after; /* hash of what it gives; cycles of the list and turns after it */
} fabric_kept;

/* Private but for `size`: fabric.c and evaluate.c look inside. */
typedef struct fabric {
    unsigned size;
    bool lines;
    bool seeking;    /* lines, in the turns laid now */
    bool boxless;    /* turns laid now need not widen the box */
    unsigned origin; /* the cell of row 0, column 0 */

    /* Tiles, edges, mates, box and mover as in the game; hash and frontier are not kept. By end
     * of a track: how many tiles it has, and whether the turn at hand laid one of those. */
    trax_position board;
    uint16_t length[4 * TRAX_CELLS];
    bool fresh[4 * TRAX_CELLS];
    bool inside[TRAX_CELLS];

    uint16_t spaces[FABRIC_SPACES]; /* empty cells beside a tile, in order */
    size_t space_count;

    /* Of the evaluation. */
    loop_mask mask;
    uint16_t first[FABRIC_SPACES]; /* spaces after the turn evaluated */
    size_t first_count;
    uint64_t cost[TRAX_CELLS]; /* by cell: of its part of the list and its turns; 0: no space */
    uint64_t all;              /* of all spaces */
    uint64_t seen[TRAX_CELLS]; /* the follow-up in which a cell was last looked at */
    uint64_t follow_up;
    fabric_forcing *forcing;
    size_t forcing_count;
    fabric_kept *kept;
    size_t kept_count;
} fabric;

/* `lines`: whether lines win beside loops. NULL with an error where there is no memory. */
fabric *fabric_create(unsigned size, bool lines, error *);
void fabric_destroy(fabric *);

/* The empty board, White's turn. */
void fabric_clear(fabric *);

/* Order 01's first half: cycles. A turn that is not legal changes nothing. */
uint64_t fabric_place(fabric *, unsigned row, unsigned column, unsigned tile, bool *accepted);

/* Its second half: up to `most` entries, each the space's row << 16 | column << 8 | tiles that fit,
 * a bit each in the order of registers.h. Returns how many, and in `cycles` what it took. */
size_t fabric_list(const fabric *, uint32_t *entries, size_t most, uint64_t *cycles);

/* Order 11: cycles. The board stays as it is. */
uint64_t fabric_evaluate(fabric *, unsigned row, unsigned column, unsigned tile, codesign_report *);

/* For evaluate.c: whether a turn may be tried at all, laying it with what it forces, and lifting
 * it. A turn in conflict stays as far as it was laid, to be lifted too. */
bool fabric_fits(const fabric *, unsigned row, unsigned column, unsigned tile);
void fabric_lay(fabric *, unsigned cell, unsigned tile, fabric_turn *, trax_undo *);
void fabric_lift(fabric *, const trax_undo *);

static inline unsigned fabric_cell(const fabric *f, unsigned row, unsigned column) {
    return f->origin + row * TRAX_STRIDE + column;
}

static inline uint64_t fabric_place_cycles(const fabric_turn *t) {
    return FABRIC_COPY + FABRIC_WRITE + FABRIC_WAVE * t->waves + FABRIC_LOOK;
}

/* To be called before turns are laid upon a turn: its tracks are not fresh any more. */
void fabric_settle(fabric *);

static inline uint64_t fabric_check_cycles(const fabric_turn *t) {
    return t->walk[0] > t->walk[1] ? t->walk[0] : t->walk[1];
}

/* Adds the spaces that the last turn entered to a list in order, and leaves out those it filled. */
size_t fabric_spaces_after(const fabric *, const uint16_t *before, size_t count, uint16_t *after);

#endif
