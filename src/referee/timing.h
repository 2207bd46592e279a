/* timing - clocks: time per move, time per game, an increment, and reserve time. */
#ifndef DAMERO_TIMING_H
#define DAMERO_TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds; 0: no such limit. `move` alone is the contest's clock. */
typedef struct time_control {
    int64_t move;      /* per move */
    int64_t game;      /* for all moves together */
    int64_t increment; /* added to the game's time after each move */
    int64_t overage;   /* reserve time per game, used when the move time or clock runs out */
    int64_t margin;    /* how late a move is still accepted */
    int64_t patience;  /* without any clock: how long to wait for a move */
    bool usual;        /* a default, not chosen by anybody: our engines think about a second */
} time_control;

typedef struct seat_clock {
    time_control control;
    int64_t left, bank; /* of game and overage */
} seat_clock;

enum { TIMING_PATIENCE_SECONDS = 3600 };

seat_clock timing_start(time_control);

/* Whether a clock runs at all; without one, exceeding the patience is stalling. */
static inline bool timing_runs(const seat_clock *c) { return c->control.move || c->control.game; }

/* The maximum time for the next move. */
int64_t timing_allowed(const seat_clock *);

/* Charges a move; false if it took too long. */
bool timing_charge(seat_clock *, int64_t used);

#endif
