/* quota - how many matches may be begun from one address: an allowance that fills up again.
 *
 * A table of addresses with a bound. An address whose allowance is full again is forgotten, as it
 * is like one that never came. If the table is full of busy addresses, new ones share one entry: an
 * attack from thousands of addresses cannot make it grow.
 *
 * Each beginning waits for the disk. So all addresses together have an allowance too, but it holds
 * only for those that have begun some already: QUOTA_SURE are everybody's, whatever others do.
 */
#ifndef DAMERO_SERVER_QUOTA_H
#define DAMERO_SERVER_QUOTA_H

#include "base/error.h"
#include "server/rate.h"

/* A second, and at once: enough for a classroom of thirty behind one address. */
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

/* An address as a number, by which this and the limits of arena and engines count; 0 where it is
 * not known (NULL, ""). */
uint64_t quota_address(const char *peer);

/* Takes one of the allowance; false where it is used up. Address 0 is not limited. */
bool quota_take(quota *, uint64_t address, int64_t now);

#endif
