#include "engines/dots/solver/capture.h"

#include <string.h>

static int degree_of(const dots_graph *graph, int box, uint64_t open) {
    return __builtin_popcountll(graph->box_lines[box] & open);
}

/* Takes boxes until none has a single open line, and marks them. */
static uint64_t take_closure(const dots_graph *graph, uint64_t open, bool taken[DOTS_MAX_BOXES]) {
    int queue[DOTS_MAX_BOXES];
    int count = 0;
    for (int box = 0; box < graph->box_count; box++) {
        taken[box] = degree_of(graph, box, open) == 1;
        if (taken[box]) {
            queue[count++] = box;
        }
    }
    for (int i = 0; i < count; i++) {
        uint64_t last = graph->box_lines[queue[i]] & open;
        if (last == 0) {
            continue; /* already taken together with its neighbour */
        }
        open &= ~last;
        const uint8_t *ends = graph->ends[__builtin_ctzll(last)].box;
        int other = ends[0] == queue[i] ? ends[1] : ends[0];
        if (other != DOTS_GROUND && !taken[other] && degree_of(graph, other, open) == 1) {
            taken[other] = true;
            queue[count++] = other;
        }
    }
    return open;
}

/* A connected group of taken boxes; it is always a tree with at most one outlet. */
struct group {
    int boxes;
    bool has_outlet; /* a line to the ground or to a box that is not taken */
    bool has_path_of_four;
};

static int other_end(const dots_graph *graph, int line, int box) {
    const uint8_t *ends = graph->ends[line].box;
    return ends[0] == box ? ends[1] : ends[0];
}

/* The taken neighbours of a box; sets *has_outlet if a line leads elsewhere. */
static int taken_neighbours(const dots_graph *graph, int box, uint64_t open, const bool *taken,
                            int neighbour[4], bool *has_outlet) {
    int count = 0;
    for (uint64_t lines = graph->box_lines[box] & open; lines != 0; lines &= lines - 1) {
        int other = other_end(graph, __builtin_ctzll(lines), box);
        if (other == DOTS_GROUND || !taken[other]) {
            *has_outlet = true;
        } else {
            neighbour[count++] = other;
        }
    }
    return count;
}

static struct group survey_group(const dots_graph *graph, uint64_t open, const bool *taken,
                                 bool seen[DOTS_MAX_BOXES], int first) {
    struct group group = {0, false, false};
    int queue[DOTS_MAX_BOXES];
    queue[group.boxes++] = first;
    seen[first] = true;
    for (int i = 0; i < group.boxes; i++) {
        int neighbour[4];
        int count = taken_neighbours(graph, queue[i], open, taken, neighbour, &group.has_outlet);
        for (int n = 0; n < count; n++) {
            int next[4];
            bool ignored = false;
            /* Two neighbours with two neighbours each are the middle of a path of four. */
            if (count >= 2 &&
                taken_neighbours(graph, neighbour[n], open, taken, next, &ignored) >= 2) {
                group.has_path_of_four = true;
            }
            if (!seen[neighbour[n]]) {
                seen[neighbour[n]] = true;
                queue[group.boxes++] = neighbour[n];
            }
        }
    }
    return group;
}

dots_capture dots_capture_all(const dots_graph *graph, uint64_t open) {
    bool taken[DOTS_MAX_BOXES] = {false};
    bool seen[DOTS_MAX_BOXES] = {false};
    dots_capture capture = {0, 0, take_closure(graph, open, taken)};
    bool can_hand_two = false;
    bool can_hand_four = false;
    for (int box = 0; box < graph->box_count; box++) {
        if (!taken[box] || seen[box]) {
            continue;
        }
        struct group group = survey_group(graph, open, taken, seen, box);
        capture.boxes += group.boxes;
        can_hand_two = can_hand_two || (group.has_outlet && group.boxes >= 2);
        can_hand_four = can_hand_four || group.has_path_of_four;
    }
    capture.handover = can_hand_two ? 2 : can_hand_four ? 4 : 0;
    return capture;
}

dots_quiet dots_quiet_of(const dots_graph *graph, uint64_t open) {
    dots_quiet position = {open, 0, 0, 0};
    for (int box = 0; box < graph->inner_count; box++) {
        uint64_t bit = UINT64_C(1) << box;
        switch (degree_of(graph, box, open)) {
        case 2: position.two |= bit; break;
        case 3: position.three |= bit; break;
        case 4: position.four |= bit; break;
        default: break;
        }
    }
    return position;
}

/* Takes `box`, which has one open line, and goes on along the chain until a line leads to the
 * ground or to a box that keeps two lines (an outlet), or there is no line left (a loop, no
 * outlet). Returns the number of boxes taken.
 */
static int take_run(const dots_graph *graph, dots_quiet *position, int box, bool *has_outlet) {
    int boxes = 0;
    for (;;) {
        uint64_t line = graph->box_lines[box] & position->open;
        boxes++;
        position->two &= ~(UINT64_C(1) << box);
        if (line == 0) {
            *has_outlet = false;
            return boxes;
        }
        position->open &= ~line;
        int other = other_end(graph, __builtin_ctzll(line), box);
        if (other == DOTS_GROUND) {
            *has_outlet = true;
            return boxes;
        }
        uint64_t bit = UINT64_C(1) << other;
        if ((position->two & bit) == 0) {
            position->two |= position->three & bit;
            position->three = (position->three & ~bit) | (position->four & bit);
            position->four &= ~bit;
            *has_outlet = true;
            return boxes;
        }
        box = other;
    }
}

dots_capture dots_draw_opening(const dots_graph *graph, const dots_quiet *position, int line,
                               dots_quiet *next) {
    dots_capture capture = {0, 0, 0};
    uint64_t start = graph->line_inner[line] & position->two;
    *next = dots_draw_safe(graph, position, line);
    next->two |= start;
    for (; start != 0; start &= start - 1) {
        int box = __builtin_ctzll(start);
        if ((next->two >> box & 1) == 0) {
            continue; /* taken from the other end of the loop */
        }
        bool has_outlet;
        int boxes = take_run(graph, next, box, &has_outlet);
        capture.boxes += boxes;
        if (boxes >= 2 && has_outlet) {
            capture.handover = 2;
        } else if (boxes >= 4 && !has_outlet && capture.handover == 0) {
            capture.handover = 4;
        }
    }
    capture.left = next->open;
    return capture;
}
