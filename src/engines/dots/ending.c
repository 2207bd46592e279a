#include "engines/dots/ending.h"

#include "games/dots/dots.h"

int dots_ending_value(const uint8_t *chain, int chains, const uint8_t *loop, int loops) {
    /* value[j]: the first c chains and the first j loops are opened; from the end backwards. */
    int value[DOTS_BOXES_MAX + 1];
    for (int c = chains; c >= 0; c--) {
        for (int j = loops; j >= 0; j--) {
            int best = c == chains && j == loops ? 0 : -DOTS_BOXES_MAX;
            if (c < chains) { /* value[j] is still that of one chain less */
                int v = -dots_taking_value(chain[c], dots_chain_handover(chain[c]), value[j]);
                if (v > best) best = v;
            }
            if (j < loops) {
                int v = -dots_taking_value(loop[j], dots_loop_handover(loop[j]), value[j + 1]);
                if (v > best) best = v;
            }
            value[j] = best;
        }
    }
    return value[0];
}
