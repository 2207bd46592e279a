/* sandbox - what a program sees of this machine, and the bubblewrap command that sets it up.
 *
 * A sandbox starts empty. Into an empty, read-only file system go /usr with its companions (/bin,
 * /lib, a few files of /etc), a private /dev and /proc, and, read-only, the folders named in the
 * command. The one writable folder, /tmp, starts empty, is limited in size and is deleted at the
 * end (/dev/shm likewise, for shared memory). The sandbox has its own users, processes, network,
 * IPC, host name and control groups. The program runs in a session without a terminal, without
 * capabilities, under the filter of filter.h, with an environment of a few variables and no
 * descriptors but 0, 1 and 2.
 *
 * The folders of a command: words that name a file or folder are resolved as the shell would, from
 * the current folder. A file shows its folder, and the folder of the file that a symbolic link
 * points to; X/bin/FILE shows X, so that an interpreter comes with the files installed next to it.
 * Files directly in /, /tmp, a home folder and the like are shown alone.
 *
 * A user namespace alone does not confine root: a process that is root outside may write to
 * /proc/sys from inside. So if we are root, bubblewrap makes the sandbox with root's rights, and
 * setpriv then turns the program into a user that nobody else uses, before it starts.
 */
#ifndef DAMERO_SANDBOX_H
#define DAMERO_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "links/link.h"

enum {
    SANDBOX_SCRATCH = 64 << 20, /* bytes in /tmp, and as many in /dev/shm */
    SANDBOX_IN = 3,             /* descriptors that bubblewrap expects: the program's */
    SANDBOX_OUT = 4,            /* input and output, and the filter */
    SANDBOX_FILTER = 5,
};

/* A bubblewrap command: its arguments, terminated by NULL. */
typedef struct sandbox_call {
    char **word;
    size_t count, capacity;
    size_t own_user; /* index of the argument with the user that root's program becomes; 0: none */
    bool no_memory;
} sandbox_call;

/* Writes the command that runs a shell command in a sandbox. False with an error if there is no
 * memory, or if the program could not be read inside. */
bool sandbox_write(const char *command, const link_options *, sandbox_call *, error *);
void sandbox_destroy(sandbox_call *);

/* Executes bubblewrap, which passes `in` and `out` to the program; closes all descriptors but these
 * and standard error. Returns only on failure. For a process that was just forked: it allocates
 * nothing. */
void sandbox_enter(sandbox_call *, int in, int out);

#endif
