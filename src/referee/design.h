/* design - a design in a simulator as a device: its test bench reads commands from its standard
 * input and answers on its standard output, so everything that drives our boards can drive it.
 *
 *   set NAME VALUE     an input takes a value (decimal) now, before the next edge
 *   watch NAME 0|1     whether a change of this output ends `until` (at first none does)
 *   go TICK            let rising edges of the clock pass, up to this number since power-on
 *   until TICK         the same, but stop at the first edge after which a watched output differs
 *
 * Each is answered by one line as in a trace: the current tick, and the outputs that have changed
 * since the last answer (all of them in the first): `1042 tx=0 state=0b01x`. Lines
 * that do not begin with a digit are the simulator's own and are shown on standard error.
 * docs/boards.md describes it for users.
 *
 * A device cannot fail but a simulator can: the device then keeps its state, and cli_design_holds
 * says why.
 */
#ifndef DAMERO_CLI_DESIGN_H
#define DAMERO_CLI_DESIGN_H

#include "boards/device.h"
#include "cli/command.h"

/* Ticks at a time if a person drives a design that cannot keep up with its clock: 1 ms. */
enum { CLI_DESIGN_SLICE = 50000 };

/* The device of --design, or ours if there is none. --compare also runs ours and prints the
 * differences as they happen. */
device *cli_board_device(const cli_arguments *, const device_kind *, const char *settings, error *);

/* False with the reason if the device is a design that failed or differed from ours. */
bool cli_design_holds(const device *, error *);

/* Whether the device is as fast as its clock: ours are, designs are not. */
bool cli_design_keeps_up(const device *);

#endif
