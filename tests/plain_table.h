/* The value of every line set of a small grid of Dots and Boxes, from the rules alone: no
 * knowledge, no symmetry, no shortcut. The reference for the solver. */
#ifndef DAMERO_PLAIN_TABLE_H
#define DAMERO_PLAIN_TABLE_H

#include "games/dots/dots.h"

/* One value for each of the 2^lines sets of drawn lines, lines at most 24: the boxes still to come,
 * the mover's minus the other's, with best play. To be freed. */
static inline int8_t *plain_table(const dots_rules *r) {
    uint32_t sets = UINT32_C(1) << r->lines;
    int8_t *value = malloc(sets);
    value[sets - 1] = 0;
    /* A line adds a bit, so every successor of a set is a larger number. */
    for (uint32_t set = sets - 1; set-- > 0;) {
        int best = INT8_MIN;
        for (uint64_t open = ~set & (sets - 1); open;) {
            int line = bits_take(&open);
            int completed = dots_completes(r, set, line), rest = value[set | UINT32_C(1) << line];
            int v = completed ? completed + rest : -rest;
            if (v > best) best = v;
        }
        value[set] = (int8_t)best;
    }
    return value;
}

#endif
