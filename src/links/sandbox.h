/* sandbox - what a program sees of this machine, and how bubblewrap is told to make it so.
 *
 * A sandbox starts from nothing. Into an empty, read-only file system come /usr with what belongs
 * to it (/bin, /lib, a few files of /etc), a /dev and a /proc of its own, the folders that its
 * command names, read-only, and one folder to write to, /tmp, which is empty, limited in size and
 * gone when it ends (/dev/shm likewise, for shared memory). Users, processes, network, IPC, host
 * name and control groups are its own; it is in a session without a terminal, without capabilities,
 * under the filter of filter.h, with an environment of a few variables and no descriptors but 0, 1
 * and 2.
 *
 * The folders of a command: its words that name a file or folder are looked up as the shell would,
 * from where we are. For a file it is the folder the file is in, and the folder of the file that a
 * symbolic link leads to; for X/bin/FILE it is X, so that interpreters and what is installed beside
 * them go together. For files right in /, /tmp, a home folder and the like it is the file alone.
 *
 * Root is not confined by a user namespace alone: whoever is root outside may write to /proc/sys
 * from inside. So if we are root, bubblewrap makes the sandbox with root's rights and setpriv turns
 * the program into a user that is nobody else's, before it starts.
 */
#ifndef DAMERO_SANDBOX_H
#define DAMERO_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "links/link.h"

enum {
    SANDBOX_SCRATCH = 64 << 20, /* bytes in /tmp, and as many in /dev/shm */
    SANDBOX_IN = 3,             /* descriptors that a call of bubblewrap expects: the program's */
    SANDBOX_OUT = 4,            /* input and output, and where the filter comes from */
    SANDBOX_FILTER = 5,
};

/* A call of bubblewrap: words to execute, the last is NULL. */
typedef struct sandbox_call {
    char **word;
    size_t count, capacity;
    size_t own_user; /* which word names the user that root's program becomes; 0: none */
    bool no_memory;
} sandbox_call;

/* Writes the call that runs a shell command. False with an error if there is no memory for it, or
 * if the program could not be read inside. */
bool sandbox_write(const char *command, const link_options *, sandbox_call *, error *);
void sandbox_destroy(sandbox_call *);

/* Becomes bubblewrap, which hands `in` and `out` to the program; all descriptors but these and
 * standard error are closed. Returns if that is impossible. For a process that was just forked: it
 * allocates nothing. */
void sandbox_enter(sandbox_call *, int in, int out);

#endif
