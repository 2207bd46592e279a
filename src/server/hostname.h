/* hostname - the names by which a browser may address this server.
 *
 * A page of another site can gain access to this server: its owner points the site's name at
 * 127.0.0.1 (DNS rebinding), and the browser then treats its pages and ours as one origin. The Host
 * header, which holds the site's own name, gives it away. So a request is answered only if its Host
 * is a name that no stranger can own: `localhost`, a literal address, or a name that the operator
 * has allowed.
 */
#ifndef DAMERO_SERVER_HOSTNAME_H
#define DAMERO_SERVER_HOSTNAME_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

enum { HOSTNAME_MAX = 254 };

typedef struct hostname {
    int family;              /* AF_INET or AF_INET6: a literal address; AF_UNSPEC: a name */
    char name[HOSTNAME_MAX]; /* for a name, in lower case */
    struct in_addr four;     /* for a literal address */
    struct in6_addr six;
    int port; /* 0: not given */
} hostname;

/* Reads NAME, NAME:PORT, 127.0.0.1:PORT or [::1]:PORT, and nothing else: no user (@), no empty
 * label or trailing dot, no address in short form or in other radixes, a port of digits only. */
bool hostname_read(const char *, hostname *);

/* The local address of a connection; an IPv4 address mapped to IPv6 is returned as IPv4. */
bool hostname_of_socket(int socket, hostname *);

/* Whether both name the same host, ignoring ports. */
bool hostname_same(const hostname *, const hostname *);

/* `localhost`, 127.0.0.0/8 and ::1. */
bool hostname_is_this_machine(const hostname *);

#endif
