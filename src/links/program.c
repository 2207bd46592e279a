/* Child processes, each in its own session, confined to a sandbox if bubblewrap works and under a
 * warden otherwise, with limits on memory, processes, file size and core dumps. They and all their
 * descendants end with us. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
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
    QUIT_MS = 100,      /* time to exit after its input is closed, before it is killed */
    END_MS = 2000,      /* time to exit after it closes its output, on a machine that may be busy */
    WORDS_MS = 500,     /* for the last lines of its standard error, once it has ended */
    PIPE_BYTES = 65536, /* what it may have written and nobody has read yet */
    WARDEN_MS = 2000    /* time for a warden to end everything below it */
};

/* A process to start. */
typedef struct start {
    const char *command;
    sandbox_call *call; /* NULL: unconfined */
    const link_options *options;
    rlim_t processes;
    int in, out, errors; /* its standard descriptors */
} start;

/* RLIMIT_NPROC counts all processes of the user, so add those that already exist. */
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

/* Runs in a forked copy of a process that may have threads: nothing here allocates. */
_Noreturn static void become_program(const start *s, pid_t parent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* the parent ended before prctl() took effect */
    if (!s->call) warden_stand(parent);
    dup2(s->errors, 2);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    limit(RLIMIT_AS, memory_of(s->options));
    limit(RLIMIT_NPROC, s->processes);
    limit(RLIMIT_FSIZE, FILE_LIMIT);
    limit(RLIMIT_NOFILE, HANDLES);
    limit(RLIMIT_CORE,
          1); /* too small for a core file, and unlike 0 it does not start a crash reporter */
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

/* Tries the sandbox on a command that does nothing, and keeps the result. */
static struct trial {
    pthread_once_t once;
    bool works;
    error why;
} trial = {.once = PTHREAD_ONCE_INIT};

/* The first line from a pipe, read until it is closed. */
static void read_line(int from, char *line, size_t size) {
    int64_t deadline = clock_now() + TRIAL_SECONDS * SECOND;
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
        error_set(e, "there is no system call filter for this processor");
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
            kill(child, SIGKILL); /* no effect once it has ended, which closes the pipe */
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

static void keep_words(link_private *own, const char *bytes, size_t count) {
    pthread_mutex_lock(&own->lock);
    if (count > LINK_WORDS) {
        bytes += count - LINK_WORDS;
        count = LINK_WORDS;
    }
    size_t room = LINK_WORDS - own->word_count, gone = count > room ? count - room : 0;
    memmove(own->words, own->words + gone, own->word_count - gone);
    own->word_count -= gone;
    memcpy(own->words + own->word_count, bytes, count);
    own->word_count += count;
    pthread_mutex_unlock(&own->lock);
}

/* Each line after the program's label. */
static void show_errors(link_private *own, const char *bytes, size_t count) {
    flockfile(stderr);
    for (size_t at = 0, length; at < count; at += length) {
        const char *end = memchr(bytes + at, '\n', count - at);
        length = end ? (size_t)(end - bytes) - at + 1 : count - at;
        if (!own->in_line && *own->label) fprintf(stderr, "%s: ", own->label);
        fwrite(bytes + at, 1, length, stderr);
        own->in_line = !end;
    }
    funlockfile(stderr);
}

/* Waits until there is something to read, or it is enough; false: enough, and nothing to read. */
static bool wait_for_errors(const link_private *own, bool *enough) {
    struct pollfd p[] = {{.fd = own->errors, .events = POLLIN},
                         {.fd = own->enough, .events = POLLIN}};
    while (poll(p, 2, -1) < 0 && errno == EINTR) continue;
    *enough = p[1].revents != 0;
    return p[0].revents || !*enough;
}

/* A thread reads a program's standard error. With our own descriptor the program could read what is
 * typed at our terminal, and send escape sequences that make the terminal answer as if typed. */
static void *relay(void *context) {
    link_private *own = context;
    char bytes[4096];
    unsigned char c = 0;
    bool enough = false;
    for (size_t late = 0; late < PIPE_BYTES && wait_for_errors(own, &enough);) {
        ssize_t count = read(own->errors, bytes, sizeof bytes);
        if (count == 0 || (count < 0 && errno != EINTR)) break;
        if (enough && count > 0) late += (size_t)count;
        for (ssize_t i = 0; i < count; i++) {
            unsigned char before = c;
            c = (unsigned char)bytes[i];
            bool control = (c < ' ' && c != '\n' && c != '\t') || c == 127;
            /* U+0080 to U+009F are control characters too, both as single bytes and as UTF-8. */
            if (control || (c >= 128 && c < 160 && (before < 128 || before == 0xc2)))
                bytes[i] = '?';
        }
        if (count > 0) keep_words(own, bytes, (size_t)count);
        if (count > 0 && own->errors_shown) show_errors(own, bytes, (size_t)count);
    }
    close(own->errors);
    pthread_mutex_lock(&own->lock);
    own->words_over = true;
    pthread_cond_broadcast(&own->over);
    pthread_mutex_unlock(&own->lock);
    return NULL;
}

/* The descriptor for its standard error; close it after the start. */
static int open_errors(link_end *l, const link_options *o) {
    int ends[2];
    pthread_condattr_t monotonic;
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    link_private *own = l->own;
    own->errors = ends[0];
    own->errors_shown = o->errors;
    snprintf(own->label, sizeof own->label, "%s", o->label ? o->label : "");
    pthread_mutex_init(&own->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&own->over, &monotonic);
    pthread_condattr_destroy(&monotonic);
    own->enough = eventfd(0, EFD_CLOEXEC);
    own->relayed = own->enough >= 0 && pthread_create(&own->relay, NULL, relay, own) == 0;
    if (!own->relayed) {
        close(ends[0]);
        if (own->enough >= 0) close(own->enough);
    }
    return ends[1];
}

void link_write_last_words(link_end *l, text *t) {
    enum { LINES = 5 };
    link_private *own = l->own;
    if (l->kind != LINK_PROGRAM || !own->relayed) return;
    int64_t deadline = clock_now() + WORDS_MS * MILLISECOND;
    struct timespec until = {.tv_sec = deadline / SECOND, .tv_nsec = deadline % SECOND};
    pthread_mutex_lock(&own->lock);
    while (own->ended && !own->words_over &&
           pthread_cond_timedwait(&own->over, &own->lock, &until) == 0)
        continue;
    size_t end = own->word_count, from;
    while (end > 0 && own->words[end - 1] == '\n') end--;
    int lines = 0;
    for (from = end; from > 0 && (own->words[from - 1] != '\n' || ++lines < LINES);) from--;
    text_add_part(t, own->words + from, end - from);
    pthread_mutex_unlock(&own->lock);
}

int link_exit_status(link_end *l) {
    if (l->kind != LINK_PROGRAM) return -1;
    link_watch_program(l);
    return l->own->ended && WIFEXITED(l->own->child_status) ? WEXITSTATUS(l->own->child_status)
                                                            : -1;
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
    l->own->guard = memory_guard_start(l->own->child, l->own->memory, l->confined);
    l->own->joined = true;
    return l;
}

static void let_go(link_end *l) {
    if (memory_guard_stop(l->own->guard)) l->own->too_large = true;
    l->own->guard = NULL;
}

static void wait_for_end(link_end *l, int milliseconds) {
    int64_t deadline = clock_now() + milliseconds * MILLISECOND;
    while (!l->own->ended && l->own->child > 0) {
        l->own->ended = waitpid(l->own->child, &l->own->child_status, WNOHANG) == l->own->child;
        if (l->own->ended || clock_now() > deadline) return;
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
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
        /* Closes its input, which means quit, and kills it if it does not exit in time. */
        wait_for_end(l, QUIT_MS);
        if (!l->own->ended && !l->confined) {
            kill(child, SIGTERM); /* makes the warden end everything */
            wait_for_end(l, WARDEN_MS);
        }
        kill(-child, SIGKILL);
        if (!l->own->ended) {
            kill(child, SIGKILL);
            waitpid(child, &l->own->child_status, 0); /* returns at once after SIGKILL */
        }
        l->own->ended = true;
    }
    if (l->own->relayed) {
        /* The pipe may stay open: a process that outlives its warden can hold it. */
        eventfd_write(l->own->enough, 1);
        pthread_join(l->own->relay, NULL);
        close(l->own->enough);
        pthread_cond_destroy(&l->own->over);
        pthread_mutex_destroy(&l->own->lock);
    }
}
