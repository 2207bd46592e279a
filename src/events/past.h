/* past - the games of a series that were played before it was resumed.
 *
 * A game counts if the journal has its result. A game that was being played when the series was
 * interrupted is closed as aborted, and played again from its opening. */
#ifndef DAMERO_EVENTS_PAST_H
#define DAMERO_EVENTS_PAST_H

#include "referee/match.h"
#include "store/store.h"

typedef struct past_game {
    int64_t match; /* in the journal; 0: no result that counts */
    int winner;    /* a seat or GAME_NOBODY */
    match_reason reason;
} past_game;

typedef struct series_past {
    past_game *game; /* by number */
    uint64_t count;
} series_past;

/* Reads them from the journal; this process must own the series by then. False with an error if one
 * is still being played. Destroy it, even on failure. */
bool series_past_load(series_past *, store *, int64_t series, error *);
void series_past_destroy(series_past *);

/* As series_setup.known. */
bool series_past_find(const series_past *, uint64_t number, int64_t *match, match_verdict *);

#endif
