/* owner - which process plays a match, and whether that process is alive.
 *
 * Each open store draws a random name and keeps the byte at that offset locked in an empty file
 * next to the store ("-owners"). The kernel releases the lock when the process ends, however it
 * ends, and for no other reason. So "dead" is certain after kill -9, after a restart of the
 * machine, for a reused pid, and between containers that share the folder. A process that is
 * stopped or slow is alive.
 *
 * The lock only tells which processes are alive. The claim in the store itself (store_claim) keeps
 * two processes from writing one match: if the lock file is deleted while matches are played, other
 * processes take them over, and the former owners can write no more.
 */
#ifndef DAMERO_OWNER_H
#define DAMERO_OWNER_H

#include <stdbool.h>

#include "base/error.h"

enum { OWNER_NAME = 64 };

typedef struct owner_lock {
    int file;              /* with the lock; -1: none */
    char name[OWNER_NAME]; /* as stored */
} owner_lock;

/* A new owner of the store with this path, alive until it is destroyed or the process ends. */
bool owner_create(owner_lock *, const char *path, error *);
void owner_destroy(owner_lock *);

/* Whether the owner of that name is alive, as seen by `self`. */
bool owner_is_alive(const owner_lock *self, const char *name);

#endif
