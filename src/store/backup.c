#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "store/schema.h"

enum { PAGES_AT_ONCE = 256, WAIT_MS = 5, BUSY_MS = 10000 };

static bool fail(sqlite3 *file, const char *path, error *e) {
    return error_set(e, "%s: %s", path, file ? sqlite3_errmsg(file) : "no memory");
}

/* Copies page by page; if somebody writes meanwhile, SQLite starts over by itself. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, const char *path, store_progress *progress,
                       void *context, error *e) {
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    int status = SQLITE_ERROR;
    while (copy) {
        status = sqlite3_backup_step(copy, PAGES_AT_ONCE);
        int total = sqlite3_backup_pagecount(copy), left = sqlite3_backup_remaining(copy);
        if (progress && total) progress(context, (double)(total - left) / total);
        if (status == SQLITE_BUSY || status == SQLITE_LOCKED) sqlite3_sleep(WAIT_MS);
        else if (status != SQLITE_OK) break;
    }
    sqlite3_backup_finish(copy);
    return status == SQLITE_DONE || fail(to, path, e);
}

/* The copy is a plain file without a log next to it, so it can be moved as it is. */
static bool make_plain(sqlite3 *file, const char *path, error *e) {
    return sqlite3_exec(file, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK ||
           fail(file, path, e);
}

static bool bring_to_disk(const char *path, error *e) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    bool good = file >= 0 && fsync(file) == 0;
    if (!good) error_set(e, "%s: %s", path, strerror(errno));
    if (file >= 0) close(file);
    return good;
}

bool store_backup(const char *path, const char *into, store_progress *progress, void *context,
                  error *e) {
    char beside[4096];
    sqlite3 *from = NULL, *to = NULL;
    text t = text_over(beside, sizeof beside);
    text_addf(&t, "%s.part", into);
    if (t.full) return error_set(e, "%.60s...: the name is too long", into);
    if (!schema_check(path, e)) return false;
    int made = open(beside, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600); /* it holds tokens */
    if (made < 0) return error_set(e, "cannot write %s: %s", beside, strerror(errno));
    close(made);
    bool good = sqlite3_open_v2(path, &from, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK ||
                fail(from, path, e);
    good = good && (sqlite3_open_v2(beside, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                    fail(to, beside, e));
    if (from) sqlite3_busy_timeout(from, BUSY_MS);
    good = good && copy_pages(from, to, beside, progress, context, e) && make_plain(to, beside, e);
    sqlite3_close(from);
    sqlite3_close(to);
    good = good && schema_check(beside, e) && bring_to_disk(beside, e);
    if (good && rename(beside, into) != 0)
        good = error_set(e, "cannot write %s: %s", into, strerror(errno));
    if (!good) unlink(beside);
    return good;
}
