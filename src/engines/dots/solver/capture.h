/* dots capture - what happens where boxes can be taken.
 *
 * Where a box has one open line left, only two lines of play can be best: take everything and move
 * on, or take all but two boxes (of an open chain) or four (of a closed loop) and hand the turn
 * over. With k boxes to take, S the quiet position that is left and V its value to its mover, the
 * value of the position is k - h + |V + h|, where h = 2 or 4 is the price of handing over, and
 * k + V where no hand-over is possible (h = 0). So a capture never branches: it leads to one S.
 *
 * A position is quiet when every box that is left has two open lines or more.
 */
#ifndef DAMERO_DOTS_CAPTURE_H
#define DAMERO_DOTS_CAPTURE_H

#include "engines/dots/endgame.h"
#include "engines/dots/solver/graph.h"

/* A quiet position: the open lines, and the inner boxes by the number of their open lines. */
typedef struct dots_quiet {
    uint64_t open;
    uint64_t two, three, four;
} dots_quiet;

typedef struct dots_capture {
    int boxes;     /* k: how many can be taken in one go */
    int handover;  /* h: 0, 2 or 4 */
    uint64_t left; /* the open lines when all are taken */
} dots_capture;

/* Takes everything that can be taken where the lines of `open` are open; works for any position. */
dots_capture dots_capture_all(const dots_graph *graph, uint64_t open);

/* The quiet position with these open lines. The position must be quiet. */
dots_quiet dots_quiet_of(const dots_graph *graph, uint64_t open);

/* The number of boxes that are left. */
static inline int dots_quiet_boxes(const dots_quiet *position) {
    return __builtin_popcountll(position->two | position->three | position->four);
}

/* The lines of `gone` are drawn: the boxes with two open lines of `boxes` lose both and are taken,
 * the others lose one line each. */
static inline dots_quiet dots_without(const dots_quiet *position, uint64_t gone, uint64_t boxes) {
    uint64_t joints = boxes & ~position->two;
    dots_quiet next;
    next.open = position->open & ~gone;
    next.two = (position->two & ~boxes) | (position->three & joints);
    next.three = (position->three & ~joints) | (position->four & joints);
    next.four = position->four & ~joints;
    return next;
}

/* Draws a line that is no side of a box with two open lines: nothing can be taken afterwards. */
static inline dots_quiet dots_draw_safe(const dots_graph *graph, const dots_quiet *position,
                                        int line) {
    return dots_without(position, UINT64_C(1) << line, graph->line_inner[line]);
}

/* Draws a line of a box with two open lines, and lets the opponent take everything: `next` is the
 * quiet position that is left. Returns boxes and handover for the opponent (left = next->open).
 */
dots_capture dots_draw_opening(const dots_graph *graph, const dots_quiet *position, int line,
                               dots_quiet *next);

#endif
