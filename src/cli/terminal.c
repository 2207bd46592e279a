#define _GNU_SOURCE
#include "cli/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/stop.h"

#define LEAVE "\033[?7h\033[?25h\033[?1049l"

static struct termios to_restore; /* for signal handlers only */

bool terminal_there(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

/* Everything here may be called from a signal handler. */
static void give_back(int number) {
    ssize_t written = write(STDOUT_FILENO, LEAVE, sizeof LEAVE - 1);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &to_restore);
    if (getpid() == 1) _exit(128 + number); /* cli_default */
    signal(number, SIG_DFL);
    raise(number);
}

bool terminal_open(terminal *t, error *e) {
    if (!terminal_there() || tcgetattr(STDIN_FILENO, &t->before) != 0)
        return error_set(e, "this needs a terminal");
    struct termios raw = t->before;
    raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    to_restore = t->before;
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0)
        return error_set(e, "the terminal does not support single keys");
    signal(SIGTERM, give_back);
    signal(SIGHUP, give_back);
    t->shown[0] = '\0';
    t->rows = t->columns = 0;
    /* Alternate screen, no cursor, lines cut and not wrapped. */
    fputs("\033[?1049h\033[?25l\033[?7l\033[2J", stdout);
    fflush(stdout);
    return true;
}

void terminal_close(terminal *t) {
    fputs(LEAVE, stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSANOW, &t->before);
    cli_default(SIGTERM);
    cli_default(SIGHUP);
}

static int next_byte(int64_t deadline) {
    for (;;) {
        unsigned char byte;
        int64_t left = deadline - clock_now();
        if (left < 0) left = 0;
        struct timespec wait = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
        struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = ppoll(&p, 1, &wait, NULL);
        if (ready == 0) return TERMINAL_NONE;
        if (ready < 0) {
            if (errno == EINTR) return TERMINAL_NONE;
            return TERMINAL_GONE;
        }
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got == 1) return byte;
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) return TERMINAL_GONE;
    }
}

/* The rest of an escape sequence arrives at once; otherwise Escape was the key itself. */
static int read_sequence(void) {
    int64_t soon = clock_now() + 50000000;
    int byte = next_byte(soon);
    if (byte < 0) return TERMINAL_ESCAPE;
    if (byte != '[' && byte != 'O') return TERMINAL_OTHER;
    do byte = next_byte(soon);
    while (byte >= 0 && (byte < '@' || byte > '~'));
    switch (byte) {
    case 'A': return TERMINAL_UP;
    case 'B': return TERMINAL_DOWN;
    case 'C': return TERMINAL_RIGHT;
    case 'D': return TERMINAL_LEFT;
    default: return TERMINAL_OTHER;
    }
}

int terminal_key(int64_t deadline) {
    int byte = next_byte(deadline);
    if (byte == TERMINAL_ESCAPE) return read_sequence();
    return byte == '\r' ? TERMINAL_ENTER : byte;
}

void terminal_size(int *rows, int *columns) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col;
    *rows = known ? size.ws_row : 24;
    *columns = known ? size.ws_col : 80;
}

void terminal_show(terminal *t, const char *lines) {
    int rows, columns;
    terminal_size(&rows, &columns);
    if (rows == t->rows && columns == t->columns && strcmp(t->shown, lines) == 0) return;
    size_t length = strlen(lines);
    if (length < sizeof t->shown) memcpy(t->shown, lines, length + 1);
    t->rows = rows;
    t->columns = columns;
    fputs("\033[H", stdout);
    for (int row = 0; *lines && row < rows; row++) {
        size_t line = strcspn(lines, "\n");
        if (row) fputs("\r\n", stdout);
        fwrite(lines, 1, line, stdout);
        fputs("\033[0m\033[K", stdout);
        lines += line + (lines[line] == '\n');
    }
    fputs("\033[J", stdout);
    fflush(stdout);
}
