/* hash - 64-bit hashing. Stable: values may be written to files. */
#ifndef DAMERO_HASH_H
#define DAMERO_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A bijection; a change of any input bit changes about half of the output bits (the finaliser of
 * splitmix64). */
static inline uint64_t hash_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Adds one word to a hash; the order of words matters. */
static inline uint64_t hash_join(uint64_t hash, uint64_t word) {
    return hash_mix(hash * 0x9e3779b97f4a7c15u + word + 1);
}

/* FNV-1a over bytes, then mixed. */
static inline uint64_t hash_bytes(const void *bytes, size_t length) {
    const unsigned char *b = bytes;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ b[i]) * 0x100000001b3u;
    return hash_mix(hash);
}

#endif
