#include "base/histogram.h"

#include "base/clock.h"

const int64_t histogram_bound[HISTOGRAM_BOUNDS] = {
    MILLISECOND / 2,  MILLISECOND,      MILLISECOND * 5 / 2, 5 * MILLISECOND,   10 * MILLISECOND,
    25 * MILLISECOND, 50 * MILLISECOND, 100 * MILLISECOND,   250 * MILLISECOND, SECOND};

void histogram_add(histogram *h, int64_t duration, uint64_t times) {
    int class = 0;
    while (class < HISTOGRAM_BOUNDS && duration > histogram_bound[class]) class ++;
    h->count[class] += times;
    h->all += times;
    h->total += duration * (int64_t)times;
}
