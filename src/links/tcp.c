/* TCP: connecting and accepting, without Nagle's delay. */
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "links/private.h"

/* Reads [HOST:]PORT; an IPv6 address is in brackets. */
static bool split(const char *address, const char *usual, text *host, text *port) {
    const char *colon = strrchr(address, ':');
    if (!colon && !usual) return false;
    const char *start = address, *end = colon ? colon : address;
    if (colon && *start == '[' && end[-1] == ']') start++, end--;
    if (colon) text_add_part(host, start, (size_t)(end - start));
    else text_add(host, usual);
    text_add(port, colon ? colon + 1 : address);
    scan s = scan_string(port->start);
    uint64_t number;
    return host->length > 0 && scan_number(&s, 0, 65535, &number) && scan_done(&s) && !host->full;
}

static bool read_address(const char *what, const char *address, const char *usual, text *host,
                         text *port, error *e) {
    return split(address, usual, host, port) ||
           error_code(e, "address-form", "%s:%s: write %s", what, address,
                      usual ? "listen:[HOST:]PORT" : "tcp:HOST:PORT");
}

bool link_check_address(const char *what, const char *address, const char *usual, error *e) {
    char host[LINK_NAME], port[16];
    text host_text = text_over(host, sizeof host), port_text = text_over(port, sizeof port);
    return read_address(what, address, usual, &host_text, &port_text, e);
}

/* The resolver's own time limits apply to names; numbers need no lookup. */
static struct addrinfo *look_up(const char *what, const char *address, const char *usual,
                                error *e) {
    char host[LINK_NAME], port[16];
    text host_text = text_over(host, sizeof host), port_text = text_over(port, sizeof port);
    if (!read_address(what, address, usual, &host_text, &port_text, e)) return NULL;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV}, *found;
    if (usual) hints.ai_flags |= AI_PASSIVE;
    int status = getaddrinfo(host, port, &hints, &found);
    if (status == 0) return found;
    error_set(e, "%s:%s: %s", what, address, gai_strerror(status));
    return NULL;
}

static void no_delay(int descriptor) {
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
}

static link_end *new_link(link_kind kind, const char *what, const char *address, error *e) {
    char name[LINK_NAME];
    text t = text_over(name, sizeof name);
    text_addf(&t, "%s:%s", what, address);
    return link_new(kind, name, e);
}

/* Starts to connect to the first address that does not refuse at once. */
link_end *link_open_tcp(const char *address, error *e) {
    struct addrinfo *found = look_up("tcp", address, NULL, e);
    link_end *l = found ? new_link(LINK_TCP, "tcp", address, e) : NULL;
    int reason = 0;
    for (struct addrinfo *a = found; l && a && l->in < 0; a = a->ai_next) {
        int s = socket(a->ai_family, a->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, a->ai_protocol);
        if (s < 0) continue;
        if (connect(s, a->ai_addr, a->ai_addrlen) == 0 || errno == EINPROGRESS) {
            no_delay(s);
            l->in = l->out = s;
        } else {
            reason = errno;
            close(s);
        }
    }
    if (found) freeaddrinfo(found);
    if (l && l->in < 0) {
        error_code(e, "tcp-failed", "tcp:%s: %s", address, strerror(reason));
        link_close(l);
        l = NULL;
    }
    return l;
}

link_status link_join_tcp(link_end *l, int64_t deadline) {
    int reason = 0;
    socklen_t size = sizeof reason;
    if (!link_poll(l->out, POLLOUT, deadline, NULL)) return LINK_LATE;
    if (getsockopt(l->out, SOL_SOCKET, SO_ERROR, &reason, &size) != 0 || reason != 0)
        return l->own->refusal = reason ? reason : errno, LINK_CLOSED;
    return LINK_OK;
}

/* The port that the system chose if 0 was requested. */
static void name_port(link_end *l, const char *address) {
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char port[16];
    if (getsockname(l->own->listening, (struct sockaddr *)&own, &size) != 0 ||
        getnameinfo((struct sockaddr *)&own, size, NULL, 0, port, sizeof port, NI_NUMERICSERV) != 0)
        return;
    const char *colon = strrchr(address, ':');
    text t = text_over(l->name, sizeof l->name);
    text_add(&t, "listen:");
    if (colon) text_add_part(&t, address, (size_t)(colon + 1 - address));
    text_add(&t, port);
}

link_end *link_open_listen(const char *address, error *e) {
    struct addrinfo *found = look_up("listen", address, LINK_THIS_MACHINE, e);
    link_end *l = found ? new_link(LINK_LISTEN, "listen", address, e) : NULL;
    if (l) {
        int on = 1, s = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (s >= 0) setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        l->own->listening = s;
        if (s < 0 || bind(s, found->ai_addr, found->ai_addrlen) != 0 || listen(s, 1) != 0) {
            error_code(e, "listen-failed", "listen:%s: %s", address, strerror(errno));
            link_close(l);
            l = NULL;
        } else {
            name_port(l, address);
        }
    }
    if (found) freeaddrinfo(found);
    return l;
}

link_status link_join_listen(link_end *l, int64_t deadline) {
    for (;;) {
        int s = accept4(l->own->listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (s >= 0) {
            no_delay(s);
            l->in = l->out = s;
            return LINK_OK;
        }
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ECONNABORTED)
            return LINK_CLOSED;
        if (!link_poll(l->own->listening, POLLIN, deadline, NULL)) return LINK_LATE;
    }
}
