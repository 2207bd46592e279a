#define _GNU_SOURCE
#include "store/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "store/store.h"

/* migrations[v] leads from version v to v + 1. Never change one once published: a new schema is a
 * new entry. */
static const char *const migrations[STORE_VERSION] = {
    /* 0 to 1: matches and their events. */
    "CREATE TABLE match ("
    "  id INTEGER PRIMARY KEY,"
    "  game TEXT NOT NULL,"
    "  rules TEXT NOT NULL,"
    "  start TEXT NOT NULL,"
    "  seats TEXT NOT NULL,"
    "  settings TEXT NOT NULL,"
    "  begun TEXT NOT NULL,"
    "  over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),"
    "  winner INTEGER NOT NULL DEFAULT 0,"
    "  reason TEXT NOT NULL DEFAULT '',"
    "  detail TEXT NOT NULL DEFAULT '',"
    "  score TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE TABLE event ("
    "  match INTEGER NOT NULL REFERENCES match (id),"
    "  number INTEGER NOT NULL,"
    "  time INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  seat INTEGER NOT NULL,"
    "  text TEXT NOT NULL,"
    "  used INTEGER NOT NULL,"
    "  PRIMARY KEY (match, number)"
    ") STRICT, WITHOUT ROWID;",
    /* 1 to 2: the process that plays an unfinished match, so that no other resumes it. */
    "ALTER TABLE match ADD COLUMN owner TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX match_unfinished ON match (id) WHERE over = 0;",
    /* 2 to 3: the people on the page, by the hash of a token that only they have; whether the match
     * is listed. */
    "ALTER TABLE match ADD COLUMN listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1));"
    "CREATE TABLE seat ("
    "  match INTEGER NOT NULL REFERENCES match (id),"
    "  seat INTEGER NOT NULL,"
    "  kind TEXT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  avatar TEXT NOT NULL,"
    "  token BLOB NOT NULL,"
    "  PRIMARY KEY (match, seat)"
    ") STRICT, WITHOUT ROWID;",
    /* 3 to 4: commands of an organiser for a match that another process plays. */
    "CREATE TABLE request ("
    "  id INTEGER PRIMARY KEY,"
    "  match INTEGER NOT NULL REFERENCES match (id),"
    "  line TEXT NOT NULL"
    ") STRICT;",
    /* 4 to 5: the secret part of an unlisted match's address; "" for listed ones. */
    "ALTER TABLE match ADD COLUMN key TEXT NOT NULL DEFAULT '';"
    "UPDATE match SET key = lower(hex(randomblob(16))) WHERE listed = 0;",
    /* 5 to 6: how often a match was claimed, so that a process that has lost its claim writes no
     * more. */
    "ALTER TABLE match ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;",
    /* 6 to 7: series and tournaments. Of each game of a series one result counts, whatever happens.
     */
    "ALTER TABLE match ADD COLUMN series INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE match ADD COLUMN number INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX match_series ON match (series, number) WHERE series > 0;"
    "CREATE UNIQUE INDEX match_counted ON match (series, number)"
    "  WHERE series > 0 AND over = 1 AND reason <> 'aborted';"
    "CREATE TABLE series ("
    "  id INTEGER PRIMARY KEY,"
    "  words TEXT NOT NULL,"
    "  begun TEXT NOT NULL,"
    "  owner TEXT NOT NULL,"
    "  over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))"
    ") STRICT;"
    "CREATE TABLE tournament ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  words TEXT NOT NULL,"
    "  begun TEXT NOT NULL,"
    "  owner TEXT NOT NULL DEFAULT '',"
    "  over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))"
    ") STRICT;"
    "CREATE TABLE entrant ("
    "  tournament INTEGER NOT NULL REFERENCES tournament (id),"
    "  number INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  seat TEXT NOT NULL,"
    "  joined INTEGER NOT NULL,"
    "  withdrawn INTEGER NOT NULL,"
    "  PRIMARY KEY (tournament, number),"
    "  UNIQUE (tournament, name)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE pairing ("
    "  tournament INTEGER NOT NULL REFERENCES tournament (id),"
    "  round INTEGER NOT NULL,"
    "  board INTEGER NOT NULL,"
    "  players TEXT NOT NULL,"
    "  series INTEGER NOT NULL DEFAULT 0,"
    "  over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),"
    "  played INTEGER NOT NULL DEFAULT 0 CHECK (played IN (0, 1)),"
    "  points TEXT NOT NULL DEFAULT '',"
    "  reason TEXT NOT NULL DEFAULT '',"
    "  PRIMARY KEY (tournament, round, board)"
    ") STRICT, WITHOUT ROWID;",
    /* 7 to 8: the code of `detail` and the values that were filled into it (base/error.h), so that
     * every language can word it; "": it has none. */
    "ALTER TABLE match ADD COLUMN code TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE match ADD COLUMN arguments TEXT NOT NULL DEFAULT '';",
    /* 8 to 9: which moves were played from a position, over all matches that are counted; reviews
     * and chat. */
    "ALTER TABLE match ADD COLUMN explored INTEGER NOT NULL DEFAULT 0 CHECK (explored IN (0, 1));"
    "CREATE INDEX match_unexplored ON match (id) WHERE over = 1 AND explored = 0;"
    "CREATE TABLE played ("
    "  position INTEGER NOT NULL,"
    "  move TEXT NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  won INTEGER NOT NULL,"
    "  drawn INTEGER NOT NULL,"
    "  match INTEGER NOT NULL,"
    "  PRIMARY KEY (position, move)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE review ("
    "  match INTEGER PRIMARY KEY REFERENCES match (id),"
    "  done INTEGER NOT NULL CHECK (done IN (0, 1)),"
    "  content TEXT NOT NULL"
    ") STRICT;"
    "CREATE INDEX review_unfinished ON review (match) WHERE done = 0;"
    "CREATE TABLE chat ("
    "  match INTEGER NOT NULL REFERENCES match (id),"
    "  number INTEGER NOT NULL,"
    "  time INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (match, number)"
    ") STRICT, WITHOUT ROWID;",
    /* 9 to 10: what a player said about its game when it moved; the tournament of a series. */
    "ALTER TABLE event ADD COLUMN opinion TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX pairing_series ON pairing (series) WHERE series > 0;",
    /* 10 to 11: tournaments that a server plays, which goes on with them after a kill; the people
     * in them, by the hash of a token that only they have. */
    "ALTER TABLE tournament ADD COLUMN served INTEGER NOT NULL DEFAULT 0 CHECK (served IN (0, 1));"
    "ALTER TABLE entrant ADD COLUMN token BLOB NOT NULL DEFAULT x'';",
    /* 11 to 12: people who keep a name, by the hash of a secret that only they have; the seats they
     * took with it, and which seats an engine helped. */
    "CREATE TABLE account ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  name TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    "  secret BLOB NOT NULL UNIQUE,"
    "  made TEXT NOT NULL"
    ") STRICT;"
    "ALTER TABLE seat ADD COLUMN account INTEGER REFERENCES account (id);"
    "ALTER TABLE seat ADD COLUMN helped INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1));"
    "CREATE INDEX seat_account ON seat (account) WHERE account IS NOT NULL;",
    /* 12 to 13: work that workers share. A job is free (0), taken (1) or finished (2). */
    "CREATE TABLE work ("
    "  id INTEGER PRIMARY KEY,"
    "  kind TEXT NOT NULL,"
    "  series INTEGER NOT NULL,"
    "  words TEXT NOT NULL,"
    "  needs TEXT NOT NULL,"
    "  begun TEXT NOT NULL,"
    "  over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1)),"
    "  reported INTEGER NOT NULL DEFAULT 0,"
    "  trouble TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE INDEX work_open ON work (id) WHERE over = 0;"
    "CREATE UNIQUE INDEX work_series ON work (series) WHERE series > 0;"
    "CREATE TABLE job ("
    "  work INTEGER NOT NULL REFERENCES work (id),"
    "  number INTEGER NOT NULL,"
    "  state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),"
    "  worker TEXT NOT NULL DEFAULT '',"
    "  fence INTEGER NOT NULL DEFAULT 0,"
    "  input TEXT NOT NULL DEFAULT '',"
    "  result BLOB NOT NULL DEFAULT x'',"
    "  PRIMARY KEY (work, number)"
    ") STRICT;"
    "CREATE INDEX job_open ON job (work, number) WHERE state < 2;"
    "CREATE INDEX job_held ON job (worker) WHERE state = 1;"
    "CREATE TABLE worker ("
    "  name TEXT NOT NULL PRIMARY KEY,"
    "  place TEXT NOT NULL,"
    "  tags TEXT NOT NULL,"
    "  lanes INTEGER NOT NULL,"
    "  done INTEGER NOT NULL,"
    "  begun INTEGER NOT NULL,"
    "  seen INTEGER NOT NULL,"
    "  expires INTEGER NOT NULL"
    ") STRICT;",
    /* 13 to 14: PostgreSQL has tables for several servers (post.h); a file has one server. */
    "",
};

