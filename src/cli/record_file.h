/* record_file - the file of --records: the records of the games that a command plays, in order.
 *
 * Each record is one write, so that a kill does not leave a part of one. The games may be far ahead
 * of the file, for several are played at once and a record waits for those before it; a command
 * that resumes finds in the file where to go on. */
#ifndef DAMERO_CLI_RECORD_FILE_H
#define DAMERO_CLI_RECORD_FILE_H

#include <stdio.h>

#include "store/store.h"

/* Where a record is. */
typedef struct record_place {
    uint64_t part[3]; /* its tag Round: the game, or a tournament's round, board and game, from 1 */
    long start;       /* its first byte in the file */
} record_place;

/* Opens the file for more records. If the command resumes, `*last` is the place of the last record
 * of this event (the tag Event) in it; otherwise the event is NULL, and `*last` all 0. NULL with an
 * error. */
FILE *record_file_open(const char *path, const char *event, record_place *last, error *);

/* Appends the record of a match, whole or not at all. The error's code is "records-unwritable" if
 * the file, and not the journal, is the reason. */
bool record_file_add(FILE *, store *, int64_t match, error *);

/* Whether the record at this byte of the file is that of the match. */
bool record_file_has(const char *path, long start, store *, int64_t match, bool *has, error *);

#endif
