/* board_session - a run of a board, and the files written about it: a trace, a dump. */
#ifndef DAMERO_CLI_BOARD_SESSION_H
#define DAMERO_CLI_BOARD_SESSION_H

#include "boards/trace.h"
#include "boards/vcd.h"
#include "cli/command.h"

typedef struct board_session {
    device *board;                      /* not owned */
    const char *settings;               /* those it was created with */
    const char *trace_path, *dump_path; /* NULL: none */
    uint64_t trace_pins;                /* outputs */
    uint64_t dump_pins;                 /* outputs; all inputs are dumped too */
    uint64_t dump_from, dump_until;     /* ticks */

    /* The run itself; calls board_session_pass. */
    void (*play)(struct board_session *, void *context);
    void *context;

    trace_recorder *trace;
    vcd *dump;
    record_sink dump_sink;
    bool dumping, played;
} board_session;

/* The files to write, from --record, --vcd, --pins, --from and --for. */
bool board_session_read(const cli_arguments *, board_session *, error *);

/* Runs, and writes the files atomically. */
bool board_session_run(board_session *, error *);

/* Lets time pass. Set inputs on the device itself first. */
void board_session_pass(board_session *, uint64_t ticks);

/* The same up to the next moment at which one of `watched` (outputs) may have changed, or earlier;
 * at most `ticks`. */
void board_session_step(board_session *, uint64_t watched, uint64_t ticks);

#endif
