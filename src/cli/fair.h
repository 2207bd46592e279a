/* fair - dice that nobody can have chosen: real randomness, committed to before anyone bids.
 *
 * An event of chance that a spectator may not see (a roll under a cup) is a secret. When it
 * happens, a commitment to it is written into the record as a comment after the move:
 *
 *     2:13345 {commit 5f0c...}
 *
 * the BLAKE2b hash (32 bytes, hexadecimal) of the move's number in the record, its text and a
 * random key, with a blank between them. When all is shown, the key follows:
 *
 *     2=13345 {reveal 3 8e41...}
 *
 * so that whoever heard the commitment can check that move 3 was what is shown now. This works for
 * any game whose contract has secrets: it asks only `seen` and `view`.
 */
#ifndef DAMERO_FAIR_H
#define DAMERO_FAIR_H

#include "games/record.h"

enum { FAIR_KEY = 16, FAIR_PENDING_MAX = 64 };

/* Secrets that are not shown yet. */
typedef struct fair {
    size_t count;
    struct {
        size_t move; /* counted from 1 */
        unsigned char key[FAIR_KEY];
    } pending[FAIR_PENDING_MAX];
} fair;

/* Makes ready; false where the system has no randomness. */
bool fair_start(error *);

/* A generator with fresh randomness of the system in it. */
random_source fair_random(void);

/* To be called after every move: writes the commitment to a secret, and the keys where everything
 * is shown; *shown says whether it was. */
bool fair_note(fair *, record *, bool *shown, error *);

/* What a record proves. */
typedef struct fair_report {
    size_t secrets, proven, open; /* open: committed to, and not to be shown yet */
} fair_report;

/* Checks every secret of a record; false, with the first one that is wrong, where a commitment is
 * missing, is not followed by its key, or does not fit. */
bool fair_verify(const record *, fair_report *, error *);

#endif
