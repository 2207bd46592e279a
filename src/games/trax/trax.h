/* games/trax - the rules of Trax.
 *
 * A tile is four bits, up-right-down-left from the most significant, 1 if a black track leaves on
 * that side; two of the four are set, 0 is an empty space. Seats: 0 White, 1 Black.
 *
 *     5 0101  +  white upright      6 0110  /  white top-left       3 0011  \  white top-right
 *     a 1010  +  black upright      9 1001  /  black top-left       c 1100  \  black top-right
 *
 * The board is a helix of TRAX_CELLS cells: the neighbours of cell c are c - 1, c + 1, c -
 * TRAX_STRIDE and c + TRAX_STRIDE, all modulo TRAX_CELLS, so no step needs a test for an edge and a
 * game may drift anywhere. The cells of any box of TRAX_SIDE_MAX rows and columns, with the ring of
 * spaces around it, are distinct; a game that fills such a box, or lays TRAX_TILES_MAX tiles, ends
 * undecided, with a reason that says so.
 *
 * A track *ends* where it leaves a tile for a space: an end is that space and the side by which the
 * track enters it, 4 * space + 0, 1, 2 or 3 for left, down, right and up. `mate` of an end is the
 * track's other end. Laying a tile joins ends in constant time, and a track that meets its own mate
 * is a loop. Former ends keep their old mates, so taking tiles back in reverse order restores
 * everything without a record (the idea of Knuth's dancing links).
 *
 * Settings: variant=unlimited|8x8|loop, nomove=modern|classic.
 */
#ifndef DAMERO_TRAX_H
#define DAMERO_TRAX_H

#include "games/game.h"

enum {
    TRAX_STRIDE = 90,
    TRAX_CELLS = 8192,
    TRAX_MASK = TRAX_CELLS - 1,
    TRAX_SIDE_MAX = 88,    /* rows or columns of tiles; two less than TRAX_STRIDE */
    TRAX_TILES_MAX = 1024, /* a turn may exceed this, but is the last one then */
    TRAX_SMALL_SIDE = 8,   /* side of the 8x8 variant, and the shortest line */
    TRAX_START = TRAX_CELLS / 2,

    /* Sides of a tile, as bits of its number. */
    TRAX_LEFT = 1,
    TRAX_DOWN = 2,
    TRAX_RIGHT = 4,
    TRAX_UP = 8,

    /* t connected tiles have at most 2t + 2 adjacent spaces, and at most three tiles fit each. */
    TRAX_MOVES_MAX = 3 * (2 * TRAX_TILES_MAX + 2),

    TRAX_WHITE = 0,
    TRAX_BLACK = 1,
};

typedef enum trax_variant { TRAX_UNLIMITED, TRAX_8X8, TRAX_LOOP } trax_variant;
typedef enum trax_nomove { TRAX_MODERN, TRAX_CLASSIC } trax_nomove;

typedef struct trax_rules {
    game_rules rules; /* first, so that a pointer to one is a pointer to the other */
    trax_variant variant;
    trax_nomove nomove;
} trax_rules;

/* A turn in the hot functions: cell * 16 + tile; 0 is none. */
typedef uint32_t trax_move;

static inline trax_move trax_move_at(unsigned cell, unsigned tile) { return cell << 4 | tile; }
static inline unsigned trax_move_cell(trax_move m) { return m >> 4; }
static inline unsigned trax_move_tile(trax_move m) { return m & 15; }

/* What a turn changes besides the tiles, which are in `laid`: a copy of it can take a turn back. */
typedef struct trax_undo {
    uint16_t tiles;         /* laid so far */
    uint16_t last_turn;     /* index in `laid` of the last turn's first tile */
    uint16_t corner;        /* the top left cell of the box around all tiles */
    uint16_t width, height; /* of that box */
    uint8_t mover;          /* the seat on turn */
    uint8_t loops, lines;   /* completed: bit 0 by White, bit 1 by Black */
    uint8_t unused[3];
    uint64_t hash; /* of tiles by cell; trax_hash is the one that is independent of drift */
} trax_undo;

