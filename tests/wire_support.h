/* A server without sockets, for the tests and the fuzzer of connections: its input and output are
 * bytes in memory. */
#ifndef DAMERO_WIRE_SUPPORT_H
#define DAMERO_WIRE_SUPPORT_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "server/service.h"

typedef struct wire_house {
    server_setup setup;
    service service;
    char folder[40];
} wire_house;

static inline void wire_house_wake(void *context) { (void)context; }

/* False, with only memory left to free, if something is missing. */
static inline bool wire_house_open(wire_house *h) {
    char path[100];
    error e;
    service *s = &h->service;
    *h = (wire_house){.folder = "/tmp/damero-wire-XXXXXX"};
    s->setup = &h->setup;
    s->now = clock_now();
    if (!mkdtemp(h->folder)) return false;
    snprintf(path, sizeof path, "%s/damero.db", h->folder);
    store *journal = store_open(path, &e);
    s->arena = journal ? arena_create(&(arena_setup){.store = journal, .wake = wire_house_wake}, &e)
                       : NULL;
    s->pool = pool_create(&(pool_setup){.slots = 1}, &e);
    s->study = s->pool ? study_create(s->pool, wire_house_wake, NULL, &e) : NULL;
    s->desk = s->arena && s->study ? desk_create(s->arena, s->study, "test", &e) : NULL;
    s->addresses = addresses_create(ADDRESS_SOCKETS, NULL, 0);
    if (s->desk) desk_set_answered(s->desk, http_answered);
    return s->desk && s->addresses;
}

static inline void wire_house_close(wire_house *h) {
    service *s = &h->service;
    while (s->wires) wire_free(s->wires);
    desk_destroy(s->desk);
    study_destroy(s->study);
    arena_destroy(s->arena);
    pool_destroy(s->pool);
    addresses_destroy(s->addresses);
    DIR *folder = opendir(h->folder);
    for (struct dirent *file; folder && (file = readdir(folder));)
        if (unlinkat(dirfd(folder), file->d_name, 0) != 0) /* an empty folder; . and .. stay */
            unlinkat(dirfd(folder), file->d_name, AT_REMOVEDIR);
    if (folder) closedir(folder);
    rmdir(h->folder);
}

static inline wire *wire_house_connect_from(wire_house *h, const char *from) {
    ip peer;
    return ip_read(from, strlen(from), &peer) ? wire_open(&h->service, &peer) : NULL;
}

static inline wire *wire_house_connect(wire_house *h) {
    return wire_house_connect_from(h, "127.0.0.1");
}

/* What a connection has answered. */
typedef struct wire_answers {
    char *bytes;
    size_t length;
} wire_answers;

/* Runs all connections until nothing is left to do; what the wire sends is added to the answers.
 */
static inline void wire_house_run(wire_house *h, wire *w, wire_answers *a) {
    for (wire *next; (next = wire_next_ready(&h->service));) {
        wire_step(next);
        size_t length;
        for (const char *bytes; (bytes = wire_output(next, &length)); wire_sent(next, length)) {
            if (next != w) continue;
            char *larger = realloc(a->bytes, a->length + length);
            if (!larger) abort();
            a->bytes = larger;
            memcpy(larger + a->length, bytes, length);
            a->length += length;
        }
    }
}

/* Waits until the disk has a match that was begun. */
static inline void wire_house_wait_for(wire_house *h, const arena_match *g) {
    while (g->beginning) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        desk_hear(h->service.desk);
    }
}

/* Waits for an engine that was asked, or the disk. */
static inline void wire_house_wait(wire_house *h, wire *w, wire_answers *a) {
    while (w->asked) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        desk_hear(h->service.desk);
        wire_house_run(h, w, a);
    }
}

/* Sends as many bytes as the wire accepts; the rest waits as it would in a socket. Returns how many
 * were accepted. */
static inline size_t wire_house_send(wire_house *h, wire *w, const char *bytes, size_t length,
                                     wire_answers *a) {
    size_t done = 0;
    while (done < length) {
        size_t room = wire_room(w), count = length - done < room ? length - done : room;
        if (count == 0) break;
        wire_take(w, bytes + done, count);
        done += count;
        wire_house_run(h, w, a);
    }
    return done;
}

#endif
