/* design - --design and --compare of 'damero board': a simulator in place of our device. */
#ifndef DAMERO_CLI_DESIGN_H
#define DAMERO_CLI_DESIGN_H

#include "cli/command.h"
#include "referee/design.h"

/* The device of --design, or ours if there is none. --compare also runs ours and prints the
 * differences as they happen. */
device *cli_board_device(const cli_arguments *, const device_kind *, const char *settings, error *);

/* The outputs of --pins (board.h) that the device has: a design may have only some. */
bool cli_design_pins(const cli_arguments *, const device *, uint64_t *watched, error *);

/* False with the reason if the device is a design that failed or differed from ours. */
bool cli_design_holds(const device *, error *);

#endif
