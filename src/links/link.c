#define _GNU_SOURCE
#include "links/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "links/private.h"

enum { TOLD_AT_ONCE = 140 }; /* the longest run of bytes reported at once */

link_end *link_new(link_kind kind, const char *name, error *e) {
    link_end *l = calloc(1, sizeof *l);
    link_private *own = calloc(1, sizeof *own);
    if (!l || !own) {
        free(l);
        free(own);
        error_set(e, "no memory for a link");
        return NULL;
    }
    l->kind = kind;
    l->in = l->out = own->listening = -1;
    l->own = own;
    l->trace_start = clock_now();
    text t = text_over(l->name, sizeof l->name);
    text_add(&t, name);
    return l;
}

bool link_tame(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

void link_close_from(int first) {
    if (close_range((unsigned)first, ~0u, 0) == 0) return;
    for (int i = (int)sysconf(_SC_OPEN_MAX); i-- > first;) close(i);
}

bool link_poll(int descriptor, short events, int64_t deadline, short *happened) {
    for (;;) {
        int64_t left = deadline - clock_now();
        if (left < 0) left = 0;
        struct timespec wait = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
        struct pollfd p = {.fd = descriptor, .events = events};
        int count = ppoll(&p, 1, &wait, NULL);
        if (happened) *happened = p.revents;
        if (count > 0) return true;
        if (count == 0 || errno != EINTR) return false;
    }
}

bool link_pair(link_end **a, link_end **b, error *e) {
    int ends[2];
    *a = link_new(LINK_MEMORY, "memory", e);
    *b = link_new(LINK_MEMORY, "memory", e);
    if (*a && *b && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0) {
        (*a)->in = (*a)->out = ends[0];
        (*b)->in = (*b)->out = ends[1];
        return true;
    }
    link_close(*a);
    link_close(*b);
    *a = *b = NULL;
    return error_set(e, "no memory for a pair of links");
}

link_status link_join(link_end *l, int64_t deadline) {
    link_status status = LINK_OK;
    if (l->own->joined) return LINK_OK;
    if (l->kind == LINK_PTY) status = link_join_pty(l, deadline);
    if (l->kind == LINK_TCP) status = link_join_tcp(l, deadline);
    if (l->kind == LINK_LISTEN) status = link_join_listen(l, deadline);
    l->own->joined = status == LINK_OK;
    return status;
}

bool link_explain_join(const link_end *l, link_status status, error *e) {
    if (status == LINK_LATE) return error_code(e, "nobody-came", "nobody connected to %s", l->name);
    return l->own->refusal ? error_code(e, "no-connection", "no connection to %s: %s", l->name,
                                        strerror(l->own->refusal))
                           : error_code(e, "no-connection", "no connection to %s", l->name);
}

void link_wait_again(link_end *l) {
    l->own->joined = false;
    l->own->queue_at = l->own->queued = 0;
}

static void shut(link_end *l) {
    if (l->in >= 0) close(l->in);
    if (l->out >= 0 && l->out != l->in) close(l->out);
    l->in = l->out = -1;
}

void link_close(link_end *l) {
    if (!l) return;
    if (l->kind == LINK_SERIAL) link_close_serial(l);
    if (l->own->listening >= 0) close(l->own->listening);
    shut(l);
    if (l->kind == LINK_PROGRAM) link_close_program(l);
    free(l->own->queue);
    free(l->own);
    free(l);
}

void link_write_bytes(const char *bytes, size_t count, text *t) {
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\r') text_add(t, "\\r");
        else if (c == '\n') text_add(t, "\\n");
        else if (c == '\\') text_add(t, "\\\\");
        else if (c >= 32 && c < 127) text_add_char(t, (char)c);
        else text_addf(t, "\\x%02x", c);
    }
}

/* Reports each run of bytes to the listener and the trace file. The file gets one line per run:
 * seconds, link, direction, bytes. */
static void tell(const link_end *l, bool sent, const char *bytes, size_t count) {
    if (!l->trace_file && !l->tap) return;
    int64_t since = clock_now() - l->trace_start, micro = since / 1000;
    char shown[4 * TOLD_AT_ONCE + 1];
    for (size_t at = 0; at < count; at += TOLD_AT_ONCE) {
        text t = text_over(shown, sizeof shown);
        link_write_bytes(bytes + at, count - at < TOLD_AT_ONCE ? count - at : TOLD_AT_ONCE, &t);
        if (l->tap) l->tap(l->tap_context, sent, since, shown);
        if (l->trace_file)
            fprintf(l->trace_file, "%lld.%06lld %s%s%s %s %s\n", (long long)(micro / 1000000),
                    (long long)(micro % 1000000), l->label, *l->label ? ", " : "", l->name,
                    sent ? ">" : "<", shown);
    }
    if (l->trace_file) fflush(l->trace_file);
}

