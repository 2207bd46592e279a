/* Child processes, each in a session of its own, confined to a sandbox where bubblewrap works and
 * under a warden elsewhere, with limits on memory, processes, file size and core dumps. They die
 * with us, and all they have started with them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
#include "links/filter.h"
#include "links/private.h"
#include "links/sandbox.h"
#include "links/warden.h"

enum {
    FILE_LIMIT = 64 << 20,
    HANDLES = 256,
    TRIAL_SECONDS = 30,
    QUIT_MS = 100,   /* to end after its input has, before it is ended */
    END_MS = 2000,   /* to end after its output has: it is about to, but the machine may be busy */
    WARDEN_MS = 2000 /* for a warden to end all that is below it */
};

/* A process to be started. */
typedef struct start {
    const char *command;
    sandbox_call *call; /* NULL: unconfined */
    const link_options *options;
    rlim_t processes;
    int in, out, errors; /* its standard descriptors */
} start;

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

static size_t memory_of(const link_options *o) { return o->memory ? o->memory : (size_t)4 << 30; }

/* In a process that may be a copy of one with threads: nothing here allocates. */
_Noreturn static void become_program(const start *s, pid_t parent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* it ended before we could ask for that */
    if (!s->call) warden_stand(parent);
    dup2(s->errors, 2);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    limit(RLIMIT_AS, memory_of(s->options));
    limit(RLIMIT_NPROC, s->processes);
    limit(RLIMIT_FSIZE, FILE_LIMIT);
    limit(RLIMIT_NOFILE, HANDLES);
    limit(RLIMIT_CORE, 1); /* too small for a file, and unlike 0 it wakes no crash reporter */
    if (s->call) {
        int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        dup2(nowhere, 0);
        dup2(nowhere, 1);
        sandbox_enter(s->call, s->in, s->out);
        _exit(127);
    }
    dup2(s->in, 0);
    dup2(s->out, 1);
    link_close_from(3);
    execl("/bin/sh", "sh", "-c", s->command, (char *)NULL);
    _exit(127);
}

static pid_t start_program(const start *s) {
    pid_t parent = getpid(), child = fork();
    if (child == 0) become_program(s, parent);
    return child;
}

/* Tries the sandbox on a command that does nothing, and keeps what came of it. */
static struct trial {
    pthread_once_t once;
    bool works;
    error why;
} trial = {.once = PTHREAD_ONCE_INIT};

/* The first line that comes out of a pipe, until it is closed. */
static void read_line(int from, char *line, size_t size) {
    int64_t deadline = clock_now() + TRIAL_SECONDS * LINK_SECOND;
    text t = text_over(line, size);
    char byte;
    bool first = true;
    while (link_poll(from, POLLIN, deadline, NULL) && read(from, &byte, 1) == 1) {
        first = first && byte != '\n';
        if (first) text_add_char(&t, byte);
    }
}

static void try_sandbox(void) {
    struct sock_filter code[FILTER_MOST];
    link_options usual = {0};
    sandbox_call call;
    char said[200];
    int status = 0, ends[2];
    error *e = &trial.why;
    if (!filter_write(code)) {
        error_set(e, "no filter of system calls is known for this processor");
        return;
    }
    if (!sandbox_write("exit 0", &usual, &call, e)) return;
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    error_set(e, "no processes or descriptors are left");
    if (nowhere >= 0 && pipe2(ends, O_CLOEXEC) == 0) {
        start s = {.call = &call, .options = &usual, .processes = RLIM_INFINITY};
        s.in = s.out = nowhere;
        s.errors = ends[1];
        pid_t child = start_program(&s);
        close(ends[1]);
        read_line(ends[0], said, sizeof said);
        if (child > 0) {
            kill(child, SIGKILL); /* of no effect after its end, which closes the pipe */
            waitpid(child, &status, 0);
            trial.works = WIFEXITED(status) && WEXITSTATUS(status) == 0;
            if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && !*said)
                error_set(e, "bubblewrap is not installed");
            else error_set(e, "bubblewrap does not work here: %s", *said ? said : "it hangs");
        }
        close(ends[0]);
    }
    if (nowhere >= 0) close(nowhere);
    sandbox_destroy(&call);
}

bool link_can_confine(error *e) {
    pthread_once(&trial.once, try_sandbox);
    return trial.works || error_set(e, "%s", trial.why.message);
}

/* What a program says on its standard error goes to ours through a thread: with our own descriptor
 * it could read what is typed into our terminal, and send it sequences that answer as if typed. */
