/* boards/trax fabric - the inside of the accelerator: a fixed board of size x size spaces that are
 * all processed at once, a finder that follows tracks, and the number of cycles of each step.
 *
 * Spaces are numbered by row and column, both from 0 at the top left. The board holds the tiles and
 * whose turn it is, White's first. Turns are those of the game, with the tiles they force, but stay
 * on the board: spaces outside it do not exist. (Forced tiles never extend beyond the existing
 * tiles, so they need no such rule.) On the empty board any of the six tiles may go anywhere.
 *
 * The cycle model is that of the design in hardware/trax, which agrees with it at every tick. Work
 * on all spaces at once takes one cycle; only lists and the following of tracks go step by step:
 *
 *   fit     1 to see whether the turn of an order may be placed; a refused turn takes no more
 *   place   1 to write the tile, 1 for each wave of forced tiles (all spaces that a colour enters
 *           twice are filled together), 1 for the last look, which finds nothing more to fill, or a
 *           conflict
 *   list    1 for the set of its spaces, 2 for each (found by priority, row by row from the top
 *           left; its tiles read, or its entry written to the memory), 1 to find that none is left
 *   check   follows the tracks of the new tiles, white ones first. Two walkers leave a tile by both
 *           sides at once, 1 for each step; the first open end shows that the track is no loop, and
 *           if they meet it is one. The first walk of a colour starts from the placed tile; while
 *           new tiles are left that have a tile on both sides of that track and that no walk has
 *           visited, 2 to find and read the first of them, and another walk. A colour without such
 *           tiles takes nothing. A loop is compared with those found before in the evaluation, 1
 *           each, up to its equal or the place where it is added. A turn that forced nothing is not
 *           checked: it closes no loop, because two tracks of one colour into its space would have
 *           forced a tile there before.
 *
 * Order 01 is fit, place, list; 1 more to take a turn back that ends in a conflict.
 * Order 11 is fit, place, check; a list of the spaces where a turn forces something, place and
 * check for each such turn; a list of all spaces, and for each turn that completed nothing place
 * and a list as the first, with place and check for each of its turns; 1 to write the result. It
 * ends early if the turn is invalid or wins, or at the first turn of the first list with which the
 * opponent wins. If lines count and the board has seven rows or columns in use, the turn itself is
 * checked, and the first list is of all spaces and turns, even if they force nothing; walks then
 * start from all new tiles and go on to both ends.
 *
 * The sums are exact but not computed step by step: see evaluate.c.
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

    FABRIC_LOOPS = 512, /* that an evaluation can tell apart */

    FABRIC_FIT = 1, /* cycles, as above */
    FABRIC_WRITE = 1,
    FABRIC_WAVE = 1,
    FABRIC_LOOK = 1,
    FABRIC_UNDO = 1,
    FABRIC_LIST = 1,
    FABRIC_LISTED = 2,
    FABRIC_LISTED_ALL = 1,
    FABRIC_START = 2,
    FABRIC_RESULT = 1,
};

/* Cycles by step; adding and subtracting works on all four at once. */
enum { FABRIC_PLACING, FABRIC_LISTING, FABRIC_CHECKING, FABRIC_GOING_ON, FABRIC_STEPS };
typedef uint64_t fabric_cycles __attribute__((vector_size(8 * FABRIC_STEPS), aligned(8)));

/* The result of laying a turn. */
typedef struct fabric_turn {
    bool conflict;
    unsigned waves;
    unsigned loops, lines; /* completed, by colour as in trax_position */
} fabric_turn;

/* A turn of the first list that forces others, and its result when tried alone. */
typedef struct fabric_forcing {
    uint16_t cell;
    uint8_t tile;
    trax_area touched, laid;
    fabric_cycles cost; /* of place and check in a list of corners */
} fabric_forcing;

/* A turn of the first list that completed nothing. */
typedef struct fabric_kept {
    uint16_t cell;
    uint8_t tile;
    bool forces;
    uint64_t place;      /* cycles */
    uint64_t board;      /* hash of what it gives */
    fabric_cycles after; /* of the list and turns after it */
} fabric_kept;

/* Private except for `size`: fabric.c and evaluate.c look inside. */
typedef struct fabric {
    unsigned size;
    bool lines;
    bool seeking;    /* for lines, in the turns laid now */
    bool boxless;    /* turns laid now need not widen the box */
    unsigned origin; /* the cell of row 0, column 0 */

    /* Tiles, edges, mates, box and mover as in the game; hash and frontier are not maintained. */
    trax_position board;
    bool inside[TRAX_CELLS];

    uint16_t spaces[FABRIC_SPACES]; /* empty cells next to a tile, in order */
    size_t space_count;

    /* For the evaluation. */
    uint64_t loop[FABRIC_LOOPS]; /* found so far, as loop_through identifies them */
    unsigned loops;
    uint16_t first[FABRIC_SPACES]; /* spaces after the turn evaluated */
    size_t first_count;
    /* By cell: cycles of its part of the list and its turns, 0: no space; of all spaces. */
    fabric_cycles cost[TRAX_CELLS], all;
    uint64_t seen[TRAX_CELLS]; /* the follow-up in which a cell was last marked, see `again` */
    uint64_t follow_up;
    uint16_t again[FABRIC_SPACES]; /* cells to look at in this follow-up */
    size_t again_count;
    fabric_forcing *forcing;
    size_t forcing_count;
    fabric_kept *kept;
    size_t kept_count;
} fabric;

/* `lines`: whether lines win as well as loops. NULL with an error if there is no memory. */
fabric *fabric_create(unsigned size, bool lines, error *);
void fabric_destroy(fabric *);

/* The empty board, White's turn. */
void fabric_clear(fabric *);

/* The first half of order 01: cycles. An illegal turn changes nothing. */
uint64_t fabric_place(fabric *, unsigned row, unsigned column, unsigned tile, bool *accepted);

/* The second half: up to `most` entries, each the space's row << 16 | column << 8 | tiles that fit,
 * one bit each in the order of registers.h. Returns their number, and in `cycles` the time. */
size_t fabric_list(const fabric *, uint32_t *entries, size_t most, uint64_t *cycles);

/* Order 11: cycles, also by step. The board stays as it is. */
uint64_t fabric_evaluate(fabric *, unsigned row, unsigned column, unsigned tile, codesign_report *,
                         uint64_t by_step[FABRIC_STEPS]);

/* For evaluate.c: whether a turn may be tried at all, laying it with the tiles it forces, and
 * lifting it. A turn in conflict remains partly laid and must be lifted too. */
bool fabric_fits(const fabric *, unsigned row, unsigned column, unsigned tile);
void fabric_lay(fabric *, unsigned cell, unsigned tile, fabric_turn *, trax_undo *);
void fabric_lift(fabric *, const trax_undo *);

static inline unsigned fabric_cell(const fabric *f, unsigned row, unsigned column) {
    return f->origin + row * TRAX_STRIDE + column;
}

static inline uint64_t fabric_place_cycles(const fabric_turn *t) {
    return FABRIC_WRITE + FABRIC_WAVE * t->waves + FABRIC_LOOK;
}

/* The cycles of checking the last turn. `counted`, if not NULL: loops are compared with those found
 * before, and new ones are counted by colour. */
uint64_t fabric_check(fabric *, bool seeking, unsigned counted[2]);

/* Adds the spaces that the last turn entered to an ordered list, and removes those it filled. */
size_t fabric_spaces_after(const fabric *, const uint16_t *before, size_t count, uint16_t *after);

#endif
