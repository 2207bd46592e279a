/* links - what commands that open links share. */
#ifndef DAMERO_CLI_LINKS_H
#define DAMERO_CLI_LINKS_H

#include "cli/command.h"
#include "links/link.h"

/* Says on standard error if a link is a program that runs unconfined, and why. */
void cli_warn_unconfined(const cli_arguments *, const link_end *);

/* Opens the file of --trace, for us alone: it may hold everyone's dice. NULL with an error. */
FILE *cli_open_trace(const char *path, error *);

#endif
