#define _GNU_SOURCE
#include "links/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "links/private.h"

/* The warden is a fork of a process that may have had threads, so it allocates nothing and makes
 * only system calls. */

/* Kills its current children; false if the system does not list them. */
static bool end_children(void) {
    char bytes[512];
    ssize_t count;
    long child = 0;
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    while ((count = read(file, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            bool digit = bytes[i] >= '0' && bytes[i] <= '9';
            if (digit) child = 10 * child + (bytes[i] - '0');
            else if (child > 0) kill((pid_t)child, SIGKILL);
            if (!digit) child = 0;
        }
    close(file);
    return count == 0;
}

/* When a process ends, the warden inherits its children, so repeat until there are none. */
static void end_all(pid_t program, int *status) {
    for (;;) {
        int how;
        if (!end_children()) kill(0, SIGKILL); /* the group, which includes the warden */
        pid_t ended = waitpid(-1, &how, 0);
        if (ended == program) *status = how;
        if (ended < 0 && errno == ECHILD) return;
    }
}

_Noreturn static void watch(pid_t program, const sigset_t *signals) {
    int status = 0, how, told = SIGCHLD;
    for (bool there = true; there && told == SIGCHLD;) {
        if (sigwait(signals, &told) != 0) told = SIGTERM;
        for (pid_t ended; (ended = waitpid(-1, &how, WNOHANG)) > 0;) {
            if (ended != program) continue;
            status = how;
            there = false;
        }
    }
    end_all(program, &status);
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

void warden_stand(pid_t parent) {
    static const int awaited[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP};
    sigset_t signals, before;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof awaited / sizeof *awaited; i++) sigaddset(&signals, awaited[i]);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &signals, &before);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    pid_t warden = getpid(), program = getppid() == parent ? fork() : -1;
    if (program < 0) _exit(127);
    if (program == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != warden) _exit(127);
        sigprocmask(SIG_SETMASK, &before, NULL);
        return;
    }
    link_close_from(0); /* others wait for these to be closed */
    watch(program, &signals);
}
