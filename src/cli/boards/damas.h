/* board_damas - shared by the two files of `damero board damas`. */
#ifndef DAMERO_CLI_BOARD_DAMAS_H
#define DAMERO_CLI_BOARD_DAMAS_H

#include "cli/boards/session.h"

/* The board on the terminal, until its user leaves. */
bool cli_board_damas_by_hand(board_session *, error *);

/* "expects the row of the origin"; the content of a cell of the memory. */
const char *cli_board_damas_waits(const device *);
unsigned cli_board_damas_cell(const device *, int row, int column);

#endif
