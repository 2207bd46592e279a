/* counters - the original's dice: three counters that run freely with the clock, each of its own
 * period.
 *
 *   X6      1, 2, ... 6, 1, ...      the face
 *   9to1    9, 8, ... 1, 9, ...      cycles to wait
 *   X5      1, 2, ... 5, 1, ...      more cycles to wait
 *
 * A die that is asked for at a tick samples 9to1 and X5, waits for as many ticks as their sum, and
 * samples X6. The next die is asked for one tick later, so five dice take 15 to 75 ticks. A fourth
 * counter walks around the players, one a tick, until the game starts: where it stops, the game
 * begins.
 *
 * The three repeat after 90 ticks, so a press at 50 MHz is all the chance there is: given the tick
 * of the first die, every other die of the roll follows from it. That is why `dice=lfsr` is our
 * usual.
 */
#ifndef DAMERO_BOARDS_PERUDO_COUNTERS_H
#define DAMERO_BOARDS_PERUDO_COUNTERS_H

#include <stdint.h>

static inline int counter_x6(uint64_t tick) { return 1 + (int)(tick % 6); }
static inline int counter_9to1(uint64_t tick) { return 9 - (int)(tick % 9); }
static inline int counter_x5(uint64_t tick) { return 1 + (int)(tick % 5); }

/* A die asked for at this tick, which becomes that of the next one. */
static inline int counters_die(uint64_t *tick) {
    uint64_t sampled = *tick + (uint64_t)counter_9to1(*tick) + (uint64_t)counter_x5(*tick);
    *tick = sampled + 1;
    return counter_x6(sampled);
}

#endif
