/* Child processes, kept apart: in a process group of their own, under bubblewrap where it works
 * (own process and network space, a file system that cannot be written to) and under a warden where
 * it does not, with limits on memory, processes, file size and core dumps. They die with us, and
 * all they have started with them.
 *
 * The limit on processes does not hold for root. So where we are root, each program runs as a user
 * of its own that is nobody else's, inside the bubble, and may do of all that root may do only one
 * thing: open files whoever owns them, as it could before; nothing there can be written to. */
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
#include "links/warden.h"

enum { FILE_LIMIT = 64 << 20, HANDLES = 256 };

enum { WORDS = 64, WORD = 64, HIDDEN = 4, PATH = 4200, FIRST_USER = 1500000000 };

typedef enum bubble { BUBBLE_NONE, BUBBLE_SHARED, BUBBLE_OWN_USER } bubble;

/* Everything is there to be read, nothing to be written but a /dev/shm of its own: a place where no
 * program of a user's lies that would be hidden by it. */
static const char *const bubble_words[] = {"bwrap",
                                           "--die-with-parent",
                                           "--unshare-pid",
                                           "--unshare-net",
                                           "--unshare-ipc",
                                           "--ro-bind",
                                           "/",
                                           "/",
                                           "--dev",
                                           "/dev",
                                           "--proc",
                                           "/proc",
                                           "--perms",
                                           "1777",
                                           "--tmpfs",
                                           "/dev/shm",
                                           "--setenv",
                                           "TMPDIR",
                                           "/dev/shm",
                                           NULL};
static const char *const own_user_words[] = {"--cap-add",  "CAP_SETUID",       "--cap-add",
                                             "CAP_SETGID", "--cap-add",        "CAP_SETPCAP",
                                             "--cap-add",  "CAP_DAC_OVERRIDE", NULL};
static const char *const become_words[] = {"setpriv",
                                           "--clear-groups",
                                           "--inh-caps=-all,+dac_override",
                                           "--ambient-caps=-all,+dac_override",
                                           "--bounding-set=-all,+dac_override",
                                           "--no-new-privs",
                                           NULL};

/* What is executed; words that are made here live in `made`. */
typedef struct command_line {
    const char *words[WORDS];
    size_t count;
    char made[2][WORD], hidden[HIDDEN][PATH];
} command_line;

static void add_word(command_line *c, const char *word) {
    if (c->count + 1 < WORDS) c->words[c->count++] = word;
}

static void add_words(command_line *c, const char *const *words) {
    for (; *words; words++) add_word(c, *words);
}

/* An empty file is put over each file that is not to be seen, a journal and its companions, and an
 * empty folder over the one with what passes on lines. */
static void add_hidden(command_line *c, const char *path) {
    static const char *const companions[HIDDEN] = {"", "-wal", "-shm", "-lines"};
    for (int i = 0; path && i < HIDDEN; i++) {
        struct stat about;
        text t = text_over(c->hidden[i], sizeof c->hidden[i]);
        text_addf(&t, "%s%s", path, companions[i]);
        if (t.full || stat(c->hidden[i], &about) != 0) continue;
        bool folder = S_ISDIR(about.st_mode);
        add_word(c, folder ? "--tmpfs" : "--ro-bind");
        if (!folder) add_word(c, "/dev/null");
        add_word(c, c->hidden[i]);
        if (!folder) continue;
        add_word(c, "--remount-ro");
        add_word(c, c->hidden[i]);
    }
}

static void write_command(command_line *c, bubble b, const char *hidden, const char *command) {
    *c = (command_line){.count = 0};
    if (b != BUBBLE_NONE) {
        add_words(c, bubble_words);
        add_hidden(c, hidden);
        if (b == BUBBLE_OWN_USER) add_words(c, own_user_words);
        add_word(c, "--");
    }
    if (b == BUBBLE_OWN_USER) {
        static const char *const names[] = {"reuid", "regid"};
        add_words(c, become_words);
        for (int i = 0; i < 2; i++) {
            text t = text_over(c->made[i], sizeof c->made[i]);
            text_addf(&t, "--%s=%ld", names[i], FIRST_USER + (long)getpid());
            add_word(c, c->made[i]);
        }
    }
    add_word(c, "/bin/sh");
    add_word(c, "-c");
    add_word(c, command);
    c->words[c->count] = NULL;
}

