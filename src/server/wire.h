/* wire - one connection: requests in, answers out, then perhaps a WebSocket.
 *
 * Knows no sockets: the transport (server.c, a fuzzer) puts bytes in and takes bytes out, so the
 * same bytes always have the same effect. A request is read completely and answered before the next
 * one is read, in order; meanwhile nothing more is read from the connection, so a client that sends
 * without reading blocks only itself. Each step handles at most one request: nobody delays the
 * others by asking much at once.
 *
 * We used libwebsockets before, but could not keep it: in 4.1 a body that comes in one segment
 * after another request is read in `while (1)` of lws_http_action() until its buffer is empty, but
 * lws_read_h1() takes nothing more once the body is complete and reports completion again and
 * again, so that the thread never returned. It also accepts unmasked frames and any version of
 * WebSocket, and lets requests that never end use up a table that all connections share.
 */
#ifndef DAMERO_SERVER_WIRE_H
#define DAMERO_SERVER_WIRE_H

#include "server/address.h"
#include "server/head.h"
#include "server/message.h"

struct service;
struct client;

/* How long a connection may take, in seconds. */
enum {
    WIRE_IDLE_SECONDS = 30, /* without a request */
    WIRE_REQUEST_SECONDS =
        5,                   /* from a request's first byte to the end of its head; then its body */
    WIRE_THINK_SECONDS = 60, /* until an answer is ready */
    WIRE_SEND_SECONDS = 30,  /* without reading a byte of its output */
    WIRE_PING_SECONDS = 20,  /* a silent WebSocket is pinged, */
    WIRE_SILENT_SECONDS = 45, /* and given up */
    WIRE_LINGER_SECONDS = 2,  /* for the other side to receive the end and close */
};

typedef enum wire_stage {
    WIRE_IDLE,    /* no byte of the next request has arrived */
    WIRE_HEAD,    /* its head is arriving */
    WIRE_BODY,    /* its body is arriving */
    WIRE_ANSWER,  /* it is being answered; nothing is read until that is sent */
    WIRE_SOCKET,  /* a WebSocket */
    WIRE_CLOSING, /* nothing follows the queued output; input is discarded */
} wire_stage;

typedef struct wire {
    struct service *service;
    struct wire *next, *previous; /* of all */
    struct wire *next_ready;      /* of those with work to do now */
    bool is_ready;

    ip peer;          /* the peer: the client, or a proxy */
    ip client;        /* the client itself */
    address *address; /* the client's, which counts this connection */

    wire_stage stage;
    int64_t since; /* when the stage began */
    int64_t heard; /* when something last arrived */
    int64_t moved; /* when something was last sent, or began to wait */
    bool half;     /* counted as an incomplete request */
    bool asked;    /* the desk will answer */
    bool keep;     /* keep the connection after the answer */
    bool pinged;

    char *in; /* NULL while it is empty */
    size_t in_length, in_known;
    head *head; /* of the request in BODY and ANSWER */

    struct wire_outgoing {
        message *message;
        bool framed; /* sent as a WebSocket frame */
    } * out;         /* a ring */
    size_t out_first, out_count, out_capacity;
    size_t waiting; /* bytes in it */
    size_t sent;    /* bytes of the first that have been sent */

    struct client *socket; /* in SOCKET, until it is freed */

    /* For the transport. */
    int descriptor;
    uint32_t events;
    bool ended;  /* the other side sends no more */
    bool shut;   /* nor do we */
    bool broken; /* must be dropped */
} wire;

/* NULL if there is no memory, or if the address has too many. */
wire *wire_open(struct service *, const ip *peer);
void wire_free(wire *);

/* How many bytes it accepts now; 0: do not read. */
size_t wire_room(const wire *);
void wire_take(wire *, const char *bytes, size_t length);

/* Does the work at hand, at most one request. */
void wire_step(wire *);

/* Connections with work or output: players first, then the address that has kept us least busy.
 * NULL: none. */
void wire_set_ready(wire *);
wire *wire_next_ready(struct service *);

/* A connection (`socket`: a WebSocket) to close when there is no room for another: one of the
 * address that has most of them and more than `least`. Never a player's. NULL: there is none. */
wire *wire_of_greediest(const struct service *, bool socket, int least);

/* The next bytes to send, or NULL; the number of bytes sent. */
const char *wire_output(const wire *, size_t *length);
void wire_sent(wire *, size_t length);

/* Timed actions at the service's time: a ping, a refusal. True if the connection must be
 * dropped. */
bool wire_is_late(wire *);

/* For answers. Takes a reference to the message; false if there is no memory. */
bool wire_push(wire *, message *, bool framed);
void wire_close(wire *);

#endif
