/* desk - what the page asks and is told, whatever carries it: one JSON object a message.
 *
 * Knows the arena and the study but no sockets: those who connect are clients with a way to send
 * them messages, so the whole of it runs in tests and under a fuzzer. All in one thread; nothing
 * here waits: an engine's answer comes when it comes (desk_hear).
 *
 *   desk.c       clients, what they watch, news to all who do
 *   requests.c   what clients say on a socket
 *   routes.c     what is asked by HTTP
 *   organiser.c  what only a contest's organiser may ask
 *   studies.c    hints, values, evaluation, analysis
 *
 * Limits are for each address, so that nobody can shut others out: how many matches are begun from
 * it (quota.h) and how many questions to engines wait. How many of its matches are played at once
 * is the arena's to say, how much it may send the connection's (address.h).
 */
#ifndef DAMERO_SERVER_DESK_H
#define DAMERO_SERVER_DESK_H

#include "arena/arena.h"
#include "arena/study.h"
#include "server/message.h"

enum {
    DESK_MESSAGE_MAX = 16384, /* bytes of a message, and of a request's body */
    DESK_WATCHES_MAX = 32,    /* matches that one client may watch */
    DESK_TICK_MS = 250,       /* how often desk_tick is to be called */
    DESK_PEER = 64,           /* bytes of a peer's address as text, with the terminator */
    DESK_QUESTIONS_EACH = 24, /* to engines that wait at a time, from one address */
    DESK_GRAPHS_MAX = 32,     /* of matches that are over, in memory */
    DESK_GRAPHS_EACH = 4,     /* asked for from one address */
};

typedef struct desk desk;
typedef struct desk_client desk_client;

/* The arena and the study are not owned. */
desk *desk_create(arena *, study *, const char *version, error *);
void desk_destroy(desk *);

/* How a client is reached. */
typedef struct desk_socket {
    void *context;
    const char *peer; /* the client's address, by which limits count; copied. NULL: unknown */
    /* Takes a hold on the message. False where too much waits to be sent: it is not taken then, and
     * desk_drained is to be called when the rest has gone. `must`: taken in any case. */
    bool (*send)(void *context, message *, bool must);
    /* Closes after what was sent, with a WebSocket status. */
    void (*close)(void *context, int status);
} desk_socket;

desk_client *desk_open(desk *, desk_socket);
void desk_close(desk_client *);
void desk_receive(desk_client *, const char *bytes, size_t length);
void desk_drained(desk_client *);

/* Whether it sits at a match that goes on: its clock may run. */
bool desk_plays(const desk_client *);

/* When what desk_receive gets next came, if we were late to look; 0: then. */
void desk_set_arrival(desk *, int64_t when);

/* News of arena and study; to be called when they wake. */
void desk_hear(desk *);

/* Lists, and what other processes play. */
void desk_tick(desk *);

/* HTTP. Paths are decoded and begin with /api/; arguments are found by name. */
typedef struct desk_request {
    bool post;
    const char *peer;  /* the client's address, by which limits count. NULL: unknown */
    const char *token; /* of the organiser, as it was sent; NULL: none was */
    const char *path;
    const char *(*argument)(void *context, const char *name, char *value, size_t size);
    void *context; /* also names the exchange to be answered later */
    const char *body;
    size_t length;
} desk_request;

typedef struct desk_reply {
    int status;
    const char *type; /* "application/json" */
    message *body;    /* the receiver's to release */
} desk_reply;

/* False where the answer comes later, by desk_answered. */
bool desk_ask(desk *, const desk_request *, desk_reply *);
void desk_set_answered(desk *, void (*answered)(void *exchange, const desk_reply *));

/* The token that makes whoever sends it the organiser; without one nobody is. */
void desk_set_organiser(desk *, const char *token);

/* An exchange whose answer nobody waits for any more. */
void desk_forget(desk *, void *exchange);

#endif
