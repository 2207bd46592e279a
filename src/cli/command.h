/* cli/ - `damero COMMAND`: one file a command, and a table from which help, man page, completion
 * and the reading of arguments all come.
 *
 * May use: every room. Nothing may use this one. Here, and only here, things are printed and files
 * opened for the user; errors go to standard error and end with status 2.
 */
#ifndef DAMERO_COMMAND_H
#define DAMERO_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum {
    CLI_OPTIONS_MAX = 32,
    CLI_OPERANDS_MAX = 8,
    CLI_REPEATS_MAX = 16,

    /* Exit statuses. */
    CLI_OK = 0,
    CLI_FAILED = 1, /* it was tried and did not work out */
    CLI_USAGE = 2,  /* what was asked for, or the input, is not right */
};

typedef struct cli_option {
    const char *name; /* without the dashes */
    const char
        *value; /* what it takes, as in "FILE"; NULL for a switch; "SPEC ..." may be repeated */
    const char *meaning;
} cli_option;

typedef struct cli_example {
    const char *command, *meaning;
} cli_example;

typedef struct cli_arguments {
    const struct cli_command *command;
    const char *option[CLI_OPTIONS_MAX];   /* by place in the command's table; NULL: not given */
    const char *repeated[CLI_REPEATS_MAX]; /* all values of the option that may be repeated */
    size_t repeated_count;
    const char *operand[CLI_OPERANDS_MAX];
    size_t operand_count;
} cli_arguments;

typedef struct cli_command {
    const char *name;
    const char *operands;        /* "GAME DEPTH", "[COMMAND]" */
    const char *summary;         /* one line */
    const char *about;           /* paragraphs, or NULL */
    const cli_option *options;   /* ends with an option without name */
    const cli_example *examples; /* ends with an example without command */
    int (*run)(const cli_arguments *);
} cli_command;

/* All commands, in the order in which help shows them; the last entry is NULL. */
extern const cli_command *const cli_commands[];

const cli_command *cli_find(const char *name);

/* Reads the words after the command's name; false after having printed what is wrong. */
bool cli_read_arguments(const cli_command *, int count, char **words, cli_arguments *);

/* The value of an option of this command ("" for a switch that is given), or NULL. */
const char *cli_value(const cli_arguments *, const char *option);

void cli_print_help(const cli_command *, FILE *);
void cli_print_overview(FILE *);

/* Prints one line for a person to read. A terminal gets it in lines as wide as it is, broken
 * between words and indented as the first; all else, which may be looking for it, as it is. */
void cli_say(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "damero COMMAND: message" to standard error and returns CLI_USAGE. With an error the same,
 * but nothing where the work was stopped because nobody reads its output (cli/stop.h). */
int cli_fail(const cli_arguments *, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cli_fail_with(const cli_arguments *, const error *);

/* Reads "1500ms", "2s", "1m" into nanoseconds; "512M", "2G" into bytes; a plain number. On failure
 * the error names the option. */
bool cli_read_duration(const cli_arguments *, const char *option, int64_t *nanoseconds, error *);
bool cli_read_bytes(const cli_arguments *, const char *option, size_t *bytes, error *);
bool cli_read_number(const cli_arguments *, const char *option, uint64_t least, uint64_t most,
                     uint64_t *number, error *);

/* Whether what is there can be drawn over: a terminal that knows how. */
bool cli_can_redraw(FILE *);

/* Whether to use colours there: only on such a terminal, where NO_COLOR is not set. */
bool cli_wants_colour(FILE *);

#endif
