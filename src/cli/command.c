#include "cli/command.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/spelling.h"
#include "base/text.h"
#include "cli/stop.h"
#include "games/game.h"

enum { HELP_COLUMNS = 80, TEXT_COLUMNS = 88 };

const cli_command *cli_find(const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

/* Where the value comes from that a message "--OPTION ..." is about; NULL: it was typed. */
static const char *origin_of(const cli_arguments *a, const char *message) {
    for (size_t i = 0; a && strncmp(message, "--", 2) == 0 && a->command->options[i].name; i++) {
        const cli_option *o = &a->command->options[i];
        size_t length = strlen(o->name);
        if (strncmp(message + 2, o->name, length) != 0 || !strchr(": ", message[2 + length]))
            continue;
        for (size_t j = 0; cli_may_repeat(o) && j < a->repeated_count; j++)
            if (strstr(message, a->repeated[j])) return a->repeated_origin[j];
        return a->origin[i];
    }
    return NULL;
}

int cli_fail(const cli_arguments *a, const char *format, ...) {
    char message[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    const char *origin = origin_of(a, message);
    cli_say(stderr, "damero%s%s: %s%s%s", a ? " " : "", a ? a->command->name : "",
            origin ? origin : "", origin ? ": " : "", message);
    return CLI_USAGE;
}

int cli_fail_with(const cli_arguments *a, const error *e) {
    return cli_stopped_unread() ? CLI_FAILED : cli_fail(a, "%s", e->message);
}

/* Operands are words such as GAME, [COMMAND] (optional), FILE... and [ID...] (repeatable). */
static void count_operands(const char *operands, size_t *least, size_t *most) {
    scan s = scan_string(operands);
    const char *word;
    size_t length;
    *least = *most = 0;
    while (scan_blanks(&s), scan_word(&s, "", &word, &length)) {
        if (word[0] != '[') ++*least;
        ++*most;
        if (word[length - 1] == ']') length--;
        if (length > 3 && memcmp(word + length - 3, "...", 3) == 0) *most = CLI_OPERANDS_MAX;
    }
}

static bool unknown_option(const cli_arguments *a, const char *name) {
    spelling nearest = {.word = name};
    spelling_offer(&nearest, "help");
    for (const cli_option *o = a->command->options; o->name; o++) spelling_offer(&nearest, o->name);
    if (nearest.best) cli_fail(a, "unknown option --%s: did you mean --%s?", name, nearest.best);
    else cli_fail(a, "unknown option --%s: see damero %s --help", name, a->command->name);
    return false;
}

bool cli_may_repeat(const cli_option *o) {
    size_t length = o->value ? strlen(o->value) : 0;
    return length > 4 && strcmp(o->value + length - 4, " ...") == 0;
}

static bool keep_repeated(cli_arguments *a, const char *value, const char *name) {
    if (a->repeated_count < CLI_REPEATS_MAX) {
        a->repeated[a->repeated_count++] = value;
        return true;
    }
    cli_fail(a, "option --%s is given more than %d times", name, CLI_REPEATS_MAX);
    return false;
}

bool cli_read_switch(const char *value, bool *on) {
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(value, words[i]) == 0) {
            *on = i % 2;
            return true;
        }
    return false;
}

/* Reads `--name`, `--name value` or `--name=value` at words[*at]. */
static bool read_option(cli_arguments *a, int count, char **words, int *at) {
    const char *word = words[*at] + 2, *equals = strchr(word, '=');
    char name[64];
    text t = text_over(name, sizeof name);
    text_add_part(&t, word, equals ? (size_t)(equals - word) : strlen(word));
    for (size_t i = 0; a->command->options[i].name; i++) {
        const cli_option *o = &a->command->options[i];
        if (strcmp(o->name, name) != 0) continue;
        if (a->option[i] && !cli_may_repeat(o)) {
            cli_fail(a, "option --%s is given twice", name);
            return false;
        }
        if (!o->value && equals) { /* against a configuration that sets it */
            bool on;
            if (!cli_read_switch(equals + 1, &on)) {
                cli_fail(a, "option --%s takes no value but yes or no", name);
                return false;
            }
            a->option[i] = on ? "" : NULL;
            a->origin[i] = on ? NULL : "the command line";
            return true;
        }
        if (o->value && !equals && *at + 1 >= count) {
            cli_fail(a, "option --%s needs a value: --%s %s", name, name, o->value);
            return false;
        }
        a->option[i] = !o->value ? "" : equals ? equals + 1 : words[++*at];
        return !cli_may_repeat(o) || keep_repeated(a, a->option[i], name);
    }
    return unknown_option(a, name);
}

bool cli_read_arguments(const cli_command *c, int count, char **words, cli_arguments *a) {
    size_t least, most;
    bool options = true;
    count_operands(c->operands, &least, &most);
    *a = (cli_arguments){.command = c};
    for (int at = 0; at < count; at++) {
        if (options && strcmp(words[at], "--") == 0) {
            options = false;
        } else if (options && strncmp(words[at], "--", 2) == 0) {
            if (!read_option(a, count, words, &at)) return false;
        } else if (options && words[at][0] == '-' && words[at][1] &&
                   !(words[at][1] >= '0' && words[at][1] <= '9')) {
            cli_fail(a, "unknown option %s: only long options exist, see damero %s --help",
                     words[at], c->name);
            return false;
        } else if (a->operand_count == most) {
            cli_fail(a, "unexpected argument '%s'; usage: damero %s %s", words[at], c->name,
                     c->operands);
            return false;
        } else {
            a->operand[a->operand_count++] = words[at];
        }
    }
    if (a->operand_count < least) {
        const char *missing = c->operands;
        for (size_t i = 0; i < a->operand_count; i++) missing = strchr(missing, ' ') + 1;
        cli_fail(a, "missing argument %.*s; usage: damero %s %s%s", (int)strcspn(missing, " ."),
                 missing, c->name, c->operands, c->options->name ? " [options]" : "");
        return false;
    }
    return true;
}

static void write_option(const cli_option *o, const char *value, text *t) {
    text_addf(t, "--%s", o->name);
    if (o->value) text_addf(t, "=%s", value);
    text_add_char(t, CLI_WORD_END);
}

void cli_write_words(const cli_arguments *a, const char *without, text *t) {
    for (size_t i = 0; a->command->options[i].name; i++) {
        const cli_option *o = &a->command->options[i];
        if (!a->option[i] || strcmp(o->name, without) == 0) continue;
        if (!cli_may_repeat(o)) write_option(o, a->option[i], t);
        for (size_t j = 0; cli_may_repeat(o) && j < a->repeated_count; j++)
            write_option(o, a->repeated[j], t);
    }
    for (size_t i = 0; i < a->operand_count; i++) {
        text_add(t, a->operand[i]);
        text_add_char(t, CLI_WORD_END);
    }
}

bool cli_read_words(const cli_command *c, char *words, cli_arguments *a) {
    char *word[CLI_OPTIONS_MAX + CLI_REPEATS_MAX + CLI_OPERANDS_MAX];
    int count = 0;
    for (char *end; (end = strchr(words, CLI_WORD_END)); words = end + 1) {
        if (count == (int)(sizeof word / sizeof *word)) return false;
        *end = '\0';
        word[count++] = words;
    }
    return cli_read_arguments(c, count, word, a);
}

const char *cli_value(const cli_arguments *a, const char *option) {
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, option) == 0) return a->option[i];
    return NULL;
}