enum { CHECKED_BYTES = 64 << 20 }; /* larger files are checked only as they are read */

static int read_number(void *number, int columns, char **values, char **names) {
    (void)names;
    scan s = scan_string(columns == 1 && values[0] ? values[0] : "0");
    scan_number(&s, 0, UINT32_MAX, number);
    return 0;
}

static int is_ok(void *good, int columns, char **values, char **names) {
    (void)names;
    if (columns != 1 || !values[0] || strcmp(values[0], "ok") != 0) *(bool *)good = false;
    return 0;
}

/* SQLite notices missing pages, but would fill a truncated page with zeros. */
static int check_size(sqlite3 *file, const char *path, bool *good) {
    struct stat about;
    uint64_t page = 0;
    int status = sqlite3_exec(file, "PRAGMA page_size", read_number, &page, NULL);
    *good = page > 0 && stat(path, &about) == 0 && (uint64_t)about.st_size % page == 0;
    return status;
}

static int is_empty(void *good, int columns, char **values, char **names) {
    (void)columns, (void)values, (void)names;
    *(bool *)good = false;
    return 0;
}

/* Whether the file is consistent: its pages and indexes, that every event belongs to a match, and
 * that no event of a match is missing. */
static int look_through(sqlite3 *file, bool *good) {
    static const char *const nothing[] = {
        "PRAGMA foreign_key_check",
        "SELECT 1 FROM event GROUP BY match HAVING count(*) <> max(number) LIMIT 1",
    };
    int status = sqlite3_exec(file, "PRAGMA integrity_check(1)", is_ok, good, NULL);
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (status == SQLITE_OK && *good)
            status = sqlite3_exec(file, nothing[i], is_empty, good, NULL);
    return status;
}

