/* clock - monotonic time. It never goes back and says nothing about the time of day. */
#ifndef DAMERO_CLOCK_H
#define DAMERO_CLOCK_H

#include <stdint.h>

/* Times are nanoseconds everywhere. */
#define MILLISECOND INT64_C(1000000)
#define SECOND      (1000 * MILLISECOND)

/* Nanoseconds since some fixed moment of this run of the machine. */
int64_t clock_now(void);

static inline double clock_seconds(int64_t nanoseconds) { return (double)nanoseconds * 1e-9; }

#endif
