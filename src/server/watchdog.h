/* watchdog - a thread that ends the process if another thread hangs.
 *
 * One thread serves everybody; if it loops or waits forever, the process still exists but answers
 * nobody. So it must show signs of life: if it shows none for a while, or is still running a while
 * after it was asked to stop, the watchdog reports it and the process ends. Every move is in the
 * journal before it is shown, so the next start resumes all matches.
 *
 * Before the first sign of life the server is starting, which may take any time. Time is counted in
 * beats of the watchdog itself, not by the clock: a process that was stopped (SIGSTOP, a suspended
 * machine) is not mistaken for a hung one when it continues.
 */
#ifndef DAMERO_SERVER_WATCHDOG_H
#define DAMERO_SERVER_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>

enum { WATCHDOG_BEAT_MS = 100 };

typedef struct watchdog watchdog;

typedef struct watchdog_setup {
    int life_beats; /* after this many beats without a sign of life it hangs */
    int stop_beats; /* after this many beats since `stop` was set it should have ended */
    const atomic_bool *stop;
    void (*stuck)(void *context, const char *why); /* in the watchdog's thread, once */
    void *context;
} watchdog_setup;

/* NULL if there is no memory or no thread. */
watchdog *watchdog_start(const watchdog_setup *);

/* A sign of life. */
void watchdog_pat(watchdog *);

/* The watched thread has ended. NULL is allowed. */
void watchdog_end(watchdog *);

#endif
