/* post - what the servers of one store tell each other, through PostgreSQL.
 *
 * A match is played by one server (its owner, store.h). Through the others, people watch it and
 * send commands to it:
 *
 *   news      words to all servers or to one of them by NOTIFY. They say what has changed; the
 *             change itself is in the store. They are lost while a server has no connection, so
 *             a server that connects again reads the store.
 *   posts     commands for the owner of a match. A post stays in the store until its owner answers
 *             it, so it survives the owner: the next one finds it.
 *   presence  how many people each server has at a match
 *   orphans   matches whose owner's lease has run out
 *
 * A file has one server, and none of this; only allowances are for both.
 */
#ifndef DAMERO_POST_H
#define DAMERO_POST_H

#include "store/store.h"

/* From now on this connection receives news, also after it was lost and made again. False for a
 * file. */
bool store_listen(store *, error *);

/* Waits until there is news, `wake` can be read, or the time is over. Calls back for each message
 * of other servers. False if there is no connection now. `lost` counts connections: if it changes,
 * news may have been missed. */
bool store_await(store *, int wake, int milliseconds,
                 void (*heard)(void *context, const char *words), void *context, uint64_t *lost);

/* Tells one server, by the name of its owner, or all others (NULL). At most POST_NEWS bytes. */
enum { POST_NEWS = 7000, POST_WORDS = 600 };
bool store_notify(store *, const char *owner, const char *words, error *);

/* The name under which this process owns matches. */
const char *store_own_name(const store *);

typedef struct store_post {
    int64_t id, match;
    char origin[OWNER_NAME]; /* the server that it came through, */
    int64_t ticket;          /* and its number there */
    int64_t age;             /* milliseconds since it was posted */
    char words[POST_WORDS];
} store_post;

/* Adds a post with the match, ticket and words, once, and tells the match's owner "post ID". False
 * with an error; code "match-over" if it is. */
bool store_add_post(store *, const store_post *, error *);

/* The post with that number; or calls back for all of matches that this process owns. */
bool store_find_post(store *, int64_t id, store_post *, error *);
bool store_each_post(store *, bool (*with)(void *, const store_post *), void *context, error *);

/* Removes a post and tells its origin. */
bool store_answer_post(store *, const store_post *, const char *words, error *);

/* Sets how many people this server has at a match: count[0] watch, count[1 + seat] sit there. */
bool store_set_present(store *, int64_t match, const int *count, int counts, error *);
/* The sums over all other servers that are alive. */
bool store_find_present(store *, int64_t match, int *count, int counts, error *);

/* Calls back for matches of servers (not of 'damero match') whose owners are dead, at most `most`,
 * oldest first. */
bool store_each_orphan(store *, int most, bool (*with)(void *, int64_t match, const store_owner *),
                       void *context, error *);
/* Whether a tournament of a server has a dead owner. */
bool store_has_orphaned_tournament(store *);

/* Whether a claim still holds; also true if the store does not answer. */
bool store_is_claimed(store *, store_fence);

/* Removes what dead servers have left behind. */
void store_tidy_posts(store *);

/* Takes one from the allowance of an address, for all servers together: at most `burst` at once,
 * and one more each `every` milliseconds. True for a file, and if the store does not answer. */
bool store_take_allowance(store *, const char *kind, uint64_t address, int every, int burst);

#endif