static void *relay(void *context) {
    int from = (int)(intptr_t)context;
    char bytes[4096];
    unsigned char c = 0;
    for (ssize_t count; (count = read(from, bytes, sizeof bytes)) != 0;) {
        if (count < 0 && errno != EINTR) break;
        for (ssize_t i = 0; i < count; i++) {
            unsigned char before = c;
            c = (unsigned char)bytes[i];
            bool control = (c < ' ' && c != '\n' && c != '\t') || c == 127;
            /* U+0080 to U+009F are controls too, as bytes by themselves and as UTF-8. */
            if (control || (c >= 128 && c < 160 && (before < 128 || before == 0xc2)))
                bytes[i] = '?';
        }
        if (count > 0) fwrite(bytes, 1, (size_t)count, stderr);
    }
    close(from);
    return NULL;
}

/* Where its standard error goes, to be closed once it is started. */
static int open_errors(link_end *l, const link_options *o) {
    int ends[2];
    if (!o->errors) return open("/dev/null", O_RDWR | O_CLOEXEC);
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    l->own->relayed = pthread_create(&l->own->relay, NULL, relay, (void *)(intptr_t)ends[0]) == 0;
    if (!l->own->relayed) close(ends[0]);
    return ends[1];
}

static bool start_on(link_end *l, const char *command, sandbox_call *call, const link_options *o) {
    int to[2] = {-1, -1}, from[2] = {-1, -1}, errors = open_errors(l, o);
    rlim_t processes = (rlim_t)(o->processes ? o->processes : 64) + !call;
    if (!call || !call->own_user) processes += own_processes();
    if (errors >= 0 && pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0) {
        start s = {command, call, o, processes, to[0], from[1], errors};
        l->own->child = start_program(&s);
    }
    if (to[0] >= 0) close(to[0]);
    if (from[1] >= 0) close(from[1]);
    if (errors >= 0) close(errors);
    l->in = from[0];
    l->out = to[1];
    if (l->own->child < 0) l->own->child = 0;
    return l->own->child > 0 && link_tame(l->in) && link_tame(l->out);
}

link_end *link_open_program(const char *command, const link_options *o, error *e) {
    char name[LINK_NAME];
    error why;
    sandbox_call call = {0};
    text t = text_over(name, sizeof name);
    text_addf(&t, "program:%s", command);
    bool confined = !o->open_house && link_can_confine(&why);
    if (!confined && o->must_confine) {
        error_set(e, "programs cannot be confined here: %s", why.message);
        return NULL;
    }
    if (confined && !sandbox_write(command, o, &call, e)) return NULL;
    link_end *l = link_new(LINK_PROGRAM, name, e);
    if (l && !start_on(l, command, confined ? &call : NULL, o)) {
        error_code(e, "program-failed", "program:%s cannot be started: %s", command,
                   strerror(errno));
        link_close(l);
        l = NULL;
    }
    sandbox_destroy(&call);
    if (!l) return NULL;
    l->confined = confined;
    l->own->memory = memory_of(o);
    l->own->keeper = keeper_start(l->own->child, l->own->memory, l->confined);
    l->own->joined = true;
    return l;
}

static void let_go(link_end *l) {
    if (keeper_stop(l->own->keeper)) l->own->too_large = true;
    l->own->keeper = NULL;
}

static void wait_for_end(link_end *l, int milliseconds) {
    int64_t deadline = clock_now() + milliseconds * INT64_C(1000000);
    while (!l->own->ended && l->own->child > 0) {
        l->own->ended = waitpid(l->own->child, &l->own->child_status, WNOHANG) == l->own->child;
        if (l->own->ended || clock_now() > deadline) return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void link_watch_program(link_end *l) {
    let_go(l);
    wait_for_end(l, END_MS);
}

void link_close_program(link_end *l) {
    pid_t child = l->own->child;
    if (child > 0) {
        let_go(l);
        /* Its input is closed, which means quit; what has not gone by then is ended. */
        wait_for_end(l, QUIT_MS);
        if (!l->own->ended && !l->confined) {
            kill(child, SIGTERM); /* the warden ends them all */
            wait_for_end(l, WARDEN_MS);
        }
        kill(-child, SIGKILL);
        if (!l->own->ended) {
            kill(child, SIGKILL);
            waitpid(child, &l->own->child_status, 0); /* after SIGKILL this is at once */
        }
        l->own->ended = true;
    }
    if (l->own->relayed) pthread_join(l->own->relay, NULL);
}
