/* server/ - HTTP and WebSocket for the page (docs/api.md).
 *
 * May use: base, games, engines, boards, links, protocols, referee, arena, store, events. Must not
 * use: cli.
 *
 *   server.h    the service itself: sockets, the loop, signals to stop (this file)
 *   wire.h      one connection: requests, answers, a WebSocket; head.h, frame.h: their parsers
 *   address.h   the limits of each address
 *   watchdog.h  ends a server that hangs
 *   desk.h      requests and messages, without sockets
 *   match_json.h, position_json.h, event_json.h   matches, positions and tournaments in JSON
 *   event_reader.h  the thread that reads tournaments
 *   files.h     the page, built in or in a folder
 *   lab.h       the laboratory boards, one for each socket
 *   perudo_line.h   the line of a real Perudo board, for all
 *   message.h   bytes shared by all receivers
 *   metrics.h   figures for monitoring
 *
 * One thread serves everybody and never waits for anything else: matches and engines have their own
 * threads and wake it.
 */
#ifndef DAMERO_SERVER_H
#define DAMERO_SERVER_H

#include <jansson.h>
#include <stdatomic.h>

#include "base/error.h"
#include "engines/engine.h"
#include "store/store.h"

enum {
    SERVER_PORT = 7777,
    SERVER_CLIENTS_MAX = 2000,
    SERVER_HOSTS_MAX = 16,
    SERVER_ENGINE_MEMORY = 256 << 20,
};

/* Who may do something, as the operator chooses. */
typedef enum server_allowed {
    SERVER_LOCAL, /* this machine, not through a proxy */
    SERVER_EVERYBODY,
    SERVER_NOBODY,
} server_allowed;

typedef enum server_begins {
    SERVER_BEGINS_EVERYBODY,
    SERVER_BEGINS_PASSWORD, /* only with the operator's password */
    SERVER_BEGINS_NOBODY,
} server_begins;

typedef struct server_setup {
    const char *listen; /* "ADDRESS:PORT", "PORT" or NULL: this machine only, at SERVER_PORT */
    store *store;       /* owned from now on, even on failure */
    const char *web;    /* a folder with the page's files; NULL: the built-in ones */
    const char *const *hosts;  /* further names and addresses of this server */
    size_t host_count;         /* at most SERVER_HOSTS_MAX */
    const char *organiser;     /* the organiser's token; NULL: there is none */
    server_allowed metrics;    /* who may read /metrics, ... */
    const char *metrics_token; /* also anyone with this token; or NULL */
    server_begins begins;      /* who may begin matches, besides the organiser */
    const char *password;      /* for that; or NULL */
    const char *version;
    const struct event_language *language; /* of tournaments in the journal; or NULL */
    void (*equip)(engine *);               /* gives an engine its endgame tables; NULL: none */
    bool contest;                          /* seats on lines and programs are allowed */
    bool open_house;                       /* programs run unconfined */
    int engine_threads;                    /* engines that think at once; 0: one per processor */
    size_t engine_memory;                  /* bytes of all their tables; 0: SERVER_ENGINE_MEMORY */
    int sockets;                           /* maximum connections per address; 0: the default */
    const struct lab_designs *designs;     /* behind the laboratory's boards; NULL: ours */
    const char *perudo_view; /* a link to a Perudo board's stream; NULL: none at first */
    const char *proxies;     /* "ADDRESS,ADDRESS": their X-Forwarded-For is trusted; or NULL */
    const atomic_bool *stop; /* set: the server ends */
    /* It is listening; `address` is its URL, `resumed` the number of matches resumed, and of
     * tournaments. */
    void (*ready)(void *context, const char *address, int resumed, int tournaments);
    void (*warn)(void *context, const char *message);
    /* A match has begun or ended, or a request was answered: an object with the member "event",
     * which the callback does not keep. Or NULL. */
    void (*log)(void *context, json_t *entry);
    bool log_requests;
    void (*line)(void *context, const char *words); /* the state of that link has changed */
    /* The server hangs, or does not end when stopped: must end the process. Called in another
     * thread. Nothing that was shown is lost. */
    void (*stuck)(void *context, const char *why);
    void *context;
    bool no_chat; /* people cannot chat at matches */
} server_setup;

/* Serves until it is stopped. False with an error if it could not start. */
bool server_run(const server_setup *, error *);

#endif
