/* A program that tries to escape from its sandbox. It reads attempts from the file `attempts` next
 * to it, one per line as NAME [ARGUMENT], makes each in a separate process and reports on standard
 * error: "NAME: reached" with what it got, or "NAME: refused" with the system's reason.
 * tests/sandbox_test.py starts it in its own pid namespace. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* What an attempt got; "" if there is nothing to show. */
static char got[4096];

static bool show(const char *format, long value) {
    snprintf(got, sizeof got, format, value);
    return true;
}

static bool reads(const char *path) {
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0) return false;
    ssize_t count = read(file, got, 60);
    got[count > 0 ? count : 0] = '\0';
    got[strcspn(got, "\n")] = '\0';
    close(file);
    return count >= 0;
}

static bool writes(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_NONBLOCK, 0600);
    bool done = file >= 0 && write(file, "x", 1) == 1;
    if (file >= 0) close(file);
    return done;
}

/* Opens without changing the file. */
static bool opens_to_write(const char *path) { return open(path, O_RDWR | O_NONBLOCK) >= 0; }

static bool lists(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return false;
    for (struct dirent *d; (d = readdir(folder));)
        if (d->d_name[0] != '.' && strlen(got) + strlen(d->d_name) + 2 < sizeof got)
            strcat(strcat(got, d->d_name), " ");
    closedir(folder);
    return true;
}

/* Which descriptors are open, without the one used to find out. */
static bool descriptors(const char *unused) {
    (void)unused;
    for (int i = 0; i < 4096; i++)
        if (fcntl(i, F_GETFD) >= 0) snprintf(got + strlen(got), sizeof got - strlen(got), "%d ", i);
    return true;
}

static bool connects_unix(const char *path) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    memcpy(to.sun_path, path, length);
    if (*path == '@') to.sun_path[0] = '\0';
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    return s >= 0 && connect(s, (struct sockaddr *)&to,
                             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) == 0;
}

static bool connects_tcp(const char *port) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)atoi(port)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    return s >= 0 && connect(s, (struct sockaddr *)&to, sizeof to) == 0;
}

static bool makes_socket(const char *family) { return socket(atoi(family), SOCK_RAW, 0) >= 0; }

static bool unshares(const char *flags) { return unshare((int)strtol(flags, NULL, 0)) == 0; }

static bool clones(const char *flags) {
    long child = syscall(SYS_clone, strtol(flags, NULL, 0) | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child > 0;
}

static bool clones_3(const char *flags) {
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    } how = {.flags = (uint64_t)strtol(flags, NULL, 0), .exit_signal = SIGCHLD};
    long child = syscall(SYS_clone3, &how, sizeof how);
    if (child == 0) _exit(0);
    return child > 0;
}

/* A second process, for as long as this one lives. */
static pid_t sibling(void) {
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) pause();
    }
    return child;
}

/* Waits for its end, so that nobody finds it in /proc; errno stays. */
static void end(pid_t child) {
    int why = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    errno = why;
}

static bool traces(const char *unused) {
    (void)unused;
    pid_t child = sibling();
    bool done = ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0;
    end(child);
    return done;
}

static bool reads_memory(const char *unused) {
    (void)unused;
    char here[8], there[8] = "secret";
    pid_t child = sibling();
    struct iovec a = {here, sizeof here}, b = {there, sizeof there};
    bool done = process_vm_readv(child, &a, 1, &b, 1, 0) > 0;
    end(child);
    return done;
}

/* Calls that need no right to be tried. Without a filter they succeed with nothing but zeros, or
 * are refused for another reason than EPERM. */
