/* processor - the processor time of this thread: nobody is charged for what else the machine does
 * meanwhile. */
#ifndef DAMERO_SERVER_PROCESSOR_H
#define DAMERO_SERVER_PROCESSOR_H

#include <time.h>

#include "base/clock.h"

static inline int64_t processor_time(void) {
    struct timespec time = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

#endif
