/* boards/trax port - the software accelerator as the driver's port. */
#ifndef DAMERO_BOARDS_TRAX_PORT_H
#define DAMERO_BOARDS_TRAX_PORT_H

#include "boards/trace.h"
#include "boards/trax_driver.h"
#include "boards/vcd.h"

/* Ticks of one bus access: our assumption for a load or store of the processor through
 * AXI4-Lite. */
enum { TRAX_BUS_TICKS = 16 };

/* The device must be a trax_accelerator, and outlive the port. */
trax_port trax_port_of(device *);

/* The same, with a trace and a dump of what happens at the pins; either may be NULL. The watch must
 * outlive the port. */
typedef struct trax_watch {
    device *device;
    trace_recorder *trace;
    vcd *dump;
} trax_watch;
trax_port trax_port_watched(trax_watch *);

#endif
