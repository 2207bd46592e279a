/* keys - a script of presses for the Perudo board.
 *
 *   p n e d     previous, next, enter, doubt: waits until the line is free, presses, releases
 *   !n          presses without waiting
 *   3n          three times
 *   g           continues: presses the button that leads on (enter or next in the machine's turn,
 *               next after the own bid, enter and doubt after a doubt) until player 0 has to
 *               choose, or the end
 *   r           the reset switch, on and off
 *   (500ms)     waits; s, ms or us
 *
 * Blanks are allowed between them. A press is held for the time of one byte on the line.
 *
 * A perudo_keys returns one step at a time; the caller carries it out on the device itself, a
 * receiver or a recorder (trace.h). It looks only at the device's pins, so it can drive any design
 * that has them.
 */
#ifndef DAMERO_BOARDS_PERUDO_KEYS_H
#define DAMERO_BOARDS_PERUDO_KEYS_H

#include "boards/perudo/perudo_board.h"

typedef enum perudo_keys_phase {
    KEYS_READ,
    KEYS_PACE,
    KEYS_FREE,
    KEYS_DOWN,
    KEYS_HELD,
    KEYS_UP,
    KEYS_LIFTED,
} perudo_keys_phase;

typedef struct perudo_keys {
    uint64_t pace; /* ticks before each press, in addition to the script's waits */
    /* private */
    perudo_times times_of_board;
    scan rest;
    perudo_keys_phase phase;
    int pin;
    uint64_t times;
    bool at_once, going_on;
} perudo_keys;

typedef struct perudo_keys_step {
    enum { KEYS_SET, KEYS_ADVANCE, KEYS_DONE } what;
    int pin;
    uint64_t value; /* of the pin, or ticks to advance */
} perudo_keys_step;

/* Starts a script, which must stay in memory; false with an error if it is invalid. */
bool perudo_keys_begin(perudo_keys *, const char *script, perudo_times, uint64_t pace, error *);

/* The button that continues the game if player 0 has nothing to choose, or -1. */
int perudo_leads_on(perudo_place);

perudo_keys_step perudo_keys_next(perudo_keys *, const device *);

#endif
