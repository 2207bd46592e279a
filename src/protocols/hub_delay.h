/* hub_delay - how much more time our moves take than the search, for a program that speaks Hub.
 *
 * The referee's clock runs from before we read `go` until it has read `done`. What that takes
 * depends on the machine and on the line, so it is measured. It shows in three ways: `done` was
 * written later than planned; the clock that the referee reports charged us for more than the time
 * from `go` to `done`; the thread that reads `go` had to wait for a processor. The longest delay
 * counts, less by an eighth with each move.
 */
#ifndef DAMERO_HUB_DELAY_H
#define DAMERO_HUB_DELAY_H

#include <stdint.h>

/* Starts as all 0; times are in nanoseconds. */
typedef struct hub_delay {
    int64_t longest;
    int64_t asked;   /* when `go` was read; 0: never yet */
    int64_t planned; /* from then to `done`, at most; 0: no limit */
    int64_t spent;   /* from then to `done` */
    int64_t clock;   /* what the referee's clock showed, with the increment to come; 0: unknown */
    int64_t waited;  /* for processors, by the reading thread, until then */
} hub_delay;

/* Another game, with another clock. */
void hub_delay_new_game(hub_delay *);

/* `go` was read at `now`: the game's clock (0: none) and increment, and how long the reading thread
 * has waited for processors since it started. */
void hub_delay_asked(hub_delay *, int64_t now, int64_t clock, int64_t increment, int64_t waited);

/* `done` was written. */
void hub_delay_answered(hub_delay *, int64_t now);

/* What is left of a limit after the delay, a quarter more, and a fixed margin: at least half of it.
 */
int64_t hub_delay_without(const hub_delay *, int64_t limit, int64_t margin);

#endif
