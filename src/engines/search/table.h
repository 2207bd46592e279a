/* search/table - the transposition table: what earlier searches found out about positions.
 *
 * Threads share a table without locks. An entry is two words, its data and the key XORed with the
 * data: a pair torn by another thread's write does not match its key and is simply not found
 * (R. Hyatt and T. Mann, "A lockless transposition table implementation", 2002). Four entries form
 * a bucket of one cache line. A new entry replaces that of the same position, or an empty one, or
 * the shallowest of an earlier search, or the shallowest.
 *
 *     data: bits 0-47 the engine's own, 48-55 depth + 1 (0: the entry is empty), 56-63 age
 *
 * Damas and Trax store a score with its bound (search_found). The deepening search of Dots keeps a
 * lower and an upper bound at once, so it packs its own bits. The solver of Dots has its own table
 * (dots/solver/table.h) because its keys have 104 bits and its entries are saved to files.
 */
#ifndef DAMERO_SEARCH_TABLE_H
#define DAMERO_SEARCH_TABLE_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/error.h"
#include "base/large.h"

enum { SEARCH_BUCKET = 4, SEARCH_DEPTH_MAX = 254 };

typedef struct search_entry {
    _Atomic uint64_t check, data;
} search_entry;

typedef struct search_table {
    large_block block;
    search_entry *entries; /* in it */
    size_t buckets;        /* a power of two */
    uint8_t age;           /* of the current search; the engine counts it up */
} search_table;

/* Takes `bytes`, rounded down to a power of two of buckets, at least one. Touches all of it, so
 * that the system need not find the pages while a clock runs. */
bool search_table_create(search_table *, size_t bytes, error *);
void search_table_destroy(search_table *);
void search_table_clear(search_table *);

/* Entries used by the current search in thousandths, from a sample. */
int search_table_fill(const search_table *);

static inline search_entry *search_table_bucket(const search_table *t, uint64_t key) {
    return t->entries + (key & (t->buckets - 1)) * SEARCH_BUCKET;
}

/* Tells the processor that the key will be looked up soon. */
static inline void search_table_prefetch(const search_table *t, uint64_t key) {
    __builtin_prefetch(search_table_bucket(t, key));
}

/* The data of a position, or 0. */
uint64_t search_table_find(const search_table *, uint64_t key);

static inline int search_data_depth(uint64_t data) { return (int)(data >> 48 & 255) - 1; }

/* The entry to overwrite for this position; *known is what it holds about the same position, or 0.
 */
search_entry *search_table_place(search_table *, uint64_t key, uint64_t *known);
void search_table_write(const search_table *, search_entry *, uint64_t key, uint64_t own,
                        int depth);

typedef enum search_bound { SEARCH_UPPER = 1, SEARCH_LOWER, SEARCH_EXACT } search_bound;

/* What a search found: 22 bits for the best move (0: none), a score of 16 bits, its bound. */
typedef struct search_found {
    uint32_t move;
    int score, depth;
    search_bound bound;
} search_found;

bool search_recall(const search_table *, uint64_t key, search_found *);

/* Without a move, that of an earlier entry of the position stays. */
void search_remember(search_table *, uint64_t key, search_found);

/* Whether the score, which holds for `found->depth`, settles a node for this depth and window. */
static inline bool search_settles(const search_found *found, int score, int depth, int alpha,
                                  int beta) {
    return found->depth >= depth &&
           (found->bound == SEARCH_EXACT || (found->bound == SEARCH_LOWER && score >= beta) ||
            (found->bound == SEARCH_UPPER && score <= alpha));
}

/* The bound of a score found within a window. */
static inline search_bound search_bound_of(int score, int alpha, int beta) {
    return score >= beta ? SEARCH_LOWER : score > alpha ? SEARCH_EXACT : SEARCH_UPPER;
}

/* Scores beyond `certain` count plies from the root; in the table they count from the position. */
static inline int search_score_to_table(int score, int certain, int ply) {
    return score > certain ? score + ply : score < -certain ? score - ply : score;
}
static inline int search_score_from_table(int score, int certain, int ply) {
    return search_score_to_table(score, certain, -ply);
}

#endif
