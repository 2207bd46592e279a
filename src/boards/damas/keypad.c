#include "boards/damas/keypad.h"

const char keypad_labels[17] = "123F456E789DA0BC";

/* The key at each position, as a hexadecimal digit. */
static const uint8_t digit_at[16] = {1, 2, 3, 15, 4, 5, 6, 14, 7, 8, 9, 13, 10, 0, 11, 12};

/* The low lines of a pattern as bits, the first line in bit 0. */
static unsigned low_lines(unsigned pattern) {
    unsigned low = 0;
    for (unsigned line = 0; line < 4; line++) low |= (~pattern >> (3 - line) & 1) << line;
    return low;
}

unsigned keypad_columns(unsigned rows, uint16_t held) {
    unsigned low_rows = low_lines(rows), low_columns = 0;
    for (bool spreads = held != 0; spreads;) {
        spreads = false;
        for (unsigned place = 0; place < 16; place++) {
            unsigned row = 1u << place / 4, column = 1u << place % 4;
            if (!(held >> digit_at[place] & 1) || !(low_rows & row) == !(low_columns & column))
                continue;
            low_rows |= row;
            low_columns |= column;
            spreads = true;
        }
    }
    unsigned columns = 0xf;
    for (unsigned line = 0; line < 4; line++) columns &= ~((low_columns >> line & 1) << (3 - line));
    return columns;
}

/* The value of a reading, or KEYPAD_NONE. */
static unsigned value_of(unsigned rows, unsigned columns) {
    static const struct {
        uint8_t rows, columns, value; /* 0111 is 7, 1011 is 11, 1101 is 13, 1110 is 14 */
    } table[] = {{14, 11, 0}, {7, 7, 1},   {7, 11, 2}, {7, 13, 3},           {11, 7, 4},
                 {11, 11, 5}, {11, 13, 6}, {13, 7, 7}, {14, 7, KEYPAD_ENTER}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].rows == rows && table[i].columns == columns) return table[i].value;
    return KEYPAD_NONE;
}

void keypad_reset(keypad *k, uint32_t settle) {
    *k = (keypad){.settle = settle, .left = settle, .sampled = KEYPAD_NONE, .key = KEYPAD_NONE};
}

unsigned keypad_rows(const keypad *k) { return 0xf & ~(8u >> k->row); }

void keypad_advance(keypad *k, uint32_t ticks, unsigned columns) {
    k->left -= ticks;
    if (k->left) return;
    uint8_t value = (uint8_t)value_of(keypad_rows(k), columns);
    k->key = value == k->sampled ? value : KEYPAD_NONE;
    k->sampled = value;
    k->left = k->settle;
    if (value == KEYPAD_NONE) k->row = (k->row + 1u) & 3;
}
