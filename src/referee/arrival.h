/* arrival - when something arrived, for a thread that waits with poll and may itself be late.
 *
 * If a poll returns at once, the bytes were already there or arrived while we were busy: they count
 * as arrived when we last looked. If it had to wait, they arrived when the thread was woken. On a
 * busy machine the thread then still waits for a processor, and Linux tells for how long
 * (/proc/thread-self/schedstat). So nobody is charged for our being busy, or for the machine's.
 * Without that file the second part is missing.
 *
 *     arrival_start(&a);               in the thread that waits
 *     arrival_wait(&a);                before each poll
 *     when = arrival_look(&a);         after it: everything found had arrived by then
 *     arrival_stop(&a);
 */
#ifndef DAMERO_ARRIVAL_H
#define DAMERO_ARRIVAL_H

#include <stdint.h>

typedef struct arrival {
    int file;       /* the system's counters, -1: none */
    int64_t looked; /* time of the last look */
    int64_t before, held_up;
} arrival;

void arrival_start(arrival *);
void arrival_stop(arrival *);
void arrival_wait(arrival *);
int64_t arrival_look(arrival *);

/* How long the thread of arrival_start was ready to run but had to wait for a processor, in
 * nanoseconds since its start. */
int64_t arrival_held_up(const arrival *);

#endif
