/* checkpoint.c - dots_solver_save, dots_solver_restore and dots_solver_check.
 *
 * Format, in little-endian words of 64 bits: magic, version, graph; then blocks, each of a count
 * (at most BLOCK_RECORDS) and that many records of two words; a count of zero ends the list; then a
 * checksum of all words before it.
 */
#include "engines/dots/solver/solver.h"
#include "engines/dots/solver/state.h"

enum { BLOCK_RECORDS = 4096 };

static const uint64_t MAGIC = UINT64_C(0x31544E4353544F44); /* "DOTSCNT1" */

struct stream {
    dots_write *write;
    dots_read *read;
    void *context;
    uint64_t sum;
};

static void add_to_sum(struct stream *stream, uint64_t word) {
    uint64_t x = (stream->sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    stream->sum = x ^ x >> 29;
}

static bool put_words(struct stream *stream, const uint64_t *words, size_t count) {
    uint8_t bytes[8 * 64];
    while (count > 0) {
        size_t part = count < 64 ? count : 64;
        for (size_t i = 0; i < part; i++) {
            add_to_sum(stream, words[i]);
            for (int b = 0; b < 8; b++) {
                bytes[8 * i + (size_t)b] = (uint8_t)(words[i] >> (8 * b));
            }
        }
        if (!stream->write(stream->context, bytes, 8 * part)) {
            return false;
        }
        words += part;
        count -= part;
    }
    return true;
}

static bool put_word(struct stream *stream, uint64_t word) { return put_words(stream, &word, 1); }

static bool get_word(struct stream *stream, uint64_t *word) {
    uint8_t bytes[8];
    if (!stream->read(stream->context, bytes, sizeof bytes)) {
        return false;
    }
    *word = 0;
    for (int b = 0; b < 8; b++) {
        *word |= (uint64_t)bytes[b] << (8 * b);
    }
    add_to_sum(stream, *word);
    return true;
}

/* A block of records to be written. */
struct block {
    size_t count;
    uint64_t words[2 * (BLOCK_RECORDS + DOTS_TABLE_WAYS)];
};

static bool put_block(struct stream *stream, struct block *block) {
    bool ok = block->count == 0 ||
              (put_word(stream, block->count) && put_words(stream, block->words, 2 * block->count));
    block->count = 0;
    return ok;
}

bool dots_solver_save(const dots_solver *solver, size_t max_bytes, dots_write *write,
                      void *context) {
    struct stream stream = {.write = write, .context = context};
    struct block block;
    block.count = 0;
    int floor = dots_table_work_floor(&solver->table, max_bytes / sizeof(dots_record));
    if (!put_word(&stream, MAGIC) || !put_word(&stream, DOTS_TABLE_VERSION) ||
        !put_word(&stream, solver->keyer.salt)) {
        return false;
    }
    for (size_t bucket = 0; bucket < solver->table.bucket_count; bucket++) {
        dots_record records[DOTS_TABLE_WAYS];
        int count = dots_table_read_bucket(&solver->table, bucket, floor, records);
        for (int i = 0; i < count; i++) {
            block.words[2 * block.count] = records[i].check;
            block.words[2 * block.count + 1] = records[i].data;
            block.count++;
        }
        if (block.count >= BLOCK_RECORDS && !put_block(&stream, &block)) {
            return false;
        }
    }
    return put_block(&stream, &block) && put_word(&stream, 0) && put_word(&stream, stream.sum);
}

static dots_restore_status get_header(const dots_solver *solver, struct stream *stream) {
    uint64_t magic, version, salt;
    if (!get_word(stream, &magic) || !get_word(stream, &version) || !get_word(stream, &salt)) {
        return DOTS_RESTORE_READ;
    }
    if (magic != MAGIC || version != DOTS_TABLE_VERSION) {
        return DOTS_RESTORE_FORMAT;
    }
    return salt == solver->keyer.salt ? DOTS_RESTORED : DOTS_RESTORE_GRAPH;
}

/* `table`: NULL if the records are only to be checked. */
static dots_restore_status get_records(dots_table *table, struct stream *stream) {
    for (;;) {
        uint64_t count;
        if (!get_word(stream, &count)) {
            return DOTS_RESTORE_READ;
        }
        if (count == 0) {
            return DOTS_RESTORED;
        }
        for (; count > 0; count--) {
            dots_record record;
            if (!get_word(stream, &record.check) || !get_word(stream, &record.data)) {
                return DOTS_RESTORE_READ;
            }
            if (table) {
                dots_table_restore(table, record);
            }
        }
    }
}

static dots_restore_status get_body(dots_table *table, struct stream *stream) {
    dots_restore_status status = get_records(table, stream);
    uint64_t sum = stream->sum;
    uint64_t saved;
    if (status != DOTS_RESTORED) {
        return status;
    }
    if (!get_word(stream, &saved)) {
        return DOTS_RESTORE_READ;
    }
    return saved == sum ? DOTS_RESTORED : DOTS_RESTORE_CHECKSUM;
}

dots_restore_status dots_solver_restore(dots_solver *solver, dots_read *read, void *context) {
    struct stream stream = {.read = read, .context = context};
    dots_restore_status status = get_header(solver, &stream);
    if (status != DOTS_RESTORED) {
        return status;
    }
    status = get_body(&solver->table, &stream);
    if (status != DOTS_RESTORED) {
        dots_solver_clear(solver); /* what was read so far cannot be trusted */
    }
    return status;
}

dots_restore_status dots_solver_check(const dots_solver *solver, dots_read *read, void *context) {
    struct stream stream = {.read = read, .context = context};
    dots_restore_status status = get_header(solver, &stream);
    return status == DOTS_RESTORED ? get_body(NULL, &stream) : status;
}
