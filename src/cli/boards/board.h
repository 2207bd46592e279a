/* board - the parts of `damero board`, one file each. */
#ifndef DAMERO_CLI_BOARD_H
#define DAMERO_CLI_BOARD_H

#include "boards/device.h"
#include "cli/command.h"

/* A contest board on a line (dots, trax). */
int cli_board_contest(const cli_arguments *);

/* The Perudo board with its stream on a link: by hand, or by script. */
int cli_board_perudo(const cli_arguments *);

/* --check and --trace, for every board of boards_all. */
int cli_board_trace(const cli_arguments *, const device_kind *);

/* The Damas board: by hand on a terminal, otherwise by script. */
int cli_board_damas(const cli_arguments *);

/* The Trax accelerator: orders typed, or by script. */
int cli_board_accelerator(const cli_arguments *);

/* The outputs of --pins: names separated by commas, or `all`; by default all that are not fast. */
bool cli_board_pins(const cli_arguments *, const device_kind *, uint64_t *watched, error *);

#endif
