/* cli/ - `damero COMMAND`: one file per command, and a table that provides help, man page,
 * completion and argument parsing.
 *
 * May use: every room. No room may use this one. Only here are things printed and files opened for
 * the user; errors go to standard error and end with status 2.
 */
#ifndef DAMERO_COMMAND_H
#define DAMERO_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum {
    CLI_OPTIONS_MAX = 48,
    CLI_OPERANDS_MAX = 64,
    CLI_REPEATS_MAX = 256,

    /* Exit statuses. */
    CLI_OK = 0,
    CLI_FAILED = 1, /* it was tried and failed */
    CLI_USAGE = 2,  /* the command line or the input is wrong */
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
    const char *option[CLI_OPTIONS_MAX];   /* by index in the command's table; NULL: not given */
    const char *repeated[CLI_REPEATS_MAX]; /* all values of the repeatable option */
    size_t repeated_count;
    /* Where these come from if not from the command line, as in "/etc/damero.conf:7"; else NULL. */
    const char *origin[CLI_OPTIONS_MAX], *repeated_origin[CLI_REPEATS_MAX];
    const char *operand[CLI_OPERANDS_MAX];
    size_t operand_count;
} cli_arguments;

typedef struct cli_command {
    const char *name;
    const char *operands;        /* "GAME DEPTH", "[COMMAND]" */
    const char *summary;         /* one line */
    const char *about;           /* paragraphs, or NULL */
    const cli_option *options;   /* ends with an option without a name */
    const cli_example *examples; /* ends with an example without a command */
    int (*run)(const cli_arguments *);
} cli_command;

/* All commands in the order of the help text, terminated by NULL. */
extern const cli_command *const cli_commands[];

const cli_command *cli_find(const char *name);

/* Parses the words after the command's name; false after printing an error. */
bool cli_read_arguments(const cli_command *, int count, char **words, cli_arguments *);

/* The arguments as words that cli_read_arguments reads again, each followed by CLI_WORD_END, except
 * the option `without`. */
#define CLI_WORD_END '\x1f'
void cli_write_words(const cli_arguments *, const char *without, text *);

/* Reads such words, of which the arguments then consist: they must outlive them, and are changed.
 */
bool cli_read_words(const cli_command *, char *words, cli_arguments *);

/* The value of an option of this command ("" for a switch), or NULL. */
const char *cli_value(const cli_arguments *, const char *option);

/* Whether the command knows that option, given or not. */
bool cli_has_option(const cli_arguments *, const char *option);

/* Whether the command line gives that option, not the environment or the configuration. */
bool cli_is_typed(const cli_arguments *, const char *option);

/* Reads yes, on, true, 1 or their opposites. */
bool cli_read_switch(const char *value, bool *on);

/* Whether an option may be given several times. */
bool cli_may_repeat(const cli_option *);

void cli_print_help(const cli_command *, FILE *);
void cli_print_overview(FILE *);

/* Prints one line for people. On a terminal it is wrapped at words and indented like the first
 * line; elsewhere it is printed unchanged, because a program may search for it. */
void cli_say(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a text of paragraphs, headings (#), lists (-) and indented lines, of `length` bytes. On a
 * terminal, paragraphs and lists are wrapped at words. */
void cli_print_text(FILE *, const char *, size_t length);

/* Columns count the characters of UTF-8: whether a byte starts one, their number, and a name
 * filled up with spaces to `width` of them. */
bool cli_starts_character(char);
int cli_characters(const char *);
void cli_print_padded(const char *name, int width);

/* Prints "damero COMMAND: message" to standard error and returns CLI_USAGE. If the message begins
 * with "--OPTION" and the value comes from elsewhere, it says from where. The variant with an
 * error does the same, but prints nothing if the work was stopped because nobody reads its output
 * (cli/stop.h). */
int cli_fail(const cli_arguments *, const char *format, ...) __attribute__((format(printf, 2, 3)));
int cli_fail_with(const cli_arguments *, const error *);

/* Reads "250us", "1500ms", "2s", "1m" into nanoseconds; "512M", "2G" into bytes; a plain number. On
 * failure the error names the option. */
bool cli_read_duration(const cli_arguments *, const char *option, int64_t *nanoseconds, error *);
bool cli_read_bytes(const cli_arguments *, const char *option, size_t *bytes, error *);
bool cli_read_number(const cli_arguments *, const char *option, uint64_t least, uint64_t most,
                     uint64_t *number, error *);

/* Whether the output can be redrawn: a terminal that supports it. */
bool cli_can_redraw(FILE *);

/* Whether to use colours there: only on such a terminal, and only if NO_COLOR is not set. */
bool cli_wants_colour(FILE *);

#endif