/* Checks through a connection that cannot write. Never use our own descriptor: closing it would
 * release the locks of every other connection of this process to the same file. */
static bool check_file(sqlite3 *file, bool whole, const char *path, error *e) {
    uint64_t application = 0, version = 0;
    bool good = true;
    int status = check_size(file, path, &good);
    if (status == SQLITE_OK && good)
        status = sqlite3_exec(file, "PRAGMA application_id", read_number, &application, NULL);
    if (status == SQLITE_OK && good)
        status = sqlite3_exec(file, "PRAGMA user_version", read_number, &version, NULL);
    if (status == SQLITE_OK && good && application != STORE_APPLICATION)
        return error_set(e, "%s belongs to another program; left unchanged", path);
    if (status == SQLITE_OK && good && version > STORE_VERSION)
        return error_set(
            e,
            "%s was written by a newer damero (schema %u; this one supports up to %d); "
            "left unchanged",
            path, (unsigned)version, STORE_VERSION);
    if (status == SQLITE_OK && good && whole) status = look_through(file, &good);
    if (!good || status == SQLITE_CORRUPT || status == SQLITE_NOTADB)
        return error_set(e,
                         "%s is damaged or not a Damero journal; left unchanged (move it away "
                         "or restore a copy)",
                         path);
    return status == SQLITE_OK || error_set(e, "%s: %s", path, sqlite3_errmsg(file));
}

/* The path as a URI that creates no companion files: opened as immutable. */
static bool write_still(const char *path, text *t) {
    text_add(t, *path == '/' ? "file://" : "file:");
    for (const char *c = path; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || strchr("/._-", *c);
        if (plain) text_add_char(t, *c);
        else text_addf(t, "%%%02x", (unsigned)(unsigned char)*c);
    }
    text_add(t, "?immutable=1");
    return !t->full;
}

static bool look(const char *path, bool still, bool whole, bool *interrupted, error *e) {
    sqlite3 *file = NULL;
    char uri[3 * STORE_TEXT + 32];
    text t = text_over(uri, sizeof uri);
    still = still && write_still(path, &t);
    bool good =
        sqlite3_open_v2(still ? uri : path, &file,
                        SQLITE_OPEN_READONLY | (still ? SQLITE_OPEN_URI : 0), NULL) == SQLITE_OK;
    if (!good) error_set(e, "%s cannot be opened: %s", path, sqlite3_errmsg(file));
    sqlite3_busy_timeout(file, 10000);
    good = good && check_file(file, whole, path, e);
    *interrupted = sqlite3_extended_errcode(file) == SQLITE_READONLY_ROLLBACK;
    sqlite3_close(file);
    return good;
}

/* A kill in the middle of a change leaves a rollback journal next to the file. Nobody can read the
 * file before that change is undone; opening it for writing does that. */
