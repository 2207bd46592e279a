/* The POSIX functions that the referee's host uses and wasi-libc lacks. Pipes and event counters
 * are in memory, and waiting for them takes no time: there is one thread, so nothing could arrive.
 * There are no files and no terminals. */
#ifndef COMPAT_POSIX_H
#define COMPAT_POSIX_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

typedef uint64_t eventfd_t;
enum { EFD_CLOEXEC = 0, EFD_NONBLOCK = 0 };

int pipe2(int ends[2], int flags);
int eventfd(unsigned count, int flags);
int eventfd_read(int, eventfd_t *);
int eventfd_write(int, eventfd_t);
/* ppoll is declared in poll.h. */
pid_t tcgetpgrp(int);
pid_t getpgrp(void);

#endif
