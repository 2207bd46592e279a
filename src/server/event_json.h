/* event_json - tournaments in JSON (docs/api.md). */
#ifndef DAMERO_SERVER_EVENT_JSON_H
#define DAMERO_SERVER_EVENT_JSON_H

#include <jansson.h>

#include "arena/event.h"

/* A tournament; for the organiser with the seats of its players. `you` receives the number of the
 * player with that token (or NULL), -1 if there is none. NULL with an error. */
json_t *event_json(arena *, const char *name, bool organiser, const char *token, int *you, error *);

/* The newest tournaments, at most `most`, in short. */
json_t *event_list_json(arena *, int most, error *);

#endif