bool cli_has_option(const cli_arguments *a, const char *option) {
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, option) == 0) return true;
    return false;
}

bool cli_is_typed(const cli_arguments *a, const char *option) {
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, option) == 0) return a->option[i] && !a->origin[i];
    return false;
}

bool cli_starts_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

static int count_characters(const char *s, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) count += cli_starts_character(s[i]);
    return count;
}

int cli_characters(const char *s) { return count_characters(s, strlen(s)); }

void cli_print_padded(const char *name, int width) {
    int missing = width - cli_characters(name);
    printf("%s%*s", name, missing > 0 ? missing : 0, "");
}

/* Prints a paragraph in lines of at most `columns` columns, each indented; the first starts at
 * `column`, after text that is already there. */
static void wrap(FILE *out, scan paragraph, int columns, int indent, int column) {
    const char *word;
    size_t length;
    bool first = true; /* on its line */
    while (scan_blanks(&paragraph), scan_word(&paragraph, "", &word, &length)) {
        int width = count_characters(word, length);
        if (!first && column + 1 + width > columns) {
            fputc('\n', out);
            column = 0;
            first = true;
        }
        if (column == 0) column = fprintf(out, "%*s", indent, "");
        fprintf(out, "%s%.*s", first ? "" : " ", (int)length, word);
        column += !first + width;
        first = false;
    }
    fputc('\n', out);
}

