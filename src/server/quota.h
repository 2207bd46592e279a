/* quota - limits how many matches may be started and accounts changed from one address: an
 * allowance that refills.
 *
 * A bounded table of addresses. An address whose allowance is full again is forgotten, since it is
 * like one that never came. If the table is full of busy addresses, new ones share one entry: an
 * attack from thousands of addresses cannot make it grow.
 *
 * Each of these waits for the disk. So all addresses together have an allowance too, but it applies
 * only to those that have started some already: QUOTA_SURE are guaranteed to everybody, whatever
 * others do.
 */
#ifndef DAMERO_SERVER_QUOTA_H
#define DAMERO_SERVER_QUOTA_H

#include "base/error.h"
#include "server/rate.h"

/* Per second, and at once: enough for a classroom of thirty behind one address. */
enum {
    QUOTA_SECOND = 2,
    QUOTA_BURST = 60,
    QUOTA_SURE = 4,
    QUOTA_ALL_SECOND = 20,
    QUOTA_ALL_BURST = 120,
    QUOTA_ADDRESSES = 4096,
};

typedef struct quota quota;

quota *quota_create(error *);
void quota_destroy(quota *);

/* An address as a number, which this module and the limits of arena and engines use; 0 if it is
 * unknown (NULL, ""). */
uint64_t quota_address(const char *peer);

/* Takes one from the allowance; false if it is used up. Address 0 is not limited. */
bool quota_take(quota *, uint64_t address, int64_t now);

#endif
