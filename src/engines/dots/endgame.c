#include "engines/dots/endgame.h"

#include "games/dots/dots.h"

static void insert(uint16_t *lengths, int count, uint16_t length) {
    for (; count > 0 && lengths[count - 1] > length; count--) lengths[count] = lengths[count - 1];
    lengths[count] = length;
}

int dots_endgame_value(const dots_chain *list, int count) {
    uint16_t chain[DOTS_BOXES_MAX], loop[DOTS_BOXES_MAX]; /* lengths, shortest first */
    int chains = 0, loops = 0;
    for (int i = 0; i < count; i++) {
        if (list[i].kind == DOTS_LOOP) insert(loop, loops++, list[i].boxes);
        else insert(chain, chains++, list[i].boxes);
    }
    /* value[j] when the first c chains and the first j loops have been opened, from the end back.
     */
    int value[DOTS_BOXES_MAX + 1];
    for (int c = chains; c >= 0; c--) {
        for (int j = loops; j >= 0; j--) {
            int best = c == chains && j == loops ? 0 : -DOTS_BOXES_MAX;
            if (c < chains) { /* value[j] is still that of c + 1 */
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
