#include "store/wire_log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { PATH_BYTES = STORE_TEXT + 64 };

static bool folder_of(const char *path, char folder[PATH_BYTES]) {
    text t = text_over(folder, PATH_BYTES);
    text_addf(&t, "%s-lines", path);
    return !t.full;
}

static bool file_of(const store *s, int64_t match, char path[PATH_BYTES]) {
    text t = text_over(path, PATH_BYTES);
    text_addf(&t, "%s-lines/%lld", store_path(s), (long long)match);
    return !t.full;
}

void wire_log_prepare(const char *path) {
    char folder[PATH_BYTES];
    if (folder_of(path, folder)) mkdir(folder, 0700); /* failures show in wire_log_open */
}

/* The number in a file's name; 0: not one of our files. */
static int64_t match_of(const char *name) {
    scan s = scan_string(name);
    uint64_t number;
    return scan_number(&s, 1, INT64_MAX, &number) && scan_done(&s) ? (int64_t)number : 0;
}

/* Deletes the file of the oldest match until there is room for one more. */
static void make_room(const char *folder) {
    for (int count = WIRE_LOG_FILES; count >= WIRE_LOG_FILES;) {
        int64_t oldest = INT64_MAX;
        DIR *all = opendir(folder);
        count = 0;
        for (struct dirent *d; all && (d = readdir(all));) {
            int64_t match = match_of(d->d_name);
            if (!match) continue;
            count++;
            if (match < oldest) oldest = match;
        }
        char name[32];
        text t = text_over(name, sizeof name);
        text_addf(&t, "%lld", (long long)oldest);
        if (count >= WIRE_LOG_FILES && unlinkat(dirfd(all), name, 0) != 0) count = 0;
        if (all) closedir(all);
    }
}

static void put(wire_log *l, const char *bytes, size_t length) {
    ssize_t written = write(l->file, bytes, length);
    if (written > 0) l->written += (size_t)written;
}

/* Keeps the newer half of a full file. */
static void drop_older(wire_log *l) {
    enum { HALF = WIRE_LOG_BYTES / 2 };
    char *newer = malloc(HALF);
    off_t from = l->written > HALF ? (off_t)(l->written - HALF) : 0;
    ssize_t count = newer ? pread(l->file, newer, HALF, from) : 0;
    const char *line = count > 0 ? memchr(newer, '\n', (size_t)count) : NULL;
    if (ftruncate(l->file, 0) == 0) {
        l->written = 0;
        if (line) put(l, line + 1, (size_t)(newer + count - line - 1));
    }
    free(newer);
}

bool wire_log_open(wire_log *l, const store *s, int64_t match, error *e) {
    char path[PATH_BYTES], folder[PATH_BYTES];
    struct stat about;
    *l = (wire_log){.file = -1};
    wire_log_prepare(store_path(s));
    bool named = file_of(s, match, path), known = named && stat(path, &about) == 0;
    if (!known && folder_of(store_path(s), folder)) make_room(folder);
    if (named) l->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (l->file < 0) return error_set(e, "%s: %s", path, strerror(errno));
    l->written = known ? (size_t)about.st_size : 0;
    char last;
    if (known && pread(l->file, &last, 1, about.st_size - 1) == 1 && last != '\n')
        put(l, "\n", 1); /* a full disk cut the last line */
    return true;
}

void wire_log_add(wire_log *l, const wire_run *r) {
    char line[WIRE_LOG_TEXT];
    text t = text_over(line, sizeof line);
    if (l->file < 0) return;
    int64_t micro = (int64_t)(r->time * 1e6);
    text_addf(&t, "%lld.%06lld %d %c %s\n", (long long)(micro / 1000000),
              (long long)(micro % 1000000), r->seat + 1, r->sent ? '>' : '<', r->bytes);
    if (t.full) return;
    if (l->written + t.length > WIRE_LOG_BYTES) drop_older(l);
    if (l->written + t.length <= WIRE_LOG_BYTES) put(l, line, t.length);
}

void wire_log_close(wire_log *l) {
    if (l->file >= 0) close(l->file);
    *l = (wire_log){.file = -1};
}

bool wire_run_read(const char *line, wire_run *r) {
    scan s = scan_string(line);
    uint64_t seconds, micro, seat;
    if (!scan_number(&s, 0, INT32_MAX, &seconds) || !scan_char(&s, '.') ||
        !scan_number(&s, 0, 999999, &micro) || !scan_blanks(&s) || !scan_number(&s, 1, 64, &seat) ||
        !scan_blanks(&s))
        return false;
    r->sent = scan_char(&s, '>');
    if ((!r->sent && !scan_char(&s, '<')) || !scan_char(&s, ' ')) return false;
    r->time = (double)seconds + (double)micro / 1e6;
    r->seat = (int)seat - 1;
    r->bytes = s.at;
    return true;
}

void wire_log_read(const store *s, int64_t match, int64_t *at,
                   void (*with)(void *, const wire_run *), void *context) {
    char path[PATH_BYTES], line[WIRE_LOG_TEXT];
    FILE *file = file_of(s, match, path) ? fopen(path, "re") : NULL;
    if (!file) return;
    wire_run r;
    struct stat about;
    if (fstat(fileno(file), &about) == 0 && *at > about.st_size) *at = about.st_size;
    if (fseeko(file, (off_t)*at, SEEK_SET) == 0)
        while (fgets(line, sizeof line, file)) {
            size_t length = strlen(line);
            bool whole = length > 0 && line[length - 1] == '\n';
            if (!whole && feof(file)) break; /* still being written */
            *at += (int64_t)length;
            if (!whole) continue;
            line[length - 1] = '\0';
            if (wire_run_read(line, &r)) with(context, &r);
        }
    fclose(file);
}
