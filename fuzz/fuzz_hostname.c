#include <arpa/inet.h>
#include <stdio.h>
#include <strings.h>

#include "fuzz.h"
#include "server/hostname.h"

/* What was read, as text again. */
static void write(const hostname *h, char *to, size_t size) {
    char address[INET6_ADDRSTRLEN] = "";
    if (h->family == AF_INET) inet_ntop(AF_INET, &h->four, address, sizeof address);
    if (h->family == AF_INET6) inet_ntop(AF_INET6, &h->six, address, sizeof address);
    const char *form = h->family == AF_INET6 ? "[%s]" : "%s";
    int length = snprintf(to, size, form, h->family == AF_UNSPEC ? h->name : address);
    if (h->port) snprintf(to + length, size - (size_t)length, ":%d", h->port);
}

/* A Host header is one name or address, with or without a port, and nothing else: no part is left
 * over that another parser could take for the name. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    char *given = fuzz_string(bytes, length), plain[400];
    hostname h, again;
    if (hostname_read(given, &h)) {
        FUZZ_CHECK(strspn(given, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 ".-_:[]") == strlen(given));
        write(&h, plain, sizeof plain);
        FUZZ_CHECK(hostname_read(plain, &again) && hostname_same(&h, &again) &&
                   again.port == h.port);
        size_t name = strcspn(given, ":");
        if (h.family == AF_UNSPEC) {
            FUZZ_CHECK(strlen(h.name) == name && strncasecmp(given, h.name, name) == 0);
            FUZZ_CHECK(hostname_is_this_machine(&h) == (strcasecmp(h.name, "localhost") == 0));
        }
        if (h.family == AF_INET) {
            FUZZ_CHECK(hostname_is_this_machine(&h) == (strncmp(given, "127.", 4) == 0));
            FUZZ_CHECK(strspn(given, "0123456789.") == name);
        }
        if (h.family == AF_INET6)
            FUZZ_CHECK(hostname_is_this_machine(&h) == !strncmp(plain, "[::1]", 5));
    }
    free(given);
    return 0;
}
