/* games/damas - the rules of Spanish draughts and of its relatives on 64 squares.
 *
 * One generator plays them all: a variant is a set of flags. Three profiles say how captures bind:
 *
 *   official  capture is obligatory, as the variant orders
 *   huff      capture is free; who moves instead of capturing may lose a piece that should have
 *             captured: the opponent may take it off before moving (one piece, once)
 *   lab       as the laboratory board plays: capture is free, a man's capture may stop after any
 *             jump, a king captures one leg at a time and may then go on
 *
 * Reading order: board.h (squares), this file (positions and moves), moves.h (the generator),
 * position.c (playing, draws), endings.h (draws of single endings), notation.h, picture.h; damas.c
 * binds them to the contract.
 */
#ifndef DAMERO_DAMAS_H
#define DAMERO_DAMAS_H

#include "games/damas/board.h"
#include "games/damas/endings.h"
#include "games/game.h"

/* What makes a variant. */
enum {
    DAMAS_FLYING = 1 << 0,       /* kings slide and capture from afar */
    DAMAS_BACKWARD = 1 << 1,     /* men capture backward too */
    DAMAS_SPARES_KINGS = 1 << 2, /* men may not capture kings */
    DAMAS_CROWNS_ON = 1 << 3,    /* a man crowned in mid-capture goes on as a king */
    DAMAS_QUANTITY = 1 << 4,     /* of all captures only those of most pieces; then ... */
    DAMAS_KING_FIRST = 1 << 5,   /* those made by a king; then ... */
    DAMAS_QUALITY = 1 << 6,      /* those of most kings; then ... */
    DAMAS_EARLY_KING = 1 << 7,   /* those that meet their kings first */
    DAMAS_SPANISH_FLAGS = DAMAS_FLYING | DAMAS_QUANTITY | DAMAS_QUALITY,
};

typedef enum damas_profile { DAMAS_OFFICIAL, DAMAS_HUFF, DAMAS_LAB } damas_profile;

typedef struct damas_variant {
    const char *name;
    const char *game_type; /* PDN's */
    unsigned flags;        /* DAMAS_FLYING ... */
    bool algebraic;        /* squares are called a1..h8, not 1..32 */
    bool mirrored;         /* the corner at the first player's left is a playing square */
    bool from_top;         /* 1 is the upper left square, not the lower right one */
    bool black_first;      /* side 0 is called Black */
    uint8_t repetition;    /* the time a position must come up to draw; 0: the third */
    uint8_t quiet;         /* moves of each side without progress that draw; 0: no such rule */
    uint8_t river;         /* moves that three kings have against one; 0: no such rule */
    bool river_at_once;    /* from when they stand against it, not from when they hold the river */
    const char *endings;   /* the table of its single endings (endings.h); NULL: none */
} damas_variant;

typedef struct damas_rules {
    game_rules rules; /* first, so that a pointer to one is a pointer to the other */
    const damas_variant *variant;
    damas_profile profile;
    unsigned flags;  /* the variant's; without any choice among captures where capture is free */
    int repetition;  /* the time a position must come up to draw; 0: never */
    int quiet_plies; /* plies without capture or man's move that draw; 0: never */
    bool quiet_few;  /* they count only where each side has a king and at most four pieces */
    int river;       /* moves that three kings holding the river have against one; 0: no limit */
    damas_set held;  /* the squares one of which they must be on to be counted: the river, or all */
    const damas_endings *endings; /* NULL: none are counted */
} damas_rules;

typedef enum damas_end {
    DAMAS_GOES_ON,
    DAMAS_NO_PIECES,
    DAMAS_BLOCKED,
    DAMAS_REPEATED,
    DAMAS_QUIET,
    DAMAS_RIVER_HELD,
    DAMAS_ENDING_OVER,
} damas_end;

enum { DAMAS_KEYS = 256 }; /* keys of earlier positions that are kept: a power of two */

/* A position is a plain value. Repetition is seen as far back as `keys` goes. */
typedef struct damas_position {
    damas_board board;
    uint64_t key;       /* of board, side and what may be huffed */
    damas_set huffable; /* pieces of the other side that the side on turn may take off */
    uint8_t side;       /* on turn: 0 or 1 */
    uint8_t end;        /* a damas_end */
    uint8_t leg;        /* lab: 1 + bit of the king that must capture again; 0: none */
    uint8_t river;      /* 1 + moves of three kings since they first held the river; 0: not yet */
    uint16_t quiet;     /* plies since the last capture or man's move, as far as they count */
    uint16_t calm;      /* plies since the last capture or man's move or huff, all of them */
    uint8_t ending[DAMAS_ENDINGS]; /* plies of each of the rules' single endings */
    uint32_t ply;                  /* keys[(ply - i) % DAMAS_KEYS] is the key i plies ago, i >= 1 */
    uint64_t keys[DAMAS_KEYS];
} damas_position;

