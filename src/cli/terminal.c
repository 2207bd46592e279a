#include "cli/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/command.h"

static struct termios saved;
static bool is_open;
static atomic_bool asked_to_end;

static void end(int signal_number) {
    (void)signal_number;
    atomic_store(&asked_to_end, true);
}

void terminal_write(const char *bytes, size_t length) {
    while (length) {
        ssize_t count = write(STDOUT_FILENO, bytes, length);
        if (count < 0 && errno != EINTR) {
            atomic_store(&asked_to_end, true); /* the terminal is gone */
            return;
        }
        if (count > 0) bytes += count, length -= (size_t)count;
    }
}

static void say(const char *sequence) { terminal_write(sequence, strlen(sequence)); }

const atomic_bool *terminal_open(error *e) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    if (tcgetattr(STDIN_FILENO, &saved) != 0) {
        error_set(e, "this needs a terminal");
        return NULL;
    }
    struct termios raw = saved;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_iflag &= ~(tcflag_t)IXON;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE; /* stopped, it would leave the screen as it is */
    atomic_store(&asked_to_end, false);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &(struct sigaction){.sa_handler = end}, NULL);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    if (!is_open) atexit(terminal_close);
    is_open = true;
    say("\x1b[?1049h\x1b[?25l\x1b[2J");
    return &asked_to_end;
}

void terminal_close(void) {
    if (!is_open) return;
    is_open = false;
    say("\x1b[0m\x1b[?25h\x1b[?1049l");
    tcsetattr(STDIN_FILENO, TCSANOW, &saved);
}

void terminal_size(int *columns, int *rows) {
    struct winsize size = {0};
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}

terminal_colours terminal_has_colours(void) {
    const char *depth = getenv("COLORTERM"), *name = getenv("TERM");
    if (!cli_wants_colour(stdout)) return TERMINAL_NO_COLOURS;
    if (depth && (strstr(depth, "truecolor") || strstr(depth, "24bit"))) return TERMINAL_RGB;
    return name && strstr(name, "256color") ? TERMINAL_256 : TERMINAL_8;
}

int terminal_key(int milliseconds) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char bytes[32];
    if (poll(&input, 1, milliseconds) <= 0) return TERMINAL_NO_KEY;
    ssize_t count = read(STDIN_FILENO, bytes, 1);
    if (count == 0 || (count < 0 && errno != EINTR)) return TERMINAL_GONE;
    if (count < 0) return TERMINAL_NO_KEY;
    if (bytes[0] != 0x1b && bytes[0] < 0x80) return bytes[0];
    /* The rest of an arrow key, or of a letter beyond ASCII, comes at once. */
    if (poll(&input, 1, 5) > 0 && read(STDIN_FILENO, bytes, sizeof bytes) > 0)
        return TERMINAL_NO_KEY;
    return bytes[0] == 0x1b ? 0x1b : TERMINAL_NO_KEY;
}
