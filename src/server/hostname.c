#include "server/hostname.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

#include "base/text.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Labels of letters, digits, - and _, separated by single dots. */
static bool read_name(const char *from, size_t length, hostname *h) {
    text t = text_over(h->name, sizeof h->name);
    const char *label = from;
    for (const char *at = from; at < from + length; at++) {
        char c = lower(*at);
        if (c == '.' && at == label) return false;
        if (c == '.') label = at + 1;
        else if (!is_digit(c) && !(c >= 'a' && c <= 'z') && c != '-' && c != '_') return false;
        text_add_char(&t, c);
    }
    /* Browsers treat a name whose last label is a number as an address, in whatever notation
     * ("127.1", "0x7f000001"). A full address would have been read as one. */
    if (t.full || label == from + length) return false;
    label = h->name + (label - from);
    return label[strspn(label, "0123456789")] != '\0' && strncmp(label, "0x", 2) != 0;
}

bool hostname_read(const char *from, hostname *h) {
    char address[INET6_ADDRSTRLEN];
    text t = text_over(address, sizeof address);
    bool bracket = *from == '[';
    size_t length = strcspn(from, bracket ? "]" : ":");
    const char *rest = from + length + (bracket && from[length]);
    *h = (hostname){.family = AF_UNSPEC};
    text_add_part(&t, from + bracket, length - bracket);
    if (bracket) {
        if (!from[length] || t.full || inet_pton(AF_INET6, address, &h->six) != 1) return false;
        h->family = AF_INET6;
    } else if (!t.full && inet_pton(AF_INET, address, &h->four) == 1) {
        h->family = AF_INET;
    } else if (!read_name(from, length, h)) {
        return false;
    }
    if (!*rest) return true;
    scan port = scan_string(rest);
    uint64_t number;
    if (!scan_char(&port, ':') || !scan_number(&port, 1, 65535, &number) || !scan_done(&port))
        return false;
    h->port = (int)number;
    return true;
}

bool hostname_of_socket(int socket, hostname *h) {
    struct sockaddr_storage own;
    socklen_t length = sizeof own;
    if (getsockname(socket, (struct sockaddr *)&own, &length) != 0) return false;
    *h = (hostname){.family = own.ss_family};
    if (own.ss_family == AF_INET) h->four = ((struct sockaddr_in *)(void *)&own)->sin_addr;
    if (own.ss_family == AF_INET6) h->six = ((struct sockaddr_in6 *)(void *)&own)->sin6_addr;
    if (own.ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&h->six)) {
        h->family = AF_INET;
        memcpy(&h->four, h->six.s6_addr + 12, sizeof h->four);
    }
    return h->family == AF_INET || h->family == AF_INET6;
}

bool hostname_same(const hostname *a, const hostname *b) {
    if (a->family != b->family) return false;
    if (a->family == AF_INET) return a->four.s_addr == b->four.s_addr;
    if (a->family == AF_INET6) return IN6_ARE_ADDR_EQUAL(&a->six, &b->six);
    return strcmp(a->name, b->name) == 0;
}

bool hostname_is_this_machine(const hostname *h) {
    if (h->family == AF_INET) return ntohl(h->four.s_addr) >> 24 == IN_LOOPBACKNET;
    if (h->family == AF_INET6) return IN6_IS_ADDR_LOOPBACK(&h->six);
    return strcmp(h->name, "localhost") == 0;
}
