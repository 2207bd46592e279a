/* rate - how often something may be done: an allowance that refills. */
#ifndef DAMERO_SERVER_RATE_H
#define DAMERO_SERVER_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"

typedef struct rate_limit {
    int second; /* sustained rate per second */
    int burst;  /* burst */
} rate_limit;

/* The messages of one client. */
#define RATE_CLIENT (&(const rate_limit){.second = 20, .burst = 40})

typedef struct rate {
    double allowance;
    int64_t heard;
} rate;

static inline rate rate_full(const rate_limit *l, int64_t now) {
    return (rate){.allowance = l->burst, .heard = now};
}

static inline double rate_left(const rate *r, const rate_limit *l, int64_t now) {
    double left = r->allowance + clock_seconds(now - r->heard) * l->second;
    return left < l->burst ? left : l->burst;
}

static inline bool rate_is_full(const rate *r, const rate_limit *l, int64_t now) {
    return rate_left(r, l, now) >= l->burst;
}

/* Takes one; false if it is too much. */
static inline bool rate_take(rate *r, const rate_limit *l, int64_t now) {
    double left = rate_left(r, l, now);
    *r = (rate){.allowance = left < 1 ? left : left - 1, .heard = now};
    return left >= 1;
}

#endif
