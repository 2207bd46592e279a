/* postgresql_presence - a process as an owner of matches on a PostgreSQL server.
 *
 * It is alive while its row says so. A thread renews that row three times per lease, over its own
 * connection, so that it does not wait behind anything. The commit of a renewal waits for the disk,
 * and everything committed before it is on the disk then too: so this is also how events are
 * synced. */
#ifndef DAMERO_POSTGRESQL_PRESENCE_H
#define DAMERO_POSTGRESQL_PRESENCE_H

#include <libpq-fe.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "store/group.h"
#include "store/owner.h"

typedef struct presence {
    char name[OWNER_NAME];
    int64_t lease; /* in milliseconds */
    PGconn *connection;
    pthread_t thread;
    bool running;
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t wake;
    bool quit;
    sync_group group; /* its syncs, which alone use the connection once the thread runs */
} presence;

void presence_create(presence *);
/* Also ends it, if it has begun. */
void presence_destroy(presence *);

/* `name` of the store is for messages. */
bool presence_begin(presence *, const char *url, const char *name, error *);

/* As group_sync. */
bool presence_sync(presence *, uint64_t *failures);

#endif
