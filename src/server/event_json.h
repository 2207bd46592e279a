/* event_json - tournaments in JSON (docs/api.md). */
#ifndef DAMERO_SERVER_EVENT_JSON_H
#define DAMERO_SERVER_EVENT_JSON_H

#include <jansson.h>

#include "arena/event.h"

/* A tournament; for the organiser with the seats of its players. NULL with an error. */
json_t *event_json(arena *, const char *name, bool organiser, error *);

/* Whether a process plays it now. */
bool event_is_running(arena *, const char *name);

/* The newest tournaments, at most `most`, in short. `past` keeps what is known of those that are
 * over, so that they are read only once: an object, or NULL at first, of the caller. */
json_t *event_list_json(arena *, int most, json_t **past, error *);

#endif
