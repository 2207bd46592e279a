/* games/damas - the rules of Spanish draughts and of related variants on 64 squares.
 *
 * One move generator serves them all: a variant is a set of flags. Three profiles say whether
 * capture is compulsory:
 *
 *   official  capture is compulsory, by the rules of the variant
 *   huff      capture is optional; a player who moves instead of capturing may lose a piece that
 *             should have captured: the opponent may remove it before moving (one piece, once)
 *   lab       as the laboratory board plays: capture is optional, a man's capture may stop after
 *             any jump, a king captures all on its straight way and may then go on to either side
 *
 * Reading order: board.h (squares), this file (positions and moves), moves.h and captures.h (the
 * generator), position.c (playing, draws), endings.h (move limits in certain endings), notation.h,
 * picture.h; damas.c implements the contract.
 */
#ifndef DAMERO_DAMAS_H
#define DAMERO_DAMAS_H

#include "games/damas/board.h"
#include "games/damas/endings.h"
#include "games/game.h"

/* The flags of a variant. */
enum {
    DAMAS_FLYING = 1 << 0,       /* kings slide and capture from a distance */
    DAMAS_BACKWARD = 1 << 1,     /* men capture backward too */
    DAMAS_SPARES_KINGS = 1 << 2, /* men may not capture kings */
    DAMAS_CROWNS_ON = 1 << 3,    /* a man crowned during a capture goes on as a king */
    DAMAS_QUANTITY = 1 << 4,     /* only the captures of most pieces are legal; of these ... */
    DAMAS_KING_FIRST = 1 << 5,   /* those made by a king; of these ... */
    DAMAS_QUALITY = 1 << 6,      /* those of most kings; of these ... */
    DAMAS_EARLY_KING = 1 << 7,   /* those that capture their kings earliest */
    DAMAS_SPANISH_FLAGS = DAMAS_FLYING | DAMAS_QUANTITY | DAMAS_QUALITY,
};

typedef enum damas_profile { DAMAS_OFFICIAL, DAMAS_HUFF, DAMAS_LAB } damas_profile;

typedef struct damas_variant {
    const char *name;
    const char *game_type; /* PDN's */
    unsigned flags;        /* DAMAS_FLYING ... */
    bool algebraic;        /* squares are named a1..h8, not 1..32 */
    bool mirrored;         /* the first player's left corner is a playing square */
    bool from_top;         /* square 1 is the upper left one, not the lower right one */
    bool black_first;      /* side 0 is called Black */
    uint8_t repetition;    /* occurrences of a position that draw; 0: three */
    uint8_t quiet;         /* moves of each side without progress that draw; 0: no such rule */
    uint8_t river;         /* moves that three kings have to beat one; 0: no such rule */
    bool river_at_once;    /* counted at once, not only after they hold the river */
    const char *endings;   /* name of its table of limited endings (endings.h); NULL: none */
} damas_variant;

typedef struct damas_rules {
    game_rules rules; /* first, so that a pointer to one is a pointer to the other */
    const damas_variant *variant;
    damas_profile profile;
    unsigned flags;  /* the variant's; without those that rank captures if capture is optional */
    int repetition;  /* occurrences of a position that draw; 0: never */
    int quiet_plies; /* plies without capture or man's move that draw; 0: never */
    bool touch;      /* a piece that was touched and can move must move */
    bool quiet_few;  /* those plies count only if each side has a king and at most four pieces */
    int river;       /* moves that three kings holding the river have to beat one; 0: no limit */
    damas_set held;  /* squares one of which they must occupy for the count to start */
    const damas_endings *endings; /* NULL: no limited endings */
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

enum { DAMAS_KEYS = 256 }; /* keys of earlier positions kept, a power of two */

/* A position is a plain value. Repetitions are found as far back as `keys` goes. */
typedef struct damas_position {
    damas_board board;
    uint64_t key;       /* of board, side and huffable pieces */
    damas_set huffable; /* pieces of the other side that the side to move may huff */
    uint8_t side;       /* the side to move, 0 or 1 */
    uint8_t end;        /* a damas_end */
    uint8_t leg;        /* lab: 1 + bit of the king that must capture again; 0: none */
    uint8_t touched;    /* 1 + bit of the piece that was touched and must move; 0: none */
    uint8_t river;      /* 1 + moves of three kings since they first held the river; 0: not yet */
    uint16_t quiet;     /* plies since the last capture or man's move that count for a draw */
    uint16_t calm;      /* all plies since the last capture, man's move or huff */
    uint8_t ending[DAMAS_ENDINGS]; /* plies in each of the rules' limited endings */
    uint32_t ply;                  /* keys[(ply - i) % DAMAS_KEYS] is the key i plies ago, i >= 1 */
    uint64_t keys[DAMAS_KEYS];
} damas_position;

typedef struct damas_undo {
    damas_board board;
    uint64_t key, lost_key;
    damas_set huffable;
    uint16_t quiet, calm;
    uint8_t side, end, leg, river, touched;
    bool was_touch; /* the move only touched a piece */
    uint8_t ending[DAMAS_ENDINGS];
} damas_undo;

/* A move holds its squares and the set it captures, so that equal moves are equal numbers:
 * bits 0-5 from, 6-11 to, 12-47 captured. A huff removes the piece on `from`. */
typedef game_move damas_move;
#define DAMAS_MOVE_HUFF    (UINT64_C(1) << 48)
#define DAMAS_MOVE_GOES_ON (UINT64_C(1) << 49) /* lab: the king keeps the turn to capture again */
#define DAMAS_MOVE_TOUCH   (UINT64_C(1) << 51) /* touches the piece on `from`; the turn stays */
#define DAMAS_MOVE_CROWNED (UINT64_C(1) << 50) /* a man crowned during the capture */

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

/* Moves a piece of `side` and removes what it captures; a man that ends on the last row, or was
 * crowned on the way, becomes a king. The only place where a board changes. */
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

/* The side with three kings against one, if there are no other pieces; -1: none. */
static inline int damas_three_kings(const damas_board *b) {
    if (b->man[0] | b->man[1]) return -1;
    int first = bits_count(b->king[0]), second = bits_count(b->king[1]);
    return first == 3 && second == 1 ? 0 : first == 1 && second == 3 ? 1 : -1;
}

/* The river count of this board, if it was `river` before `mover` moved (-1: nobody moved). */
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

/* The counts towards a draw, as in damas_position. */
typedef struct damas_counts {
    int quiet, river;
    uint8_t ending[DAMAS_ENDINGS];
} damas_counts;

/* A position without a history from a board. Counts that do not apply to this board are ignored
 * (NULL: they start here). */
void damas_set_up(const damas_rules *, damas_position *, const damas_board *, int side,
                  damas_set huffable, const damas_counts *);

/* Gives a position just set up the history of one that has occurred that many times. */
void damas_repeat(const damas_rules *, damas_position *, int times);

void damas_play(const damas_rules *, damas_position *, damas_move, damas_undo *);
void damas_take_back(damas_position *, const damas_undo *);

/* How often the position has occurred, including this time. */
int damas_times(const damas_position *);

#endif
