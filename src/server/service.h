/* service - shared by the parts of the server: connections, requests in, messages out. */
#ifndef DAMERO_SERVER_SERVICE_H
#define DAMERO_SERVER_SERVICE_H

#include "server/desk.h"
#include "server/files.h"
#include "server/hostname.h"
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
    hostname names[SERVER_HOSTS_MAX]; /* further names of this server (--host) */
    size_t name_count;
    int64_t now; /* the time of this turn */
    addresses *addresses;
    wire *wires;
    int wire_count;
    wire *ready, *last_ready; /* in order */
    int clients, lab_count;   /* WebSockets; those at a board */
    struct client *labs;
    const struct lab_designs *designs; /* behind them; NULL: none */
    char simulator_for[ADDRESS_TEXT];  /* for which the next free one is kept, until then */
    int64_t simulator_until;
    uint64_t answered; /* requests, and WebSockets opened, since the start */
    uint64_t sockets_opened;
    unsigned char metrics_token[TOKEN_BYTES]; /* its hash, if there is one */
    struct perudo_line *line;                 /* of a real Perudo board */
} service;

/* http.c */

/* Checks a request before its body arrives. False if it is refused. */
bool http_check(wire *, head_error *);
void http_answer(wire *, const char *body, size_t length);
void http_refuse(wire *, int status, const char *code, const char *why);
void http_go_on(wire *); /* the client waits before it sends the body */
void http_answered(void *wire, const desk_reply *);

/* The client's address for limits; for a trusted proxy, that of its client. */
static inline const char *service_address(const wire *w) { return w->address->name; }

/* socket.c */

/* Upgrades a connection to a WebSocket at its request, or refuses. */
void socket_upgrade(wire *);

/* Takes frames up to the end of the next message; returns the number of bytes. */
size_t socket_read(wire *, const char *bytes, size_t length);
void socket_drained(wire *);
bool socket_plays(const wire *); /* whether it is a player's, whose clock may run */
void socket_ping(wire *);
void socket_free(wire *);

/* The server stops: closes the sockets of the laboratory. */
void socket_close_labs(service *);

/* Lets time pass on the laboratory boards. */
void socket_run_labs(service *);

#endif
