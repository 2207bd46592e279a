/* event_words - the options of a tournament, as the words that the journal keeps: for a server that
 * plays tournaments of the command line, and the other way round. */
#ifndef DAMERO_CLI_EVENT_WORDS_H
#define DAMERO_CLI_EVENT_WORDS_H

#include "arena/event.h"
#include "cli/command.h"

extern const event_language cli_event_language;

/* The plan from the options of `tournament new`. */
bool cli_read_plan(const cli_arguments *, tournament_plan *, const game **, error *);

#endif