static void undo_interrupted_change(const char *path) {
    sqlite3 *file = NULL;
    if (sqlite3_open_v2(path, &file, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(file, 10000);
        sqlite3_exec(file, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    }
    sqlite3_close(file);
}

static bool has_beside(const char *path, const char *ending) {
    char beside[STORE_TEXT + 16];
    struct stat about;
    text t = text_over(beside, sizeof beside);
    text_addf(&t, "%s%s", path, ending);
    return t.full || stat(beside, &about) == 0;
}

/* Whether the file seems unused: there is no log and no rollback journal next to it. */
static bool is_still(const char *path) {
    return !has_beside(path, "-wal") && !has_beside(path, "-journal");
}

static bool is_unchanged(const char *path, const struct stat *before) {
    struct stat now;
    return stat(path, &now) == 0 && now.st_size == before->st_size &&
           now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
}

bool schema_check(const char *path, error *e) {
    struct stat about;
    bool interrupted;
    if (stat(path, &about) != 0)
        return error_set(e, "%s cannot be opened: %s", path, strerror(errno));
    if (about.st_size == 0)
        return error_set(e,
                         "%s is empty, so its contents are lost; left unchanged (restore a "
                         "copy, or delete it to start a new journal)",
                         path);
    bool whole = about.st_size <= CHECKED_BYTES;
    /* Reading a file in WAL mode creates companion files that a reader cannot delete. A refused
     * file must stay unchanged, so we first check without them. If another process starts to write
     * meanwhile, the result of that check means nothing. */
    if (is_still(path)) {
        if (look(path, true, whole, &interrupted, e)) return true;
        if (is_still(path) && is_unchanged(path, &about)) return false;
    }
    bool good = look(path, false, whole, &interrupted, e);
    if (!good && interrupted) {
        undo_interrupted_change(path);
        good = look(path, false, whole, &interrupted, e);
    }
    return good;
}

bool schema_migrate(sqlite3 *file, const char *path, error *e) {
    uint64_t version = 0;
    char statement[100];
    if (sqlite3_exec(file, "PRAGMA user_version", read_number, &version, NULL) == SQLITE_OK &&
        version == STORE_VERSION)
        return true;
    /* Another program may use the file too: check again under the lock. */
    bool good = sqlite3_exec(file, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_exec(file, "PRAGMA user_version", read_number, &version, NULL) == SQLITE_OK;
    for (; good && version < STORE_VERSION; version++)
        good = sqlite3_exec(file, migrations[version], NULL, NULL, NULL) == SQLITE_OK;
    text t = text_over(statement, sizeof statement);
    text_addf(&t, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", STORE_APPLICATION,
              STORE_VERSION);
    good = good && sqlite3_exec(file, statement, NULL, NULL, NULL) == SQLITE_OK;
    if (good) return true;
    error_set(e, "%s cannot be updated: %s", path, sqlite3_errmsg(file));
    sqlite3_exec(file, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* The bytes of a new file; free them with sqlite3_free. */
static unsigned char *new_file(const char *path, sqlite3_int64 *size, error *e) {
    sqlite3 *memory = NULL;
    unsigned char *bytes = NULL;
    if (sqlite3_open(":memory:", &memory) == SQLITE_OK && schema_migrate(memory, path, e) &&
        !(bytes = sqlite3_serialize(memory, "main", size, 0)))
        error_set(e, "no memory for a store");
    sqlite3_close(memory);
    return bytes;
}

static bool write_all(int file, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(file) == 0;
}

/* Syncs a file's name to disk. */
static bool sync_folder(const char *path) {
    char folder[STORE_TEXT];
    const char *slash = strrchr(path, '/');
    text t = text_over(folder, sizeof folder);
    if (slash) text_add_part(&t, path, slash == path ? 1 : (size_t)(slash - path));
    else text_add(&t, ".");
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = file >= 0 && fsync(file) == 0;
    if (file >= 0) close(file);
    return good;
}

bool schema_create(const char *path, error *e) {
    char unnamed[STORE_TEXT + 16];
    struct stat about;
    sqlite3_int64 size;
    if (stat(path, &about) == 0) return true;
    text t = text_over(unnamed, sizeof unnamed);
    text_addf(&t, "%s-new-XXXXXX", path);
    unsigned char *bytes = new_file(path, &size, e);
    if (!bytes) return false;
    int file = mkostemp(unnamed, O_CLOEXEC);
    bool good = file >= 0 && write_all(file, bytes, (size_t)size);
    if (file >= 0) good = close(file) == 0 && good;
    /* If another process was faster, its file is as good as ours. */
    good = good &&
           (renameat2(AT_FDCWD, unnamed, AT_FDCWD, path, RENAME_NOREPLACE) == 0 ? sync_folder(path)
                                                                                : errno == EEXIST);
    if (!good) error_set(e, "%s cannot be created: %s", path, strerror(errno));
    if (file >= 0) unlink(unnamed); /* exists only if it was not renamed */
    sqlite3_free(bytes);
    return good;
}
