/* dots graph - a Dots and Boxes position as "strings and coins".
 *
 * What is left to play is a graph: its edges are the open lines, its nodes the boxes that still
 * have an open line, and a line on the border runs from its box to the ground. Drawn lines and
 * finished boxes are not part of it. A graph holds at most 64 open lines, whatever the size of the
 * board, so that a set of lines fits one machine word.
 *
 * A graph is a plain value without pointers: it may be copied, and it owns nothing.
 */
#ifndef DAMERO_DOTS_GRAPH_H
#define DAMERO_DOTS_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOTS_MAX_LINES = 64,     /* open lines of a graph */
    DOTS_MAX_BOXES = 128,    /* boxes with an open line: a line touches at most two */
    DOTS_MAX_INNER = 64,     /* boxes with two open lines or more; they are numbered first */
    DOTS_MAX_SYMMETRIES = 8, /* automorphisms used, not counting the identity */
    DOTS_GRID_WORDS = 38,    /* words of the set of drawn lines of a grid: 34x34 has 2380 lines */
    DOTS_GRID_MAX = 34,      /* rows or columns of boxes of a grid */
    DOTS_GROUND = 255        /* the far end of a border line */
};

/* What can be wrong with the input. */
typedef enum dots_graph_error {
    DOTS_GRAPH_OK,
    DOTS_GRAPH_TOO_MANY_LINES, /* more than 64 open lines */
    DOTS_GRAPH_TOO_MANY_BOXES, /* more than 128 boxes, or a box number out of range */
    DOTS_GRAPH_BAD_LINE,       /* a line with no box, or with the same box twice */
    DOTS_GRAPH_BAD_BOX,        /* a box with more than four open lines */
    DOTS_GRAPH_BAD_SYMMETRY,   /* not an automorphism of the graph */
    DOTS_GRAPH_BAD_SIZE        /* a grid of impossible size */
} dots_graph_error;

/* The boxes on both sides of an open line; one of them may be DOTS_GROUND. */
typedef struct dots_edge {
    uint8_t box[2];
} dots_edge;

typedef struct dots_graph {
    int line_count;
    int box_count;
    int inner_count; /* boxes 0 .. inner_count-1 have two open lines or more, the others one */
    dots_edge ends[DOTS_MAX_LINES];
    uint64_t box_lines[DOTS_MAX_BOXES];  /* the open lines of a box */
    uint64_t line_inner[DOTS_MAX_LINES]; /* the inner boxes of a line, as a set */
    int symmetry_count;
    uint8_t symmetry[DOTS_MAX_SYMMETRIES][DOTS_MAX_LINES];
    uint8_t cut[DOTS_MAX_LINES]; /* advice for the search: 0 for lines that cut a grid into */
                                 /* halves, 1 for quarters, more for others */
    uint16_t grid_line[DOTS_MAX_LINES]; /* the caller's (or the grid's) number of an open line */
} dots_graph;

/* The set of all open lines of a graph. */
static inline uint64_t dots_graph_open(const dots_graph *graph) {
    return graph->line_count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << graph->line_count) - 1;
}

/* Builds a graph from a list of open lines. `symmetries` lists `symmetry_count` permutations of
 * the lines (line i goes to symmetries[s][i]), each an automorphism; they only save work. Those
 * beyond DOTS_MAX_SYMMETRIES are ignored. Boxes without a line are left out.
 */
dots_graph_error dots_graph_from_lines(dots_graph *graph, int box_count, int line_count,
                                       const dots_edge *lines, int symmetry_count,
                                       const uint8_t (*symmetries)[DOTS_MAX_LINES]);

/* Builds the graph of a grid of rows x columns boxes; the bit set `drawn` holds the drawn lines,
 * numbered as in games/dots/dots.h. The reflections and rotations of the grid that preserve the
 * drawn set become the symmetries. grid_line[] maps back to these numbers.
 */
dots_graph_error dots_graph_from_grid(dots_graph *graph, int rows, int columns,
                                      const uint64_t drawn[DOTS_GRID_WORDS]);

#endif
