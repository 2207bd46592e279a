/* host - the names under which a browser may ask for this server.
 *
 * A page of another site can be given an address here: its owner lets the site's name lead to
 * 127.0.0.1 (DNS rebinding), and for the browser its pages and ours are then of one origin. What
 * gives it away is the Host header, which holds the site's own name. So a request is answered only
 * if its Host is a name that no stranger can own: `localhost`, a literal address, or a name that
 * the operator vouches for.
 */
#ifndef DAMERO_SERVER_HOST_H
#define DAMERO_SERVER_HOST_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

enum { HOST_NAME = 254 };

typedef struct host_name {
    int family;           /* AF_INET or AF_INET6: a literal address; AF_UNSPEC: a name */
    char name[HOST_NAME]; /* of a name, in lower case */
    struct in_addr four;  /* of a literal address */
    struct in6_addr six;
    int port; /* 0: not given */
} host_name;

/* Reads NAME, NAME:PORT, 127.0.0.1:PORT or [::1]:PORT, and nothing else: no user (@), no empty
 * label or dot at the end, no address in short or in other radixes, a port of digits only. */
bool host_read(const char *, host_name *);

/* The address at this end of a connection; one of IPv4 in the clothes of IPv6 is told as IPv4. */
bool host_of_socket(int socket, host_name *);

/* Whether both name the same, ports aside. */
bool host_same(const host_name *, const host_name *);

/* `localhost`, 127.0.0.0/8 and ::1. */
bool host_is_this_machine(const host_name *);

#endif
