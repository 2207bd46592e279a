/* memory_guard - limits the memory that a program and all its descendants use together.
 *
 * The system's limits apply to single processes, and not every user may create a cgroup. So a
 * thread measures the memory of a leader's descendants ten times a second, with shared pages
 * counted once, and kills them all if it is too much. A descendant cannot escape when its parent
 * ends: the leader is either bubblewrap, with its own pid namespace and folders in memory whose
 * files count too, or a warden (warden.h), which is a copy of our process and not counted.
 */
#ifndef DAMERO_MEMORY_GUARD_H
#define DAMERO_MEMORY_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct memory_guard memory_guard;

/* For a process that leads its own process group: bubblewrap, or otherwise a warden. NULL if no
 * thread can be started. */
memory_guard *memory_guard_start(pid_t leader, size_t bytes, bool confined);

/* Call before waitpid(): the pid may be reused. Returns whether the guard had to kill the program.
 * NULL is allowed. */
bool memory_guard_stop(memory_guard *);

#endif
