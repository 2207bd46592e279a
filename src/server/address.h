/* address - the addresses of clients, and the resources each uses.
 *
 * One address is one IPv4 address or one IPv6 /64 network, which is what a provider gives a
 * household. A classroom behind one router is one address too, so limits are generous: they bound
 * what a single place can take from all others, not what a person may do.
 *
 *   sockets     open connections
 *   halves      incomplete requests: each holds memory
 *   allowance   bytes that may still be read from it; refills over time. A request or message
 *               counts as ADDRESS_REQUEST more bytes, and our processor time as
 *               ADDRESS_MILLISECOND per millisecond. Without allowance nothing is read from the
 *               address until it has refilled: its senders wait, nothing is lost.
 *   waiting     bytes of answers and news that it has not read yet. While there are too many,
 *               nothing is read from the address either: a client that keeps asking and reads
 *               nothing would otherwise fill our memory.
 *   busy        how long it has kept us busy recently. After players, the address with the least
 *               is served first.
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
    ADDRESS_FAIR = 64, /* those beyond may have to make room for others */
    ADDRESS_HALVES = 64,
    ADDRESS_SECOND = 1 << 20, /* sustained bytes per second */
    ADDRESS_BURST = 4 << 20,  /* burst */
    ADDRESS_REQUEST = 4096,
    ADDRESS_WAITING = 8 << 20,
    ADDRESS_MILLISECOND = 20 << 10, /* one address may keep us busy for a twentieth of the time */
    ADDRESS_PROXIES_MAX = 16,
};

typedef struct ip {
    uint8_t bytes[16]; /* IPv4 is ::ffff:a.b.c.d */
} ip;

bool ip_read(const char *, size_t length, ip *);
bool ip_of(const struct sockaddr *, ip *);
bool ip_is_loopback(const ip *);

typedef struct address {
    struct address *next;
    char name[ADDRESS_TEXT]; /* "192.0.2.7", "2001:db8:1:2::/64" */
    int sockets, halves;
    size_t waiting;
    bool trusted; /* a proxy: its clients are counted instead */
    double allowance;
    double busy; /* nanoseconds, at the time `used` */
    int64_t used;
    int64_t filled;
} address;

typedef struct addresses addresses;

/* `sockets`: maximum connections per address; `proxies` are trusted. NULL if there is no memory.
 */
addresses *addresses_create(int sockets, const ip *proxies, size_t proxy_count);
void addresses_destroy(addresses *);

/* Counts a connection of an address; NULL if it has too many already. */
address *addresses_enter(addresses *, const ip *, int64_t now);
void addresses_leave(address *);

/* Counts an incomplete request; false if there are too many already. */
bool address_begin_half(address *);
void address_end_half(address *);

/* Uses allowance; returns whether more may be read from it. */
bool address_use(address *, size_t bytes, int64_t now);

/* Adds time that it has kept us busy; returns the recent total, which decays within seconds. */
void address_occupy(address *, int64_t time, int64_t now);
double address_busy(const address *, int64_t now);

/* Forgets addresses that have no connection and a full allowance. */
void addresses_tidy(addresses *, int64_t now);

/* The client of a request from a trusted proxy: the last address in its X-Forwarded-For, in the
 * order they were added, that is not itself a trusted proxy. Everything before it was written by
 * strangers. Some proxies add a port. False if there is none. */
bool addresses_forwarded(const addresses *, const char *list, ip *client);

#endif