typedef struct damas_undo {
    damas_board board;
    uint64_t key, lost_key;
    damas_set huffable;
    uint16_t quiet, calm;
    uint8_t side, end, leg, river;
    uint8_t ending[DAMAS_ENDINGS];
} damas_undo;

/* A move holds its squares and the set it captures, so that equal moves are equal numbers:
 * bits 0-5 from, 6-11 to, 12-47 captured; a huff takes off its `from`. */
typedef game_move damas_move;
#define DAMAS_MOVE_HUFF    (UINT64_C(1) << 48)
#define DAMAS_MOVE_GOES_ON (UINT64_C(1) << 49) /* lab: the king keeps the turn to capture again */
#define DAMAS_MOVE_CROWNED (UINT64_C(1) << 50) /* a man crowned on the way, wherever it ends */

DAMAS_INLINE damas_move damas_move_of(int from, int to, damas_set captured) {
    return (damas_move)from | (damas_move)to << 6 | captured << 12;
}
DAMAS_INLINE int damas_from(damas_move m) { return (int)(m & 63); }
DAMAS_INLINE int damas_to(damas_move m) { return (int)(m >> 6 & 63); }
DAMAS_INLINE damas_set damas_captured(damas_move m) { return m >> 12 & DAMAS_ALL; }

extern const game damas_game;
extern const damas_variant damas_variants[];

DAMAS_INLINE const damas_rules *damas_rules_of(const game_rules *r) {
    return (const damas_rules *)r;
}
DAMAS_INLINE const damas_position *damas_seen(const game_position *p) {
    return (const damas_position *)(const void *)p;
}

/* Moves a piece of `side` and takes off what it captures; a man that ends on the last row, or
 * was crowned on the way, is a king. The one place where a board changes. */
DAMAS_INLINE void damas_board_play(damas_board *b, int side, damas_move m) {
    damas_set from = damas_one(damas_from(m)), to = damas_one(damas_to(m));
    damas_set left = ~damas_captured(m);
    b->man[side ^ 1] &= left;
    b->king[side ^ 1] &= left;
    if (b->king[side] & from) {
        b->king[side] = (b->king[side] & ~from) | to; /* a capture may end where it began */
    } else {
        damas_set on_the_way = 0 - (m >> 50 & 1);
        damas_set crowned = to & (damas_crown_row(side) | on_the_way);
        b->man[side] = (b->man[side] & ~from) | (to & ~crowned);
        b->king[side] |= crowned;
    }
}

uint64_t damas_key(const damas_board *, int side, damas_set huffable);

void damas_start(const damas_rules *, damas_position *);

/* The side that has three kings against one, nothing else being on the board; -1: none. */
static inline int damas_three_kings(const damas_board *b) {
    if (b->man[0] | b->man[1]) return -1;
    int first = bits_count(b->king[0]), second = bits_count(b->king[1]);
    return first == 3 && second == 1 ? 0 : first == 1 && second == 3 ? 1 : -1;
}

/* The count of the river on this board, which was `river` before `mover` came to it (-1: nobody has
 * moved). */
static inline uint8_t damas_river_after(const damas_rules *r, const damas_board *b, uint8_t river,
                                        int mover) {
    int strong = damas_three_kings(b);
    if (strong < 0) return 0;
    if (river) return (uint8_t)(river + (strong == mover && river < UINT8_MAX));
    return (b->king[strong] & r->held) != 0;
}

/* Whether plies without progress count on this board. */
static inline bool damas_quiet_counts(const damas_rules *r, const damas_board *b) {
    if (!r->quiet_few) return true;
    for (int side = 0; side < 2; side++)
        if (!b->king[side] || bits_count(damas_of(b, side)) > 4) return false;
    return true;
}

/* The counts of draws as in the struct. */
typedef struct damas_counts {
    int quiet, river;
    uint8_t ending[DAMAS_ENDINGS];
} damas_counts;

/* A position without a past from a board; what its counts say of boards of another kind than this
 * one is left out (NULL: they begin here). */
void damas_set_up(const damas_rules *, damas_position *, const damas_board *, int side,
                  damas_set huffable, const damas_counts *);

/* Gives a position just set up the past of one that has come up that many times. */
void damas_repeat(const damas_rules *, damas_position *, int times);

void damas_play(const damas_rules *, damas_position *, damas_move, damas_undo *);
void damas_take_back(damas_position *, const damas_undo *);

/* How often the position has come up, this time included. */
int damas_times(const damas_position *);

#endif
