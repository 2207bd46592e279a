#include "engines/damas/memory.h"

enum { BUCKET = 4, SCORE_ZERO = 32768, DEPTH_ZERO = 2 };

bool damas_memory_create(damas_memory *m, size_t bytes, error *e) {
    size_t line = BUCKET * sizeof(damas_entry);
    *m = (damas_memory){.buckets = 1};
    while (2 * m->buckets * line <= bytes) m->buckets *= 2;
    if (!large_create(&m->block, m->buckets * line))
        return error_set(e, "no memory for a table of %zu bytes", m->buckets * line);
    m->entries = m->block.start;
    damas_memory_clear(m); /* touched now, not while a clock runs */
    return true;
}

void damas_memory_destroy(damas_memory *m) {
    large_destroy(&m->block);
    *m = (damas_memory){0};
}

void damas_memory_clear(damas_memory *m) {
    for (size_t i = 0; i < m->buckets * BUCKET; i++) {
        atomic_init(&m->entries[i].check, 0);
        atomic_init(&m->entries[i].data, 0);
    }
}

static uint64_t packed(const damas_found *f, uint8_t age) {
    return (uint64_t)f->tag | (uint64_t)(f->score + SCORE_ZERO) << 22 |
           (uint64_t)(f->depth + DEPTH_ZERO) << 38 | (uint64_t)f->bound << 46 | (uint64_t)age << 48;
}

static damas_found unpacked(uint64_t data) {
    return (damas_found){.tag = (uint32_t)(data & 0x3fffff),
                         .score = (int)(data >> 22 & 0xffff) - SCORE_ZERO,
                         .depth = (int)(data >> 38 & 0xff) - DEPTH_ZERO,
                         .bound = (damas_bound)(data >> 46 & 3)};
}

static damas_entry *bucket_of(const damas_memory *m, uint64_t key) {
    return m->entries + (key & (m->buckets - 1)) * BUCKET;
}

static uint64_t load(const atomic_ullong *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

bool damas_memory_find(const damas_memory *m, uint64_t key, damas_found *f) {
    const damas_entry *e = bucket_of(m, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t data = load(&e[i].data);
        if ((load(&e[i].check) ^ data) != key || !data) continue;
        *f = unpacked(data);
        return true;
    }
    return false;
}

void damas_memory_keep(damas_memory *m, uint64_t key, const damas_found *f) {
    damas_entry *e = bucket_of(m, key), *victim = e;
    int least = 1 << 20;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t data = load(&e[i].data);
        if ((load(&e[i].check) ^ data) == key) {
            victim = &e[i];
            break;
        }
        int worth = unpacked(data).depth + (data >> 48 == m->age ? 256 : 0);
        if (worth < least) least = worth, victim = &e[i];
    }
    uint64_t data = packed(f, m->age);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

int damas_memory_fill(const damas_memory *m) {
    int used = 0, looked = 0;
    for (size_t i = 0; i < m->buckets * BUCKET && looked < 1000; i++, looked++) {
        uint64_t data = load(&m->entries[i].data);
        used += data && data >> 48 == m->age;
    }
    return looked ? used * 1000 / looked : 0;
}
