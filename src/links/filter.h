/* filter - the system calls that a sandboxed program does not get: a seccomp filter in classic BPF,
 * which bubblewrap loads just before the program starts.
 *
 * Namespaces and an empty file system already keep a program from other people's files, processes
 * and networks. The filter takes away what remains: ways to undo that (mount, new namespaces), to
 * type into a terminal (TIOCSTI), to reach into other processes (ptrace), to use what is not in any
 * namespace (kernel keys), and the parts of the kernel with the longest record of holes (bpf,
 * io_uring, perf, userfaultfd). It lists what is refused, not what is allowed, so that players in
 * any language run; system calls younger than the list do not exist for them.
 */
#ifndef DAMERO_FILTER_H
#define DAMERO_FILTER_H

#include <linux/filter.h>
#include <stddef.h>

enum { FILTER_MOST = 256 }; /* instructions; as bytes they fit into a pipe at once */

/* Writes the filter for this processor; returns its number of instructions, 0 on a processor whose
 * system calls have not been looked at. */
size_t filter_write(struct sock_filter code[FILTER_MOST]);

#endif
