/* wide - sums and products of 128 bits. Processors of 32 bits have no such type. */
#ifndef DAMERO_WIDE_H
#define DAMERO_WIDE_H

#include <stdint.h>

typedef struct wide {
    uint64_t low, high;
} wide;

static inline wide wide_product(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 native;
    native product = (native)a * b;
    return (wide){(uint64_t)product, (uint64_t)(product >> 64)};
#else
    /* By halves, as on paper; no sum here exceeds 64 bits. */
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t lowest = a0 * b0, cross = a1 * b0 + (lowest >> 32);
    uint64_t middle = a0 * b1 + (uint32_t)cross;
    return (wide){middle << 32 | (uint32_t)lowest, a1 * b1 + (cross >> 32) + (middle >> 32)};
#endif
}

static inline wide wide_sum(wide a, wide b) {
    uint64_t low = a.low + b.low;
    return (wide){low, a.high + b.high + (low < a.low)};
}

#endif
