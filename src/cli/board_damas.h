/* board_damas - what the two files of `damero board damas` share. */
#ifndef DAMERO_CLI_BOARD_DAMAS_H
#define DAMERO_CLI_BOARD_DAMAS_H

#include "cli/board_session.h"

/* The board on the terminal, until its user leaves. */
bool cli_board_damas_by_hand(board_session *, error *);

/* "wants the row of the origin", and by which rules it plays: "lab". */
const char *cli_board_damas_waits(const device *);
const char *cli_board_damas_rules(const device *);

#endif
