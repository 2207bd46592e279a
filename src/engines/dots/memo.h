/* dots memo - the transposition table of the deepening search.
 *
 * Layout: buckets of four entries of 16 bytes, one cache line. An entry keeps a lower and an upper
 * bound of the value of a quiet field, how deep the search was that found them (DOTS_PROVEN: to
 * the end of the game) and the best line. Replacement: the same field, else an empty entry, else
 * the one of the least depth.
 */
#ifndef DAMERO_DOTS_MEMO_H
#define DAMERO_DOTS_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DOTS_PROVEN = 255, DOTS_NO_LINE = 0xffff };

typedef struct dots_note {
    uint64_t key; /* 0: empty */
    int16_t lower, upper;
    uint16_t line;
    uint8_t depth, spare;
} dots_note;

typedef struct dots_memo {
    dots_note *notes;
    size_t buckets; /* a power of two */
    void *memory;
} dots_memo;

/* Takes at most `bytes` (and a bucket at least); false where there is no memory. */
bool dots_memo_create(dots_memo *, size_t bytes);
void dots_memo_destroy(dots_memo *);
void dots_memo_clear(dots_memo *);

/* What is known of a field, or NULL. */
const dots_note *dots_memo_find(const dots_memo *, uint64_t key);

/* Keeps a note; what is proven is only replaced by what is proven, and then both bounds hold. */
void dots_memo_keep(dots_memo *, dots_note);

/* The share of entries in use, in thousandths, from a sample. */
int dots_memo_fill(const dots_memo *);

#endif
