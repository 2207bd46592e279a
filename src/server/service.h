/* service - what the parts of the server share: connections, requests in, messages out. */
#ifndef DAMERO_SERVER_SERVICE_H
#define DAMERO_SERVER_SERVICE_H

#include "server/desk.h"
#include "server/files.h"
#include "server/host.h"
#include "server/server.h"
#include "server/wire.h"

typedef struct service {
    const server_setup *setup;
    pool *pool;
    arena *arena;
    study *study;
    desk *desk;
    char host[100];
    int port;
    bool six;
    host_name names[SERVER_HOSTS_MAX]; /* others under which it may be asked for (--host) */
    size_t name_count;
    int64_t now; /* of this turn */
    addresses *addresses;
    wire *wires;
    int wire_count;
    wire *ready, *last_ready; /* in turn */
    int clients, lab_count;   /* WebSockets; those at a board */
    struct client *labs;
} service;

/* http.c */

/* What can be said of a request before its body has come. False if it is refused. */
bool http_check(wire *, head_error *);
void http_answer(wire *, const char *body, size_t length);
void http_refuse(wire *, int status, const char *code, const char *why);
void http_go_on(wire *); /* the client waits before it sends the body */
void http_answered(void *wire, const desk_reply *);

/* Whether a request comes from our own page or from no page at all, and means this server: another
 * site's page must not speak for the person who looks at it (Origin), nor let its own name lead
 * here (Host). NULL if it is fine, else what is wrong. */
const char *service_stranger(const wire *);

/* The client's address, by which limits count: whom a trusted proxy speaks for. */
static inline const char *service_address(const wire *w) { return w->address->name; }

/* socket.c */

/* Makes a connection whose request asks for it a WebSocket, or refuses. */
void socket_upgrade(wire *);

/* Takes frames up to the end of the next message; how many bytes that is. */
size_t socket_read(wire *, const char *bytes, size_t length);
void socket_drained(wire *);
bool socket_plays(const wire *); /* whether it is a player's, whose clock may run */
void socket_ping(wire *);
void socket_free(wire *);

/* Lets the time pass at the boards of the laboratory. */
void socket_run_labs(service *);

#endif
