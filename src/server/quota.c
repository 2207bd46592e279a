#include "server/quota.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { PROBES = 16 };

static const rate_limit limit = {.second = QUOTA_SECOND, .burst = QUOTA_BURST};
static const rate_limit limit_of_all = {.second = QUOTA_ALL_SECOND, .burst = QUOTA_ALL_BURST};

typedef struct entry {
    uint64_t address; /* 0: free */
    rate rate;
} entry;

struct quota {
    entry entry[QUOTA_ADDRESSES];
    entry rest; /* shared by addresses for which there is no room */
    rate all;
};

quota *quota_create(error *e) {
    quota *q = calloc(1, sizeof *q);
    if (q) q->all = rate_full(&limit_of_all, 0);
    else error_set(e, "no memory for a table of addresses");
    return q;
}

void quota_destroy(quota *q) { free(q); }

uint64_t quota_address(const char *peer) {
    return peer && *peer ? hash_bytes(peer, strlen(peer)) : 0;
}

/* The entry of an address, near the slot of its hash. */
static entry *entry_of(quota *q, uint64_t address, int64_t now) {
    entry *found = NULL;
    for (uint64_t i = 0; i < PROBES; i++) {
        entry *e = &q->entry[(address + i) % QUOTA_ADDRESSES];
        if (e->address == address) return e;
        if (!found && (!e->address || rate_is_full(&e->rate, &limit, now))) found = e;
    }
    if (!found && q->rest.address) return &q->rest;
    if (!found) found = &q->rest;
    *found = (entry){.address = address, .rate = rate_full(&limit, now)};
    return found;
}

bool quota_take(quota *q, uint64_t address, int64_t now) {
    if (!address) return true;
    rate *r = &entry_of(q, address, now)->rate;
    bool sure = rate_left(r, &limit, now) > QUOTA_BURST - QUOTA_SURE;
    bool room = rate_take(&q->all, &limit_of_all, now);
    return (sure || room) && rate_take(r, &limit, now);
}
