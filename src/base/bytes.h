/* bytes - numbers as little-endian bytes, for what is written to files. */
#ifndef DAMERO_BYTES_H
#define DAMERO_BYTES_H

#include <stdint.h>

/* The number in `count` bytes, at most 8, the lowest first. */
static inline uint64_t bytes_load(const uint8_t *at, int count) {
    uint64_t value = 0;
    for (int i = count - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

static inline void bytes_store(uint8_t *at, int count, uint64_t value) {
    for (int i = 0; i < count; i++) at[i] = (uint8_t)(value >> 8 * i);
}

#endif
