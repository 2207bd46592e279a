#include "cli/record_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/setup.h"
#include "referee/journal.h"

/* "3", or "2.1.3". */
static record_place read_place(const char *words) {
    record_place place = {{0}};
    for (int i = 0; i < 3; i++) {
        char *end;
        place.part[i] = strtoull(words, &end, 10);
        if (*end != '.') break;
        words = end + 1;
    }
    return place;
}

static bool is_later(const record_place *a, const record_place *b) {
    for (int i = 0; i < 3; i++)
        if (a->part[i] != b->part[i]) return a->part[i] > b->part[i];
    return false;
}

/* Whether a line is the tag Event with this value, as record_write writes it. */
static bool names_event(const char *line, const char *event) {
    for (; *event; event++, line++) {
        if (*event == '"' || *event == '\\') line += *line == '\\';
        if (*line != *event) return false;
    }
    return strncmp(line, "\"]", 2) == 0;
}

/* Records are in the order of the games, so that the latest place is that of the last one. */
static bool find_last(const char *path, const char *event, record_place *last, error *e) {
    static const char event_tag[] = "[Event \"", round_tag[] = "[Round \"";
    char *line = NULL;
    size_t room = 0;
    bool ours = false;
    FILE *file = fopen(path, "r");
    if (!file) return error_set(e, "--records: cannot read %s: %s", path, strerror(errno));
    while (getline(&line, &room, file) >= 0) {
        if (strncmp(line, event_tag, strlen(event_tag)) == 0)
            ours = names_event(line + strlen(event_tag), event);
        if (!ours || strncmp(line, round_tag, strlen(round_tag)) != 0) continue;
        record_place place = read_place(line + strlen(round_tag));
        if (is_later(&place, last)) *last = place;
    }
    free(line);
    fclose(file);
    return true;
}

FILE *record_file_open(const char *path, const char *event, record_place *last, error *e) {
    enum { RECORD_BYTES = 1 << 20 };
    *last = (record_place){{0}};
    FILE *file = fopen(path, "a");
    if (!file) {
        error_set(e, "--records: cannot write %s: %s", path, strerror(errno));
        return NULL;
    }
    setvbuf(file, NULL, _IOFBF, RECORD_BYTES);
    if (!event || find_last(path, event, last, e)) return file;
    fclose(file);
    return NULL;
}

bool record_file_add(FILE *file, store *journal, int64_t id, error *e) {
    record r;
    store_match *m = calloc(1, sizeof *m);
    bool good = m ? store_find(journal, id, m, e) : error_set(e, "no memory for a record");
    if (good && (good = journal_export(journal, m, &r, e))) {
        good = record_write(&r, cli_file_sink(file), e);
        putc('\n', file);
        if (good && fflush(file) != 0)
            good = error_set(e, "the file cannot be written: %s", strerror(errno));
        record_destroy(&r);
    }
    free(m);
    return good || error_in(e, "--records: match %lld", (long long)id);
}
