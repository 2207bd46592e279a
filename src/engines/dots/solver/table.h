/* dots table - the solver's transposition table: bounds of positions' values, shared by threads.
 *
 * Layout: buckets of four entries of 16 bytes, one cache line. An entry is two words, data and
 * check = key ^ data; a half-written entry fails the check, so threads share the table without
 * locks (Hyatt's XOR trick). data holds a lower and an upper bound (8 bits each), the work spent
 * (log2 of the nodes, 8 bits) and 40 extra bits of the key, so that 104 bits of a key have to
 * agree: a wrong match would spoil a proof. The bucket follows from the first 64 bits, so that an
 * entry can be moved to a table of another size without its position. Replacement: the same
 * position, else an empty entry, else the one with the least work.
 */
#ifndef DAMERO_DOTS_TABLE_H
#define DAMERO_DOTS_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/large.h"

enum { DOTS_TABLE_WAYS = 4 };

typedef struct dots_key {
    uint64_t check; /* compared in full; selects the bucket */
    uint64_t extra; /* its lowest 40 bits are compared */
} dots_key;

typedef struct dots_bounds {
    int lower, upper;
} dots_bounds;

typedef struct dots_entry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} dots_entry;

typedef struct dots_table {
    dots_entry *entries;
    size_t bucket_count;
    large_block block; /* holds the entries */
} dots_table;

/* Uses about `bytes` of memory, zeroed lazily. False if there is not enough. */
bool dots_table_create(dots_table *table, size_t bytes);
/* The same in memory of the caller, zeroed or in use by another table of the same size. */
void dots_table_create_in(dots_table *table, void *memory, size_t bytes);
void dots_table_destroy(dots_table *table);
void dots_table_clear(dots_table *table);

/* Narrows *bounds by the table's entry; false if it has none. */
bool dots_table_probe(const dots_table *table, dots_key key, dots_bounds *bounds);

/* Stores bounds; `work` is the number of nodes spent on them. */
void dots_table_store(dots_table *table, dots_key key, dots_bounds bounds, uint64_t work);

/* Hints that the key will be probed soon. */
void dots_table_prefetch(const dots_table *table, dots_key key);

/* An entry as it is saved: check without the XOR. */
typedef struct dots_record {
    uint64_t check;
    uint64_t data;
} dots_record;

/* Reads the entries of a bucket with at least `least_work` (a logarithm); writes up to
 * DOTS_TABLE_WAYS records and returns how many. Other threads may use the table meanwhile.
 */
int dots_table_read_bucket(const dots_table *table, size_t bucket, int least_work,
                           dots_record *records);

/* Puts a saved entry back. */
void dots_table_restore(dots_table *table, dots_record record);

/* The smallest work such that at most `limit` entries have at least that much, from a sample. */
int dots_table_work_floor(const dots_table *table, size_t limit);

/* The share of entries in use, in thousandths, from a sample. */
int dots_table_fill(const dots_table *table);

#endif
