/* rate - how often one who is connected may say something: an allowance that fills up again. */
#ifndef DAMERO_SERVER_RATE_H
#define DAMERO_SERVER_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

enum {
    RATE_SECOND = 20, /* messages a second that may go on for long */
    RATE_BURST = 40,  /* and at once */
};

typedef struct rate {
    double allowance;
    int64_t heard;
} rate;

static inline rate rate_start(void) {
    return (rate){.allowance = RATE_BURST, .heard = clock_now()};
}

/* Takes one; false where it is too much. */
static inline bool rate_take(rate *r) {
    int64_t now = clock_now();
    r->allowance += clock_seconds(now - r->heard) * RATE_SECOND;
    r->heard = now;
    if (r->allowance > RATE_BURST) r->allowance = RATE_BURST;
    if (r->allowance < 1) return false;
    r->allowance -= 1;
    return true;
}

#endif
