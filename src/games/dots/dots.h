/* games/dots - the rules of Dots and Boxes.
 *
 * A grid of R x C boxes has (R + 1) x C horizontal and R x (C + 1) vertical lines. They are
 * numbered in rows from the top, left to right: horizontal row 0, vertical row 0, horizontal row 1
 * and so on. With C = 3:
 *
 *     +--0--+--1--+--2--+
 *     3     4     5     6        the lines of a box are its top line
 *     +--7--+--8--+--9--+        plus 0, C, C + 1 and 2C + 1
 *     10    11    12    13
 *
 * so one mask, shifted to the top line's number, tests any box on grids of up to 31 columns; on
 * wider ones the bottom line is tested separately. The drawn lines are a bit set; on a grid of at
 * most 64 lines (5x5 boxes have 60) all of them are in its first word, and a solver can work on
 * that word alone.
 *
 * Settings: size=ROWSxCOLUMNS, border=free|icelandic|swedish, pass=off|on.
 */
#ifndef DAMERO_DOTS_H
#define DAMERO_DOTS_H

#include "base/bits.h"
#include "games/game.h"

enum {
    DOTS_SIDE_MAX = 34, /* 35 dots a side: as many as one character can count, 1 to 9 and a to z */
    DOTS_LINES_MAX = 2 * DOTS_SIDE_MAX * (DOTS_SIDE_MAX + 1),
    DOTS_LINE_WORDS = (DOTS_LINES_MAX + 63) / 64,
    DOTS_BOXES_MAX = DOTS_SIDE_MAX * DOTS_SIDE_MAX,
    DOTS_BOX_WORDS = (DOTS_BOXES_MAX + 63) / 64,
    DOTS_NO_BOX = DOTS_BOXES_MAX, /* box sets have room for it */
};

typedef enum dots_border { DOTS_FREE, DOTS_ICELANDIC, DOTS_SWEDISH } dots_border;

/* The boxes on the two sides of a line (above and below, or left and right) and their top lines. At
 * the edge of the grid one of them is DOTS_NO_BOX, whose top line is one of the spare bits after
 * the last line. These are never drawn, so it is never complete and needs no test of its own.
 */
typedef struct dots_sides {
    uint16_t box[2], top[2];
} dots_sides;

typedef struct dots_rules {
    game_rules rules; /* first, so that a pointer to one is a pointer to the other */
    int rows, columns, lines, boxes;
    bool pass;
    bool wide;                        /* the mask lacks the bottom line, at 2C + 1 */
    uint64_t box_mask;                /* the lines of a box, relative to its top line */
    uint64_t border[DOTS_LINE_WORDS]; /* lines drawn before the game starts */
    dots_sides sides[DOTS_LINES_MAX];
} dots_rules;

typedef struct dots_position {
    uint64_t lines[DOTS_LINE_WORDS + 1]; /* drawn; dots_window reads one spare word */
    uint64_t won[2][DOTS_BOX_WORDS];     /* boxes of each seat, row by row from the top */
    uint16_t score[2];                   /* number of boxes of each seat */
    uint8_t mover;                       /* the seat on turn: 0 or 1 */
    uint8_t passes;                      /* consecutive passes; two end the game */
    uint16_t open;                       /* number of lines not drawn yet */
} dots_position;

typedef struct dots_undo {
    uint8_t mover, passes;
} dots_undo;

extern const game dots_game;

static inline const dots_rules *dots_rules_of(const game_rules *r) { return (const dots_rules *)r; }

/* A contract move is a line's number plus one, or the pass. */
enum { DOTS_PASS = DOTS_LINES_MAX + 1 };
static inline game_move dots_move_of(int line) { return (game_move)line + 1; }
static inline int dots_line_of(game_move move) { return (int)move - 1; }

void dots_start(const dots_rules *, dots_position *);

static inline bool dots_drawn(const dots_position *p, int line) {
    return bits_has(p->lines, (size_t)line);
}

static inline bool dots_over(const dots_position *p) { return p->open == 0 || p->passes == 2; }

/* The 64 lines from `first` on as one word. */
static inline uint64_t dots_window(const dots_position *p, unsigned first) {
    unsigned word = first / 64, shift = first % 64;
    return p->lines[word] >> shift | p->lines[word + 1] << 1 << (63 - shift);
}

/* Whether the box with that top line has all four lines. */
static inline bool dots_box_done(const dots_rules *r, const dots_position *p, unsigned top) {
    bool done = (dots_window(p, top) & r->box_mask) == r->box_mask;
    if (r->wide) done = done && bits_has(p->lines, top + 2u * (unsigned)r->columns + 1);
    return done;
}

/* Draws an open line: boxes that it completes go to the mover, who then keeps the turn. Returns how
 * many. Branch-free, because whether a line completes a box is unpredictable. */
static inline int dots_draw(const dots_rules *r, dots_position *p, int line) {
    const dots_sides *s = &r->sides[line];
    uint64_t *won = p->won[p->mover];
    bits_add(p->lines, (size_t)line);
    uint64_t first = dots_box_done(r, p, s->top[0]), second = dots_box_done(r, p, s->top[1]);
    won[s->box[0] / 64] |= first << (s->box[0] % 64);
    won[s->box[1] / 64] |= second << (s->box[1] % 64);
    int completed = (int)(first + second);
    p->score[p->mover] = (uint16_t)(p->score[p->mover] + completed);
    p->mover ^= completed == 0;
    p->passes = 0;
    p->open--;
    return completed;
}

/* On a grid of at most 64 lines: the boxes that drawing `line` completes if `lines` are drawn. */
static inline int dots_completes(const dots_rules *r, uint64_t lines, int line) {
    const dots_sides *s = &r->sides[line];
    uint64_t open = ~(lines | UINT64_C(1) << line);
    return (s->box[0] != DOTS_NO_BOX && (open & r->box_mask << s->top[0]) == 0) +
           (s->box[1] != DOTS_NO_BOX && (open & r->box_mask << s->top[1]) == 0);
}

/* Draws random open lines until the game is over; returns their number. */
int dots_play_out(const dots_rules *, dots_position *, random_source *);

/* The dots at a line's ends: columns from the left and rows from the bottom, counted from 1. */
typedef struct dots_ends {
    int x1, y1, x2, y2;
} dots_ends;

dots_ends dots_line_ends(const dots_rules *, int line);

/* The line between two dots, or -1 if they are not neighbours on this grid. */
int dots_line_between(const dots_rules *, dots_ends);

#endif
