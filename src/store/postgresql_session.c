#include "store/postgresql_session.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"

static void ignore(void *context, const char *notice) { (void)context, (void)notice; }

/* The URL's own options come last and win. A server that has vanished from the network is noticed
 * within seconds. */
static const char *const keys[] = {
    "connect_timeout",  "application_name", "client_encoding",     "keepalives_idle",
    "tcp_user_timeout", "dbname",           "keepalives_interval", NULL};
enum { KEYS = sizeof keys / sizeof *keys };

static void set_values(const char *values[KEYS], const char *url) {
    const char *const usual[KEYS] = {"5", "damero", "UTF8", "10", "15000", url, "5", NULL};
    memcpy(values, usual, sizeof usual);
}

PGconn *session_connect(const char *url) {
    const char *values[KEYS];
    set_values(values, url);
    PGconn *c = PQconnectdbParams(keys, values, 1);
    if (c) PQsetNoticeProcessor(c, ignore, NULL);
    return c;
}

bool session_may_come_back(const char *url) {
    const char *values[KEYS];
    set_values(values, url);
    PGPing answer = PQpingParams(keys, values, 1);
    return answer == PQPING_REJECT || answer == PQPING_NO_RESPONSE;
}

void sessions_create(session_pool *p) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->given, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void destroy(session *s) {
    PQfinish(s->connection);
    free(s);
}

void sessions_destroy(session_pool *p) {
    for (session *s = p->sessions, *next; s; s = next) {
        next = s->next;
        destroy(s);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->given);
}

session *sessions_make(session_pool *p) {
    session *s = calloc(1, sizeof *s);
    PGconn *c = s ? session_connect(p->url) : NULL;
    bool good = c && PQstatus(c) == CONNECTION_OK;
    if (good) PQclear(PQexec(c, "SET lock_timeout = '10s'; SET bytea_output = 'hex'"));
    pthread_mutex_lock(&p->lock);
    if (good) {
        *s = (session){.connection = c, .number = ++p->made, .used = true};
    } else {
        const char *why = c ? PQerrorMessage(c) : "no memory";
        text t = text_over(p->message, sizeof p->message);
        text_add_part(&t, why, strcspn(why, "\n"));
    }
    pthread_mutex_unlock(&p->lock);
    if (good) return s;
    PQfinish(c);
    free(s);
    return NULL;
}

/* The next two are called under the lock. */
static session *find_unused(session_pool *p, uint64_t upto, bool loose) {
    session *found = NULL;
    for (session *s = p->sessions; s; s = s->next)
        if (!s->used && (!upto || s->number <= upto) && (!found || s->loose == loose)) found = s;
    return found;
}

static bool has_any(const session_pool *p, uint64_t upto) {
    const session *s = p->sessions;
    while (s && s->number > upto) s = s->next;
    return s;
}

static session *make_for_all(session_pool *p) {
    session *s = sessions_make(p);
    pthread_mutex_lock(&p->lock);
    if (s) s->next = p->sessions, p->sessions = s;
    else p->count--, pthread_cond_broadcast(&p->given);
    pthread_mutex_unlock(&p->lock);
    return s;
}

session *sessions_take(session_pool *p, uint64_t upto, bool loose) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += SESSIONS_PATIENCE_MS / 1000;
    pthread_mutex_lock(&p->lock);
    for (bool late = false;;) {
        session *s = find_unused(p, upto, loose);
        if (s) {
            s->used = true;
            pthread_mutex_unlock(&p->lock);
            if (session_is_alive(s)) return s;
            sessions_drop(p, s);
            pthread_mutex_lock(&p->lock);
            continue;
        }
        bool waits = upto ? has_any(p, upto) : p->count >= SESSIONS_MOST;
        if (!waits || late) break;
        late = pthread_cond_timedwait(&p->given, &p->lock, &until) != 0;
    }
    bool full = p->count >= SESSIONS_MOST + SESSIONS_SPARE;
    if (!upto && !full) p->count++;
    if (!upto && full) snprintf(p->message, sizeof p->message, "all connections are in use");
    pthread_mutex_unlock(&p->lock);
    return upto || full ? NULL : make_for_all(p);
}

void sessions_give(session_pool *p, session *s) {
    pthread_mutex_lock(&p->lock);
    bool spare = p->count > SESSIONS_MOST;
    s->used = spare;
    /* All: they may wait for different ones. */
    pthread_cond_broadcast(&p->given);
    pthread_mutex_unlock(&p->lock);
    if (spare) sessions_drop(p, s);
}

void sessions_drop(session_pool *p, session *s) {
    pthread_mutex_lock(&p->lock);
    session **at = &p->sessions;
    while (*at && *at != s) at = &(*at)->next;
    if (*at) *at = s->next, p->count--;
    pthread_cond_broadcast(&p->given);
    pthread_mutex_unlock(&p->lock);
    destroy(s);
}

uint64_t sessions_made(session_pool *p) {
    pthread_mutex_lock(&p->lock);
    uint64_t made = p->made;
    pthread_mutex_unlock(&p->lock);
    return made;
}

void sessions_copy_message(session_pool *p, char *message, size_t size) {
    text t = text_over(message, size);
    pthread_mutex_lock(&p->lock);
    text_add(&t, p->message);
    pthread_mutex_unlock(&p->lock);
}

/* A server that has ended has closed the connection, which we see before we send anything that
 * might then be lost. */
bool session_is_alive(session *s) {
    for (int i = 0; i < 3; i++) {
        struct pollfd line = {.fd = PQsocket(s->connection), .events = POLLIN};
        if (poll(&line, 1, 0) <= 0) break;
        if (!PQconsumeInput(s->connection)) return false;
    }
    return PQstatus(s->connection) == CONNECTION_OK;
}

PGresult *session_prepare(session *s, const char *sql, int places, const Oid *types,
                          char name[SESSION_NAME]) {
    uint64_t hash = hash_bytes(sql, strlen(sql));
    text t = text_over(name, SESSION_NAME);
    int i = 0;
    while (i < s->prepared_count && s->prepared[i] != hash) i++;
    if (i == SESSION_STATEMENTS) return NULL;
    text_addf(&t, "s%016llx", (unsigned long long)hash);
    if (i < s->prepared_count) return NULL;
    PGresult *r = PQprepare(s->connection, name, sql, places, types);
    if (PQresultStatus(r) != PGRES_COMMAND_OK) return r;
    PQclear(r);
    s->prepared[s->prepared_count++] = hash;
    return NULL;
}
