/* trax driver - the processor's side of the accelerator: registers written and read.
 *
 * On a board the port's two functions store and load at the peripheral's base address:
 *
 *     static void store(void *base, unsigned offset, uint32_t word) {
 *         *(volatile uint32_t *)((char *)base + offset) = word;
 *     }
 *     static uint32_t load(void *base, unsigned offset) {
 *         return *(volatile uint32_t *)((char *)base + offset);
 *     }
 *     trax_port port = {.context = (void *)0x43c00000, .write = store, .read = load};
 *
 * and the rest stays the same. trax/port.h makes a port from the software device.
 *
 * The driver knows the fields of the registers (see trax/registers.h) but nothing of the game. It
 * waits until every order is done. It allocates nothing; the caller owns the driver.
 */
#ifndef DAMERO_BOARDS_TRAX_DRIVER_H
#define DAMERO_BOARDS_TRAX_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "boards/trax/registers.h"

typedef struct trax_port {
    void *context;
    void (*write)(void *context, unsigned offset, uint32_t word);
    uint32_t (*read)(void *context, unsigned offset);
    /* Optional: lets as much time pass as polling that register until bit 31 is set would take, but
     * faster. */
    void (*wait)(void *context, unsigned offset);
} trax_port;

/* The original's two macros, which take the peripheral's base address and a register's offset. A
 * program that defines them before it compiles trax_driver.c, as the board support package does,
 * gets them used with the port's context as the base address. */
#ifdef TRAX_HELPER_mWriteReg
#define TRAX_HELPER_BASE(driver) ((uintptr_t)(driver)->port.context)
#else
#define TRAX_HELPER_BASE(driver)                  (&(driver)->port)
#define TRAX_HELPER_mWriteReg(port, offset, word) ((port)->write((port)->context, (offset), (word)))
#define TRAX_HELPER_mReadReg(port, offset)        ((port)->read((port)->context, (offset)))
#endif

typedef struct trax_driver {
    trax_port port;
    unsigned size; /* of the board */
    trax_fields fields;
    uint32_t order, result; /* as last written and read */
} trax_driver;

/* `address_bits` 0: two more than a row or column takes, as in the hardware. */
trax_driver trax_driver_of(trax_port, unsigned size, unsigned address_bits);

/* The empty board. */
void trax_driver_reset(trax_driver *);

/* Places a tile and returns the number of spaces with legal moves. After an illegal turn the list
 * is simply unchanged: if unsure, evaluate the turn first. */
unsigned trax_driver_place(trax_driver *, unsigned row, unsigned column, unsigned tile);

/* An entry of the memory: a space, and the tiles that fit there, bit t for tile t. */
typedef struct trax_entry {
    unsigned row, column, tiles;
} trax_entry;
trax_entry trax_driver_read(trax_driver *, unsigned address);

typedef struct trax_verdict {
    bool invalid, loses;    /* the opponent can win next turn */
    bool won, lost;         /* the turn wins for the mover, for the opponent */
    unsigned own_threats;   /* up to 7 */
    unsigned own_corners;   /* up to 63 */
    unsigned other_corners; /* up to 63 */
} trax_verdict;
trax_verdict trax_driver_evaluate(trax_driver *, unsigned row, unsigned column, unsigned tile);

/* The free-running counter, at 100 MHz. */
uint32_t trax_driver_cycles(trax_driver *);

#endif
