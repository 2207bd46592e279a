/* fair - dice that nobody can have chosen: true randomness, committed to before anyone bids.
 *
 * A chance move that a spectator may not see (a roll under a cup) is a secret. When it happens, a
 * commitment to it is published: the BLAKE2b hash (32 bytes, hexadecimal) of the move's number in
 * the game, its text and a random key, separated by blanks. When everything is shown, the key is
 * published too, so that anyone who has the commitment can check that the roll is the one shown
 * now. In a record both are comments after the move they follow:
 *
 *     2:13345 {commit 5f0c...} ... 2=13345 {reveal 3 8e41...}
 *
 * This works for any game whose contract has secrets: it uses only `seen` and `view`. A match does
 * it automatically (match.h), and a transcript adds it to the record.
 */
#ifndef DAMERO_FAIR_H
#define DAMERO_FAIR_H

#include "games/record.h"

enum {
    FAIR_KEY_TEXT = 33,  /* 16 bytes in hexadecimal */
    FAIR_HASH_TEXT = 65, /* 32 bytes */
    FAIR_PENDING_MAX = 64,
};

typedef struct fair_secret {
    size_t move; /* counted from 1 */
    char key[FAIR_KEY_TEXT];
} fair_secret;

/* Secrets that have not been shown yet. */
typedef struct fair {
    size_t count;
    fair_secret pending[FAIR_PENDING_MAX];
} fair;

/* Initialises the module; false if the system has no randomness. */
bool fair_start(error *);

/* A generator seeded with fresh randomness from the system. */
random_source fair_random(void);

/* Whether a move contains anything that a spectator may not see. */
bool fair_is_secret(const game_rules *, game_move);

/* Whether a spectator sees everything; `scratch` is room for a position. */
bool fair_all_shown(const game_rules *, const game_position *, game_position *scratch);

/* Commits to a secret: the move with this number and text. The key comes from this generator, or
 * from the system if it is NULL. False if too many secrets are pending. */
bool fair_commit(fair *, size_t move, const char *words, random_source *, char hash[FAIR_HASH_TEXT],
                 error *);

/* Adds a commitment, or a key, as a note after the moves so far. */
bool fair_note_hash(record *, const char *hash, error *);
bool fair_note_key(record *, const fair_secret *, error *);

/* What a record proves. */
typedef struct fair_report {
    size_t secrets, proven, open; /* open: committed to, but not to be shown yet */
} fair_report;

/* Checks every secret of a record; false, with the first one that is wrong, if a commitment is
 * missing, has no key, or does not match. */
bool fair_verify(const record *, fair_report *, error *);

#endif
