/* keeper - sees to it that a program and all it has started use no more memory together than they
 * may.
 *
 * The system's limits are for single processes, and a group of them (a cgroup) is not everyone's to
 * make. So a thread looks ten times a second at what a leader's descendants hold, shared pages
 * counted once; where that is too much it ends them all. No descendant is lost when its parent
 * ends: the leader is either bubblewrap, with a process space of its own and folders in
 * memory, in which files count too, or a warden (warden.h), which is a copy of ourselves and not
 * counted.
 */
#ifndef DAMERO_KEEPER_H
#define DAMERO_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct keeper keeper;

/* For a process that leads its own process group: bubblewrap, or else a warden. NULL where there is
 * no thread for it. */
keeper *keeper_start(pid_t leader, size_t bytes, bool confined);

/* To be called before the leader is waited for, since its number may be another's then. Whether it
 * had to end them. NULL is allowed. */
bool keeper_stop(keeper *);

#endif
