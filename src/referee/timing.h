/* timing - clocks: so much a move, so much a game, an increment, a bank for overstepping. */
#ifndef DAMERO_TIMING_H
#define DAMERO_TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds; 0: no such limit. `move` alone is the contest's clock. */
typedef struct time_control {
    int64_t move;      /* for each move */
    int64_t game;      /* for all of them together */
    int64_t increment; /* added to the game's after each move */
    int64_t overage;   /* a bank for the whole game, used where the others do not suffice */
    int64_t patience;  /* where there is no clock at all: how long to wait for a move */
} time_control;

typedef struct seat_clock {
    time_control control;
    int64_t left, bank; /* of game and overage */
} seat_clock;

enum { TIMING_PATIENCE_SECONDS = 3600 };

seat_clock timing_start(time_control);

/* Whether a clock runs at all; where none does, overstepping is stalling. */
static inline bool timing_runs(const seat_clock *c) { return c->control.move || c->control.game; }

/* How long the next move may take at most. */
int64_t timing_allowed(const seat_clock *);

/* A move took so long; false where that is too long. */
bool timing_charge(seat_clock *, int64_t used);

#endif
