#include "engines/perudo/tables.h"

#include <stdlib.h>
#include <string.h>

enum { INDEX_ENTRY = 12 };

static uint32_t row_count(const uint8_t *image) { return (uint32_t)bytes_load(image + 20, 4); }

static size_t image_length(const uint8_t *image) { return IMAGE_HEADER + image_body(image); }

static const uint8_t *index_entry(const uint8_t *image, uint32_t row) {
    return image + IMAGE_HEADER + (size_t)row * INDEX_ENTRY;
}

static const uint8_t *row_at(const uint8_t *image, uint32_t row) {
    return index_entry(image, row_count(image)) + bytes_load(index_entry(image, row) + 8, 4);
}

static bool is_for(const uint8_t *image, const perudo_rules *r) {
    return image[8] == r->raise && image[9] == r->lamas_rank && image[10] == r->open_lama &&
           image[11] == r->faces;
}

/* Checking. */

static bool check_header(const uint8_t *image, size_t length, error *e) {
    if (!image_check_header(image, length, PERUDO_TABLE_WORD, e)) return false;
    bool known = image[11] >= 2 && image[11] <= PERUDO_FACES_MAX && image[14] <= 1 &&
                 image[15] >= 1 && image[15] <= PERUDO_ROUND_MEMORY_MAX &&
                 (image[16] == 4 || image[16] == 12);
    for (int i = 12; i < 14; i++) known = known && image[i] >= 1 && image[i] <= PERUDO_DICE_MAX;
    return known || error_set(e, "table: made by another version");
}

/* The length of a row, or 0 if it is longer than `left` bytes or malformed. */
static size_t row_length(const uint8_t *row, size_t left, int bits, size_t hand_count) {
    if (left < 1 || row[0] < 1 || row[0] > PERUDO_ROW_MOVES) return 0;
    size_t at = 1 + (size_t)row[0], size = bits == 4 ? 1 : 2;
    for (size_t i = 1; i <= row[0]; i++)
        if (i >= left || row[i] > 2 * PERUDO_DICE_MAX * PERUDO_FACES_MAX) return 0;
    for (size_t h = 0; h < hand_count; h++)
        for (unsigned whole = 0; whole < 1u << bits; at += size) {
            if (at + size > left) return 0;
            unsigned entry = (unsigned)bytes_load(row + at, (int)size);
            unsigned move = entry >> bits, part = (entry & ((1u << bits) - 1)) + 1;
            bool again = move == PERUDO_ROW_MOVES;
            if (again ? h == 0 || whole || part > hand_count - h : move >= row[0]) return 0;
            if (again) h += part - 1;
            whole += again ? 1u << bits : part;
            if (whole > 1u << bits) return 0;
        }
    return at;
}

static bool check_rows(const uint8_t *image, error *e) {
    uint32_t rows = row_count(image);
    size_t body = image_body(image), index = (size_t)rows * INDEX_ENTRY;
    size_t hand_count = perudo_hands(image[12 + image[14]], image[11]);
    if (index > body) return error_set(e, "table: its rows do not fit into it");
    for (uint32_t i = 0; i < rows; i++) {
        size_t begin = (size_t)bytes_load(index_entry(image, i) + 8, 4);
        bool sorted = i == 0 || bytes_load(index_entry(image, i), 8) >
                                    bytes_load(index_entry(image, i - 1), 8);
        if (!sorted || begin > body - index ||
            !row_length(row_at(image, i), body - index - begin, image[16], hand_count))
            return error_set(e, "table: row %u of %u is wrong", (unsigned)i + 1, (unsigned)rows);
    }
    return true;
}

static bool check(const uint8_t *image, size_t length, error *e) {
    return check_header(image, length, e) && image_check_body(image, length, false, e) &&
           check_rows(image, e);
}

/* Adding. */

void perudo_tables_lend(perudo_tables *t, const perudo_rules *r, const void *images,
                        size_t length) {
    const uint8_t *image = images, *end = image + length;
    for (; image < end; image += image_length(image))
        if (is_for(image, r)) t->image[image[12] - 1][image[13] - 1][image[14]] = image;
}

