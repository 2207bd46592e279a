/* address - the addresses that connect, and what each holds and uses.
 *
 * One address is one IPv4 address or one IPv6 network of 64 bits, which is what a provider gives a
 * household. A classroom behind one router is one address too, so limits are generous: they bound
 * what a single place can take from all others, not what a person may do.
 *
 *   sockets     open connections
 *   halves      requests whose end has not come: each holds memory
 *   allowance   bytes that may still be read from it; fills up with time. A request or message
 *               counts for ADDRESS_REQUEST bytes more, and the time it takes us for
 *               ADDRESS_MILLISECOND a millisecond. Without allowance nothing is read from the
 *               address until there is some again: its senders wait, nothing is lost.
 *   busy        how long it has kept us busy lately. After players, whoever has done so least is
 *               served first.
 */
#ifndef DAMERO_SERVER_ADDRESS_H
#define DAMERO_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    ADDRESS_TEXT = 64, /* with the terminator */
    ADDRESS_SOCKETS = 512,
    ADDRESS_HALVES = 64,
    ADDRESS_SECOND = 1 << 20, /* bytes a second that may go on for long */
    ADDRESS_BURST = 4 << 20,  /* and at once */
    ADDRESS_REQUEST = 4096,
    ADDRESS_MILLISECOND = 20 << 10, /* one address may keep us busy for a twentieth of the time */
    ADDRESS_PROXIES_MAX = 16,
};

typedef struct ip {
    uint8_t bytes[16]; /* IPv4 is ::ffff:a.b.c.d */
} ip;

bool ip_read(const char *, size_t length, ip *);
bool ip_of(const struct sockaddr *, ip *);
bool ip_among(const ip *, const ip *list, size_t count);

typedef struct address {
    struct address *next;
    char name[ADDRESS_TEXT]; /* "192.0.2.7", "2001:db8:1:2::/64" */
    int sockets, halves;
    bool trusted; /* a proxy: it speaks for others, who are counted themselves */
    double allowance;
    double busy; /* nanoseconds, when it was `used` */
    int64_t used;
    int64_t filled;
} address;

typedef struct addresses addresses;

/* `sockets`: how many connections one may have; `proxies` are trusted. NULL if there is no memory.
 */
addresses *addresses_create(int sockets, const ip *proxies, size_t proxy_count);
void addresses_destroy(addresses *);

/* Counts a connection of an address; NULL if it has too many already. */
address *addresses_enter(addresses *, const ip *, int64_t now);
void addresses_leave(address *);

/* Counts a request whose end has not come; false if there are too many already. */
bool address_begin_half(address *);
void address_end_half(address *);

/* Uses allowance; whether some is left. */
bool address_use(address *, size_t bytes, int64_t now);

/* It has kept us busy for so long; how much that has been lately, which fades within seconds. */
void address_occupy(address *, int64_t time, int64_t now);
double address_busy(const address *, int64_t now);

/* Forgets those that have no connection and a full allowance. */
void addresses_tidy(addresses *, int64_t now);

/* The client of a request that came from a trusted proxy: of the addresses in its X-Forwarded-For,
 * in the order in which they were added, the last that is not a trusted proxy itself. Whatever
 * stands in front of it was written by strangers. False if there is none. */
bool addresses_forwarded(const addresses *, const char *list, ip *client);

#endif
