/* damas memory - the transposition table, shared by all threads of a search.
 *
 * An entry is two words: the position's key xor the data, and the data. A torn write by two threads
 * makes the words disagree, and the entry is not found (Hyatt and Mann 2002). Four entries are a
 * bucket of one cache line; of these the one that goes is of an older search, or of the least
 * depth.
 *
 *     data: bits 0-21 move tag, 22-37 score + 32768, 38-45 depth + 2, 46-47 bound, 48-55 age
 */
#ifndef DAMERO_DAMAS_MEMORY_H
#define DAMERO_DAMAS_MEMORY_H

#include <stdatomic.h>

#include "base/error.h"
#include "base/large.h"
#include "games/damas/damas.h"

typedef enum damas_bound {
    DAMAS_NO_BOUND,
    DAMAS_AT_LEAST,
    DAMAS_AT_MOST,
    DAMAS_EXACTLY,
} damas_bound;

typedef struct damas_found {
    uint32_t tag; /* of the best move; 0: none */
    int score, depth;
    damas_bound bound;
} damas_found;

typedef struct damas_entry {
    atomic_ullong check, data;
} damas_entry;

typedef struct damas_memory {
    large_block block;
    damas_entry *entries; /* in it */
    size_t buckets;       /* a power of two */
    uint8_t age;
} damas_memory;

bool damas_memory_create(damas_memory *, size_t bytes, error *);
void damas_memory_destroy(damas_memory *);
void damas_memory_clear(damas_memory *);

/* A move in 22 bits: from, to and a hash of what it captures. Never 0 for a move. */
static inline uint32_t damas_tag(damas_move m) {
    uint64_t captured = damas_captured(m) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(m & 0xfff) | (uint32_t)(captured >> 54) << 12;
}

/* Asks for the bucket of a position before it is needed. */
static inline void damas_memory_fetch(const damas_memory *m, uint64_t key) {
    __builtin_prefetch(m->entries + (key & (m->buckets - 1)) * 4);
}

bool damas_memory_find(const damas_memory *, uint64_t key, damas_found *);
void damas_memory_keep(damas_memory *, uint64_t key, const damas_found *);

/* Thousandths of the table in use by this search. */
int damas_memory_fill(const damas_memory *);

#endif
