#include "engines/search/table.h"

#include <string.h>

enum { SAMPLE = 1000, MOVE_BITS = 22, SCORE_ZERO = 32768 };

static const uint64_t MOVE_MASK = (1 << MOVE_BITS) - 1;

bool search_table_create(search_table *t, size_t bytes, error *e) {
    size_t bucket = SEARCH_BUCKET * sizeof(search_entry);
    *t = (search_table){.buckets = 1};
    while (2 * t->buckets * bucket <= bytes) t->buckets *= 2;
    if (!large_create(&t->block, t->buckets * bucket))
        return error_set(e, "no memory for a table of %zu bytes", t->buckets * bucket);
    t->entries = t->block.start;
    search_table_clear(t);
    return true;
}

void search_table_destroy(search_table *t) {
    large_destroy(&t->block);
    *t = (search_table){0};
}

void search_table_clear(search_table *t) {
    memset((void *)t->entries, 0, t->buckets * SEARCH_BUCKET * sizeof(search_entry));
    t->age = 0;
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

uint64_t search_table_find(const search_table *t, uint64_t key) {
    const search_entry *e = search_table_bucket(t, key);
    for (int i = 0; i < SEARCH_BUCKET; i++) {
        uint64_t data = load(&e[i].data);
        if ((load(&e[i].check) ^ data) == key && data) return data;
    }
    return 0;
}

search_entry *search_table_place(search_table *t, uint64_t key, uint64_t *known) {
    search_entry *e = search_table_bucket(t, key), *victim = e;
    int least = INT32_MAX;
    for (int i = 0; i < SEARCH_BUCKET; i++) {
        *known = load(&e[i].data);
        if ((load(&e[i].check) ^ *known) == key && *known) return &e[i];
        int worth = search_data_depth(*known) + (*known >> 56 == t->age && *known ? 256 : 0);
        if (worth < least) least = worth, victim = &e[i];
    }
    *known = 0;
    return victim;
}

void search_table_write(const search_table *t, search_entry *e, uint64_t key, uint64_t own,
                        int depth) {
    uint64_t data = own | (uint64_t)(depth + 1) << 48 | (uint64_t)t->age << 56;
    atomic_store_explicit(&e->data, data, memory_order_relaxed);
    atomic_store_explicit(&e->check, key ^ data, memory_order_relaxed);
}

bool search_recall(const search_table *t, uint64_t key, search_found *found) {
    uint64_t data = search_table_find(t, key);
    if (!data) return false;
    *found = (search_found){.move = (uint32_t)(data & MOVE_MASK),
                            .score = (int)(data >> MOVE_BITS & 0xffff) - SCORE_ZERO,
                            .depth = search_data_depth(data),
                            .bound = (search_bound)(data >> (MOVE_BITS + 16) & 3)};
    return true;
}

void search_remember(search_table *t, uint64_t key, search_found f) {
    uint64_t known, move = f.move;
    search_entry *e = search_table_place(t, key, &known);
    if (!move) move = known & MOVE_MASK;
    search_table_write(t, e, key,
                       move | (uint64_t)(f.score + SCORE_ZERO) << MOVE_BITS |
                           (uint64_t)f.bound << (MOVE_BITS + 16),
                       f.depth);
}

int search_table_fill(const search_table *t) {
    size_t entries = t->buckets * SEARCH_BUCKET, sample = entries < SAMPLE ? entries : SAMPLE;
    size_t used = 0;
    for (size_t i = 0; i < sample; i++) {
        uint64_t data = load(&t->entries[i].data);
        used += data && data >> 56 == t->age;
    }
    return (int)(used * 1000 / sample);
}
