/* vcd - a board's pins as a value change dump (IEEE 1364-2005, 18), which waveform viewers open.
 *
 * Like a trace recorder it is called whenever something may have changed, and writes the changes.
 * Times are in nanoseconds if the clock's period is a whole number of them, otherwise in
 * picoseconds.
 */
#ifndef DAMERO_BOARDS_VCD_H
#define DAMERO_BOARDS_VCD_H

#include "boards/device.h"
#include "games/record.h"

typedef struct vcd {
    const device *device; /* not owned */
    record_sink out;
    uint64_t pins;   /* to write */
    uint64_t start;  /* the tick that is time 0 */
    uint64_t period; /* of the clock, in units of time */
    bool begun;
    uint64_t told[DEVICE_PINS_MAX];
} vcd;

/* Writes the header; the device's current tick is time 0. */
void vcd_begin(vcd *, const device *, uint64_t pins, record_sink);
void vcd_tell(vcd *);
void vcd_finish(vcd *); /* writes the last time */

#endif
