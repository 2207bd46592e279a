#include "engines/dots/endgame.h"

#include "engines/dots/ending.h"

/* Inserts a length into an ascending list. */
static void insert(uint8_t *lengths, int count, uint8_t length) {
    int i = count;
    for (; i > 0 && lengths[i - 1] > length; i--) {
        lengths[i] = lengths[i - 1];
    }
    lengths[i] = length;
}

int dots_endgame_value(const dots_chain *chains, int count) {
    uint8_t chain[DOTS_MAX_CHAINS], loop[DOTS_MAX_CHAINS];
    int chain_count = 0, loop_count = 0;
    for (int i = 0; i < count; i++) {
        if (chains[i].kind == DOTS_LOOP) insert(loop, loop_count++, chains[i].boxes);
        else insert(chain, chain_count++, chains[i].boxes);
    }
    return dots_ending_value(chain, chain_count, loop, loop_count);
}
