#include "cli/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"

enum { FILE_MOST = 64 << 10, WORDS = 32 << 10, VARIABLE = 96, KEY = 64 };

extern char **environ;

/* What is being read, for messages. */
typedef struct reading {
    cli_arguments *into;
    text words;
    const char *path;
    int line;
    const cli_command *section;
    int seen[CLI_OPTIONS_MAX];    /* the line that set this option of the section, or 0 */
    bool strict[CLI_OPTIONS_MAX]; /* set by the command line or the environment: stays */
} reading;

static bool fail_at(const reading *r, const char *format, const char *a, const char *b) {
    char message[512];
    text t = text_over(message, sizeof message);
    text_addf(&t, format, a, b);
    cli_fail(r->into, "%s:%d: %s", r->path, r->line, message);
    return false;
}

/* A copy that lives as long as the arguments; NULL if there is no room. */
static char *keep(reading *r, const char *s, size_t length) {
    char *copy = r->words.start + r->words.length;
    text_add_part(&r->words, s, length);
    text_add_char(&r->words, '\0');
    return r->words.full ? NULL : copy;
}

/* Gives option `i` a value from elsewhere. */
static bool set(cli_arguments *a, size_t i, const char *value, const char *origin) {
    const cli_option *o = &a->command->options[i];
    bool on = true;
    if (!o->value && !cli_read_switch(value, &on)) {
        cli_fail(a, "%s: --%s: expected yes or no, not '%s'", origin, o->name, value);
        return false;
    }
    a->option[i] = o->value ? value : on ? "" : NULL;
    a->origin[i] = origin;
    if (!cli_may_repeat(o)) return true;
    if (a->repeated_count == CLI_REPEATS_MAX) {
        cli_fail(a, "%s: --%s is given more than %d times", origin, o->name, CLI_REPEATS_MAX);
        return false;
    }
    a->repeated_origin[a->repeated_count] = origin;
    a->repeated[a->repeated_count++] = value;
    return true;
}

/* The environment. */

static void write_variable(const cli_command *c, const char *option, text *t) {
    text_add(t, "DAMERO_");
    for (const char *s = c->name; *s; s++)
        text_add_char(t, *s == '-' ? '_' : (char)toupper((unsigned char)*s));
    text_add_char(t, '_');
    for (const char *s = option; *s; s++)
        text_add_char(t, *s == '-' ? '_' : (char)toupper((unsigned char)*s));
}

/* A variable of this command that no option has. */
static bool check_variables(const cli_arguments *a) {
    char prefix[VARIABLE], name[VARIABLE], known[VARIABLE];
    text p = text_over(prefix, sizeof prefix);
    write_variable(a->command, "", &p);
    for (char **entry = environ; *entry; entry++) {
        text t = text_over(name, sizeof name);
        text_add_part(&t, *entry, strcspn(*entry, "="));
        if (strncmp(name, prefix, p.length) != 0) continue;
        spelling nearest = {.word = name + p.length};
        bool found = false;
        char candidates[CLI_OPTIONS_MAX][VARIABLE];
        for (size_t i = 0; !found && a->command->options[i].name; i++) {
            text k = text_over(known, sizeof known);
            write_variable(a->command, a->command->options[i].name, &k);
            found = strcmp(known, name) == 0;
            memcpy(candidates[i], known + p.length, sizeof known - p.length);
            spelling_offer(&nearest, candidates[i]);
        }
        if (found) continue;
        if (nearest.best)
            cli_fail(a, "the environment sets %s: did you mean %s%s?", name, prefix, nearest.best);
        else
            cli_fail(a,
                     "the environment sets %s, but there is no such option: see damero %s --help",
                     name, a->command->name);
        return false;
    }
    return true;
}

static bool read_variable(reading *r, size_t i) {
    const cli_option *o = &r->into->command->options[i];
    char name[VARIABLE];
    text t = text_over(name, sizeof name);
    write_variable(r->into->command, o->name, &t);
    const char *value = getenv(name);
    if (!value || !*value) return true;
    r->strict[i] = true;
    const char *origin = keep(r, name, t.length);
    if (!origin) return cli_fail(r->into, "%s is too long", name), false;
    if (!cli_may_repeat(o)) return set(r->into, i, value, origin);
    scan s = scan_string(value);
    const char *word;
    size_t length;
    while (scan_blanks(&s), scan_word(&s, "", &word, &length)) {
        const char *one = keep(r, word, length);
        if (!one) return cli_fail(r->into, "%s is too long", name), false;
        if (!set(r->into, i, one, origin)) return false;
    }
    return true;
}

static bool read_environment(reading *r) {
    const cli_arguments *a = r->into;
    if (!check_variables(a)) return false;
    for (size_t i = 0; a->command->options[i].name; i++) {
        if (a->option[i] || a->origin[i]) r->strict[i] = true;
        else if (!read_variable(r, i)) return false;
    }
    return true;
}

/* The file. */

