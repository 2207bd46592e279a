/* Serial devices and pseudo-terminals. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "links/private.h"

typedef struct speed {
    int baud;
    speed_t code;
} speed;

static const speed speeds[] = {
    {1200, B1200},     {2400, B2400},     {4800, B4800},     {9600, B9600},
    {19200, B19200},   {38400, B38400},   {57600, B57600},   {115200, B115200},
    {230400, B230400}, {460800, B460800}, {921600, B921600}, {1000000, B1000000},
};

const int link_speeds[] = {1200,   2400,   4800,   9600,   19200,   38400, 57600,
                           115200, 230400, 460800, 921600, 1000000, 0};

static const speed *find_speed(int baud) {
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].baud == baud) return &speeds[i];
    return NULL;
}

bool link_check_speed(const char *device, int baud, error *e) {
    return find_speed(baud) ||
           error_code(e, "no-such-speed",
                      "serial:%s@%d: no such speed; use 1200, 2400, 4800, 9600, 19200, 38400, "
                      "57600, 115200, 230400, 460800, 921600, 1000000",
                      device, baud);
}

/* 8 data bits, no parity, 1 stop bit, nothing interpreted, no flow control. */
static void make_raw(struct termios *t) {
    cfmakeraw(t);
    t->c_cflag &= ~(tcflag_t)(CSIZE | CSTOPB | PARENB | CRTSCTS);
    t->c_cflag |= CS8 | CLOCAL | CREAD;
    t->c_cc[VMIN] = 0;
    t->c_cc[VTIME] = 0;
}

static bool is_in_use(const char *device, error *e) {
    return error_code(e, "device-in-use", "serial:%s is in use by another program", device);
}

/* Takes exclusive access: by the terminal's own lock, which root bypasses, and by flock, which root
 * does not. */
static bool claim(int descriptor, const char *device, error *e) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return is_in_use(device, e);
    if (ioctl(descriptor, TIOCEXCL) != 0)
        return error_code(e, "device-not-exclusive", "serial:%s cannot be opened exclusively: %s",
                          device, strerror(errno));
    return true;
}

static bool set_up(link_end *l, const speed *s, const char *device, error *e) {
    struct termios raw, now;
    if (!isatty(l->in))
        return error_code(e, "not-a-device", "serial:%s is not a serial device", device);
    if (!claim(l->in, device, e)) return false;
    if (tcgetattr(l->in, &l->own->before) != 0)
        return error_code(e, "device-settings", "serial:%s: cannot read its settings: %s", device,
                          strerror(errno));
    raw = l->own->before;
    make_raw(&raw);
    cfsetispeed(&raw, s->code);
    cfsetospeed(&raw, s->code);
    /* tcsetattr succeeds if any one of the settings was applied, so read them back. */
    if (tcsetattr(l->in, TCSANOW, &raw) != 0 || tcgetattr(l->in, &now) != 0 ||
        cfgetospeed(&now) != s->code || (now.c_cflag & CSIZE) != CS8 || now.c_cflag & CSTOPB)
        return error_code(e, "device-speed", "serial:%s does not support %d baud 8N1", device,
                          s->baud);
    l->own->restore = true;
    tcflush(l->in, TCIFLUSH);
    return true;
}

link_end *link_open_serial(const char *device, int baud, error *e) {
    char name[LINK_NAME];
    const speed *s = find_speed(baud);
    if (!s) {
        link_check_speed(device, baud, e);
        return NULL;
    }
    text t = text_over(name, sizeof name);
    text_addf(&t, "%s@%d", device, baud);
    link_end *l = link_new(LINK_SERIAL, name, e);
    if (!l) return NULL;
    l->in = l->out = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (l->in < 0) {
        if (errno == EBUSY) is_in_use(device, e); /* by the terminal's own lock */
        else
            error_code(e, "device-not-opened",
                       "serial:%s cannot be opened: %s ('damero ports' lists devices)", device,
                       strerror(errno));
        link_close(l);
        return NULL;
    }
    if (!set_up(l, s, device, e)) {
        link_close(l);
        return NULL;
    }
    l->byte_time = 10 * SECOND / baud;
    l->own->joined = true;
    return l;
}

void link_close_serial(link_end *l) {
    if (l->in < 0 || !l->own->restore) return;
    /* Gives pending output a moment to leave; tcdrain itself would wait without a deadline. */
    int left = 0;
    for (int i = 0; i < 50 && ioctl(l->out, TIOCOUTQ, &left) == 0 && left > 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    tcflush(l->out, TCOFLUSH);
    tcsetattr(l->in, TCSANOW, &l->own->before);
    ioctl(l->in, TIOCNXCL);
}

/* Opens the slave once to make it raw, which lasts as long as the master is open. */
static bool prepare_pty(int master, char *name, size_t size) {
    struct termios raw;
    if (grantpt(master) != 0 || unlockpt(master) != 0 || ptsname_r(master, name, size) != 0)
        return false;
    int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0) return false;
    bool good = tcgetattr(slave, &raw) == 0;
    if (good) {
        make_raw(&raw);
        /* Programs that open it without setting it up expect blocking reads. */
        raw.c_cc[VMIN] = 1;
        good = tcsetattr(slave, TCSANOW, &raw) == 0;
    }
    close(slave);
    return good;
}

link_end *link_open_pty(error *e) {
    link_end *l = link_new(LINK_PTY, "", e);
    if (!l) return NULL;
    l->in = l->out = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (l->in < 0 || !prepare_pty(l->in, l->name, sizeof l->name) || !link_tame(l->in)) {
        error_code(e, "no-pseudo-terminal", "no pseudo-terminal: %s", strerror(errno));
        link_close(l);
        return NULL;
    }
    return l;
}

/* poll() reports a hang-up as long as nobody has the slave open. There is no event for its opening,
 * so we check every few milliseconds. */
link_status link_join_pty(link_end *l, int64_t deadline) {
    for (;;) {
        short happened = 0;
        link_poll(l->in, POLLIN, 0, &happened);
        if (!(happened & POLLHUP)) return LINK_OK;
        if (clock_now() >= deadline) return LINK_LATE;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}
