#include "engines/dots/memo.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS = 4, BUCKET = 64 };

bool dots_memo_create(dots_memo *memo, size_t bytes) {
    memo->buckets = 1;
    while (memo->buckets * 2 * BUCKET <= bytes) memo->buckets *= 2;
    /* Zeroed pages that are never touched cost nothing; one bucket more to align to a cache line.
     */
    memo->memory = calloc(memo->buckets + 1, BUCKET);
    if (!memo->memory) return false;
    uintptr_t start = ((uintptr_t)memo->memory + BUCKET - 1) / BUCKET * BUCKET;
    memo->notes = (dots_note *)start;
    return true;
}

void dots_memo_destroy(dots_memo *memo) { free(memo->memory); }

void dots_memo_clear(dots_memo *memo) { memset(memo->notes, 0, memo->buckets * BUCKET); }

static dots_note *bucket_of(const dots_memo *memo, uint64_t key) {
    return &memo->notes[(key >> 20 & (memo->buckets - 1)) * WAYS];
}

const dots_note *dots_memo_find(const dots_memo *memo, uint64_t key) {
    const dots_note *bucket = bucket_of(memo, key);
    for (int way = 0; way < WAYS; way++)
        if (bucket[way].key == key) return &bucket[way];
    return NULL;
}

static void join(dots_note *old, dots_note fresh) {
    if (old->lower > fresh.lower) fresh.lower = old->lower;
    if (old->upper < fresh.upper) fresh.upper = old->upper;
    if (fresh.line == DOTS_NO_LINE) fresh.line = old->line;
    *old = fresh;
}

void dots_memo_keep(dots_memo *memo, dots_note fresh) {
    dots_note *bucket = bucket_of(memo, fresh.key), *victim = bucket;
    for (int way = 0; way < WAYS; way++) {
        dots_note *n = &bucket[way];
        if (n->key == fresh.key) {
            if (n->depth == fresh.depth) join(n, fresh);
            else if (n->depth != DOTS_PROVEN) *n = fresh;
            return;
        }
        if (n->key == 0) {
            *n = fresh;
            return;
        }
        if (n->depth < victim->depth) victim = n;
    }
    *victim = fresh;
}

int dots_memo_fill(const dots_memo *memo) {
    size_t sample = memo->buckets < 1000 ? memo->buckets : 1000, used = 0;
    for (size_t i = 0; i < sample * WAYS; i++) used += memo->notes[i].key != 0;
    return (int)(used * 1000 / (sample * WAYS));
}
