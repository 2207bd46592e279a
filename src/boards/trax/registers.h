/* boards/trax registers - the bits of the accelerator's four 32-bit registers.
 *
 * For a board of 16 x 16 (spaces are numbered by row and column, from 0 at the top left):
 *
 *   0 order    31:30 operation, 29 reset, 17:12 address, 11:8 tile, 7:4 row, 3:0 column
 *              01 place the tile and list the legal moves in the memory
 *              10 read the memory at the address
 *              11 evaluate the board with the tile placed
 *   1 result   31 done, 19:14 tiles that fit (bit 14 is tile 0011, then 0101, 0110, 1001, 1010,
 *              1100), 13:10 row, 9:6 column, 5:0 number of spaces with legal moves
 *   2 result   31 done, 18:13 own corners, 12:7 the opponent's, 6:4 own threats, 3 invalid, 2 the
 *              opponent can win next turn, 1 the mover has won, 0 the opponent has
 *   3 cycles   counts every tick
 *
 * For other sizes a row and a column take as many bits as they need, c = 3 (8) to 6 (33 to 64), and
 * an address a = c + 2 unless set. The other fields shift accordingly: tile at 2c, address at 2c +
 * 4; number in a bits, column at a, row at a + c, tiles at a + 2c.
 */
#ifndef DAMERO_BOARDS_TRAX_REGISTERS_H
#define DAMERO_BOARDS_TRAX_REGISTERS_H

#include <stdint.h>

/* Byte offsets. */
enum { TRAX_ORDER = 0, TRAX_RESULT_1 = 4, TRAX_RESULT_2 = 8, TRAX_CYCLES = 12 };

/* Operations. */
enum { TRAX_PLACE = 1, TRAX_READ = 2, TRAX_EVALUATE = 3 };

#define TRAX_RESET (UINT32_C(1) << 29)
#define TRAX_DONE  (UINT32_C(1) << 31)

/* The positions of the fields of result 2, and the maximum of those with more than one bit. */
enum {
    TRAX_OWN_CORNERS = 13,
    TRAX_OTHER_CORNERS = 7,
    TRAX_CORNERS_MOST = 63,
    TRAX_OWN_THREATS = 4,
    TRAX_THREATS_MOST = 7,
    TRAX_INVALID = 3,
    TRAX_LOSES = 2,
    TRAX_WON = 1,
    TRAX_LOST = 0,
};

/* Widths that depend on the size of the board. */
typedef struct trax_fields {
    unsigned coordinate, address;
} trax_fields;

/* `address` 0: two more than a coordinate. */
static inline trax_fields trax_fields_of(unsigned size, unsigned address) {
    unsigned bits = 1;
    while (1u << bits < size) bits++;
    return (trax_fields){.coordinate = bits, .address = address ? address : bits + 2};
}

static inline uint32_t trax_bits(uint32_t word, unsigned from, unsigned count) {
    return word >> from & ((1u << count) - 1);
}

/* An order about a turn. */
static inline uint32_t trax_order(trax_fields f, uint32_t operation, unsigned row, unsigned column,
                                  unsigned tile) {
    return operation << 30 | tile << 2 * f.coordinate | row << f.coordinate | column;
}

/* The tiles in the order of their bits. */
static const uint8_t trax_tile_order[6] = {3, 5, 6, 9, 10, 12};

#endif