bool perudo_tables_add(perudo_tables *t, const perudo_rules *r, const void *images, size_t length,
                       error *e) {
    const uint8_t *from = images;
    bool wanted = false;
    for (size_t at = 0; at < length || at == 0; at += image_length(from + at)) {
        if (!check(from + at, length - at, e)) return false;
        wanted = wanted || is_for(from + at, r);
    }
    if (!wanted) return true;
    void *copy = t->blocks < PERUDO_TABLE_BLOCKS ? malloc(length) : NULL;
    if (!copy) return error_set(e, "no room for a table of %zu bytes", length);
    memcpy(copy, images, length);
    t->block[t->blocks++] = copy;
    perudo_tables_lend(t, r, copy, length);
    return true;
}

void perudo_tables_destroy(perudo_tables *t) {
    for (int i = 0; i < t->blocks; i++) free(t->block[i]);
    *t = (perudo_tables){0};
}

/* Reading. */

static uint64_t key_of(const perudo_position *p, int memory) {
    uint64_t key = 0;
    for (int i = p->bids > memory ? p->bids - memory : 0; i < p->bids; i++)
        key = key << 7 | perudo_bid_code(p->bid[i]);
    return key;
}

static const uint8_t *image_for(const perudo_tables *t, const perudo_position *p, int seat) {
    int other = perudo_seat_after(p, seat, 1), second = p->starter != seat;
    int opener = p->count[second ? other : seat], dice = p->count[second ? seat : other];
    return p->palifico ? NULL : t->image[opener - 1][dice - 1][second];
}

bool perudo_tables_cover(const perudo_tables *t, const perudo_position *p, int seat) {
    return image_for(t, p, seat) != NULL;
}

/* The first row that agrees with the key in the most bids from the last one on; the number of rows
 * if none has the last bid. */
static uint32_t nearest_row(const uint8_t *image, uint64_t key) {
    uint32_t rows = row_count(image), nearest = rows;
    uint64_t tail = 0x7f; /* the bids in which a row must agree to be nearer */
    for (uint32_t i = 0; i < rows; i++)
        for (uint64_t apart = bytes_load(index_entry(image, i), 8) ^ key; !(apart & tail);
             tail = tail << 7 | 0x7f)
            nearest = i;
    return nearest;
}

static bool find(const perudo_tables *t, const perudo_position *p, int seat, bool near,
                 perudo_row *row) {
    const uint8_t *image = image_for(t, p, seat);
    if (!image) return false;
    uint64_t key = key_of(p, image[15]);
    uint32_t low = 0, high = row_count(image);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bytes_load(index_entry(image, middle), 8) < key) low = middle + 1;
        else high = middle;
    }
    if (low == row_count(image) || bytes_load(index_entry(image, low), 8) != key)
        low = near ? nearest_row(image, key) : row_count(image);
    if (low == row_count(image)) return false;
    const uint8_t *at = row_at(image, low);
    *row = (perudo_row){.count = at[0], .bits = image[16], .next = at + 1 + at[0]};
    for (int i = 0; i < row->count; i++)
        row->move[i] = at[1 + i] ? perudo_bid_of_code(at[1 + i]) : 0;
    return true;
}

bool perudo_tables_find(const perudo_tables *t, const perudo_position *p, int seat,
                        perudo_row *row) {
    return find(t, p, seat, true, row);
}

bool perudo_tables_find_own(const perudo_tables *t, const perudo_position *p, int seat,
                            perudo_row *row) {
    return find(t, p, seat, false, row);
}

void perudo_row_read(perudo_row *row) {
    int size = row->bits == 4 ? 1 : 2;
    unsigned whole = 1u << row->bits, entry;
    if (row->again == 0) {
        entry = (unsigned)bytes_load(row->next, size);
        if (entry >> row->bits == PERUDO_ROW_MOVES) {
            row->again = (entry & (whole - 1)) + 1;
            row->next += size;
        }
    }
    if (row->again) {
        row->again--;
        return;
    }
    for (int i = 0; i < row->count; i++) row->chance[i] = 0;
    for (unsigned sum = 0, part; sum < whole; sum += part, row->next += size) {
        entry = (unsigned)bytes_load(row->next, size);
        part = (entry & (whole - 1)) + 1;
        row->chance[entry >> row->bits] = (float)part / (float)whole;
    }
}
