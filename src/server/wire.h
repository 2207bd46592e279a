/* wire - one connection: requests in, answers out, then perhaps a WebSocket.
 *
 * Knows no sockets: bytes are put in and taken out by whoever carries them (server.c, a fuzzer), so
 * the same bytes always do the same. A request is read whole and answered before the next one is
 * looked at, in the order in which they came; meanwhile no more is read from the connection, so
 * one who sends without reading waits for himself. Each step handles one request at most: nobody
 * keeps the others waiting by asking much at once.
 *
 * libwebsockets, which did this before, could not be kept: in 4.1 a body that comes in one segment
 * behind another request is read in `while (1)` of lws_http_action() until its buffer is empty, but
 * lws_read_h1() takes nothing more once the body is complete and reports completion again and
 * again, so that the thread never returned. It also takes frames without a mask and any version of
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
    WIRE_THINK_SECONDS = 60, /* until an answer is there */
    WIRE_SEND_SECONDS = 30,  /* without taking a byte of what it is sent */
    WIRE_PING_SECONDS = 20,  /* a WebSocket that says nothing is asked, */
    WIRE_SILENT_SECONDS = 45, /* and given up */
    WIRE_LINGER_SECONDS = 2,  /* for the other side to take the end and close */
};

typedef enum wire_stage {
    WIRE_IDLE,    /* no byte of the next request has come */
    WIRE_HEAD,    /* its head is on its way */
    WIRE_BODY,    /* its body is */
    WIRE_ANSWER,  /* it is answered; nothing is read until that is sent */
    WIRE_SOCKET,  /* a WebSocket */
    WIRE_CLOSING, /* nothing follows what waits to be sent; what comes is thrown away */
} wire_stage;

typedef struct wire {
    struct service *service;
    struct wire *next, *previous; /* of all */
    struct wire *next_ready;      /* of those that have something to do now */
    bool is_ready;

    ip peer;          /* who has connected: the client, or a proxy */
    ip client;        /* whom it speaks for */
    address *address; /* the client's, with this connection counted */

    wire_stage stage;
    int64_t since; /* the stage began */
    int64_t heard; /* something last came */
    int64_t moved; /* something was last sent, or began to wait */
    bool half;     /* counted as a request whose end has not come */
    bool asked;    /* an answer will come from the desk */
    bool keep;     /* the connection goes on after the answer */
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
    size_t sent;    /* bytes of the first that are gone */

    struct client *socket; /* in SOCKET, until it is freed */

    /* Of whoever carries the bytes. */
    int descriptor;
    uint32_t events;
    bool ended;  /* the other side sends no more */
    bool shut;   /* nor do we */
    bool broken; /* to be dropped */
} wire;

/* NULL if there is no memory, or if the address has too many. */
wire *wire_open(struct service *, const ip *peer);
void wire_free(wire *);

/* How many bytes may come now; 0: none are to be read. */
size_t wire_room(const wire *);
void wire_take(wire *, const char *bytes, size_t length);

/* Does what there is to do now, one request at most. */
void wire_step(wire *);

/* Those that have something to do or to send: players first, then whose address has kept us least
 * busy. NULL: nobody has. */
void wire_set_ready(wire *);
wire *wire_next_ready(struct service *);

/* What is to be sent next, or NULL; bytes of it that are gone. */
const char *wire_output(const wire *, size_t *length);
void wire_sent(wire *, size_t length);

/* What is due by the service's time: a ping, a refusal. True if the connection is to be dropped. */
bool wire_is_late(wire *);

/* For those who answer. Takes a hold on the message; false if there is no memory. */
bool wire_push(wire *, message *, bool framed);
void wire_close(wire *);

#endif
