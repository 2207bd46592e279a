/* wire_log - the bytes on the lines of matches, for other processes that watch.
 *
 * Next to the store's file is a folder with its name and "-lines". There the process that plays a
 * match writes a file named by the match's number, with one line per run of bytes:
 *
 *     12.034567 1 < 1112\r\n
 *
 * Seconds, the seat counted from 1, < from it or > to it, the bytes in readable form. Each line is
 * written at once, so that a reader may read at any time and a kill loses nothing that was written;
 * readers skip anything else. A resumed match continues its file, with times that start again from
 * 0.
 *
 * The journal does not depend on these files, so they are not synced. A file that would exceed
 * WIRE_LOG_BYTES loses its older half, and only those of the last WIRE_LOG_FILES matches are kept,
 * which is more than are played at once.
 */
#ifndef DAMERO_WIRE_LOG_H
#define DAMERO_WIRE_LOG_H

#include "store/store.h"

enum { WIRE_LOG_BYTES = 1 << 20, WIRE_LOG_FILES = 128, WIRE_LOG_TEXT = 1000 };

typedef struct wire_run {
    double time;       /* seconds, from a start common to all lines of a match */
    int seat;          /* counted from 0 */
    bool sent;         /* to the seat, else from it */
    const char *bytes; /* at most WIRE_LOG_TEXT - 100 characters, no newline */
} wire_run;

/* A file open for writing. */
typedef struct wire_log {
    int file; /* -1: not open */
    size_t written;
} wire_log;

/* One line of the file, without its newline; false if it is malformed. */
bool wire_run_read(const char *line, wire_run *);

/* Creates the folder for a store's path, so that it can be hidden from programs before it is
 * used. */
void wire_log_prepare(const char *path);

/* Starts a match's file, or continues it. */
bool wire_log_open(wire_log *, const store *, int64_t match, error *);
void wire_log_add(wire_log *, const wire_run *); /* no effect if it is not open */
void wire_log_close(wire_log *);

/* Calls back for each run after the first *at bytes of a match's file, and advances *at. Does
 * nothing if there is no file; if the file has lost its older half meanwhile, continues at its
 * end. */
void wire_log_read(const store *, int64_t match, int64_t *at,
                   void (*with)(void *, const wire_run *), void *context);

#endif
