/* tables - the parts of `damero tables` that have files of their own. */
#ifndef DAMERO_CLI_TABLES_H
#define DAMERO_CLI_TABLES_H

#include "cli/command.h"

/* Builds the tables of Perudo. */
int cli_tables_perudo(const cli_arguments *);

#endif
