/* engines/dots - plays Dots and Boxes on grids of any size. field.h is where the reading begins.
 *
 *   field     what is still to be played, for search: lines, boxes, captures in closed form
 *   chains    its chains, loops, joints and safe lines; the value of chains and loops alone
 *   taking    which line to draw where boxes can be taken
 *   playout   the safe lines drawn at random, then the ending
 *   memo      the transposition table of the next
 *   deepen    iterative deepening, exact where it reaches the end
 *   exact     the way to a proven value: the solver (graph.h, solver.h), or deepen beyond 64 lines
 *   tree      Monte-Carlo tree search for what is too deep to be solved
 *   mind      decides between them
 *   level     how a beginner, a club player, a master choose
 *   player    the engine: all of them under the contract
 *
 * A field. Values are boxes still to come, the mover's minus the other's; they depend on the open
 * lines alone, not on who moves and not on the score. A field is *quiet* when every box left has
 * two open lines or more. Where boxes can be taken only two ways can be best: take all k boxes and
 * move in the quiet field S that is left, worth V to its mover, or leave the last h (2 of an open
 * chain, 4 of a loop) and hand the turn over. So a capture does not branch: it is worth
 * k - h + |V + h|, or k + V where nothing can be handed over (h = 0).
 *
 * Layout: boxes are cells of a grid with a border of ground around it, `stride` = columns + 2 cells
 * a row. A cell holds its open sides in four bits, so a chain is walked by table; ground holds
 * DOTS_GROUND_SIDES, whose degree is large, so that it needs no test of its own.
 */
#ifndef DAMERO_DOTS_FIELD_H
#define DAMERO_DOTS_FIELD_H

#include "engines/dots/endgame.h"
#include "games/dots/dots.h"

enum {
    DOTS_CELLS_MAX = (DOTS_SIDE_MAX + 2) * (DOTS_SIDE_MAX + 2),
    DOTS_CELL_WORDS = (DOTS_CELLS_MAX + 63) / 64,
    DOTS_GROUND_SIDES = 16,
    DOTS_NO_LINE = 0xffff,
    DOTS_TOP = 0, /* sides; the opposite one is 3 - side */
    DOTS_LEFT = 1,
    DOTS_RIGHT = 2,
    DOTS_BOTTOM = 3,
};

/* The grid, the same for all its positions. Made once, read only. */
typedef struct dots_map {
    const dots_rules *rules;
    int stride, cells;
    int step[4];                           /* to the neighbour on a side */
    uint16_t cell[DOTS_LINES_MAX][2];      /* above and below, or left and right of a line */
    uint8_t side[DOTS_LINES_MAX];          /* of cell[0] on which the line is */
    uint16_t line_at[DOTS_CELLS_MAX][4];   /* the line on a side of a cell */
    uint16_t twin[DOTS_LINES_MAX];         /* the other outer line of a corner box, or itself */
    uint16_t centre_first[DOTS_LINES_MAX]; /* the lines from the centre of the grid outwards */
    uint64_t key[DOTS_LINES_MAX];          /* Zobrist */
} dots_map;

typedef struct dots_field {
    uint64_t open[DOTS_LINE_WORDS];
    uint64_t hash;                 /* of the open lines */
    uint16_t lines, boxes;         /* how many are left */
    uint8_t sides[DOTS_CELLS_MAX]; /* a box that is taken has none */
} dots_field;

/* What a capture comes to. */
typedef struct dots_haul {
    int boxes;     /* k */
    int hand_over; /* h: 0, 2 or 4 */
} dots_haul;

void dots_map_make(dots_map *, const dots_rules *);

/* The open lines of a position. Of the outer lines of a corner, which play alike, the lower number
 * counts as drawn first; dots_field_line turns a line of the field into one of the position. */
void dots_field_set(const dots_map *, dots_field *, const dots_position *);
int dots_field_line(const dots_map *, const dots_position *, int line);

/* Open sides of a cell; of ground, many. */
static inline int dots_degree(uint8_t sides) {
    return sides & DOTS_GROUND_SIDES ? 9 : bits_count(sides);
}

static inline bool dots_is_open(const dots_field *f, int line) {
    return bits_has(f->open, (size_t)line);
}

/* Drawing it gives nothing away, in a quiet field. */
static inline bool dots_is_safe(const dots_map *m, const dots_field *f, int line) {
    const uint16_t *c = m->cell[line];
    return dots_degree(f->sides[c[0]]) >= 3 && dots_degree(f->sides[c[1]]) >= 3;
}

/* Draws an open line and counts the boxes it completes. */
int dots_field_draw(const dots_map *, dots_field *, int line);

/* In a quiet field: draws a line, then takes all that can be taken. The field is quiet again. */
dots_haul dots_field_open(const dots_map *, dots_field *, int line);

/* In any field: what can be taken; the field becomes the quiet one that is left. */
dots_haul dots_field_take(const dots_map *, dots_field *);

/* The value to the one who takes, from the value of what is left to its mover. */
static inline int dots_haul_value(dots_haul h, int left) {
    return dots_taking_value(h.boxes, h.hand_over, left);
}

#endif
