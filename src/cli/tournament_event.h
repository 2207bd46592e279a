/* tournament_event - a tournament as the commands for it see it; how `tournament run` plays it. */
#ifndef DAMERO_CLI_TOURNAMENT_EVENT_H
#define DAMERO_CLI_TOURNAMENT_EVENT_H

#include "cli/command.h"
#include "cli/contest_desk.h"
#include "cli/tournament_records.h"
#include "events/tournament.h"

/* With the arguments that the tournament was created with. */
typedef struct cli_event {
    const cli_arguments *now;
    cli_arguments then; /* those of `tournament new`, whose words are in `words`; when it is played,
                           with those of `run` instead that can change */
    char *words, *folder;
    store *journal;
    tournament t;
    const game *game;
    uint64_t seed;
    bool played;        /* by this process */
    int admitted;       /* entrants that this run can play with: the first ones */
    text *needs;        /* of workers who play it; NULL: this process does */
    contest_desk *desk; /* while boards share lines; or NULL */
    int64_t waited;     /* when it was last said why nothing happens */
    int64_t scored;     /* and how far a pairing is */
    tournament_records records;
    FILE *trace;
    char *records_path;  /* from the root; NULL: none */
    char *trace_path;    /* from the root: programs that are confined do not see it; NULL: none */
    int64_t trace_start; /* the same for all links */
    bool warned;         /* that programs run unconfined */
} cli_event;

/* Reads it from the journal; destroy it, even on failure. */
bool cli_event_load(cli_event *, const char *name, error *);
void cli_event_destroy(cli_event *);

/* "new", "running", "interrupted" or "over". */
const char *cli_event_state(const store *, const store_tournament *, bool paired);

/* Prints the standings in a format of tournament_formats.h. */
bool cli_event_show(const cli_event *, const char *format, error *);

/* Whether `damero tournament ACTION` uses this option. */
bool cli_event_takes(const char *action, const char *option);

/* Plays it to its end, and prints the standings (tournament_run.c). */
bool cli_event_play(cli_event *, error *);

#endif