#define CALL(name)                                                                                 \
    { #name, SYS_##name }
static const struct call {
    const char *name;
    long number;
} called[] = {CALL(ptrace),
              CALL(process_vm_readv),
              CALL(process_vm_writev),
              CALL(pidfd_getfd),
              CALL(kcmp),
              CALL(add_key),
              CALL(keyctl),
              CALL(request_key),
              CALL(unshare),
              CALL(setns),
              CALL(name_to_handle_at),
              CALL(bpf),
              CALL(open_by_handle_at),
              CALL(perf_event_open),
              CALL(userfaultfd),
              CALL(io_uring_setup),
              CALL(io_uring_enter),
              CALL(io_uring_register),
              CALL(open_tree),
              CALL(fsopen)};

static bool calls(const char *name) {
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (!strcmp(called[i].name, name))
            return syscall(called[i].number, 0L, 0L, 0L, 0L, 0L) >= 0;
    return false;
}

/* By number, for those that no table has. */
static bool calls_number(const char *number) { return syscall(strtol(number, NULL, 0)) >= 0; }

static bool adds_key(const char *unused) {
    (void)unused;
    return syscall(SYS_add_key, "user", "damero", "x", 1UL, -3L /* the session's */) >= 0;
}

static bool mounts(const char *path) { return mount("none", path, "tmpfs", 0, NULL) == 0; }

/* On its input, which is no terminal: without a filter the answer is ENOTTY. */
static bool controls(const char *command) {
    return syscall(SYS_ioctl, 0, strtoul(command, NULL, 0), "x") == 0;
}

/* Types into every terminal it can find. */
static bool types(const char *line) {
    static const char *const places[] = {"/dev/tty", "/proc/self/fd/0", "/proc/self/fd/2"};
    char path[300];
    bool typed = false;
    int why = 0;
    for (int i = 0; i < 3 && !typed; i++) {
        int terminal = open(places[i], O_RDWR | O_NOCTTY | O_NONBLOCK);
        for (const char *c = line; terminal >= 0 && *c; c++)
            typed = ioctl(terminal, TIOCSTI, *c == '|' ? "\n" : c) == 0;
        why = errno;
    }
    DIR *all = opendir("/proc");
    for (struct dirent *d; all && !typed && (d = readdir(all));) {
        snprintf(path, sizeof path, "/proc/%s/fd/0", d->d_name);
        int terminal = isatty(open(path, O_RDWR | O_NOCTTY | O_NONBLOCK))
                           ? open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
                           : -1;
        for (const char *c = line; terminal >= 0 && *c; c++)
            typed = ioctl(terminal, TIOCSTI, *c == '|' ? "\n" : c) == 0;
    }
    errno = why;
    return typed;
}

/* Looks for a word in the environment of every process there is. */
static bool finds_in_environments(const char *word) {
    static char all[1 << 20];
    char path[300];
    DIR *processes = opendir("/proc");
    errno = ENOENT;
    for (struct dirent *d; processes && (d = readdir(processes));) {
        snprintf(path, sizeof path, "/proc/%s/environ", d->d_name);
        int file = open(path, O_RDONLY);
        ssize_t count = file >= 0 ? read(file, all, sizeof all) : 0;
        if (file >= 0) close(file);
        if (count > 0 && memmem(all, (size_t)count, word, strlen(word))) return true;
        errno = ENOENT;
    }
    return false;
}

/* How many bytes fit into a folder, in files of a megabyte, up to 200. */
static bool fills(const char *folder) {
    static char megabyte[1 << 20];
    char path[300];
    long bytes = 0;
    for (int i = 0; i < 200; i++) {
        snprintf(path, sizeof path, "%s/fill-%d", folder, i);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        ssize_t count = file >= 0 ? write(file, megabyte, sizeof megabyte) : 0;
        if (file >= 0) close(file);
        if (count <= 0) break;
        bytes += count;
    }
    for (int i = 0; i < 200; i++) {
        snprintf(path, sizeof path, "%s/fill-%d", folder, i);
        unlink(path);
    }
    return show("%ld", bytes);
}

static bool dumps_core(const char *folder) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
        setrlimit(RLIMIT_CORE, &most);
        if (chdir(folder) == 0) abort();
        _exit(0);
    }
    waitpid(child, &status, 0);
    errno = EPERM;
    return WCOREDUMP(status);
}

