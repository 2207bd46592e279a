/* keys - a script of presses for the Perudo board, for use without hands.
 *
 *   p n e d     previous, next, enter, doubt: waits until the line is free, presses, lets go
 *   !n          presses without waiting
 *   3n          three times
 *   g           goes on: presses what leads on (enter or next in the machine's turn, next after the
 *               own bid, enter and doubt after a doubt) until player 0 has to choose, or the end
 *   r           the reset switch, on and off
 *   (500ms)     waits; s, ms and us are known
 *
 * Blanks may stand between them. A press is held for the time of one byte on the line.
 *
 * A perudo_keys hands out one step after the other; who drives the board carries them out, by the
 * device itself, a receiver or a recorder (trace.h).
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
    uint64_t pace; /* ticks before each press, beside the waits of the script */
    /* private */
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

/* Begins a script, which stays where it is; false with an error where it is none. */
bool perudo_keys_begin(perudo_keys *, const char *script, uint64_t pace, error *);

/* The button that leads on where player 0 has nothing to choose, or -1. */
int perudo_leads_on(perudo_place);

perudo_keys_step perudo_keys_next(perudo_keys *, const perudo_board *);

#endif
