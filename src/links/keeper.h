/* keeper - sees to it that a program and all it has started use no more memory together than they
 * may.
 *
 * The system's limits are for single processes, and a group of them (a cgroup) is not everyone's to
 * make. So a thread looks ten times a second at what the process and its descendants hold, shared
 * pages counted once, with the files in a /dev/shm of their own; where that is too much it ends
 * them all. A descendant that was orphaned outside a process space of its own (bubblewrap's) is not
 * found.
 */
#ifndef DAMERO_KEEPER_H
#define DAMERO_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct keeper keeper;

/* For a process that leads its own process group; NULL where there is no thread for it.
 * `own_files`: its /dev/shm is its own. */
keeper *keeper_start(pid_t leader, size_t bytes, bool own_files);

/* To be called before the leader is waited for, since its number may be another's then. Whether it
 * had to end them. NULL is allowed. */
bool keeper_stop(keeper *);

#endif
