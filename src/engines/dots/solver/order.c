#include "engines/dots/solver/order.h"

#include <string.h>

enum { FAR = 1000 };

/* The distances of all boxes from a line, over open lines. */
static void distances(const dots_graph *graph, int line, int distance[DOTS_MAX_BOXES]) {
    uint8_t queue[DOTS_MAX_BOXES];
    int count = 0;
    for (int box = 0; box < graph->box_count; box++) {
        distance[box] = FAR;
    }
    for (int side = 0; side < 2; side++) {
        uint8_t box = graph->ends[line].box[side];
        if (box != DOTS_GROUND) {
            distance[box] = 0;
            queue[count++] = box;
        }
    }
    for (int i = 0; i < count; i++) {
        for (uint64_t lines = graph->box_lines[queue[i]]; lines != 0; lines &= lines - 1) {
            const uint8_t *ends = graph->ends[__builtin_ctzll(lines)].box;
            uint8_t other = ends[0] == queue[i] ? ends[1] : ends[0];
            if (other != DOTS_GROUND && distance[other] == FAR) {
                distance[other] = distance[queue[i]] + 1;
                queue[count++] = other;
            }
        }
    }
}

/* The sum of distances to all boxes; small for central lines. Unreachable boxes count as far. */
static int remoteness(const dots_graph *graph, int line) {
    int distance[DOTS_MAX_BOXES];
    int sum = 0;
    distances(graph, line, distance);
    for (int box = 0; box < graph->box_count; box++) {
        sum += distance[box];
    }
    return sum;
}

void dots_order_lines(const dots_graph *graph, uint8_t rank[DOTS_MAX_LINES]) {
    int merit[DOTS_MAX_LINES];
    memset(rank, 0, DOTS_MAX_LINES);
    for (int line = 0; line < graph->line_count; line++) {
        merit[line] = -remoteness(graph, line) - (DOTS_MAX_BOXES + 1) * FAR * graph->cut[line];
    }
    for (int line = 0; line < graph->line_count; line++) {
        for (int other = 0; other < graph->line_count; other++) {
            bool is_later =
                merit[other] < merit[line] || (merit[other] == merit[line] && other > line);
            rank[line] = (uint8_t)(rank[line] + is_later);
        }
    }
}
