/* warden - supervises a program without its own pid namespace, and ends it with all its
 * descendants.
 *
 * Processes that a program starts can escape it: if their parent ends, init adopts them, and they
 * may even have their own session. The warden is a process between us and the program that adopts
 * such orphans instead (PR_SET_CHILD_SUBREAPER), so that every process the program ever started
 * descends from the warden, where the memory guard finds it. The warden kills them all when the
 * program ends, when it receives SIGTERM, and when we end for whatever reason. Then it exits with
 * the program's status, or as shells do with 128 plus the number of the signal.
 *
 * A program that finds its warden and kills it escapes. Only bubblewrap prevents that, and then no
 * warden is needed.
 */
#ifndef DAMERO_WARDEN_H
#define DAMERO_WARDEN_H

#include <sys/types.h>

/* Call in a process that `parent` just forked. This process stays behind as the warden and does not
 * return; the call returns in its child, which becomes the program. */
void warden_stand(pid_t parent);

#endif
