/* board_session - a run of a board, with what is written down about it: a trace, a dump. */
#ifndef DAMERO_CLI_BOARD_SESSION_H
#define DAMERO_CLI_BOARD_SESSION_H

#include "boards/trace.h"
#include "boards/vcd.h"
#include "cli/command.h"

typedef struct board_session {
    device *board;                      /* not owned */
    const char *settings;               /* as it was created with */
    const char *trace_path, *dump_path; /* NULL: not wanted */
    uint64_t trace_pins;                /* outputs */
    uint64_t dump_pins;                 /* outputs; all inputs are dumped too */
    uint64_t dump_from, dump_until;     /* ticks */

    /* What happens; calls board_session_pass. */
    void (*play)(struct board_session *, void *context);
    void *context;

    trace_recorder *trace;
    vcd *dump;
    record_sink dump_sink;
    bool dumping, played;
} board_session;

/* What is to be written down, from --record, --vcd, --pins, --from and --for. */
bool board_session_read(const cli_arguments *, board_session *, error *);

/* Plays, and writes the files: whole or not at all. */
bool board_session_run(board_session *, error *);

/* Lets time pass. Inputs are set on the device itself before. */
void board_session_pass(board_session *, uint64_t ticks);

#endif
