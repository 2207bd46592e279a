/* bits - counting and walking through set bits. */
#ifndef DAMERO_BITS_H
#define DAMERO_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline int bits_count(uint64_t x) { return __builtin_popcountll(x); }

/* The number of the lowest set bit, counted from 0; `x` must not be 0. */
static inline int bits_lowest(uint64_t x) { return __builtin_ctzll(x); }

/* Takes the lowest set bit out of `*x`, which must not be 0, and returns its number. */
static inline int bits_take(uint64_t *x) {
    int lowest = bits_lowest(*x);
    *x &= *x - 1;
    return lowest;
}

/* Sets of more than 64: arrays of words, bit i in word i / 64. */
static inline bool bits_has(const uint64_t *set, size_t i) { return set[i / 64] >> (i % 64) & 1; }
static inline void bits_add(uint64_t *set, size_t i) { set[i / 64] |= UINT64_C(1) << (i % 64); }
static inline void bits_remove(uint64_t *set, size_t i) {
    set[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

#endif
