/* dots capture - what happens when boxes can be taken.
 *
 * If a box has one open line left, only two plans can be best: take everything and move on, or take
 * all but two boxes (of an open chain) or four (of a closed loop) and hand over the turn. Let k be
 * the boxes that can be taken, S the quiet position left after that, and V its value for the player
 * to move. Then the position is worth k - h + |V + h|, where h = 2 or 4 is the price of handing
 * over, or k + V if no hand-over is possible (h = 0). So a capture never branches: it leads to one
 * S.
 *
 * A position is quiet if every box left has at least two open lines.
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
    int boxes;     /* k */
    int handover;  /* h: 0, 2 or 4 */
    uint64_t left; /* the open lines when all are taken */
} dots_capture;

/* Takes everything that can be taken in any position with these open lines. */
dots_capture dots_capture_all(const dots_graph *graph, uint64_t open);

/* The position with these open lines, which must be quiet. */
dots_quiet dots_quiet_of(const dots_graph *graph, uint64_t open);

/* The number of boxes left. */
static inline int dots_quiet_boxes(const dots_quiet *position) {
    return __builtin_popcountll(position->two | position->three | position->four);
}

/* The position after the lines of `gone` are drawn. Those of `boxes` that have two open lines lose
 * both and are taken, the others lose one line each. */
static inline dots_quiet dots_without(const dots_quiet *position, uint64_t gone, uint64_t boxes) {
    uint64_t joints = boxes & ~position->two;
    dots_quiet next;
    next.open = position->open & ~gone;
    next.two = (position->two & ~boxes) | (position->three & joints);
    next.three = (position->three & ~joints) | (position->four & joints);
    next.four = position->four & ~joints;
    return next;
}

/* Draws a line that does not touch a box with two open lines, so that nothing can be taken. */
static inline dots_quiet dots_draw_safe(const dots_graph *graph, const dots_quiet *position,
                                        int line) {
    return dots_without(position, UINT64_C(1) << line, graph->line_inner[line]);
}

/* Draws a line of a box with two open lines and takes everything for the opponent; `next` is the
 * quiet position after that. Returns what the opponent captures (left = next->open).
 */
dots_capture dots_draw_opening(const dots_graph *graph, const dots_quiet *position, int line,
                               dots_quiet *next);

#endif
