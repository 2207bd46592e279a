/* postgresql_session - the connections of a process to a PostgreSQL server.
 *
 * Every user of the store would be most at ease with a connection of its own. But a server has
 * hundreds of matches, each of which writes for a millisecond now and then, and PostgreSQL has a
 * process for each connection. So they share a pool: whoever runs a statement or a transaction
 * takes a session from it and gives it back afterwards. The pool makes sessions as they are needed,
 * up to SESSIONS_MOST; after that, users wait for each other. One who has waited for
 * SESSIONS_PATIENCE_MS gets one of SESSIONS_SPARE more, so that users who wait for each other in a
 * circle go on; the pool ends these when they are given back.
 *
 * Sessions are numbered as they are made. A server that crashes ends all of them; so if one that is
 * alive was made before something was written, the server has not forgotten it since. */
#ifndef DAMERO_POSTGRESQL_SESSION_H
#define DAMERO_POSTGRESQL_SESSION_H

#include <libpq-fe.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "store/store.h"

enum {
    SESSIONS_MOST = 12,
    SESSIONS_SPARE = 4,
    SESSIONS_PATIENCE_MS = 3000,
    SESSION_STATEMENTS = 256
};

typedef struct session {
    PGconn *connection;
    uint64_t number; /* from 1 */
    bool loose;      /* its commits do not wait for the disk */
    bool used;
    int prepared_count;
    uint64_t prepared[SESSION_STATEMENTS]; /* statements, by their hash, which is their name */
    struct session *next;
} session;

typedef struct session_pool {
    char url[STORE_TEXT]; /* may hold a password */
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t given; /* a session was given back, or has ended */
    session *sessions;    /* all of them */
    int count;            /* of these, and of those that are being made */
    uint64_t made;        /* so far */
    char message[300];    /* why the last one could not be made */
} session_pool;

void sessions_create(session_pool *);
void sessions_destroy(session_pool *);

/* Connects. If that fails, PQerrorMessage says why; NULL: no memory. */
PGconn *session_connect(const char *url);

/* Whether an attempt to connect that has just failed may succeed later: the server does not answer,
 * or is starting. False: it answers, and refuses this user or database. */
bool session_may_come_back(const char *url);

/* A session that is alive, preferably one with this `loose`. With `upto`, one of the first `upto`;
 * otherwise a new one may be made for it. NULL: there is none now. */
session *sessions_take(session_pool *, uint64_t upto, bool loose);
void sessions_give(session_pool *, session *);

/* One of its own, which is not given to others. NULL with pool->message. */
session *sessions_make(session_pool *);

/* Ends a session. */
void sessions_drop(session_pool *, session *);

uint64_t sessions_made(session_pool *);
void sessions_copy_message(session_pool *, char *message, size_t size);

/* Whether it is still open, as far as this side knows. */
bool session_is_alive(session *);

/* Prepares a statement unless it is prepared already. Its name is written to `name`, "" if there
 * are too many. NULL if that went well, otherwise the server's answer. */
enum { SESSION_NAME = 24 };
PGresult *session_prepare(session *, const char *sql, int places, const Oid *types,
                          char name[SESSION_NAME]);

#endif
