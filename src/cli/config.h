/* config - options from the environment and from a file, if the command line does not give them.
 *
 *     option on the command line > DAMERO_COMMAND_OPTION > the file > the default
 *
 * The file has a section for each command, with its long options:
 *
 *     # a comment
 *     [serve]
 *     listen = 0.0.0.0:7777
 *     host = arena.example.org      (an option that may be repeated: a line for each value)
 *     contest = yes                 (a switch: yes or no)
 *
 * A value is the rest of the line without surrounding blanks; there are no quotes. The file is the
 * one of --config (if the command has it), else of DAMERO_CONFIG (empty: none), else the system's,
 * which may be missing. Unknown sections, options and variables are errors, for every section, so
 * that a typing mistake does not go unnoticed.
 */
#ifndef DAMERO_CONFIG_H
#define DAMERO_CONFIG_H

#include "cli/command.h"

#define CLI_CONFIG_OPTION                                                                          \
    { "config", "FILE", "read options from this file instead of " DAMERO_CONFIG_FILE }

/* Owns the memory of such values. */
typedef struct cli_config {
    char *file;
    char *words; /* the environment's lists, and where each value comes from */
} cli_config;

/* Adds them to arguments that were read from the command line; false after printing an error. The
 * arguments must not be used after cli_config_free. */
bool cli_config_apply(cli_config *, cli_arguments *);
void cli_config_free(cli_config *);

#endif
