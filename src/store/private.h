/* What the files of store/ share and nobody else needs. */
#ifndef DAMERO_STORE_PRIVATE_H
#define DAMERO_STORE_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>

#include "base/histogram.h"
#include "base/text.h"
#include "store/store.h"

/* The write-ahead log, and how much of it is on disk. All stores of a process that were reopened
 * from one share it: events that many threads add at about the same time are synced together, so
 * that many matches do not queue for the disk one after another.
 *
 * If the disk fails, the system may drop the data it could not write, from any writer, and reports
 * it only once. So each failure is reported to every store, even if another one asked. */
enum { STORE_STATEMENTS = 64, STORE_LOG_PAGES = 1000 };

typedef struct shared_log {
    pthread_mutex_t lock;
    pthread_cond_t settled;
    int file; /* -1: not open yet */
    bool busy;
    uint64_t wanted, synced; /* requests, and those completed */
    uint64_t failures;
    int trouble;    /* the last one's errno */
    histogram took; /* the syncs */
    /* A thread moves the log into the file when it has STORE_LOG_PAGES. SQLite would do that within
     * the commit that makes the log so long, and that move would wait for the disk twice. */
    struct store *first; /* whose it is */
    pthread_t mover;
    bool moving, moved; /* it runs; it has ended and was not joined yet */
} shared_log;

struct store {
    sqlite3 *file;
    struct {
        const char *text; /* the literal itself: compared by address */
        sqlite3_stmt *prepared;
        bool used;
    } statement[STORE_STATEMENTS];
    owner_lock own;
    shared_log own_log;
    /* Its own, or those of the store it was reopened from. */
    const owner_lock *owner;
    shared_log *log;
    uint64_t failures; /* of the log, already reported to it */
    bool busy;         /* the last failure was that others were writing */
    char path[STORE_TEXT];
};

static inline bool fail(store *s, error *e) {
    s->busy = sqlite3_errcode(s->file) == SQLITE_BUSY;
    return error_set(e, "%s: %s", s->path, sqlite3_errmsg(s->file));
}

/* A statement, which must be a literal: it stays prepared for the next time. NULL on failure. Every
 * one must be finished, even if it failed: until then it holds the store's state at its start. */
sqlite3_stmt *store_prepare(store *, const char *statement);
void store_finish(store *, sqlite3_stmt *);

/* The store is being closed. */
void statements_close(store *);

static inline bool run(store *s, sqlite3_stmt *statement, error *e) {
    bool good = statement && sqlite3_step(statement) == SQLITE_DONE;
    if (!good) fail(s, e);
    store_finish(s, statement);
    return good;
}

static inline void bind(sqlite3_stmt *s, int place, const char *value) {
    sqlite3_bind_text(s, place, value, -1, SQLITE_TRANSIENT);
}

static inline bool change(store *s, const char *statement, error *e) {
    return sqlite3_exec(s->file, statement, NULL, NULL, NULL) == SQLITE_OK || fail(s, e);
}

/* Ends a transaction: commits it if it is good, otherwise rolls it back. */
static inline bool settle(store *s, bool good, error *e) {
    if (good && change(s, "COMMIT", e)) return true;
    sqlite3_exec(s->file, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static inline void column(sqlite3_stmt *s, int place, char *memory, size_t size) {
    text t = text_over(memory, size);
    const char *value = (const char *)sqlite3_column_text(s, place);
    text_add(&t, value ? value : "");
}

/* The columns of a store_match. */
#define MATCH_COLUMNS                                                                              \
    "SELECT id, game, rules, start, seats, settings, begun, owner, over, winner, reason, detail,"  \
    " score, (SELECT coalesce(sum(CASE kind WHEN 'move' THEN 1 ELSE -text END), 0) FROM event"     \
    " WHERE match = match.id AND kind IN ('move', 'undo')), listed, key, claim, series, number,"   \
    " code, arguments FROM match "

/* Calls back for each match of a query with these columns, until false comes back. Ends the query.
 */
bool store_hand_out(store *, sqlite3_stmt *, bool (*with)(void *, const store_match *),
                    void *context, error *);

/* Date and time, UTC. */
void store_write_now(char *now, size_t size);

#endif