link_status link_read(link_end *l, char *bytes, size_t size, int64_t deadline, size_t *count) {
    bool hung_up = false;
    *count = 0;
    if (l->in < 0) return LINK_CLOSED;
    for (;;) {
        ssize_t got = read(l->in, bytes, size);
        if (got > 0) {
            *count = (size_t)got;
            tell(l, false, bytes, *count);
            return LINK_OK;
        }
        /* A read from a serial device without bytes returns 0 (VMIN 0), even after a hang-up.
         * poll() tells the two apart, and a last read gets the bytes from before the hang-up. */
        bool none = (got == 0 && l->kind == LINK_SERIAL) ||
                    (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
        if (!none || hung_up) {
            if (l->kind == LINK_PTY) l->own->joined = false;
            return LINK_CLOSED;
        }
        short happened = 0;
        if (!link_poll(l->in, POLLIN, deadline, &happened)) return LINK_LATE;
        hung_up = (happened & (POLLHUP | POLLERR | POLLNVAL)) != 0;
        if (!hung_up && deadline < clock_now() && !(happened & POLLIN)) return LINK_LATE;
    }
}

/* Writes as much as the descriptor takes now. */
static link_status write_now(link_end *l, const char *bytes, size_t count, size_t *written) {
    *written = 0;
    if (l->out < 0) return LINK_CLOSED;
    while (*written < count) {
        ssize_t got = write(l->out, bytes + *written, count - *written);
        if (got > 0) {
            tell(l, true, bytes + *written, (size_t)got);
            *written += (size_t)got;
        } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            break;
        } else if (got >= 0 || errno != EINTR) {
            return LINK_CLOSED;
        }
    }
    return LINK_OK;
}

link_status link_flush(link_end *l) {
    link_private *own = l->own;
    size_t written;
    link_status status = write_now(l, own->queue + own->queue_at, own->queued, &written);
    own->queue_at += written;
    own->queued -= written;
    return status;
}

size_t link_waiting(const link_end *l) { return l->own->queued; }

link_status link_put(link_end *l, const char *bytes, size_t count) {
    link_private *own = l->own;
    size_t written = 0;
    if (own->queued == 0) {
        link_status status = write_now(l, bytes, count, &written);
        if (status != LINK_OK) return status;
    }
    count -= written;
    if (count == 0) return LINK_OK;
    if (own->queued + count > LINK_QUEUE) return LINK_LATE;
    if (!own->queue && !(own->queue = malloc(LINK_QUEUE))) return LINK_LATE;
    memmove(own->queue, own->queue + own->queue_at, own->queued);
    own->queue_at = 0;
    memcpy(own->queue + own->queued, bytes + written, count);
    own->queued += count;
    return LINK_OK;
}

link_status link_write(link_end *l, const char *bytes, size_t count, int64_t deadline) {
    for (size_t at = 0;;) {
        size_t written;
        link_status status = write_now(l, bytes + at, count - at, &written);
        at += written;
        if (status != LINK_OK || at == count) return status;
        if (!link_poll(l->out, POLLOUT, deadline, NULL)) return LINK_LATE;
    }
}

size_t link_drain(link_end *l, int64_t quiet, int64_t deadline) {
    char bytes[512];
    size_t count, total = 0;
    for (;;) {
        int64_t until = clock_now() + quiet;
        if (link_read(l, bytes, sizeof bytes, until < deadline ? until : deadline, &count) !=
            LINK_OK)
            return total;
        total += count;
        if (clock_now() > deadline) return total;
    }
}

void link_say_end(link_end *l, error *e) {
    if (l->kind != LINK_PROGRAM) {
        error_set(e, l->kind == LINK_SERIAL || l->kind == LINK_PTY ? "the line was hung up"
                                                                   : "the connection was closed");
        return;
    }
    link_watch_program(l);
    int status = l->own->child_status;
    if (l->own->too_large)
        error_code(e, "program-memory",
                   "the program and its child processes used more than %zu MB of memory",
                   l->own->memory >> 20);
    else if (!l->own->ended) error_set(e, "the program closed its output");
    else if (WIFEXITED(status) && (WEXITSTATUS(status) <= 128 || WEXITSTATUS(status) > 128 + 64))
        error_code(e, "program-status", "the program exited with status %d", WEXITSTATUS(status));
    else
        error_code(e, "program-signal", "the program was killed by signal %d",
                   WIFEXITED(status) ? WEXITSTATUS(status) - 128 : WTERMSIG(status));
}
