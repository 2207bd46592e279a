#include "games/dots/chains.h"

/* Boxes with one or two open lines that no chain has yet; DOTS_NO_BOX is none of them. */
typedef bool members[DOTS_BOXES_MAX + 1];

/* The lines around a box are its top line plus these. */
static int line_of(const dots_rules *r, int box, int side) {
    const int offset[4] = {0, r->columns, r->columns + 1, 2 * r->columns + 1};
    return box / r->columns * (2 * r->columns + 1) + box % r->columns + offset[side];
}

/* How many members lie behind open lines of this box; *next is the first. */
static int neighbours(const dots_rules *r, const dots_position *p, const members free, int box,
                      int *next) {
    int count = 0;
    for (int side = 0; side < 4; side++) {
        int line = line_of(r, box, side);
        const dots_sides *s = &r->sides[line];
        int other = s->box[0] == box ? s->box[1] : s->box[0];
        if (dots_drawn(p, line) || !free[other]) continue;
        if (count++ == 0) *next = other;
    }
    return count;
}

void dots_list_chains(const dots_rules *r, const dots_position *p, dots_chain_list *list) {
    members free = {false};
    int total = 0;
    *list = (dots_chain_list){.count = 0};
    for (int box = 0; box < r->boxes; box++) {
        int open = 0;
        for (int side = 0; side < 4; side++) open += !dots_drawn(p, line_of(r, box, side));
        free[box] = open == 1 || open == 2;
    }
    /* Chains are walked from their ends; the boxes left over then form loops. */
    for (int loops = 0; loops < 2; loops++) {
        for (int box = 0; box < r->boxes; box++) {
            int next;
            if (!free[box] || (!loops && neighbours(r, p, free, box, &next) == 2)) continue;
            for (int at = box, more = 1; more > 0; at = next) {
                free[at] = false;
                list->box[total++] = (uint16_t)at;
                more = neighbours(r, p, free, at, &next);
            }
            list->start[++list->count] = (uint16_t)total;
        }
        if (!loops) list->chains = list->count;
    }
}