static bool unknown_section(const reading *r, const char *name) {
    spelling nearest = {.word = name};
    for (const cli_command *const *c = cli_commands; *c; c++)
        if ((*c)->options->name) spelling_offer(&nearest, (*c)->name);
    return nearest.best
               ? fail_at(r, "unknown section [%s]: did you mean [%s]?", name, nearest.best)
               : fail_at(r, "unknown section [%s]: expected the name of a command%s", name, "");
}

static bool unknown_key(const reading *r, const char *name) {
    spelling nearest = {.word = name};
    for (const cli_option *o = r->section->options; o->name; o++) spelling_offer(&nearest, o->name);
    return nearest.best
               ? fail_at(r, "unknown option '%s': did you mean '%s'?", name, nearest.best)
               : fail_at(r, "unknown option '%s': see damero %s --help", name, r->section->name);
}

static bool read_section(reading *r, char *line) {
    size_t length = strlen(line);
    if (line[length - 1] != ']')
        return fail_at(r, "'%s': a section ends with ], for example [serve]%s", line, "");
    line[length - 1] = '\0';
    const cli_command *c = cli_find(line + 1);
    if (!c || !c->options->name) return unknown_section(r, line + 1);
    r->section = c;
    memset(r->seen, 0, sizeof r->seen);
    return true;
}

static bool read_pair(reading *r, char *line) {
    char *equals = strchr(line, '='), *value = equals ? equals + 1 : NULL;
    if (!r->section)
        return fail_at(r, "'%s' is before the first section: begin with [serve]%s", line, "");
    if (!equals) return fail_at(r, "'%s': expected NAME = VALUE%s", line, "");
    while (equals > line && strchr(" \t", equals[-1])) equals--;
    *equals = '\0';
    value += strspn(value, " \t");
    size_t i = 0;
    const cli_option *options = r->section->options;
    while (options[i].name && strcmp(options[i].name, line) != 0) i++;
    if (!options[i].name) return unknown_key(r, line);
    if (strcmp(line, "config") == 0)
        return fail_at(r, "a file cannot name another one%s%s", "", "");
    if (!*value) return fail_at(r, "%s has no value%s", line, "");
    if (r->seen[i] && !cli_may_repeat(&options[i])) {
        char before[16];
        text t = text_over(before, sizeof before);
        text_addf(&t, "%d", r->seen[i]);
        return fail_at(r, "%s is already set in line %s", line, before);
    }
    r->seen[i] = r->line;
    if (r->section != r->into->command || r->strict[i]) return true;
    char origin[1024];
    text t = text_over(origin, sizeof origin);
    text_addf(&t, "%s:%d", r->path, r->line);
    const char *kept = keep(r, origin, t.length);
    if (!kept) return fail_at(r, "the file sets too much%s%s", "", "");
    return set(r->into, i, value, kept);
}

static bool read_line(reading *r, char *line) {
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1])) line[--length] = '\0';
    if (!*line || *line == '#' || *line == ';') return true;
    return *line == '[' ? read_section(r, line) : read_pair(r, line);
}

/* NULL, after an error unless the file need not exist. */
static char *load(const reading *r, bool optional, bool *good) {
    FILE *f = fopen(r->path, "rbe");
    if (!f) {
        *good = optional && errno == ENOENT;
        if (!*good) cli_fail(r->into, "cannot read %s: %s", r->path, strerror(errno));
        return NULL;
    }
    char *bytes = malloc(FILE_MOST + 1);
    size_t length = bytes ? fread(bytes, 1, FILE_MOST + 1, f) : 0;
    const char *why = !bytes               ? "no memory"
                      : ferror(f)          ? strerror(errno)
                      : length > FILE_MOST ? "it has more than 64 kB"
                      : memchr(bytes, '\0', length) || !text_is_utf8(bytes, length)
                          ? "it is not text"
                          : NULL;
    fclose(f);
    *good = !why;
    if (*good) {
        bytes[length] = '\0';
        return bytes;
    }
    cli_fail(r->into, "cannot read %s: %s", r->path, why);
    free(bytes);
    return NULL;
}

static bool read_file(reading *r, char **bytes) {
    const char *given = cli_value(r->into, "config"), *variable = getenv("DAMERO_CONFIG");
    bool good;
    r->path = given ? given : variable ? variable : DAMERO_CONFIG_FILE;
    if (!*r->path) return true;
    *bytes = load(r, !given && !variable, &good);
    if (!*bytes) return good;
    char *line = *bytes;
    for (char *end = line; end; line = end + 1) {
        end = strchr(line, '\n');
        if (end) *end = '\0';
        r->line++;
        if (!read_line(r, line)) return false;
        if (!end) break;
    }
    return true;
}

bool cli_config_apply(cli_config *c, cli_arguments *a) {
    if (!a->command->options->name) return true; /* help must work whatever the file says */
    c->words = malloc(WORDS);
    if (!c->words) return cli_fail(a, "no memory for options"), false;
    reading r = {.into = a, .words = text_over(c->words, WORDS)};
    return read_environment(&r) && read_file(&r, &c->file);
}

void cli_config_free(cli_config *c) {
    free(c->file);
    free(c->words);
}
