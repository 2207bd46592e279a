/* series_work - series of the journal as a worker plays them.
 *
 * Both functions set up a series as its command would, in the folder where it was begun if this
 * machine has that folder, and call `play` with it. `refused` also gets the error if this machine
 * lacks something that the work needs (needs.h). They change the current folder of the thread. */
#ifndef DAMERO_CLI_SERIES_WORK_H
#define DAMERO_CLI_SERIES_WORK_H

#include "events/series.h"
#include "store/entries.h"

typedef bool series_work_play(void *context, series_setup *, error *);

/* A series of `damero match` (match.c). */
bool match_work(const store_series *, store *, const char *needs, series_work_play *, void *context,
                error *refused, error *);

/* A pairing of a tournament (tournament_run.c). */
bool tournament_work(const char *tournament, const store_series *, store *, const char *needs,
                     series_work_play *, void *context, error *refused, error *);

#endif
