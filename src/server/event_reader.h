/* event_reader - a thread that reads tournaments and writes them as JSON.
 *
 * A large tournament (200 players, everybody against everybody) takes tenths of a second to read,
 * rate and write. The thread that relays moves has no time for that, not even to find out whether
 * one has changed: it asks here, and is woken when the answer is there. Readings are answered in
 * order, each once. The thread gives way to others, and is a user of the store of its own. */
#ifndef DAMERO_SERVER_EVENT_READER_H
#define DAMERO_SERVER_EVENT_READER_H

#include "arena/event.h"
#include "server/message.h"

typedef struct event_reader event_reader;

typedef struct event_reading {
    struct event_reading *next;
    char name[STORE_NAME]; /* "": the list of tournaments */
    bool organiser;        /* with what only the organiser may see */
    json_t *here;          /* event_here_json, of a tournament that is played here; or NULL */
    uint64_t news;         /* the arena_event's, if there is `here` */
    uint64_t version;      /* before: the one that is known, 0 for none; after: of the content */
    /* The answer: the tournament or list as JSON; NULL if it is still that version, or if there
     * is an error. */
    message *content;
    error why;    /* "": no error */
    int64_t took; /* nanoseconds */
} event_reading;

/* Opens a store of its own on the same file; end it before the first one is closed. `wake` is
 * called from the thread when there is an answer. */
event_reader *event_reader_start(store *, const event_language *, void (*wake)(void *context),
                                 void *context, error *);
void event_reader_end(event_reader *);

/* Takes a reading, which was allocated by the caller. */
void event_reader_ask(event_reader *, event_reading *);

/* The next reading that was answered, for the caller to free; NULL: none. */
event_reading *event_reader_take(event_reader *);
void event_reading_free(event_reading *);

#endif
