/* contest desk - the organiser at the terminal of `damero tournament run`, on a contest day.
 *
 * Announces which team goes on which line, and reads what the organiser types:
 *
 *     Enter, ready [1.2]     the boards of this pairing (round.board) are on their lines, and reset
 *     swap [1.2]             its two teams change lines
 *     forfeit [1.2] TEAM     this team loses the pairing
 *
 * The pairing may be left out if only one waits.
 */
#ifndef DAMERO_CONTEST_DESK_H
#define DAMERO_CONTEST_DESK_H

#include "events/tournament.h"

typedef struct contest_desk contest_desk;

/* Starts to read the input; its end stops the lines. `json`: calls are announced as objects. NULL
 * with an error. */
contest_desk *contest_desk_open(lines *, bool json, error *);
void contest_desk_close(contest_desk *);

/* As tournament_run.called, with the desk. */
void contest_desk_call(contest_desk *, const tournament *, const lines_call *);

/* Prints where the boards connect. */
void contest_desk_list(const contest_desk *);

#endif