static void print_wrapped(FILE *out, const char *paragraph, int columns, int indent, int column) {
    wrap(out, scan_string(paragraph), columns, indent, column);
}

/* The width of the terminal at `out`, or INT_MAX if it is none. */
static int columns_of(FILE *out) {
    struct winsize size = {0};
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : INT_MAX;
}

void cli_say(FILE *out, const char *format, ...) {
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    int indent = (int)strspn(line, " "), columns = columns_of(out);
    if (cli_characters(line) > columns) print_wrapped(out, line, columns, indent, 0);
    else fprintf(out, "%s\n", line);
}

static bool begins(const char *line, const char *end, const char *mark) {
    size_t length = strlen(mark);
    return (size_t)(end - line) >= length && memcmp(line, mark, length) == 0;
}

/* The end of what begins at `s`: a line that is printed unchanged, or a paragraph. */
static const char *end_of_part(const char *s, const char *end, bool unchanged) {
    do {
        const char *next = memchr(s, '\n', (size_t)(end - s));
        s = next ? next + 1 : end;
    } while (s < end && !unchanged && !begins(s, end, "\n") && !begins(s, end, "#") &&
             !begins(s, end, "- ") && !begins(s, end, "    "));
    return s;
}

void cli_print_text(FILE *out, const char *s, size_t length) {
    const char *end = s + length;
    int columns = columns_of(out);
    if (columns == INT_MAX) {
        fprintf(out, "%.*s%s", (int)length, s, end[-1] == '\n' ? "" : "\n");
        return;
    }
    if (columns > TEXT_COLUMNS) columns = TEXT_COLUMNS;
    while (s < end) {
        bool unchanged = begins(s, end, "\n") || begins(s, end, "#") || begins(s, end, "    ");
        int indent = begins(s, end, "- ") ? 2 : 0;
        const char *next = end_of_part(s, end, unchanged);
        fprintf(out, "%.*s", unchanged ? (int)(next - s) : indent, s);
        if (!unchanged) wrap(out, (scan){s + indent, next}, columns, indent, indent);
        s = next;
    }
}

static int option_width(const cli_option *o) {
    return (int)(strlen(o->name) + (o->value ? 1 + strlen(o->value) : 0));
}

static void print_options(const cli_command *c, FILE *out) {
    int width = option_width(&(cli_option){.name = "help"});
    for (const cli_option *o = c->options; o->name; o++)
        if (option_width(o) > width) width = option_width(o);
    fprintf(out, "\nOptions:\n");
    for (const cli_option *o = c->options; o->name; o++) {
        int before = fprintf(out, "  --%s%s%s%*s  ", o->name, o->value ? " " : "",
                             o->value ? o->value : "", width - option_width(o), "");
        print_wrapped(out, o->meaning, HELP_COLUMNS, before, before);
    }
    fprintf(out, "  --help%*s  show this help\n", width - 4, "");
}

void cli_print_help(const cli_command *c, FILE *out) {
    fprintf(out, "Usage: damero %s%s%s%s\n\n", c->name, *c->operands ? " " : "", c->operands,
            c->options->name ? " [options]" : "");
    print_wrapped(out, c->summary, HELP_COLUMNS, 0, 0);
    if (c->about) {
        fputc('\n', out);
        print_wrapped(out, c->about, HELP_COLUMNS, 0, 0);
    }
    print_options(c, out);
    if (c->examples->command) fprintf(out, "\nExamples:\n");
    for (const cli_example *x = c->examples; x->command; x++)
        fprintf(out, "  %s\n      %s\n", x->command, x->meaning);
}

