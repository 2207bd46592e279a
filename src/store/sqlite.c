/* The store in an SQLite file: see database.h. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "store/database.h"
#include "store/group.h"
#include "store/schema.h"

enum { LOG_PAGES = 1000, BUSY_TRIES = 10000 /* of a millisecond */ };

/* The write-ahead log. All stores of a process that were reopened from one share it. */
typedef struct shared_log {
    sync_group group; /* brings it to the disk; its lock is also for `moving` and `moved` */
    int file;         /* -1: could not be opened yet */
    int trouble;      /* the last failure's errno */
    /* A thread moves the log into the file when it has LOG_PAGES. SQLite would do that within the
     * commit that makes the log so long, and that move would wait for the disk twice. */
    database *first; /* whose it is */
    pthread_t mover;
    bool moving, moved; /* it runs; it has ended and was not joined yet */
} shared_log;

struct database {
    sqlite3 *file;
    sqlite3_stmt *version;
    owner_lock own;
    shared_log own_log;
    /* Its own, or those of the store it was reopened from. */
    const owner_lock *owner;
    shared_log *log;
    uint64_t failures; /* of the log, already reported to it */
    bool lacks_memory; /* for the last statement, which SQLite does not know of */
    char path[STORE_TEXT];
};

typedef struct sqlite_statement {
    statement base;
    sqlite3_stmt *prepared;
} sqlite_statement;

static sqlite3_stmt *of(statement *q) { return ((sqlite_statement *)q)->prepared; }

static const char *path(const database *d) { return sqlite3_db_filename(d->file, "main"); }

static const char *name(const database *d) { return d->path; }

static const char *message(database *d) {
    return d->lacks_memory ? "out of memory" : sqlite3_errmsg(d->file);
}

static bool fail(database *d, error *e) { return error_set(e, "%s: %s", d->path, message(d)); }

/* Creates the folders in a file's path. */
static void make_folders(const char *file) {
    char part[STORE_TEXT];
    for (const char *slash = file; (slash = strchr(slash + 1, '/'));) {
        text t = text_over(part, sizeof part);
        text_add_part(&t, file, (size_t)(slash - file));
        mkdir(part, 0700); /* failures show when the file is opened */
    }
}

/* Another connection writes. SQLite's own wait grows to 100 ms, though a write takes less than one.
 */
static int wait_for_writer(void *context, int tries) {
    (void)context;
    nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    return tries < BUSY_TRIES;
}

/* Moves the log into the file, as far as nobody reads older content from there. If that fails, the
 * log only stays longer. */
static void *move_log(void *context) {
    database *d = context;
    shared_log *log = d->log;
    sqlite3 *file = NULL;
    if (sqlite3_open_v2(path(d), &file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK)
        sqlite3_wal_checkpoint_v2(file, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    sqlite3_close(file);
    pthread_mutex_lock(&log->group.lock);
    log->moving = false;
    log->moved = true;
    pthread_mutex_unlock(&log->group.lock);
    return NULL;
}

/* Waits for the mover, which takes the lock when it ends. */
static void join_mover(shared_log *log) {
    pthread_mutex_lock(&log->group.lock);
    bool started = log->moved || log->moving;
    pthread_mutex_unlock(&log->group.lock);
    if (started) pthread_join(log->mover, NULL);
}

static int grown(void *context, sqlite3 *file, const char *schema, int pages) {
    (void)file, (void)schema;
    database *d = context;
    shared_log *log = d->log;
    if (pages < LOG_PAGES) return SQLITE_OK;
    pthread_mutex_lock(&log->group.lock);
    if (!log->moving) {
        if (log->moved) pthread_join(log->mover, NULL); /* at its end already */
        log->moved = false;
        log->moving = pthread_create(&log->mover, NULL, move_log, log->first) == 0;
    }
    pthread_mutex_unlock(&log->group.lock);
    return SQLITE_OK;
}

static bool execute(database *d, const char *statements) {
    return sqlite3_exec(d->file, statements, NULL, NULL, NULL) == SQLITE_OK;
}

/* Opened with the store: later its folder may have another name, or another file system on it. */
static void open_log(database *d) {
    char wal[STORE_TEXT + 8];
    text t = text_over(wal, sizeof wal);
    text_addf(&t, "%s-wal", path(d)); /* the current folder may be another by now */
    d->log->file = open(wal, O_RDONLY | O_CLOEXEC);
}

static bool open_file(database *d, error *e) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(d->path, &d->file, flags, NULL) != SQLITE_OK) return fail(d, e);
    sqlite3_busy_handler(d->file, wait_for_writer, NULL);
    sqlite3_wal_hook(d->file, grown, d);
    if (!schema_migrate(d->file, d->path, e)) return false;
    if (!execute(d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                    "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;") || /* names, chat */
        /* Reading creates the log, which must exist so that it can be hidden from programs. */
        !execute(d, "SELECT id FROM match LIMIT 1"))
        return fail(d, e);
    if (d->log->first == d) open_log(d);
    return true;
}

static database *new_database(const char *file, database *first, error *e) {
    database *d = calloc(1, sizeof *d);
    if (!d) {
        error_set(e, "no memory for a store");
        return NULL;
    }
    d->own_log.file = d->own.file = -1;
    group_create(&d->own_log.group);
    d->own_log.first = d;
    d->owner = first ? first->owner : &d->own;
    d->log = first ? first->log : &d->own_log;
    d->failures = group_failures(&d->log->group);
    text t = text_over(d->path, sizeof d->path);
    text_add(&t, first ? path(first) : file);
    return d;
}

