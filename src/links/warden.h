/* warden - stands above a program that has no process space of its own, and ends it whole.
 *
 * What a program starts can leave it: a process whose parent has ended is the system's first
 * process's child, in a session of its own if it likes. The warden is a process between us and the
 * program that asks the system for such orphans (PR_SET_CHILD_SUBREAPER), so that all the program
 * has ever started descends from it, to be found by the keeper. It ends them all, to the last, when
 * the program ends, when it is told to (SIGTERM), and when we end, however that comes about; then
 * it exits as the program did, with 128 and the number of a signal as shells have it.
 *
 * A program that seeks out its warden and ends it is free of it: what keeps programs from that is
 * bubblewrap, which has no need of a warden.
 */
#ifndef DAMERO_WARDEN_H
#define DAMERO_WARDEN_H

#include <sys/types.h>

/* To be called in a process that was just forked by `parent`: it stays behind as the warden and
 * does not return; the call returns in its child, which is to become the program. */
void warden_stand(pid_t parent);

#endif
