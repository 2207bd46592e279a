#include "cli/needs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "cli/setup.h"
#include "cli/table_files.h"

static const char program[] = "program:";

static bool is_file(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* The next word of a command line, without the shell's finer points; false at its end. */
static bool next_word(const char **at, char *word, size_t size) {
    text t = text_over(word, size);
    *at += strspn(*at, " \t'\"");
    size_t length = strcspn(*at, " \t'\"");
    text_add_part(&t, *at, length);
    *at += length;
    return length > 0;
}

static bool hash_file(const char *path, uint64_t *hash, error *e) {
    size_t length;
    char *bytes = cli_read_file(path, &length, e);
    if (!bytes) return error_in(e, "%s", path);
    *hash = hash_bytes(bytes, length);
    free(bytes);
    return true;
}

static bool add_file(const char *path, text *t, error *e) {
    uint64_t hash = 0;
    if (!hash_file(path, &hash, e)) return false;
    text_addf(t, "file %016llx %s\n", (unsigned long long)hash, path);
    return true;
}

static bool add_tags(const char *list, text *t, error *e) {
    char word[STORE_NAME];
    for (const char *at = list; at && *at;) {
        size_t length = strcspn(at, ",");
        text w = text_over(word, sizeof word);
        text_add_part(&w, at, length);
        const char *equals = strchr(word, '=');
        if (w.full || !equals || equals == word || strchr(word, '\n'))
            return error_set(e, "--needs: '%s': expected NAME=VALUE, for example machine=big",
                             word);
        text_addf(t, "tag %s\n", word);
        at += length + (at[length] == ',');
    }
    return true;
}

static bool fits(const text *t, error *e) {
    return !t->full || error_set(e, "what a worker needs is too long for the journal");
}

bool needs_write(const cli_arguments *a, const char *book, text *t, error *e) {
    return add_tags(cli_value(a, "needs"), t, e) && (!book || add_file(book, t, e)) && fits(t, e);
}

/* The files that the words of a program's command name. */
bool needs_add_player(const cli_arguments *a, const seat_spec *s, text *t, error *e) {
    char word[CLI_PATH];
    const char *at = s->link + strlen(program);
    if (!cli_value(a, "same-programs") || strncmp(s->link, program, strlen(program)) != 0)
        return true;
    while (next_word(&at, word, sizeof word))
        if (is_file(word) && !add_file(word, t, e)) return false;
    return fits(t, e);
}

/* The rest of the line, if it is of this kind; moves on to the next. */
static bool read_line(const char **at, const char *kind, char *rest, size_t size) {
    size_t length = strcspn(*at, "\n"), skip = strlen(kind);
    bool found = length > skip && strncmp(*at, kind, skip) == 0;
    text t = text_over(rest, size);
    if (found) text_add_part(&t, *at + skip, length - skip);
    *at += length + ((*at)[length] == '\n');
    return found;
}

static bool has_line(const char *lines, const char *wanted) {
    char line[STORE_NAME];
    for (const char *at = lines; *at;)
        if (read_line(&at, "", line, sizeof line) && strcmp(line, wanted) == 0) return true;
    return false;
}

bool needs_tags(const char *needs, const char *tags) {
    char tag[STORE_NAME];
    for (const char *at = needs; *at;)
        if (read_line(&at, "tag ", tag, sizeof tag) && !has_line(tags, tag)) return false;
    return true;
}

void needs_go_to(const char *folder) {
    if (chdir(folder) != 0) errno = 0; /* everything may be elsewhere here */
}

bool needs_files(const char *needs, error *e) {
    char line[CLI_PATH + 20];
    for (const char *at = needs; *at;) {
        if (!read_line(&at, "file ", line, sizeof line)) continue;
        char *path = NULL;
        uint64_t wanted = strtoull(line, &path, 16), found = 0;
        path += *path == ' ';
        if (!hash_file(path, &found, e)) return false;
        if (found != wanted)
            return error_set(e, "%s has another content here than where the series was begun",
                             path);
    }
    return true;
}

/* Whether a shell would find the command. */
static bool is_command(const char *name) {
    const char *at = getenv("PATH");
    if (strchr(name, '/')) return access(name, X_OK) == 0;
    while (at && *at) {
        char path[2 * CLI_PATH];
        text t = text_over(path, sizeof path);
        size_t length = strcspn(at, ":");
        text_add_part(&t, at, length);
        text_addf(&t, "/%s", name);
        if (access(path, X_OK) == 0) return true;
        at += length + (at[length] == ':');
    }
    return false;
}

bool needs_programs(const series_setup *s, error *e) {
    char word[CLI_PATH];
    for (int i = 0; i < s->players; i++) {
        const char *at = s->spec[i]->link + strlen(program);
        if (strncmp(s->spec[i]->link, program, strlen(program)) != 0) continue;
        /* What only a shell understands is left to the shell. */
        if (!next_word(&at, word, sizeof word) || strpbrk(word, "$`=;&|<>(){}*?~")) continue;
        if (!is_command(word)) return error_set(e, "there is no program %s here", word);
    }
    return true;
}
