/* database - a connection to what holds the store: an SQLite file, or a PostgreSQL server.
 *
 * The rest of store/ is written once, over the calls below. Its SQL is what both understand, with
 * parameters ?1, ?2, ... that are never NULL, and the number of a new row by RETURNING. Where
 * PostgreSQL needs words that SQLite does not know, they are in a comment, which the connection
 * to PostgreSQL reads: "/+pg FOR SHARE+/" with stars in place of the plus signs. SQLite has one
 * writer at a time; these words are mostly the locks that PostgreSQL needs for the same promise.
 *
 * A write that begins with "async" in such a comment need not be on the disk before the next sync.
 * A query that begins with "stream" in one is not read into memory as a whole; nothing else may be
 * done with its connection until it is finished.
 *
 * sqlite.c has the SQLite file: its write-ahead log and how it reaches the disk, and owners by file
 * locks (owner.h); its schema is in schema.h. postgresql.c has the server: connections that many
 * users share and that are made again after a loss (postgresql_session.h), owners by leases
 * (postgresql_presence.h), and the same schema in PostgreSQL's words.
 */
#ifndef DAMERO_DATABASE_H
#define DAMERO_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "store/store.h"

typedef struct database database;

typedef struct statement {
    const struct database_kind *kind;
} statement;

typedef enum step_result {
    STEP_ROW,
    STEP_DONE,
    STEP_TAKEN, /* another row has this key, or a row that is referred to is missing */
    STEP_FAILED,
} step_result;

typedef struct database_kind {
    /* Connects, brings the schema up to date, and becomes an owner of matches. With `first`, which
     * must be closed last: for another thread of that owner. */
    database *(*open)(const char *where, database *first, error *); /* `where` or `first` */
    void (*close)(database *);

    const char *begin;         /* begins a transaction that writes */
    const char *begin_reading; /* begins one that sees the store as it is now */
    bool (*execute)(database *, const char *statements);

    /* For copies: the last number that an account has had, how to set it to ?1, and how to go on
     * after the highest numbers of the other tables. */
    const char *last_account, *set_last_account, *renumber;

    /* NULL on failure. `kept`: it will be used many times. */
    statement *(*prepare)(database *, const char *sql, bool kept);
    void (*finalize)(statement *);
    void (*reset)(statement *); /* it can be bound and run again */
    void (*bind_number)(statement *, int place, int64_t value);
    void (*bind_text)(statement *, int place, const char *value);
    void (*bind_bytes)(statement *, int place, const void *bytes, size_t size);
    step_result (*step)(statement *);
    int64_t (*number)(statement *, int place); /* columns count from 0; NULL is 0, or no bytes */
    const char *(*text)(statement *, int place);
    const void *(*bytes)(statement *, int place, size_t *size);

    int64_t (*changes)(database *);        /* rows that the last write has changed */
    const char *(*message)(database *);    /* why the last call failed */
    bool (*is_busy)(database *);           /* it failed because others were writing */
    const char *(*name)(const database *); /* for messages */
    const char *(*path)(const database *); /* as store_path */
    int64_t (*version)(database *);        /* as store_changes */
    /* A number that changes when what was added and not synced may be gone; 0: no connection. */
    uint64_t (*generation)(database *);
    bool (*sync)(database *, error *); /* as store_sync, also from another thread */
    bool (*sync_again)(database *, error *);
    void (*measure)(const database *, store_figures *);
    const char *(*owner)(const database *); /* the name of this process's owner */
    bool (*is_alive)(database *, const char *owner);
    /* For several servers on one store (post.h); NULL: there are none. `channel` is that of all;
     * each also listens to its own, "CHANNEL_OWNER". */
    bool (*listen)(database *, const char *channel);
    bool (*await)(database *, int wake, int milliseconds, void (*heard)(void *, const char *),
                  void *context);
} database_kind;

extern const database_kind database_sqlite, database_postgresql;

#endif
