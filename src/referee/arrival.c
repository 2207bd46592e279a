#define _GNU_SOURCE
#include "referee/arrival.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"

enum { PROMPT_US = 100 }; /* a wait shorter than this found something that was already there */

void arrival_start(arrival *a) {
    *a = (arrival){.file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC),
                   .looked = clock_now()};
    arrival_wait(a);
}

void arrival_stop(arrival *a) {
    if (a->file >= 0) close(a->file);
    a->file = -1;
}

/* The file holds the time on a processor, the time spent waiting for one, and a count. */
int64_t arrival_held_up(const arrival *a) {
    char line[100], *end;
    ssize_t length = a->file >= 0 ? pread(a->file, line, sizeof line - 1, 0) : -1;
    if (length <= 0) return 0;
    line[length] = '\0';
    strtoll(line, &end, 10);
    return strtoll(end, NULL, 10);
}

void arrival_wait(arrival *a) {
    /* If nobody called look after the last poll, that poll found everything that had arrived before
     * it. */
    if (a->looked < a->before) a->looked = a->before;
    a->held_up = arrival_held_up(a);
    a->before = clock_now();
}

int64_t arrival_look(arrival *a) {
    int64_t now = clock_now(), arrived = a->looked;
    if (now - a->before >= PROMPT_US * 1000) arrived = now - (arrival_held_up(a) - a->held_up);
    if (arrived < a->looked) arrived = a->looked;
    a->looked = now;
    return arrived;
}
