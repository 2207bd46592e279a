/* watchdog - a thread that ends the process when another one no longer gets anywhere.
 *
 * One thread serves everybody; whatever makes it spin or wait for ever would leave a process that
 * is there and answers nobody. So it has to show signs of life: if it shows none for a while, or
 * is still at work a while after it was asked to stop, the watchdog says so, and the process ends.
 * Every move is in the journal before it is shown, so the next start takes all matches up again.
 *
 * What comes before the first sign of life is a start, which may take its time. Time is counted in
 * beats that the watchdog itself lives to see, not by the clock: a process that was stopped
 * (SIGSTOP, a suspended machine) is not taken for a stuck one when it goes on.
 */
#ifndef DAMERO_SERVER_WATCHDOG_H
#define DAMERO_SERVER_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>

enum { WATCHDOG_BEAT_MS = 100 };

typedef struct watchdog watchdog;

typedef struct watchdog_setup {
    int life_beats; /* without a sign of life for so many beats it is stuck */
    int stop_beats; /* so many beats after `stop` was set it should have ended */
    const atomic_bool *stop;
    void (*stuck)(void *context, const char *why); /* in the watchdog's thread, once */
    void *context;
} watchdog_setup;

/* NULL if there is no memory or thread for it. */
watchdog *watchdog_start(const watchdog_setup *);

/* A sign of life. */
void watchdog_pat(watchdog *);

/* The thread that was watched has ended. NULL is fine. */
void watchdog_end(watchdog *);

#endif
