/* keypad - the passive 4x4 matrix keypad, and the circuit that scans it.
 *
 *     1 2 3 F      row line 0: 0111      column lines, left to right:
 *     4 5 6 E      row line 1: 1011      0111 1011 1101 1110
 *     7 8 9 D      row line 2: 1101
 *     A 0 B C      row line 3: 1110
 *
 * The circuit pulls one row line low, lets it settle for 5 ms and then reads the column lines,
 * which a pressed key pulls low. If no key is down, it moves on to the next row. If one is, it
 * reads the same row again every 5 ms; a value counts from its second consecutive reading, for as
 * long as it is read. Only the keys in the original's table count: 0 to 7 with their values, A with
 * 8. Several columns low at once are no key.
 */
#ifndef DAMERO_BOARDS_KEYPAD_H
#define DAMERO_BOARDS_KEYPAD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KEYPAD_SETTLE = 250000, /* ticks of 50 MHz in 5 ms; a board in a simulator may settle sooner */
    KEYPAD_ENTER = 8,       /* the value of A */
    KEYPAD_NONE = 15,       /* no key */
};

/* The 16 keys as labelled, row by row. */
extern const char keypad_labels[17];

/* The column lines (0 is low; bit 3 is the left one) when this row line pattern is driven and these
 * keys are held (bit k: the key labelled with the hexadecimal digit k). Held keys connect lines in
 * both directions, as in any matrix without diodes: three corners of a rectangle close the fourth.
 */
unsigned keypad_columns(unsigned rows, uint16_t held);

typedef struct keypad {
    uint32_t settle; /* ticks before each reading */
    uint32_t left;   /* ticks until the next reading */
    uint8_t row;     /* driven low, 0 to 3 */
    uint8_t sampled; /* the last reading */
    uint8_t key;     /* the accepted key, or KEYPAD_NONE */
} keypad;

void keypad_reset(keypad *, uint32_t settle);
unsigned keypad_rows(const keypad *);

/* Lets ticks pass, at most `left`; `columns` are the levels of the lines at the end. */
void keypad_advance(keypad *, uint32_t ticks, unsigned columns);

#endif