void cli_print_overview(FILE *out) {
    fprintf(out, "damero - an arena for");
    for (const game *const *g = games_all; *g; g++)
        fprintf(out, "%s %s", g == games_all ? "" : g[1] ? "," : " and", (*g)->title);
    fprintf(out, "\n\nUsage: damero COMMAND [arguments]\n\nCommands:\n");
    int widest = 0;
    for (const cli_command *const *c = cli_commands; *c; c++)
        if ((int)strlen((*c)->name) > widest) widest = (int)strlen((*c)->name);
    for (const cli_command *const *c = cli_commands; *c; c++)
        fprintf(out, "  %-*s  %s\n", widest, (*c)->name, (*c)->summary);
    fprintf(out, "\n'damero COMMAND --help' explains a command with examples. To start:\n"
                 "  damero play dots\n");
}

static bool read_unit(const char *value, const char *const units[], const uint64_t factors[],
                      uint64_t *result) {
    scan s = scan_string(value);
    uint64_t number, fraction = 0, scale = 1; /* the fraction in parts of `scale` */
    if (!scan_number(&s, 0, 1000000000000, &number)) return false;
    if (scan_char(&s, '.')) {
        const char *digits = s.at;
        if (!scan_number(&s, 0, 999999999, &fraction) || s.at - digits > 9) return false;
        for (; digits < s.at; digits++) scale *= 10;
    }
    for (size_t i = 0; units[i]; i++) {
        if (!text_same(s.at, (size_t)(s.end - s.at), units[i])) continue;
        if (number > (uint64_t)INT64_MAX / 2 / factors[i]) return false;
        *result =
            number * factors[i] + (uint64_t)((double)fraction / (double)scale * (double)factors[i]);
        return true;
    }
    return false;
}

bool cli_read_duration(const cli_arguments *a, const char *option, int64_t *nanoseconds, error *e) {
    static const int64_t longest = 365 * 24 * 3600 * SECOND;
    static const char *const units[] = {"us", "ms", "s", "m", "h", "", NULL};
    static const uint64_t factors[] = {MILLISECOND / 1000, MILLISECOND,   SECOND,
                                       60 * SECOND,        3600 * SECOND, SECOND};
    const char *value = cli_value(a, option);
    uint64_t result;
    if (!value) return true;
    if (!read_unit(value, units, factors, &result) || result == 0)
        return error_set(e, "--%s: '%s' is not a time; examples: 500ms, 1.5s, 2m", option, value);
    if (result > (uint64_t)longest)
        return error_set(e, "--%s: '%s' is too long; at most 8760h, a year", option, value);
    *nanoseconds = (int64_t)result;
    return true;
}

bool cli_read_bytes(const cli_arguments *a, const char *option, size_t *bytes, error *e) {
    static const char *const units[] = {"M", "G", "MB", "GB", "k", "kB", "", NULL};
    static const uint64_t factors[] = {1 << 20, 1 << 30, 1 << 20, 1 << 30, 1 << 10, 1 << 10, 1};
    const char *value = cli_value(a, option);
    uint64_t result;
    if (!value) return true;
    if (!read_unit(value, units, factors, &result) || result == 0)
        return error_set(e, "--%s: '%s' is not an amount of memory; examples: 512M, 2G", option,
                         value);
    *bytes = (size_t)result;
    return true;
}

bool cli_read_number(const cli_arguments *a, const char *option, uint64_t least, uint64_t most,
                     uint64_t *number, error *e) {
    const char *value = cli_value(a, option);
    if (!value) return true;
    scan s = scan_string(value);
    if (!scan_number(&s, least, most, number) || !scan_done(&s))
        return error_set(e, "--%s: '%s' is not a number from %llu to %llu", option, value,
                         (unsigned long long)least, (unsigned long long)most);
    return true;
}

bool cli_can_redraw(FILE *out) {
    const char *terminal = getenv("TERM");
    return isatty(fileno(out)) && terminal && strcmp(terminal, "dumb") != 0;
}

bool cli_wants_colour(FILE *out) {
    const char *none = getenv("NO_COLOR");
    return cli_can_redraw(out) && !(none && *none);
}
