#include "cli/stop.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command.h"

static atomic_bool stop;     /* the flag that commands check */
static atomic_bool unread;   /* the reader is gone, even if the flag is cleared */
static atomic_bool end_then; /* the program must end when the reader goes */

static void end_at_once(int number) { _exit(128 + number); }

void cli_default(int number) { signal(number, getpid() == 1 ? end_at_once : SIG_DFL); }

static void on_interrupt(int number) {
    atomic_store(&stop, true);
    cli_default(number);
}

const atomic_bool *cli_stop_on_interrupt(void) {
    atomic_store(&stop, false);
    if (atomic_load(&unread)) atomic_store(&stop, true);
    signal(SIGINT, on_interrupt);
    return &stop;
}

void cli_stop_on_termination(void) { signal(SIGTERM, on_interrupt); }

bool cli_ask(const char *prompt, char *line, size_t size) {
    const atomic_bool *interrupted = cli_stop_on_interrupt();
    struct sigaction ends_reading = {
        .sa_handler = on_interrupt}; /* without SA_RESTART, so that it ends a read */
    sigemptyset(&ends_reading.sa_mask);
    sigaction(SIGINT, &ends_reading, NULL);
    fputs(prompt, stdout);
    fflush(stdout);
    bool read = !atomic_load(interrupted) && fgets(line, (int)size, stdin);
    if (!read) clearerr(stdin);
    cli_default(SIGINT);
    return read;
}

/* The events on the output within this many milliseconds (-1: forever). It requests no events:
 * errors and hang-ups are reported anyway, and room in the pipe must not wake us. */
static short look_at_output(int timeout) {
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, timeout) == 1 ? output.revents : 0;
}

bool cli_reader_gone(void) { return look_at_output(0) & (POLLERR | POLLHUP); }

bool cli_stopped_unread(void) { return atomic_load(&unread); }

static void *watch_output(void *context) {
    short happened;
    (void)context;
    do happened = look_at_output(-1);
    while (happened == 0);
    if (happened & POLLNVAL) return NULL; /* closed from the start: `>&-` */
    if (atomic_load(&end_then)) _exit(CLI_FAILED);
    atomic_store(&unread, true);
    atomic_store(&stop, true);
    return NULL;
}

/* Starts to wait for the reader to go. A terminal that hangs up sends a signal, and a file never
 * does.
 */
static void begin_to_watch(void) {
    static bool begun;
    pthread_t watcher;
    if (begun || isatty(STDOUT_FILENO)) return;
    begun = pthread_create(&watcher, NULL, watch_output, NULL) == 0;
    if (begun) pthread_detach(watcher);
}

const atomic_bool *cli_stop_with_output(void) {
    begin_to_watch();
    return cli_stop_on_interrupt();
}

void cli_end_with_output(void) {
    atomic_store(&end_then, true);
    begin_to_watch();
}

bool cli_output_gone(void) { return fflush(stdout) != 0 || ferror(stdout) || cli_reader_gone(); }

link_status cli_join(link_end *l, int64_t deadline, const atomic_bool *stopped) {
    link_status status = LINK_LATE;
    while (status == LINK_LATE && clock_now() < deadline && !atomic_load(stopped)) {
        int64_t soon = clock_now() + SECOND / 10;
        status = link_join(l, soon < deadline ? soon : deadline);
    }
    return status;
}

link_end *cli_listen_again(link_end *l) {
    char name[LINK_NAME];
    text t = text_over(name, sizeof name);
    text_add(&t, l->name);
    link_close(l);
    return link_open(name, NULL, NULL);
}

/* Whether the other end of a pseudo-terminal is open. */
static bool is_open(const link_end *l) {
    struct pollfd p = {.fd = l->in, .events = POLLIN};
    return poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP);
}

link_status cli_join_again(link_end **l, int64_t deadline, const atomic_bool *stopped) {
    if ((*l)->kind == LINK_LISTEN)
        return (*l = cli_listen_again(*l)) ? cli_join(*l, deadline, stopped) : LINK_CLOSED;
    if ((*l)->kind != LINK_PTY) return LINK_CLOSED;
    while (!is_open(*l)) {
        if (clock_now() >= deadline || atomic_load(stopped)) return LINK_LATE;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* poll does not wait there */
    }
    return LINK_OK;
}
