#include "store/postgresql_presence.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "store/postgresql_session.h"

enum { LEASE_SECONDS = 10 };

void presence_create(presence *p) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    group_create(&p->group);
}

void presence_destroy(presence *p) {
    if (p->running) {
        pthread_mutex_lock(&p->lock);
        p->quit = true;
        pthread_cond_signal(&p->wake);
        pthread_mutex_unlock(&p->lock);
        pthread_join(p->thread, NULL);
    }
    PQfinish(p->connection);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    group_destroy(&p->group);
}

static bool renew(void *context) {
    presence *p = context;
    char lease[32];
    const char *const values[] = {p->name, lease};
    text t = text_over(lease, sizeof lease);
    text_addf(&t, "%lld", (long long)p->lease);
    PGresult *r = PQexecParams(
        p->connection,
        "INSERT INTO owner (name, expires)"
        " VALUES ($1, floor(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT + $2::BIGINT)"
        " ON CONFLICT (name) DO UPDATE SET expires = excluded.expires",
        2, NULL, values, NULL, NULL, 0);
    bool good = PQresultStatus(r) == PGRES_COMMAND_OK;
    PQclear(r);
    /* Also if the server has restarted since the last time: it may have lost what was not synced.
     */
    if (!good) PQreset(p->connection);
    return good;
}

bool presence_sync(presence *p, uint64_t *failures) {
    return group_sync(&p->group, failures, renew, p);
}

static void leave(presence *p) {
    const char *const values[] = {p->name};
    PQclear(PQexecParams(p->connection, "DELETE FROM owner WHERE name = $1", 1, NULL, values, NULL,
                         NULL, 0));
}

static void *stay(void *context) {
    presence *p = context;
    uint64_t seen = group_failures(&p->group);
    pthread_mutex_lock(&p->lock);
    for (bool good = true; !p->quit;) {
        int64_t wait = good ? p->lease / 3 : p->lease / 20;
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += wait / 1000;
        until.tv_nsec += wait % 1000 * MILLISECOND;
        if (until.tv_nsec >= SECOND) until.tv_sec++, until.tv_nsec -= SECOND;
        while (!p->quit && pthread_cond_timedwait(&p->wake, &p->lock, &until) == 0) continue;
        if (p->quit) break;
        pthread_mutex_unlock(&p->lock);
        good = presence_sync(p, &seen);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    leave(p);
    return NULL;
}

bool presence_begin(presence *p, const char *url, const char *name, error *e) {
    uint64_t random = 0;
    const char *seconds = getenv("DAMERO_LEASE");
    p->lease = 1000 * (seconds && atoi(seconds) > 0 ? atoi(seconds) : LEASE_SECONDS);
    if (getrandom(&random, sizeof random, 0) != sizeof random)
        return error_set(e, "no random numbers: %s", strerror(errno));
    text t = text_over(p->name, sizeof p->name);
    text_addf(&t, "%016llx", (unsigned long long)random);
    p->connection = session_connect(url);
    if (!p->connection || PQstatus(p->connection) != CONNECTION_OK || !renew(p))
        return error_set(e, "%s: %s", name, PQerrorMessage(p->connection));
    PQclear(PQexec(p->connection,
                   "DELETE FROM owner WHERE"
                   " expires < extract(epoch FROM clock_timestamp() - interval '1 day') * 1000"));
    p->running = pthread_create(&p->thread, NULL, stay, p) == 0;
    return p->running || error_set(e, "no thread for the store");
}
