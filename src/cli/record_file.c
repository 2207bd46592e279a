#include "cli/record_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/setup.h"
#include "referee/journal.h"

/* "3", or "2.1.3". */
static record_place read_place(const char *words) {
    record_place place = {0};
    for (int i = 0; i < 3; i++) {
        char *end;
        place.part[i] = strtoull(words, &end, 10);
        if (*end != '.') break;
        words = end + 1;
    }
    return place;
}

/* Whether a line is the tag Event with this value, as record_write writes it. */
static bool names_event(const char *line, const char *event) {
    for (; *event; event++, line++) {
        if (*event == '"' || *event == '\\') line += *line == '\\';
        if (*line != *event) return false;
    }
    return strncmp(line, "\"]", 2) == 0;
}

/* Records are in the order of the games, so that the last one is the latest. */
static bool find_last(const char *path, const char *event, record_place *last, error *e) {
    static const char event_tag[] = "[Event \"", round_tag[] = "[Round \"";
    char *line = NULL;
    size_t room = 0;
    bool ours = false, in_tags = false;
    long at = 0, start = 0;
    FILE *file = fopen(path, "r");
    if (!file) return error_set(e, "--records: cannot read %s: %s", path, strerror(errno));
    for (ssize_t length; (length = getline(&line, &room, file)) >= 0; at += length) {
        if (*line == '[' && !in_tags) start = at;
        in_tags = *line == '[';
        if (strncmp(line, event_tag, strlen(event_tag)) == 0)
            ours = names_event(line + strlen(event_tag), event);
        if (!ours || strncmp(line, round_tag, strlen(round_tag)) != 0) continue;
        *last = read_place(line + strlen(round_tag));
        last->start = start;
    }
    free(line);
    fclose(file);
    return true;
}

FILE *record_file_open(const char *path, const char *event, record_place *last, error *e) {
    *last = (record_place){0};
    FILE *file = fopen(path, "a");
    if (!file) {
        error_set(e, "--records: cannot write %s: %s", path, strerror(errno));
        return NULL;
    }
    if (!event || find_last(path, event, last, e)) return file;
    fclose(file);
    return NULL;
}

/* The record of a match, with an empty line after it; the caller frees it. NULL with an error. */
static char *write_record(store *journal, int64_t id, size_t *length, error *e) {
    record r;
    char *words = NULL;
    store_match *m = calloc(1, sizeof *m);
    FILE *memory = m ? open_memstream(&words, length) : NULL;
    bool good = memory ? store_find(journal, id, m, e) : error_set(e, "no memory for a record");
    if (good && (good = journal_export(journal, m, &r, e))) {
        good = record_write(&r, cli_file_sink(memory), e);
        putc('\n', memory);
        record_destroy(&r);
    }
    if (memory && fclose(memory) != 0 && good) good = error_set(e, "no memory for a record");
    free(m);
    if (good) return words;
    free(words);
    return NULL;
}

static bool refuse_to_write(error *e) {
    return error_code(e, "records-unwritable", "the file cannot be written: %s", strerror(errno));
}

/* A part of a record, if the disk is full, is removed again. */
static bool append(int file, const char *words, size_t length, error *e) {
    struct stat before;
    if (fstat(file, &before) != 0) return refuse_to_write(e);
    errno = ENOSPC; /* if a part is written */
    if (write(file, words, length) == (ssize_t)length) return true;
    refuse_to_write(e);
    if (S_ISREG(before.st_mode) && ftruncate(file, before.st_size) != 0)
        return error_in(e, "its last record is not whole");
    return false;
}

bool record_file_add(FILE *file, store *journal, int64_t id, error *e) {
    size_t length;
    char *words = write_record(journal, id, &length, e);
    bool good = words && append(fileno(file), words, length, e);
    free(words);
    return good || error_in(e, "--records: match %lld", (long long)id);
}

bool record_file_has(const char *path, long start, store *journal, int64_t id, bool *has,
                     error *e) {
    size_t length, there = 0;
    char *words = write_record(journal, id, &length, e), *found = words ? malloc(length) : NULL;
    FILE *file = found ? fopen(path, "r") : NULL;
    if (words && !file)
        error_set(e, "--records: cannot read %s: %s", path, found ? strerror(errno) : "no memory");
    if (file && fseek(file, start, SEEK_SET) == 0) there = fread(found, 1, length, file);
    bool good = file != NULL;
    *has = good && there == length && memcmp(words, found, length) == 0;
    if (file) fclose(file);
    free(found);
    free(words);
    return good;
}
