#include "engines/dots/solver/table.h"

#include <string.h>

#include "base/wide.h"

enum { WAYS = DOTS_TABLE_WAYS, WORK_SHIFT = 16 };

static const uint64_t EXTRA_MASK = (UINT64_C(1) << 40) - 1;

static uint64_t pack(dots_bounds bounds, unsigned work, uint64_t extra) {
    return (uint64_t)(uint8_t)(int8_t)bounds.lower | (uint64_t)(uint8_t)(int8_t)bounds.upper << 8 |
           (uint64_t)work << WORK_SHIFT | extra << 24;
}

static int signed_byte(uint64_t bits) {
    int value = (int)(bits & 0xFF);
    return value < 128 ? value : value - 256;
}

static unsigned work_of(uint64_t data) { return data >> WORK_SHIFT & 0xFF; }

static unsigned log_work(uint64_t work) {
    return work == 0 ? 1 : 64 - (unsigned)__builtin_clzll(work);
}

bool dots_table_create(dots_table *table, size_t bytes) {
    size_t bucket = WAYS * sizeof(dots_entry);
    table->bucket_count = bytes / bucket > 0 ? bytes / bucket : 1;
    if (!large_create(&table->block, table->bucket_count * bucket)) return false;
    table->entries = table->block.start;
    return true;
}

void dots_table_create_in(dots_table *table, void *memory, size_t bytes) {
    *table = (dots_table){.entries = memory, .bucket_count = bytes / (WAYS * sizeof(dots_entry))};
}

void dots_table_destroy(dots_table *table) {
    large_destroy(&table->block);
    table->entries = NULL;
}

void dots_table_clear(dots_table *table) {
    memset((void *)table->entries, 0, table->bucket_count * WAYS * sizeof(dots_entry));
}

/* The bucket is the high part of the product, so their number need not be a power of two. */
static dots_entry *bucket_of(const dots_table *table, uint64_t check) {
    return &table->entries[(size_t)wide_product(check, table->bucket_count).high * WAYS];
}

static bool load(const dots_entry *entry, dots_key key, uint64_t *data) {
    *data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    return (check ^ *data) == key.check && *data >> 24 == (key.extra & EXTRA_MASK) &&
           work_of(*data) != 0;
}

static void save(dots_entry *entry, uint64_t check, uint64_t data) {
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, check ^ data, memory_order_relaxed);
}

bool dots_table_probe(const dots_table *table, dots_key key, dots_bounds *bounds) {
    const dots_entry *entry = bucket_of(table, key.check);
    for (int way = 0; way < WAYS; way++) {
        uint64_t data;
        if (load(&entry[way], key, &data)) {
            int lower = signed_byte(data);
            int upper = signed_byte(data >> 8);
            bounds->lower = lower > bounds->lower ? lower : bounds->lower;
            bounds->upper = upper < bounds->upper ? upper : bounds->upper;
            return true;
        }
    }
    return false;
}

void dots_table_store(dots_table *table, dots_key key, dots_bounds bounds, uint64_t work) {
    dots_entry *entry = bucket_of(table, key.check);
    dots_entry *victim = entry;
    unsigned least = 256;
    unsigned log = log_work(work);
    for (int way = 0; way < WAYS; way++) {
        uint64_t data;
        if (load(&entry[way], key, &data)) {
            log = work_of(data) > log ? work_of(data) : log;
            victim = &entry[way];
            break;
        }
        if (work_of(data) < least) {
            least = work_of(data);
            victim = &entry[way];
        }
    }
    save(victim, key.check, pack(bounds, log, key.extra & EXTRA_MASK));
}

void dots_table_prefetch(const dots_table *table, dots_key key) {
    __builtin_prefetch(bucket_of(table, key.check));
}

int dots_table_read_bucket(const dots_table *table, size_t bucket, int least_work,
                           dots_record *records) {
    int count = 0;
    for (size_t way = 0; way < WAYS; way++) {
        const dots_entry *entry = &table->entries[bucket * WAYS + way];
        uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed) ^ data;
        if (work_of(data) != 0 && (int)work_of(data) >= least_work) {
            records[count++] = (dots_record){check, data};
        }
    }
    return count;
}

void dots_table_restore(dots_table *table, dots_record record) {
    dots_entry *entry = bucket_of(table, record.check);
    dots_entry *victim = entry;
    unsigned least = 256;
    for (int way = 0; way < WAYS; way++) {
        uint64_t data = atomic_load_explicit(&entry[way].data, memory_order_relaxed);
        if (work_of(data) < least) {
            least = work_of(data);
            victim = &entry[way];
        }
    }
    save(victim, record.check, record.data);
}

enum { SAMPLE_BUCKETS = 1 << 16 };

int dots_table_work_floor(const dots_table *table, size_t limit) {
    size_t count[256] = {0};
    size_t sample = table->bucket_count < SAMPLE_BUCKETS ? table->bucket_count : SAMPLE_BUCKETS;
    for (size_t i = 0; i < sample * WAYS; i++) {
        uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
        count[work_of(data)]++;
    }
    double scale = (double)table->bucket_count / (double)sample;
    double total = 0.0;
    int floor = 256;
    while (floor > 1 && total + scale * (double)count[floor - 1] <= (double)limit) {
        total += scale * (double)count[--floor];
    }
    return floor;
}

int dots_table_fill(const dots_table *table) {
    size_t sample = table->bucket_count < 1000 ? table->bucket_count : 1000;
    size_t used = 0;
    for (size_t i = 0; i < sample * WAYS; i++) {
        uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
        used += work_of(data) != 0;
    }
    return (int)(used * 1000 / (sample * WAYS));
}
