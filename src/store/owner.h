/* owner - which process plays a match, and whether that process is still there.
 *
 * Each store that is opened draws a random name and keeps the byte of that number locked in an
 * empty file beside the store ("-owners"). The kernel lets go of the lock when the process ends,
 * however it ends, and for no other reason: so "dead" is certain after kill -9, after a restart of
 * the machine, for a process number that was given out again, and between containers that share the
 * folder. A process that is stopped or slow is alive.
 *
 * The lock says only who is there. What keeps two processes from writing one match is the claim in
 * the store itself (store_claim): should the file be removed while matches are played, others take
 * them over and those who played them can write no more.
 */
#ifndef DAMERO_OWNER_H
#define DAMERO_OWNER_H

#include <stdbool.h>

#include "base/error.h"

enum { OWNER_NAME = 64 };

typedef struct owner_lock {
    int file;              /* of the lock; -1: none */
    char name[OWNER_NAME]; /* as the store keeps it */
} owner_lock;

/* A new owner of the store with this path, alive until it is destroyed or the process ends. */
bool owner_create(owner_lock *, const char *path, error *);
void owner_destroy(owner_lock *);

/* Whether the owner of that name is there, as `self` sees it. */
bool owner_is_alive(const owner_lock *self, const char *name);

#endif
