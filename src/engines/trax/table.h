/* trax table - the transposition table, shared by the threads of one engine without locks.
 *
 * A bucket is one cache line of four entries. An entry is two words, the data and the key XORed
 * with the data, so that a pair torn by another thread's write does not match its key and is simply
 * not found (R. Hyatt and T. Mann, "A lockless transposition table implementation", 2002). Data
 * from the lowest bit: turn (17), score + 32768 (16), depth (8), bound (2), age (8). What is
 * replaced is the entry of the bucket that is oldest, then shallowest. */
#ifndef DAMERO_TRAX_TABLE_H
#define DAMERO_TRAX_TABLE_H

#include <stdatomic.h>

#include "base/large.h"
#include "games/trax/trax.h"

typedef enum table_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } table_bound;

typedef struct table_entry {
    trax_move move;
    int score, depth;
    table_bound bound;
} table_entry;

typedef struct trax_table {
    large_block block;
    struct table_pair *pairs; /* in it */
    size_t buckets;           /* a power of two */
    unsigned age;
} trax_table;

/* `bytes` is rounded down to a power of two of buckets, at least one. All of it is touched, so that
 * the system need not find the pages while a clock runs. */
bool table_create(trax_table *, size_t bytes, error *);
void table_destroy(trax_table *);
void table_clear(trax_table *);

/* Tells the processor that the key will be looked for soon. */
void table_expect(const trax_table *, uint64_t key);

bool table_find(const trax_table *, uint64_t key, table_entry *);
void table_store(trax_table *, uint64_t key, table_entry);

/* Thousandths of the table in use by the current age, from a sample. */
int table_fill(const trax_table *);

#endif
