/* boards/trax - the co-design's accelerator: four 32-bit registers on a bus, at 100 MHz.
 *
 * registers.h has their bits. Numbers that do not fit in their field read as its maximum; the
 * memory holds as many spaces as the number field can count.
 *
 * A write to register 0 is an order. It clears its result register (the number only by 01), whose
 * bit 31 reads 0 until the order is done, which takes as long as fabric.h says, for 10 two cycles.
 * Orders written meanwhile are lost, except a reset, which takes effect at once: the board is
 * empty, both results are 0, it is White's turn. An illegal turn is reported as invalid by 11; 01
 * leaves the board unchanged and lists its moves. The lists of 11 have room for all spaces.
 * Register 0 reads back the last value written; registers 1 to 3 are read-only. Memory beyond the
 * number reads as an empty entry.
 *
 * docs/boards.md lists the bits that the original leaves open, and our interpretations.
 */
#ifndef DAMERO_BOARDS_ACCELERATOR_H
#define DAMERO_BOARDS_ACCELERATOR_H

#include "boards/device.h"
#include "boards/trax/registers.h"

extern const device_kind trax_accelerator;

/* The pins, in the order of the kind's table. */
enum {
    ACCELERATOR_RESET,     /* in */
    ACCELERATOR_ADDRESS,   /* in: the register */
    ACCELERATOR_WRITE,     /* in: writes writedata to it at the next edge */
    ACCELERATOR_WRITEDATA, /* in */
    ACCELERATOR_READDATA,  /* out: the addressed register, combinational */
    ACCELERATOR_BUSY,      /* out: an order is running */
};

/* The steps of orders, as in fabric.h, and how many cycles each has taken since the device was
 * created, resets included. */
enum {
    ACCELERATOR_PLACING,
    ACCELERATOR_LISTING,
    ACCELERATOR_CHECKING,
    ACCELERATOR_GOING_ON, /* next turn of a list, result */
    ACCELERATOR_READING,  /* the memory */
    ACCELERATOR_STEPS,
};
const uint64_t *accelerator_spent(const device *);

/* What is inside, for a picture of it: the size of the board, the widths of the registers' fields,
 * the tile on a space (0: none), the number of entries in the move memory and one of them. The
 * board shows an order from its start on, before its cycles have passed. */
unsigned accelerator_size(const device *);
trax_fields accelerator_fields(const device *);
unsigned accelerator_tile(const device *, unsigned row, unsigned column);
size_t accelerator_entries(const device *);
typedef struct accelerator_entry {
    unsigned row, column, tiles; /* bit i of the tiles: number i of trax_tile_order */
} accelerator_entry;
accelerator_entry accelerator_entry_at(const device *, size_t);

/* Ticks until the running order is done; 0: none is running. */
uint64_t accelerator_left(const device *);

/* Ticks to wait for a design that was given the same order: it may take longer, but may also never
 * end. */
uint64_t accelerator_patience(const device *);

#endif
