/* script - input to the board as text: "5A1A 4A0A", "multiple=1 +200ms 7:1s (12) 3~".
 *
 * Words are separated by blanks:
 *
 *   5A1A       keys, pressed one after the other: each is held for 60 ms and released for 40 ms
 *   7:1s       holds this key for the given time (us, ms or s)
 *   (12)       keys held at once
 *   3~ 3~8ms   the contact bounces for 3 ms, or the given time, as it closes and opens
 *   +200ms     waits
 *   run=0      sets an input: run multiple draw1 draw2 reset columns keys; written as in a
 *              trace (10, 0b1010, 0o12, 0xa)
 *
 * Keys are 0 to 9 and A to F. A bounce flickers irregularly, but the same in every run.
 */
#ifndef DAMERO_BOARDS_SCRIPT_H
#define DAMERO_BOARDS_SCRIPT_H

#include "boards/device.h"

enum {
    SCRIPT_HOLD_MS = 60,
    SCRIPT_GAP_MS = 40,
    SCRIPT_BOUNCE_MS = 3,
};

typedef struct script_event {
    uint64_t tick; /* from the script's start */
    uint64_t value;
    int pin;
} script_event;

typedef struct script {
    script_event *events; /* ordered by time */
    size_t count;
    uint64_t ticks; /* its total length */
} script;

/* Errors name the word. */
bool script_read(script *, const char *source, error *);
void script_destroy(script *);

/* Plays it on a board without recording. */
void script_play(const script *, device *);

#endif
