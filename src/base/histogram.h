/* histogram - how often a duration fell into each of a few classes, for monitoring. */
#ifndef DAMERO_HISTOGRAM_H
#define DAMERO_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BOUNDS = 10 };

/* The upper bounds of the classes in nanoseconds, ascending; the last class has none. */
extern const int64_t histogram_bound[HISTOGRAM_BOUNDS];

typedef struct histogram {
    uint64_t count[HISTOGRAM_BOUNDS + 1];
    uint64_t all;
    int64_t total; /* of the durations, nanoseconds */
} histogram;

/* Adds `times` durations of this length. */
void histogram_add(histogram *, int64_t duration, uint64_t times);

#endif
