/* accounts - people who chose a name to keep: the name, the hash of a secret that only they have,
 * and the seats of matches that they took with it. Nothing else is known of them.
 *
 * A name belongs to one account at a time, whatever its case (of the letters A to Z). */
#ifndef DAMERO_ACCOUNTS_H
#define DAMERO_ACCOUNTS_H

#include "store/store.h"

typedef struct store_account {
    int64_t id; /* from 1; never given twice */
    char name[STORE_NAME];
    char made[32]; /* date and time, UTC */
} store_account;

/* Fills in the number and the time. False also if the name is taken (the error's code is
 * "name-taken"). */
bool store_add_account(store *, store_account *, const unsigned char secret[STORE_TOKEN], error *);

/* False if no account has this secret, or, with a message in the error, if it cannot be read. */
bool store_find_account(store *, const unsigned char secret[STORE_TOKEN], store_account *, error *);

bool store_rename_account(store *, int64_t account, const char *name, error *);
bool store_change_secret(store *, int64_t account, const unsigned char secret[STORE_TOKEN],
                         error *);

/* Deletes the account: its seats belong to nobody from then on. `names`: also from these seats its
 * name, and what was said there in the chat. */
bool store_delete_account(store *, int64_t account, bool names, error *);

/* Calls back for the matches in which the account has a seat, listed or not, newest first.
 * `before`: only older ones; 0: from the newest. */
bool store_each_of_account(store *, int64_t account, int64_t before, int most,
                           bool (*with)(void *, const store_match *), void *context, error *);

/* The seat had an engine's help in this match, which therefore is not rated. */
bool store_set_helped(store *, int64_t match, int seat, error *);

/* Calls back for the matches of a game that are rated, newest first: listed, over and not aborted,
 * somebody with an account plays, and nothing was taken back and nobody helped. */
bool store_each_rated(store *, const char *game, int most,
                      bool (*with)(void *, const store_match *), void *context, error *);

/* The number of seats of accounts in matches that are over: changes whenever ratings may. */
int64_t store_count_rated(store *);

/* The name of an account; false if there is none with this number. */
bool store_find_name(store *, int64_t account, char name[STORE_NAME]);

#endif
