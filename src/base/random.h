/* random - the seeded generator: same seed, same sequence, on every machine.
 *
 * xoshiro256** 1.0 (Blackman and Vigna, 2018), its four words filled from the seed by splitmix64.
 * Good for games and tests; not for secrets (real dice come from libsodium).
 */
#ifndef DAMERO_RANDOM_H
#define DAMERO_RANDOM_H

#include <stdint.h>

#include "base/hash.h"

typedef struct random_source {
    uint64_t word[4];
} random_source;

static inline random_source random_seed(uint64_t seed) {
    random_source r;
    for (int i = 0; i < 4; i++)
        r.word[i] = hash_mix(seed + 0x9e3779b97f4a7c15u * (uint64_t)(i + 1));
    return r;
}

static inline uint64_t random_rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t random_next(random_source *r) {
    uint64_t *s = r->word, result = random_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotate(s[3], 45);
    return result;
}

/* A number below `limit` (at least 1), each equally likely: Lemire's multiplication with rejection.
 */
static inline uint32_t random_below(random_source *r, uint32_t limit) {
    uint64_t product = (random_next(r) >> 32) * limit;
    if ((uint32_t)product < limit) {
        uint32_t threshold = (0u - limit) % limit;
        while ((uint32_t)product < threshold) product = (random_next(r) >> 32) * limit;
    }
    return (uint32_t)(product >> 32);
}

#endif
