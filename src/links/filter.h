/* filter - the system calls that a sandboxed program may not use: a seccomp filter in classic BPF,
 * which bubblewrap loads just before the program starts.
 *
 * Namespaces and an empty file system already keep a program away from other people's files,
 * processes and networks. The filter blocks the rest: ways to undo that (mount, new namespaces), to
 * type into a terminal (TIOCSTI), to reach into other processes (ptrace), to use things outside any
 * namespace (kernel keys), and the kernel subsystems with the longest record of vulnerabilities
 * (bpf, io_uring, perf, userfaultfd). It lists the refused calls, not the allowed ones, so that
 * players in any language run. System calls newer than the list fail with ENOSYS.
 */
#ifndef DAMERO_FILTER_H
#define DAMERO_FILTER_H

#include <linux/filter.h>
#include <stddef.h>

enum { FILTER_MOST = 256 }; /* instructions; their bytes fit in a pipe */

/* Writes the filter for this processor. Returns the number of instructions, or 0 if the processor's
 * system calls have not been reviewed. */
size_t filter_write(struct sock_filter code[FILTER_MOST]);

#endif
