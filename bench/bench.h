/* bench/ - the figures of the documents, each with its ratio to a plain reference in the same run.
 */
#ifndef DAMERO_BENCH_H
#define DAMERO_BENCH_H

#include <stdio.h>

#include "base/clock.h"

/* Runs `work(context)`, which returns the units it did, for at least `seconds`; returns units per
 * second. */
static inline double bench_rate(double seconds, double (*work)(void *), void *context) {
    double units = 0;
    int64_t start = clock_now(), now;
    do {
        units += work(context);
        now = clock_now();
    } while (clock_seconds(now - start) < seconds);
    return units / clock_seconds(now - start);
}

#endif
