/* desk - the page's requests and messages, independent of the transport: one JSON object per
 * message.
 *
 * Knows the arena and the study but no sockets: clients are objects with a function to send them
 * messages, so all of it runs in tests and under a fuzzer. Single-threaded; nothing here waits: an
 * engine's answer arrives later (desk_hear).
 *
 *   desk.c       clients, the matches they watch, news to all watchers
 *   requests.c   requests on a socket
 *   routes.c     requests by HTTP
 *   analysis.c   requests about any position
 *   account.c    people who keep a name: their account, matches and ratings
 *   organiser.c  requests only for a contest's organiser
 *   events.c     tournaments: shown to everybody, changed by the organiser
 *   chat.c       what people say at a match, and how many watch
 *   studies.c    hints, values, evaluation, analysis
 *
 * Limits are per address, so that nobody can shut others out: the rate of new matches (quota.h) and
 * the number of pending engine queries. The arena limits how many of its matches are played at
 * once, and the connection how much it may send (address.h).
 */
#ifndef DAMERO_SERVER_DESK_H
#define DAMERO_SERVER_DESK_H

#include "arena/arena.h"
#include "arena/study.h"
#include "server/message.h"
#include "server/server.h"

enum {
    DESK_MESSAGE_MAX = 16384, /* bytes of a message, and of a request's body */
    DESK_WATCHES_MAX = 32,    /* matches that one client may watch, */
    DESK_WATCHES_EACH = 256,  /* and all clients of one address: each match stays in memory */
    DESK_TICK_MS = 250,       /* call desk_tick this often */
    DESK_PEER = 64,           /* bytes of a peer's address as text, with the terminator */
    DESK_QUESTIONS_EACH = 24, /* pending engine queries from one address */
    DESK_GRAPHS_MAX = 32,     /* of finished matches, in memory */
    DESK_GRAPHS_EACH = 4,     /* requested from one address */
    DESK_ERRANDS_EACH = 16,   /* commands of a client that another server has not answered */
    DESK_CHAT_SAID = 256,     /* chat messages that are remembered for the limit of an address */
    DESK_IDLE_SECONDS = 3600, /* without an event, a match is not live any more */
};

typedef struct desk desk;
typedef struct desk_client desk_client;

/* The arena and the study are not owned. */
desk *desk_create(arena *, study *, const char *version, error *);
void desk_destroy(desk *);

/* How to reach a client. */
typedef struct desk_socket {
    void *context;
    const char *peer; /* the client's address, for limits; copied. NULL: unknown */
    /* Takes a reference to the message. False if too much is already queued: then it is not taken,
     * and desk_drained must be called when the queue has emptied. `must`: always taken. */
    bool (*send)(void *context, message *, bool must);
    /* Closes after the queued messages, with a WebSocket status. */
    void (*close)(void *context, int status);
} desk_socket;

desk_client *desk_open(desk *, desk_socket);
void desk_close(desk_client *);
void desk_receive(desk_client *, const char *bytes, size_t length);
void desk_drained(desk_client *);

/* Whether it plays in a running match: its clock may run. */
bool desk_plays(const desk_client *);

/* When the next input of desk_receive arrived, if we were late to look; 0: now. */
void desk_set_arrival(desk *, int64_t when);

/* News of arena and study; call it when they wake us. */
void desk_hear(desk *);

/* Lists, and matches of other processes. */
void desk_tick(desk *);

/* HTTP. Paths are decoded and begin with /api/; arguments are found by name. */
typedef struct desk_request {
    bool post, removes; /* POST, DELETE; otherwise GET */
    const char *peer;   /* the client's address, for limits. NULL: unknown */
    const char *token;  /* the organiser's or an account's secret as sent; NULL: none */
    const char *path;
    const char *(*argument)(void *context, const char *name, char *value, size_t size);
    void *context; /* also identifies the exchange if the answer comes later */
    const char *body;
    size_t length;
} desk_request;

typedef struct desk_reply {
    int status;
    const char *type; /* "application/json" */
    message *body;    /* the receiver releases it */
    bool common;      /* the same for everybody, so it may be compressed: otherwise what others can
                         put into an answer would tell, by its length, what else is in it */
} desk_reply;

/* False if the answer comes later, through desk_answered. */
bool desk_ask(desk *, const desk_request *, desk_reply *);
void desk_set_answered(desk *, void (*answered)(void *exchange, const desk_reply *));

/* The token that identifies the organiser; without one there is no organiser. */
void desk_set_organiser(desk *, const char *token);

/* Only clients with the password may begin matches (NULL: nobody may), besides the organiser. */
void desk_set_begins(desk *, server_begins, const char *password);

/* Where to report that a match has begun or ended. */
void desk_set_log(desk *, void (*log)(void *context, json_t *entry), void *context);

/* The server is about to stop: tells every client, and closes its socket. */
void desk_say_goodbye(desk *);

/* The line of a real Perudo board, which the organiser may choose; not owned. */
struct perudo_line;
void desk_set_line(desk *, struct perudo_line *);

/* The source of ratings, not owned; NULL: there are none. */
struct survey;
void desk_set_survey(desk *, struct survey *);

/* The reader of tournaments, not owned; without one they are not shown. */
struct event_reader;
void desk_set_reader(desk *, struct event_reader *);

/* Whether people may chat at matches; they may unless it is switched off. */
void desk_set_chat(desk *, bool on);

/* An exchange whose answer is no longer needed. */
void desk_forget(desk *, void *exchange);

#endif
