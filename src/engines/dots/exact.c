#include "engines/dots/exact.h"

/* On grids of 5x5 to 15x15 the nodes of a proof grow about tenfold for every four safe lines; see
 * docs/dots.md. */
bool dots_exact_hopeful(const dots_map *m, const dots_field *quiet, uint64_t nodes) {
    uint16_t safe[DOTS_LINES_MAX];
    int lines = dots_safe_lines(m, quiet, safe), reach = 10;
    for (; nodes >= 100; nodes /= 10) reach += 4;
    return lines <= reach;
}

bool dots_exact_solve(dots_search *s, const dots_field *quiet, dots_found *found) {
    return dots_search_depth(s, quiet, DOTS_DEPTH_MAX, found);
}

bool dots_exact_known(dots_search *s, const dots_field *quiet, dots_found *found) {
    dots_chains chains;
    dots_chains_find(s->map, quiet, &chains);
    if (chains.joints == 0) {
        *found = (dots_found){.line = DOTS_NO_LINE, .proven = true};
        return chains.count == 0 || dots_search_depth(s, quiet, 1, found);
    }
    return dots_search_known(s, quiet, &chains, found);
}
