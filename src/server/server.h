/* server/ - HTTP and WebSocket for the page (docs/api.md).
 *
 * May use: base, games, engines, boards, links, protocols, referee, arena, store. Must not use:
 * cli, screen.
 *
 *   server.h    the service itself: sockets, the loop, signals to stop (this file)
 *   wire.h      one connection: requests, answers, a WebSocket; head.h, frame.h: what they read
 *   address.h   what each address may hold and use
 *   watchdog.h  ends a server that serves nobody any more
 *   desk.h      what is asked and told, apart from sockets
 *   words.h     matches in JSON;  state.h: positions in JSON
 *   files.h     the page, built in or in a folder
 *   lab.h       the laboratory's boards, one for each socket
 *   message.h   bytes shared by all who are sent them
 *
 * One thread serves everybody and never waits for anything else: matches and engines have threads
 * of their own and wake it.
 */
#ifndef DAMERO_SERVER_H
#define DAMERO_SERVER_H

#include <stdatomic.h>

#include "base/error.h"
#include "store/store.h"

enum {
    SERVER_PORT = 7777,
    SERVER_CLIENTS_MAX = 2000,
    SERVER_HOSTS_MAX = 16,
    SERVER_ENGINE_MEMORY = 256 << 20,
};

typedef struct server_setup {
    const char *listen; /* "ADDRESS:PORT", "PORT" or NULL: this machine only, at SERVER_PORT */
    store *store;       /* owned from now on, also on failure */
    const char *web;    /* a folder with the page's files; NULL: those built in */
    const char *const *hosts; /* further names and addresses under which it may be asked for */
    size_t host_count;        /* at most SERVER_HOSTS_MAX */
    const char *organiser;    /* the organiser's token; NULL: nobody is */
    const char *version;
    bool contest;            /* seats on lines and programs are allowed */
    bool open_house;         /* programs run unconfined */
    int engine_threads;      /* engines that think at once; 0: as many as there are processors */
    size_t engine_memory;    /* bytes of all their tables; 0: SERVER_ENGINE_MEMORY */
    int sockets;             /* connections that one address may have; 0: the usual number */
    const char *proxies;     /* "ADDRESS,ADDRESS": their X-Forwarded-For is believed; or NULL */
    const atomic_bool *stop; /* set: it ends */
    /* It listens; `address` is how to get there, `resumed` matches were taken up. */
    void (*ready)(void *context, const char *address, int resumed);
    void (*warn)(void *context, const char *message);
    /* It serves nobody any more, or does not come to its end: has to end the process. Called in
     * another thread. Nothing that was shown is lost. */
    void (*stuck)(void *context, const char *why);
    void *context;
} server_setup;

/* Serves until it is stopped. False with an error where it could not begin. */
bool server_run(const server_setup *, error *);

#endif
