/* engines/dots - plays Dots and Boxes on grids of any size. Start reading with field.h.
 *
 *   field     what is left to play, for search: lines, boxes, captures in closed form
 *   moves     the moves of a quiet field: safe lines, and chains and loops to open
 *   captures  which line to draw when boxes can be taken
 *   endgame   values of captures and of chains and loops alone, shared with the solver
 *   playout   draws the safe lines at random, then plays the ending
 *   deepen    iterative deepening, exact if it reaches the end of the game
 *   exact     proven values: by the solver, or by deepening beyond 64 lines
 *   mcts      Monte-Carlo tree search for fields that are too large to be solved
 *   decide    chooses between these methods
 *   levels    how a beginner, a club player and a master choose
 *   engine    the engine under the contract of engines/engine.h
 *   solver/   exact values of positions with at most 64 open lines; knows nothing of the above
 *
 * A field. Values are boxes still to come, those of the player to move minus the opponent's; they
 * depend only on the open lines, not on who moves or on the score. A field is *quiet* if every box
 * left has at least two open lines. When boxes can be taken only two plans can be best: take all k
 * boxes and move in the quiet field S that is left, which is worth V to the player to move there;
 * or leave the last h (2 of an open chain, 4 of a loop) and hand over the turn. So a capture does
 * not branch: it is worth k - h + |V + h|, or k + V if nothing can be handed over (h = 0).
 *
 * Layout: boxes are cells of a grid with a border of ground around it, `stride` = columns + 2 cells
 * per row. A cell holds its open sides in four bits, so that a walk along a chain looks up the next
 * side. Ground holds DOTS_GROUND_SIDES, whose degree is large, so it needs no test of its own.
 */
#ifndef DAMERO_DOTS_FIELD_H
#define DAMERO_DOTS_FIELD_H

#include <stddef.h>
#include <string.h>

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

/* Tables for a grid, the same for all its positions. Made once, then read only. */
typedef struct dots_map {
    const dots_rules *rules;
    int stride, cells;
    int step[4];                           /* to the neighbour on a side */
    uint16_t cell[DOTS_LINES_MAX][2];      /* above and below, or left and right of a line */
    uint8_t side[DOTS_LINES_MAX];          /* the side of cell[0] that the line is on */
    uint16_t line_at[DOTS_CELLS_MAX][4];   /* the line on a side of a cell */
    uint16_t twin[DOTS_LINES_MAX];         /* the other outer line of a corner box, or itself */
    uint16_t centre_first[DOTS_LINES_MAX]; /* lines from the centre of the grid outwards */
    uint64_t key[DOTS_LINES_MAX];          /* Zobrist */
} dots_map;

typedef struct dots_field {
    uint64_t open[DOTS_LINE_WORDS];
    uint64_t hash;                 /* of the open lines */
    uint16_t lines, boxes;         /* numbers left */
    uint8_t sides[DOTS_CELLS_MAX]; /* open sides; none for a box that has been taken */
} dots_field;

/* What can be captured. */
typedef struct dots_haul {
    int boxes;     /* k */
    int hand_over; /* h: 0, 2 or 4 */
} dots_haul;

/* Copies a field; only what this grid uses, as most are much smaller than the largest. */
static inline void dots_field_copy(const dots_map *m, dots_field *to, const dots_field *from) {
    memcpy(to, from, offsetof(dots_field, sides) + (size_t)m->cells);
}

void dots_map_make(dots_map *, const dots_rules *);

/* The open lines of a position. The two outer lines of a corner are equivalent, so the one with the
 * lower number counts as drawn first; dots_field_line maps a line of the field to the position's.
 */
void dots_field_set(const dots_map *, dots_field *, const dots_position *);
int dots_field_line(const dots_map *, const dots_position *, int line);

/* The number of open sides of a cell; large for ground. */
static inline int dots_degree(uint8_t sides) {
    return sides & DOTS_GROUND_SIDES ? 9 : bits_count(sides);
}

static inline bool dots_is_open(const dots_field *f, int line) {
    return bits_has(f->open, (size_t)line);
}

/* Whether drawing the line in a quiet field gives nothing away. */
static inline bool dots_is_safe(const dots_map *m, const dots_field *f, int line) {
    const uint16_t *c = m->cell[line];
    return dots_degree(f->sides[c[0]]) >= 3 && dots_degree(f->sides[c[1]]) >= 3;
}

/* Draws an open line and returns the boxes it completes. */
int dots_field_draw(const dots_map *, dots_field *, int line);

/* In a quiet field: draws a line, then takes everything that can be taken, so that the field is
 * quiet again. */
dots_haul dots_field_open(const dots_map *, dots_field *, int line);

/* In any field: takes everything that can be taken, which leaves a quiet field. */
dots_haul dots_field_take(const dots_map *, dots_field *);

/* Value for the player who takes; `left` is the value of the rest for the player to move there. */
static inline int dots_haul_value(dots_haul h, int left) {
    return dots_taking_value(h.boxes, h.hand_over, left);
}

#endif
