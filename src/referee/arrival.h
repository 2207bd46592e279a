/* arrival - when something came, for a thread that waits for it with poll and may be late itself.
 *
 * What a poll finds at once has been there since the last time we looked, or came while we were
 * busy: it counts as come when we last looked. What ends a wait came when the thread was woken; if
 * the machine is busy, the thread gets a processor later, and Linux tells by how much
 * (/proc/thread-self/schedstat). So neither our being busy nor the machine's is charged to anyone.
 * Without that file the second part is missing.
 *
 *     arrival_start(&a);               in the thread that waits
 *     arrival_wait(&a);                before each poll
 *     when = arrival_look(&a);         after it: nothing that was found came later than this
 *     arrival_stop(&a);
 */
#ifndef DAMERO_ARRIVAL_H
#define DAMERO_ARRIVAL_H

#include <stdint.h>

typedef struct arrival {
    int file;       /* of the system's count, -1: none */
    int64_t looked; /* when we last did */
    int64_t before, held_up;
} arrival;

void arrival_start(arrival *);
void arrival_stop(arrival *);
void arrival_wait(arrival *);
int64_t arrival_look(arrival *);

/* How long the thread of arrival_start was ready to run and had to wait for a processor, in
 * nanoseconds since it began. */
int64_t arrival_held_up(const arrival *);

#endif
