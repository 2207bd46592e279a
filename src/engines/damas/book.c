#include "engines/damas/book.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "games/damas/moves.h"

enum { RECORD_HEAD = 3, RECORD_MOVE = 2, POSITIONS_MOST = 1 << 16, MOVES_MOST = 1 << 20 };

static uint64_t read_number(const uint8_t *at, int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)at[i] << (8 * i);
    return number;
}

/* The length of the book at `bytes` by its head, or 0 if that is not one. */
static size_t length_of(const uint8_t *bytes, size_t available) {
    if (available < DAMAS_BOOK_HEAD) return 0;
    size_t positions = (size_t)read_number(bytes, 4), moves = (size_t)read_number(bytes + 4, 4);
    if (positions < 1 || positions > POSITIONS_MOST || moves > MOVES_MOST) return 0;
    size_t length = DAMAS_BOOK_HEAD + RECORD_HEAD * positions + RECORD_MOVE * moves;
    return length <= available ? length : 0;
}

#ifdef __wasm__
size_t damas_book_of(const damas_rules *r, const uint8_t **bytes) {
    (void)r;
    *bytes = NULL;
    return 0;
}
#else
/* One for each variant but Portuguese, whose captures are the Spanish ones, in the order of
 * damas_variants. */
extern const uint8_t damas_books[], damas_books_end[];

size_t damas_book_of(const damas_rules *r, const uint8_t **bytes) {
    ptrdiff_t number = r->variant - damas_variants;
    size_t length = 0;
    *bytes = damas_books;
    for (ptrdiff_t i = number ? number - 1 : 0;; i--) {
        length = length_of(*bytes, (size_t)(damas_books_end - *bytes));
        if (i == 0 || length == 0) return length;
        *bytes += length;
    }
}
#endif

/* The slot that holds the position, or the empty one where it belongs. */
static uint32_t *slot_of(const damas_book *b, const damas_board *board, int side) {
    for (size_t i = (size_t)damas_key(board, side, 0) & b->mask;; i = (i + 1) & b->mask) {
        if (!b->slot[i]) return &b->slot[i];
        const damas_book_entry *found = &b->entry[b->slot[i] - 1];
        if (found->side == side && memcmp(&found->board, board, sizeof *board) == 0)
            return &b->slot[i];
    }
}

const damas_book_entry *damas_book_find(const damas_book *b, const damas_board *board, int side) {
    uint32_t slot = *slot_of(b, board, side);
    return slot ? &b->entry[slot - 1] : NULL;
}

uint64_t damas_book_hash(const damas_book *b, unsigned flags, const uint8_t *records,
                         size_t length) {
    uint64_t hash = hash_join(flags, hash_bytes(records, length));
    for (size_t i = 0; i < b->positions; i++)
        hash = hash_join(hash, damas_key(&b->entry[i].board, b->entry[i].side, 0));
    return hash;
}

static void add_position(damas_book *b, size_t *known, const damas_board *board, int side) {
    uint32_t *slot = slot_of(b, board, side);
    if (*slot) return;
    b->entry[*known] = (damas_book_entry){.board = *board, .side = (uint8_t)side};
    *slot = (uint32_t)++ * known;
}

/* Plays through the records; false if they are not what the head promises. */
static bool read_records(damas_book *b, const damas_rules *r, const uint8_t *at) {
    size_t known = 0, moves = 0;
    damas_position start;
    damas_start(r, &start);
    add_position(b, &known, &start.board, start.side);
    for (size_t i = 0; i < b->positions; i++) {
        damas_book_entry *entry = &b->entry[i];
        damas_list legal;
        if (i == known) return false;
        entry->count = at[0];
        entry->score = (int16_t)read_number(at + 1, 2);
        entry->move = b->move + moves;
        at += RECORD_HEAD;
        if (entry->count < 1 || (size_t)entry->count > b->moves - moves) return false;
        damas_generate(r->flags, &entry->board, entry->side, &legal);
        for (int k = 0; k < entry->count; k++, at += RECORD_MOVE) {
            int place = at[0] & ~DAMAS_BOOK_LEADS;
            if (place >= legal.count) return false;
            b->move[moves++] = (damas_book_move){legal.move[place], at[1]};
            if (!(at[0] & DAMAS_BOOK_LEADS)) continue;
            damas_board after = entry->board;
            damas_board_play(&after, entry->side, legal.move[place]);
            if (known == b->positions && !damas_book_find(b, &after, entry->side ^ 1)) return false;
            add_position(b, &known, &after, entry->side ^ 1);
        }
    }
    return known == b->positions && moves == b->moves;
}

damas_book *damas_book_read(const damas_rules *r, const uint8_t *bytes, size_t length, error *e) {
    if (length == 0 || length_of(bytes, length) != length) {
        error_set(e, "the opening book is damaged: its length is wrong");
        return NULL;
    }
    damas_book *b = calloc(1, sizeof *b);
    if (b) {
        b->positions = (size_t)read_number(bytes, 4);
        b->moves = (size_t)read_number(bytes + 4, 4);
        for (b->mask = 1; b->mask < 2 * b->positions;) b->mask = 2 * b->mask + 1;
        b->entry = calloc(b->positions, sizeof *b->entry);
        b->move = calloc(b->moves, sizeof *b->move);
        b->slot = calloc(b->mask + 1, sizeof *b->slot);
    }
    bool memory = b && b->entry && b->move && b->slot;
    const uint8_t *records = bytes + DAMAS_BOOK_HEAD;
    if (!memory) error_set(e, "no memory for the opening book");
    else if (!read_records(b, r, records) ||
             damas_book_hash(b, r->flags, records, length - DAMAS_BOOK_HEAD) !=
                 read_number(bytes + 8, 8))
        error_set(e, "the opening book is damaged");
    else return b;
    damas_book_destroy(b);
    return NULL;
}

void damas_book_destroy(damas_book *b) {
    if (!b) return;
    free(b->entry);
    free(b->move);
    free(b->slot);
    free(b);
}

const damas_book_move *damas_book_choose(const damas_book_entry *entry, uint64_t seed) {
    const damas_book_move *best = entry->move;
    uint64_t chance = hash_join(seed, damas_key(&entry->board, entry->side, 0));
    int highest = INT_MIN;
    for (int i = 0; i < entry->count && entry->move[i].cost <= DAMAS_BOOK_MARGIN; i++) {
        int luck = seed ? (int)(hash_join(chance, (uint64_t)i) % DAMAS_BOOK_LUCK) : 0;
        if (luck - entry->move[i].cost <= highest) continue;
        highest = luck - entry->move[i].cost;
        best = &entry->move[i];
    }
    return best;
}
