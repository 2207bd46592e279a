/* boards/trax port - the accelerator in software as the driver's port. */
#ifndef DAMERO_BOARDS_TRAX_PORT_H
#define DAMERO_BOARDS_TRAX_PORT_H

#include "boards/trace.h"
#include "boards/trax_driver.h"

/* Ticks of one access on the bus: what a load or store of the processor takes through AXI4-Lite,
 * as we assume it. */
enum { TRAX_BUS_TICKS = 16 };

/* The device must be a trax_accelerator, and outlive the port. */
trax_port trax_port_of(device *);

/* The same, and a trace of what happens is left behind. */
trax_port trax_port_recorded(trace_recorder *);

#endif
