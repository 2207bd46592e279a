/* boards/trax - the co-design's accelerator: four 32-bit registers on a bus, at 100 MHz.
 *
 * registers.h has their bits. Numbers that do not fit their field show its highest value; the
 * memory takes as many spaces as the number of spaces can say.
 *
 * A write to register 0 is an order. Its result register is cleared (the number only by 01) and
 * reads 0 in bit 31 until it is done, which takes as long as fabric.h says, for 10 two cycles.
 * Orders that come meanwhile are lost, except a reset, which ends everything at once: the board is
 * empty, both results are 0, it is White's turn. A turn that is not legal is invalid in 11; 01
 * leaves the board as it is and lists its moves. The lists of 11 have room for all spaces. Register
 * 0 reads as it was last written; registers 1 to 3 cannot be written. Reading the memory beyond the
 * number gives an empty entry.
 *
 * Bits that the source leaves open, and our readings of them, are in docs/boards.md.
 */
#ifndef DAMERO_BOARDS_ACCELERATOR_H
#define DAMERO_BOARDS_ACCELERATOR_H

#include "boards/device.h"

extern const device_kind trax_accelerator;

/* The pins, in the order of the kind's table. */
enum {
    ACCELERATOR_RESET,     /* in */
    ACCELERATOR_ADDRESS,   /* in: the register */
    ACCELERATOR_WRITE,     /* in: takes writedata into it with the next edge */
    ACCELERATOR_WRITEDATA, /* in */
    ACCELERATOR_READDATA,  /* out: the register at the address, at once */
    ACCELERATOR_BUSY,      /* out: an order is being carried out */
};

#endif
