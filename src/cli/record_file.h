/* record_file - the file of --records: the records of the games that a command plays, in order.
 *
 * Each record is one write, so that a kill does not leave a part of one. The games may be far ahead
 * of the file, for several are played at once and a record waits for those before it; a command
 * that resumes finds in the file where to go on. */
#ifndef DAMERO_CLI_RECORD_FILE_H
#define DAMERO_CLI_RECORD_FILE_H

#include <stdio.h>

#include "store/store.h"

/* The tag Round of a record: the game, or the round, board and game of a tournament, from 1. */
typedef struct record_place {
    uint64_t part[3];
} record_place;

/* Opens the file for more records. If the command resumes, `*last` is the place of the last record
 * of this event (the tag Event) in it; otherwise the event is NULL, and `*last` all 0. NULL with an
 * error. */
FILE *record_file_open(const char *path, const char *event, record_place *last, error *);

/* Appends the record of a match. */
bool record_file_add(FILE *, store *, int64_t match, error *);

#endif
