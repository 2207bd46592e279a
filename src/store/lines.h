/* lines - the bytes on the lines of matches, for other processes that look on.
 *
 * Beside the store's file stands a folder with its name and "-lines". In it the process that plays
 * a match keeps a file with the match's number, a line for each run of bytes:
 *
 *     12.034567 1 < 1112\r\n
 *
 * Seconds, the seat counted from 1, < from it or > to it, the bytes as people can read them. A line
 * is written whole and at once, so that a reader may look at any time and a kill loses nothing that
 * was written; what is no such line a reader passes over. A match that is taken up again goes on in
 * its file, with times that count anew.
 *
 * The journal does not depend on these files, so they are not brought onto the disk. One that would
 * grow beyond LINES_BYTES loses its older half, and only those of the last LINES_FILES matches are
 * kept, which is more than are played at once.
 */
#ifndef DAMERO_LINES_H
#define DAMERO_LINES_H

#include "store/store.h"

enum { LINES_BYTES = 1 << 20, LINES_FILES = 128, LINES_TEXT = 1000 };

typedef struct line_run {
    double time;       /* seconds, from a moment that all lines of a match have in common */
    int seat;          /* counted from 0 */
    bool sent;         /* to the seat, else from it */
    const char *bytes; /* at most LINES_TEXT - 100 characters, no newline */
} line_run;

/* A file being written. */
typedef struct line_log {
    int file; /* -1: not open */
    size_t written;
} line_log;

/* One line of such a file, without its newline; false where it is none. */
bool line_run_read(const char *line, line_run *);

/* Makes the folder of a store's path, so that it can be hidden from programs before it is used. */
void lines_prepare(const char *path);

/* Begins a match's file, or goes on in it. */
bool line_log_open(line_log *, const store *, int64_t match, error *);
void line_log_add(line_log *, const line_run *); /* nothing where it is not open */
void line_log_close(line_log *);

/* Calls back for each run that stands behind *at bytes of a match's file, and moves *at. Nothing
 * where there is no file; one that has lost its older half meanwhile is gone on with at its end. */
void lines_read(const store *, int64_t match, int64_t *at, void (*with)(void *, const line_run *),
                void *context);

#endif
