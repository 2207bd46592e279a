#include "engines/trax/table.h"

enum { WAYS = 4 };

struct table_pair {
    _Atomic uint64_t check, data;
};

bool table_create(trax_table *t, size_t bytes, error *e) {
    size_t buckets = 1;
    while (buckets * 2 * WAYS * sizeof(struct table_pair) <= bytes) buckets *= 2;
    *t = (trax_table){.buckets = buckets};
    if (!large_create(&t->block, buckets * WAYS * sizeof(struct table_pair)))
        return error_set(e, "no memory for a table of %zu bytes", bytes);
    t->pairs = t->block.start;
    table_clear(t);
    return true;
}

void table_destroy(trax_table *t) { large_destroy(&t->block); }

void table_clear(trax_table *t) {
    for (size_t i = 0; i < t->buckets * WAYS; i++) {
        atomic_store_explicit(&t->pairs[i].check, 0, memory_order_relaxed);
        atomic_store_explicit(&t->pairs[i].data, 0, memory_order_relaxed);
    }
    t->age = 0;
}

static struct table_pair *bucket_of(const trax_table *t, uint64_t key) {
    return t->pairs + (key & (t->buckets - 1)) * WAYS;
}

void table_expect(const trax_table *t, uint64_t key) { __builtin_prefetch(bucket_of(t, key)); }

static uint64_t pack(table_entry e, unsigned age) {
    return (uint64_t)e.move | (uint64_t)(e.score + 32768) << 17 | (uint64_t)(e.depth & 255) << 33 |
           (uint64_t)e.bound << 41 | (uint64_t)(age & 255) << 43;
}

static table_entry unpack(uint64_t data) {
    return (table_entry){.move = (trax_move)(data & 0x1ffff),
                         .score = (int)(data >> 17 & 0xffff) - 32768,
                         .depth = (int8_t)(data >> 33 & 255),
                         .bound = (table_bound)(data >> 41 & 3)};
}

bool table_find(const trax_table *t, uint64_t key, table_entry *e) {
    struct table_pair *bucket = bucket_of(t, key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if (data == 0 || (check ^ data) != key) continue;
        *e = unpack(data);
        return true;
    }
    return false;
}

void table_store(trax_table *t, uint64_t key, table_entry e) {
    struct table_pair *bucket = bucket_of(t, key), *worst = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key && data) {
            worst = &bucket[i];
            if (e.move == 0) e.move = unpack(data).move;
            break;
        }
        bool old = (data >> 43 & 255) != (t->age & 255);
        int worth = data == 0 ? -1000 : unpack(data).depth - (old ? 500 : 0);
        if (worth >= least) continue;
        least = worth;
        worst = &bucket[i];
    }
    uint64_t data = pack(e, t->age);
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}

int table_fill(const trax_table *t) {
    size_t sample = t->buckets < 256 ? t->buckets : 256, used = 0;
    for (size_t i = 0; i < sample * WAYS; i++) {
        uint64_t data = atomic_load_explicit(&t->pairs[i].data, memory_order_relaxed);
        used += data != 0 && (data >> 43 & 255) == (t->age & 255);
    }
    return (int)(used * 1000 / (sample * WAYS));
}
