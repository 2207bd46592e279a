/* service - the sockets of libwebsockets: who may connect, requests in, messages out. */
#ifndef DAMERO_SERVER_SERVICE_H
#define DAMERO_SERVER_SERVICE_H

#include <libwebsockets.h>

#include "server/desk.h"
#include "server/files.h"
#include "server/host.h"
#include "server/server.h"

typedef struct service {
    const server_setup *setup;
    struct lws_context *context;
    arena *arena;
    study *study;
    desk *desk;
    char host[100];
    int port;
    bool six;
    host_name names[SERVER_HOSTS_MAX]; /* others under which it may be asked for (--host) */
    size_t name_count;
    int clients, lab_count;
    struct connection *labs;
    lws_sorted_usec_list_t timer, lab_timer;
} service;

extern const struct lws_protocols service_protocols[];

enum { SERVICE_EXCHANGE = 1024 }; /* room for what http.c keeps of a request */

/* http.c */
int service_http(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);
void service_answered(void *exchange, const desk_reply *);

/* Whether a request comes from our own page or from no page at all, and means this server: another
 * site's page must not speak for the person who looks at it (Origin), nor let its own name lead
 * here (Host). NULL if it is fine, else what is wrong. */
const char *service_stranger(struct lws *);

/* The address of the other end, by which limits count. */
void service_address(struct lws *, char peer[DESK_PEER]);

/* socket.c */
int service_socket(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);
int service_lab(struct lws *, enum lws_callback_reasons, void *user, void *in, size_t length);

static inline service *service_of(struct lws *w) { return lws_context_user(lws_get_context(w)); }

#endif
