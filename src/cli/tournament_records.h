/* tournament_records - the records of a tournament in the file of --records: by round, board and
 * game, whatever order they are played in. */
#ifndef DAMERO_CLI_TOURNAMENT_RECORDS_H
#define DAMERO_CLI_TOURNAMENT_RECORDS_H

#include <stdio.h>

#include "events/tournament.h"

typedef struct tournament_records {
    FILE *file;
    size_t pairing; /* of the next record */
    int64_t number; /* and its number there, from 0 */
} tournament_records;

/* Opens the file; if the tournament has begun before, goes on after the last record there. */
bool tournament_records_open(tournament_records *, const tournament *, const char *path, error *);
void tournament_records_close(tournament_records *);

/* Appends the games that are over, up to the first one that others have to wait for. */
bool tournament_records_add(tournament_records *, const tournament *, error *);

#endif
