#include "engines/dots/endgame.h"

/* Inserts a length into an ascending list. */
static void insert(int *lengths, int count, int length) {
    int i = count;
    for (; i > 0 && lengths[i - 1] > length; i--) {
        lengths[i] = lengths[i - 1];
    }
    lengths[i] = length;
}

static int chain_handover(int boxes) { return boxes >= 3 ? 2 : 0; }

static int loop_handover(int boxes) { return boxes >= 4 ? 4 : 0; }

int dots_endgame_value(const dots_chain *chains, int count) {
    int chain[DOTS_MAX_CHAINS], loop[DOTS_MAX_CHAINS];
    int chain_count = 0;
    int loop_count = 0;
    for (int i = 0; i < count; i++) {
        if (chains[i].kind == DOTS_LOOP) {
            insert(loop, loop_count++, chains[i].boxes);
        } else {
            insert(chain, chain_count++, chains[i].boxes);
        }
    }
    /* value[j]: the first c chains and the first j loops are opened; from the end backwards. */
    int value[DOTS_MAX_CHAINS + 1];
    for (int c = chain_count; c >= 0; c--) {
        for (int j = loop_count; j >= 0; j--) {
            int best = c == chain_count && j == loop_count ? 0 : -DOTS_MAX_BOXES;
            if (c < chain_count) { /* value[j] is still that of one chain less */
                int v = -dots_capture_value(chain[c], chain_handover(chain[c]), value[j]);
                best = v > best ? v : best;
            }
            if (j < loop_count) {
                int v = -dots_capture_value(loop[j], loop_handover(loop[j]), value[j + 1]);
                best = v > best ? v : best;
            }
            value[j] = best;
        }
    }
    return value[0];
}