static bool is_someone(const char *unused) {
    (void)unused;
    return show("%ld", (long)getuid());
}

static bool has_privileges(const char *unused) {
    (void)unused;
    FILE *file = fopen("/proc/self/status", "re");
    char line[200];
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, "CapEff", 6) || !strncmp(line, "CapBnd", 6) ||
            !strncmp(line, "NoNewPrivs", 10) || !strncmp(line, "Seccomp:", 8)) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(got + strlen(got), sizeof got - strlen(got), "%s ", line);
        }
    if (file) fclose(file);
    for (char *c = got; *c; c++)
        if (*c == '\t') *c = ' ';
    return true;
}

/* Leaves a process behind, in its own session, without a parent, that sleeps for this time. */
static bool leaves(const char *seconds) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) execl("/usr/bin/sleep", "sleep", seconds, (char *)NULL);
        _exit(0);
    }
    return waitpid(child, NULL, 0) == child;
}

/* Ends everything it may end, itself last. */
static bool ends_all(const char *unused) {
    (void)unused;
    return kill(-1, SIGKILL) == 0;
}

#ifdef __x86_64__
/* The 32-bit interface has other numbers: 20 is getpid there. */
static bool calls_i386(const char *unused) {
    (void)unused;
    long answer = 20;
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        __asm__ volatile("int $0x80" : "+a"(answer) : : "memory");
        _exit(answer > 0 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    errno = WIFSIGNALED(status) ? EPERM : 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
#endif

static const struct attempt {
    const char *name;
    bool (*make)(const char *argument);
} attempts[] = {
    {"add-key", adds_key},
    {"call", calls},
    {"call-number", calls_number},
    {"clone", clones},
    {"clone3", clones_3},
    {"core", dumps_core},
    {"descriptors", descriptors},
    {"end-all", ends_all},
    {"environment", finds_in_environments},
    {"fill", fills},
#ifdef __x86_64__
    {"i386", calls_i386},
#endif
    {"ioctl", controls},
    {"leave", leaves},
    {"list", lists},
    {"memory", reads_memory},
    {"mount", mounts},
    {"open", opens_to_write},
    {"privileges", has_privileges},
    {"ptrace", traces},
    {"read", reads},
    {"socket", makes_socket},
    {"tcp", connects_tcp},
    {"type", types},
    {"unix", connects_unix},
    {"unshare", unshares},
    {"user", is_someone},
    {"write", writes},
};

static void make(const char *line, const char *name, const char *argument) {
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        if (strcmp(attempts[i].name, name) != 0) continue;
        errno = 0;
        bool reached = attempts[i].make(argument);
        int why = errno;
        fprintf(stderr, "%s: %s%s\n", line, reached ? "reached " : "refused ",
                reached ? got : strerrorname_np(why));
        return;
    }
    fprintf(stderr, "%s: no such attempt\n", line);
}

/* Plays along first, so that the match proceeds: greets, and waits for its turn. */
static void greet(void) {
    char line[10000];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "hub", 3)) puts("wait");
        if (!strncmp(line, "init", 4)) puts("ready");
        fflush(stdout);
        if (!strncmp(line, "go", 2)) return;
    }
}

int main(int count, char **words) {
    static char all[1 << 16];
    (void)count;
    greet();
    snprintf(all, sizeof all, "%.*s/attempts", (int)(strrchr(words[0], '/') - words[0]), words[0]);
    FILE *file = fopen(all, "re");
    size_t length = file ? fread(all, 1, sizeof all - 1, file) : 0;
    if (file) fclose(file); /* descriptors are counted */
    all[length] = '\0';
    for (char *line = strtok(all, "\n"); line; line = strtok(NULL, "\n")) {
        char name[1000];
        snprintf(name, sizeof name, "%s", line);
        char *blank = strchr(name, ' ');
        if (blank) *blank = '\0';
        pid_t child = fork();
        if (child == 0) {
            make(line, name, blank ? blank + 1 : "");
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    fprintf(stderr, "that was all\n");
    return 0;
}