static void close_database(database *d) {
    if (!d) return;
    join_mover(&d->own_log);
    sqlite3_finalize(d->version);
    sqlite3_close(d->file);
    if (d->own_log.file >= 0) close(d->own_log.file);
    group_destroy(&d->own_log.group);
    owner_destroy(&d->own);
    free(d);
}

static database *open_database(const char *file, database *first, error *e) {
    database *d = new_database(file, first, e);
    if (!d) return NULL;
    if (!first) make_folders(file);
    if ((first ||
         (schema_create(file, e) && schema_check(file, e) && owner_create(&d->own, file, e))) &&
        open_file(d, e))
        return d;
    close_database(d);
    return NULL;
}

static statement *prepare(database *d, const char *sql, bool kept) {
    sqlite_statement *q = malloc(sizeof *q);
    d->lacks_memory = !q;
    if (!q) return NULL;
    *q = (sqlite_statement){.base = {&database_sqlite}};
    sqlite3_prepare_v3(d->file, sql, -1, kept ? SQLITE_PREPARE_PERSISTENT : 0, &q->prepared, NULL);
    if (q->prepared) return &q->base;
    free(q);
    return NULL;
}

static void finalize(statement *q) {
    sqlite3_finalize(of(q));
    free(q);
}

static void reset(statement *q) {
    sqlite3_reset(of(q));
    sqlite3_clear_bindings(of(q));
}

static void bind_number(statement *q, int place, int64_t value) {
    sqlite3_bind_int64(of(q), place, value);
}

static void bind_text(statement *q, int place, const char *value) {
    sqlite3_bind_text(of(q), place, value, -1, SQLITE_TRANSIENT);
}

static void bind_bytes(statement *q, int place, const void *bytes, size_t size) {
    if (size > 0) sqlite3_bind_blob(of(q), place, bytes, (int)size, SQLITE_TRANSIENT);
    else sqlite3_bind_zeroblob(of(q), place, 0);
}

static step_result step(statement *q) {
    switch (sqlite3_step(of(q))) {
    case SQLITE_ROW: return STEP_ROW;
    case SQLITE_DONE: return STEP_DONE;
    case SQLITE_CONSTRAINT: return STEP_TAKEN;
    default: return STEP_FAILED;
    }
}

static int64_t number(statement *q, int place) { return sqlite3_column_int64(of(q), place); }

static const char *text_of(statement *q, int place) {
    return (const char *)sqlite3_column_text(of(q), place);
}

static const void *bytes_of(statement *q, int place, size_t *size) {
    const void *bytes = sqlite3_column_blob(of(q), place);
    *size = (size_t)sqlite3_column_bytes(of(q), place);
    return bytes;
}

static int64_t changes(database *d) { return sqlite3_changes(d->file); }

static bool is_busy(database *d) { return sqlite3_errcode(d->file) == SQLITE_BUSY; }

/* data_version counts other connections' changes, total_changes our own. */
static int64_t version(database *d) {
    int64_t others = 0;
    if (!d->version)
        sqlite3_prepare_v3(d->file, "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT,
                           &d->version, NULL);
    if (d->version && sqlite3_step(d->version) == SQLITE_ROW)
        others = sqlite3_column_int64(d->version, 0);
    sqlite3_reset(d->version);
    return (others << 32) + sqlite3_total_changes(d->file);
}

/* Syncs the log to disk. It holds everything that is not yet in the file itself; SQLite syncs the
 * rest when it moves it there. The log exists as long as a connection is open. */
static bool sync_log(void *context) {
    database *d = context;
    shared_log *log = d->log;
    if (log->file < 0) open_log(d); /* there were no descriptors left before */
    if (log->file >= 0 && fdatasync(log->file) == 0) return true;
    log->trouble = errno;
    return false;
}

static bool sync_all(database *d, error *e) {
    return group_sync(&d->log->group, &d->failures, sync_log, d) ||
           error_set(e, "%s-wal: %s", d->path, strerror(d->log->trouble));
}

static bool sync_again(database *d, error *e) {
    int frames, copied, mode = SQLITE_CHECKPOINT_FULL;
    if (sqlite3_wal_checkpoint_v2(d->file, NULL, mode, &frames, &copied) != SQLITE_OK)
        return fail(d, e);
    return frames == copied ? sync_all(d, e) : error_set(e, "%s: it is being read", d->path);
}

static void measure(const database *d, store_figures *f) { group_measure(&d->log->group, f); }

/* What the system was given stays there, whatever happens to this connection. */
static uint64_t generation(database *d) {
    (void)d;
    return 1;
}

static const char *owner(const database *d) { return d->owner->name; }

static bool is_alive(database *d, const char *who) { return owner_is_alive(d->owner, who); }

const database_kind database_sqlite = {
    .open = open_database,
    .close = close_database,
    .begin = "BEGIN IMMEDIATE",
    .begin_reading = "BEGIN",
    .execute = execute,
    .last_account = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'account'), 0)",
    .set_last_account = "INSERT INTO sqlite_sequence (name, seq) VALUES ('account', ?1)",
    .renumber = "DELETE FROM sqlite_sequence WHERE name = 'account'",
    .prepare = prepare,
    .finalize = finalize,
    .reset = reset,
    .bind_number = bind_number,
    .bind_text = bind_text,
    .bind_bytes = bind_bytes,
    .step = step,
    .number = number,
    .text = text_of,
    .bytes = bytes_of,
    .changes = changes,
    .message = message,
    .is_busy = is_busy,
    .name = name,
    .path = path,
    .version = version,
    .generation = generation,
    .sync = sync_all,
    .sync_again = sync_again,
    .measure = measure,
    .owner = owner,
    .is_alive = is_alive,
};