/* `edges` of a cell: the sides on which a neighbour's track leads into it, white ones in the low
 * four bits, black ones in the high four. A tile's cell keeps its edges from when it was laid. The
 * *frontier* is the set of empty cells with an edge, in no particular order. */
typedef struct trax_position {
    union {
        trax_undo state;
        struct {
            uint16_t tiles, last_turn, corner, width, height;
            uint8_t mover, loops, lines, unused[3];
            uint64_t hash;
        };
    };
    uint16_t frontier_count; /* entries of `frontier` */
    uint8_t tile[TRAX_CELLS];
    uint8_t edges[TRAX_CELLS];
    uint16_t slot[TRAX_CELLS];     /* the index of a frontier cell in `frontier` */
    uint16_t mate[4 * TRAX_CELLS]; /* the other end of the track with this end */
    uint16_t frontier[TRAX_CELLS];
    uint16_t laid[TRAX_CELLS]; /* the cells of all tiles, in the order they were laid */
} trax_position;

extern const game trax_game;

static inline const trax_rules *trax_rules_of(const game_rules *r) { return (const trax_rules *)r; }

/* Row and column of a cell as the notation counts them: the box starts at row 1 and column 1; the
 * spaces around it are in row and column 0, and height + 1 and width + 1. Undefined further out. */
typedef struct trax_label {
    int row, column;
} trax_label;

static inline trax_label trax_label_of(const trax_position *p, unsigned cell) {
    unsigned from = (cell - p->corner + TRAX_STRIDE + 1) & TRAX_MASK;
    return (trax_label){(int)(from / TRAX_STRIDE), (int)(from % TRAX_STRIDE)};
}

static inline unsigned trax_cell_at(const trax_position *p, trax_label at) {
    return (unsigned)(p->corner + (at.row - 1) * TRAX_STRIDE + at.column - 1) & TRAX_MASK;
}

/* A contract move is (row * 128 + column) * 16 + tile with the row and column of the label, so that
 * equal positions have equal moves wherever they have drifted to. */
static inline game_move trax_to_contract(const trax_position *p, trax_move m) {
    trax_label at = trax_label_of(p, trax_move_cell(m));
    return (game_move)((at.row * 128 + at.column) * 16) | trax_move_tile(m);
}

static inline trax_move trax_from_contract(const trax_position *p, game_move m) {
    trax_label at = {(int)(m >> 11), (int)(m >> 4 & 127)};
    return trax_move_at(trax_cell_at(p, at), (unsigned)(m & 15));
}

/* The winner by loops and lines: a seat or GAME_NOBODY. If both completed one, the last mover. */
static inline int trax_winner(const trax_position *p) {
    unsigned completed = p->loops | p->lines;
    if (completed == 0) return GAME_NOBODY;
    if (completed == 3) return p->mover ^ 1;
    return completed == 1 ? TRAX_WHITE : TRAX_BLACK;
}

/* The cells of the loop or line that won, in order; returns how many. 0 if the last turn completed
 * neither. */
int trax_winning_track(const trax_position *, uint16_t cells[TRAX_CELLS]);

/* Whether the board's capacity allows another turn. */
static inline bool trax_has_capacity(const trax_position *p) {
    return p->tiles < TRAX_TILES_MAX && p->width < TRAX_SIDE_MAX && p->height < TRAX_SIDE_MAX;
}

/* Whether a loop or line is complete or the board's capacity is reached. Does not check for legal
 * moves, whose lack can end a game of 8x8. */
static inline bool trax_decided(const trax_position *p) {
    return (p->loops | p->lines) != 0 || !trax_has_capacity(p);
}

/* Whether the game is over for any reason. */
bool trax_over(const trax_rules *, const trax_position *);

/* A hash of the board, independent of translation, and of the seat on turn; a pass over all tiles.
 */
uint64_t trax_hash(const trax_position *);

#endif
