/* links - shared by the commands that open links. */
#ifndef DAMERO_CLI_LINKS_H
#define DAMERO_CLI_LINKS_H

#include "cli/command.h"
#include "links/link.h"

/* Warns on standard error if a link is a program that runs unconfined, and says why. */
void cli_warn_unconfined(const cli_arguments *, const link_end *);

/* Prints where a link waits for its other side, if it does; `key` is the JSON name of `who`. */
void cli_tell_waiting(const link_end *, const char *key, const char *who, bool json);

/* Opens the file of --trace, readable only by its owner: it may hold everyone's dice. NULL with an
 * error. */
FILE *cli_open_trace(const char *path, error *);

#endif
