/* event_json - tournaments in JSON (docs/api.md). */
#ifndef DAMERO_SERVER_EVENT_JSON_H
#define DAMERO_SERVER_EVENT_JSON_H

#include <jansson.h>
#include <stdatomic.h>

#include "arena/event.h"

/* What only the arena that plays a tournament knows of it: what its tables wait for. */
json_t *event_here_json(const arena_event *);

/* A tournament; for the organiser with the seats of its players. `here`: as above, or NULL. NULL
 * with an error. This and what follows is for any thread, with a store of its own. */
json_t *event_json(store *, const event_language *, const char *name, bool organiser,
                   const json_t *here, error *);

/* Whether a process plays it now. */
bool event_is_running(store *, const char *name);

/* The newest tournaments, at most `most`, in short. `past` keeps what is known of those that are
 * over, so that they are read only once: an object, or NULL at first, of the caller. When `quit`
 * becomes true it ends with an error. */
json_t *event_list_json(store *, const event_language *, int most, json_t **past,
                        const atomic_bool *quit, error *);

#endif