/* execvp takes its words as pointers to char for old times' sake; it does not write to them. */
static void execute(const command_line *c) {
    char *copy[WORDS];
    for (size_t i = 0; i <= c->count; i++) copy[i] = (char *)(uintptr_t)c->words[i];
    execvp(copy[0], copy);
}

/* Whether bubblewrap is there and allowed to work so: it is tried on `true`. */
static bool bubble_works(bubble b) {
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, 0);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        command_line trial;
        write_command(&trial, b, NULL, "exec true");
        execute(&trial);
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

/* The best that works here. */
static bubble find_bubble(const link_options *o) {
    if (o->open_house) return BUBBLE_NONE;
    if (geteuid() == 0 && bubble_works(BUBBLE_OWN_USER)) return BUBBLE_OWN_USER;
    return bubble_works(BUBBLE_SHARED) ? BUBBLE_SHARED : BUBBLE_NONE;
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

static size_t memory_of(const link_options *o) { return o->memory ? o->memory : (size_t)4 << 30; }

static void run_child(const char *command, const link_options *o, bubble b, rlim_t processes,
                      int in, int out, pid_t parent) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* it ended before we could ask for that */
    if (b == BUBBLE_NONE) warden_stand(parent);
    dup2(in, 0);
    dup2(out, 1);
    if (!o->errors) dup2(open("/dev/null", O_RDWR), 2);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    limit(RLIMIT_AS, memory_of(o));
    limit(RLIMIT_NPROC, processes);
    limit(RLIMIT_FSIZE, FILE_LIMIT);
    limit(RLIMIT_NOFILE, HANDLES);
    limit(RLIMIT_CORE, 0);
    command_line line;
    write_command(&line, b, o->hidden, command);
    execute(&line);
    _exit(127);
}

link_end *link_open_program(const char *command, const link_options *o, error *e) {
    char name[LINK_NAME];
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    text t = text_over(name, sizeof name);
    text_addf(&t, "program:%s", command);
    link_end *l = link_new(LINK_PROGRAM, name, e);
    if (!l) return NULL;
    bubble b = find_bubble(o);
    rlim_t processes = (rlim_t)(o->processes ? o->processes : 64) + (b == BUBBLE_NONE);
    if (b != BUBBLE_OWN_USER) processes += own_processes();
    l->apart = b != BUBBLE_NONE;
    pid_t parent = getpid();
    if (pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0) {
        l->own->child = fork();
        if (l->own->child == 0) run_child(command, o, b, processes, to[0], from[1], parent);
    }
    if (to[0] >= 0) close(to[0]);
    if (from[1] >= 0) close(from[1]);
    l->in = from[0];
    l->out = to[1];
    if (l->own->child <= 0 || !link_tame(l->in) || !link_tame(l->out)) {
        error_code(e, "program-failed", "program:%s cannot be started: %s", command,
                   strerror(errno));
        if (l->own->child < 0) l->own->child = 0;
        link_close(l);
        return NULL;
    }
    setpgid(l->own->child, l->own->child); /* whoever of the two comes first */
    l->own->memory = memory_of(o);
    l->own->keeper = keeper_start(l->own->child, l->own->memory, l->apart);
    l->own->joined = true;
    return l;
}

static void let_go(link_end *l) {
    if (keeper_stop(l->own->keeper)) l->own->too_large = true;
    l->own->keeper = NULL;
}

static void wait_for_end(link_end *l, int looks) {
    for (int i = 0; i < looks && !l->own->ended && l->own->child > 0; i++) {
        if (waitpid(l->own->child, &l->own->child_status, WNOHANG) == l->own->child)
            l->own->ended = true;
        else nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

void link_watch_program(link_end *l) {
    let_go(l);
    wait_for_end(l, 20); /* a program that has closed its output is about to end */
}

void link_close_program(link_end *l) {
    pid_t child = l->own->child;
    if (child <= 0) return;
    let_go(l);
    /* Its input is closed, which means quit; what has not gone by then is ended with its group. */
    if (!l->own->ended) link_watch_program(l);
    if (!l->own->ended && !l->apart) {
        kill(child, SIGTERM); /* the warden ends them all */
        wait_for_end(l, 400);
    }
    kill(-child, SIGKILL);
    if (!l->own->ended) {
        kill(child, SIGKILL);
        waitpid(child, &l->own->child_status, 0); /* after SIGKILL this is at once */
    }
    l->own->ended = true;
}
