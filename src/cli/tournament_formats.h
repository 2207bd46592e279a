/* tournament formats - a tournament for people and other programs: standings and pairings as text,
 * JSON, CSV, Markdown and TRF (docs/tournaments.md). */
#ifndef DAMERO_TOURNAMENT_FORMATS_H
#define DAMERO_TOURNAMENT_FORMATS_H

#include <jansson.h>

#include "events/tournament.h"

/* A tournament with its standings; nothing is owned. */
typedef struct tournament_view {
    const tournament *t;
    const game *game;
    const char *state;     /* "new", "running", "interrupted" or "over" */
    const standing *table; /* by place */
    const rating *rating;  /* by player */
} tournament_view;

/* Prints the standings as text, json (with the pairings), csv, markdown or trf; false with an error
 * for another format, or if this tournament has none of that format. */
bool tournament_print(const tournament_view *, const char *format, error *);

/* The players of a pairing with these points (twice the points; NULL: without): "New 1½ - Old ½".
 */
void tournament_write_score(const tournament *, size_t at, const int *points, text *);

/* A pairing, the `at`-th of all: "New 1½ - ½ Old (a reason)", and as an object. */
void tournament_write_pairing(const tournament *, size_t at, text *);
json_t *tournament_pairing_json(const tournament *, size_t at);

#endif
