#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"

enum { CHAINS = 1024, FADES_SECONDS = 5 };

struct addresses {
    int sockets;
    ip proxies[ADDRESS_PROXIES_MAX];
    size_t proxy_count;
    address *chain[CHAINS];
};

static const uint8_t four_in_six[12] = {[10] = 0xff, [11] = 0xff};

static bool is_four(const ip *i) { return memcmp(i->bytes, four_in_six, sizeof four_in_six) == 0; }

static void set_four(ip *i, const struct in_addr *four) {
    memcpy(i->bytes, four_in_six, sizeof four_in_six);
    memcpy(i->bytes + sizeof four_in_six, four, 4);
}

bool ip_read(const char *word, size_t length, ip *i) {
    char copy[INET6_ADDRSTRLEN];
    struct in_addr four;
    text t = text_over(copy, sizeof copy);
    text_add_part(&t, word, length);
    if (t.full || memchr(word, '\0', length)) return false;
    if (inet_pton(AF_INET, copy, &four) == 1) set_four(i, &four);
    else if (inet_pton(AF_INET6, copy, i->bytes) != 1) return false;
    return true;
}

bool ip_of(const struct sockaddr *from, ip *i) {
    if (from->sa_family == AF_INET)
        set_four(i, &((const struct sockaddr_in *)(const void *)from)->sin_addr);
    else if (from->sa_family == AF_INET6)
        memcpy(i->bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    else return false;
    return true;
}

bool ip_is_loopback(const ip *a) {
    static const uint8_t four[13] = {[10] = 0xff, 0xff, 127}, six[16] = {[15] = 1};
    return memcmp(a->bytes, four, sizeof four) == 0 || memcmp(a->bytes, six, sizeof six) == 0;
}

static bool ip_among(const ip *i, const ip *list, size_t count) {
    for (size_t n = 0; n < count; n++)
        if (memcmp(i, &list[n], sizeof *i) == 0) return true;
    return false;
}

static void name_of(const ip *i, char name[ADDRESS_TEXT]) {
    ip network = *i;
    if (is_four(i)) {
        inet_ntop(AF_INET, i->bytes + sizeof four_in_six, name, ADDRESS_TEXT);
        return;
    }
    memset(network.bytes + 8, 0, 8);
    inet_ntop(AF_INET6, network.bytes, name, ADDRESS_TEXT);
    text t = text_over(name + strlen(name), ADDRESS_TEXT - strlen(name));
    text_add(&t, "/64");
}

addresses *addresses_create(int sockets, const ip *proxies, size_t proxy_count) {
    addresses *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    all->sockets = sockets;
    all->proxy_count = proxy_count;
    if (proxy_count) memcpy(all->proxies, proxies, proxy_count * sizeof *proxies);
    return all;
}

void addresses_destroy(addresses *all) {
    for (size_t i = 0; all && i < CHAINS; i++)
        for (address *a = all->chain[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    free(all);
}

/* FNV-1a. */
static address **chain_of(addresses *all, const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return &all->chain[hash % CHAINS];
}

address *addresses_enter(addresses *all, const ip *i, int64_t now) {
    char name[ADDRESS_TEXT];
    bool trusted = ip_among(i, all->proxies, all->proxy_count);
    name_of(i, name);
    address **chain = chain_of(all, name), *a = *chain;
    while (a && (a->trusted != trusted || strcmp(a->name, name) != 0)) a = a->next;
    if (!a) {
        a = malloc(sizeof *a);
        if (!a) return NULL;
        *a = (address){.next = *chain,
                       .trusted = trusted,
                       .allowance = ADDRESS_BURST,
                       .filled = now,
                       .used = now};
        memcpy(a->name, name, sizeof name);
        *chain = a;
    }
    if (a->sockets >= all->sockets && !a->trusted) return NULL;
    a->sockets++;
    return a;
}

void addresses_leave(address *a) { a->sockets--; }

bool address_begin_half(address *a) {
    if (a->halves >= ADDRESS_HALVES && !a->trusted) return false;
    a->halves++;
    return true;
}

void address_end_half(address *a) { a->halves--; }

bool address_use(address *a, size_t bytes, int64_t now) {
    a->allowance += clock_seconds(now - a->filled) * ADDRESS_SECOND - (double)bytes;
    if (a->allowance > ADDRESS_BURST) a->allowance = ADDRESS_BURST;
    a->filled = now;
    return a->trusted || (a->allowance > 0 && a->waiting <= ADDRESS_WAITING);
}

double address_busy(const address *a, int64_t now) {
    return a->busy / (1 + clock_seconds(now - a->used) / FADES_SECONDS);
}

void address_occupy(address *a, int64_t time, int64_t now) {
    a->busy = address_busy(a, now) + (double)time;
    a->used = now;
    address_use(a, (size_t)(time / 1000 * ADDRESS_MILLISECOND / 1000), now);
}

void addresses_tidy(addresses *all, int64_t now) {
    for (size_t i = 0; i < CHAINS; i++)
        for (address **at = &all->chain[i]; *at;) {
            address *a = *at;
            address_use(a, 0, now);
            if (a->sockets > 0 || a->allowance < ADDRESS_BURST) {
                at = &a->next;
                continue;
            }
            *at = a->next;
            free(a);
        }
}

/* "192.0.2.7", "192.0.2.7:4711", "2001:db8::1" or "[2001:db8::1]:4711". */
static bool read_forwarded(const char *word, size_t length, ip *client) {
    const char *colon = memchr(word, ':', length), *close = memchr(word, ']', length);
    if (length && *word == '[' && close)
        return ip_read(word + 1, (size_t)(close - word) - 1, client);
    bool one = colon && !memchr(colon + 1, ':', length - (size_t)(colon - word) - 1);
    return ip_read(word, one ? (size_t)(colon - word) : length, client);
}

bool addresses_forwarded(const addresses *all, const char *list, ip *client) {
    const char *end = list + strlen(list);
    while (end > list) {
        const char *start = end;
        while (start > list && start[-1] != ',') start--;
        scan entry = scan_over(start, (size_t)(end - start));
        const char *word;
        size_t length;
        scan_blanks(&entry);
        if (!scan_word(&entry, "", &word, &length) || !read_forwarded(word, length, client))
            return false;
        if (!ip_among(client, all->proxies, all->proxy_count)) return true;
        end = start > list ? start - 1 : list;
    }
    return false;
}
