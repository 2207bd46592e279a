/* Child processes, kept apart: in a process group of their own, under bubblewrap where it works
 * (own process and network space, a file system that cannot be written to), with limits on memory,
 * processes, file size and core dumps. They die with us, and all they have started with them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "links/private.h"

enum { FILE_LIMIT = 64 << 20, HANDLES = 256 };

/* Everything is there to be read, nothing to be written but a /dev/shm of its own: a place where no
 * program of a user's lies that would be hidden by it. */
#define BUBBLE                                                                                     \
    "bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--ro-bind",  \
        "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/dev/shm", "--setenv", "TMPDIR", \
        "/dev/shm", "--"

/* execvp takes its words as pointers to char for old times' sake; it does not write to them. */
static void execute(const char *const *words) {
    char *copy[40];
    size_t i = 0;
    for (; words[i] && i < 39; i++) copy[i] = (char *)(uintptr_t)words[i];
    copy[i] = NULL;
    execvp(copy[0], copy);
}

/* Whether bubblewrap is there and allowed to work: it is tried on `true`. */
static bool bubble_works(void) {
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        static const char *const words[] = {BUBBLE, "true", NULL};
        execute(words);
        _exit(127);
    }
    int64_t deadline = clock_now() + 5 * LINK_SECOND;
    int status = 1;
    while (child > 0) {
        if (waitpid(child, &status, WNOHANG) != 0) break;
        if (clock_now() > deadline) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The limit on processes counts all of one user's, so those there already are added. */
static rlim_t own_processes(void) {
    DIR *folder = opendir("/proc");
    rlim_t count = 0;
    if (!folder) return 0;
    for (struct dirent *d; (d = readdir(folder));) {
        struct stat about;
        if (d->d_name[0] >= '0' && d->d_name[0] <= '9' &&
            fstatat(dirfd(folder), d->d_name, &about, 0) == 0 && about.st_uid == getuid())
            count++;
    }
    closedir(folder);
    return count;
}

static void limit(__rlimit_resource_t what, rlim_t most) {
    struct rlimit now;
    if (getrlimit(what, &now) != 0) return;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
    setrlimit(what, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

static void run_child(const char *command, const link_options *o, bool bubble, rlim_t processes,
                      int in, int out, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* it ended before we could ask for that */
    dup2(in, 0);
    dup2(out, 1);
    if (!o->errors) dup2(open("/dev/null", O_RDWR), 2);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    limit(RLIMIT_AS, o->memory ? o->memory : (rlim_t)4 << 30);
    limit(RLIMIT_NPROC, processes);
    limit(RLIMIT_FSIZE, FILE_LIMIT);
    limit(RLIMIT_NOFILE, HANDLES);
    limit(RLIMIT_CORE, 0);
    static const char *const plain[] = {"/bin/sh", "-c", NULL};
    static const char *const kept[] = {BUBBLE, "/bin/sh", "-c", NULL};
    const char *words[40];
    size_t count = 0;
    for (const char *const *w = bubble ? kept : plain; *w; w++) words[count++] = *w;
    words[count++] = command;
    words[count] = NULL;
    execute(words);
    _exit(127);
}

link_end *link_open_program(const char *command, const link_options *o, error *e) {
    char name[LINK_NAME];
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    text t = text_over(name, sizeof name);
    text_addf(&t, "program:%s", command);
    if (!*command) {
        error_set(e, "program: name a command, as in program:./player");
        return NULL;
    }
    link_end *l = link_new(LINK_PROGRAM, name, e);
    if (!l) return NULL;
    bool bubble = !o->open_house && bubble_works();
    rlim_t processes = own_processes() + (rlim_t)(o->processes ? o->processes : 64);
    pid_t parent = getpid();
    if (pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0) {
        l->own->child = fork();
        if (l->own->child == 0) run_child(command, o, bubble, processes, to[0], from[1], parent);
    }
    if (to[0] >= 0) close(to[0]);
    if (from[1] >= 0) close(from[1]);
    l->in = from[0];
    l->out = to[1];
    if (l->own->child <= 0 || !link_tame(l->in) || !link_tame(l->out)) {
        error_set(e, "program:%s cannot be started: %s", command, strerror(errno));
        if (l->own->child < 0) l->own->child = 0;
        link_close(l);
        return NULL;
    }
    setpgid(l->own->child, l->own->child); /* whoever of the two comes first */
    l->own->joined = true;
    return l;
}

void link_watch_program(link_end *l) {
    /* A program that has closed its output is about to end; it gets a moment. */
    for (int i = 0; i < 20 && !l->own->ended && l->own->child > 0; i++) {
        if (waitpid(l->own->child, &l->own->child_status, WNOHANG) == l->own->child)
            l->own->ended = true;
        else nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

void link_close_program(link_end *l) {
    pid_t child = l->own->child;
    if (child <= 0) return;
    /* Its input is closed, which means quit; what has not gone by then is ended with its group. */
    if (!l->own->ended) link_watch_program(l);
    kill(-child, SIGKILL);
    if (!l->own->ended) {
        kill(child, SIGKILL);
        waitpid(child, &l->own->child_status, 0); /* after SIGKILL this is at once */
    }
    l->own->ended = true;
}
