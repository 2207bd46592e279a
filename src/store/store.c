#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "store/lines.h"
#include "store/schema.h"

struct store {
    sqlite3 *file;
    sqlite3_stmt *add;
    int log; /* the write-ahead log, to bring it onto the disk; -1: not open yet */
    owner_lock own;
    const owner_lock *owner; /* its own, or that of the store which it was opened again from */
    char path[STORE_TEXT];
};

bool store_usual_path(char *path, size_t size, error *e) {
    const char *own = getenv("DAMERO_STORE"), *data = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    text t = text_over(path, size);
    if (own && *own) text_add(&t, own);
    else if (data && *data) text_addf(&t, "%s/damero/damero.db", data);
    else if (home && *home) text_addf(&t, "%s/.local/share/damero/damero.db", home);
    if (t.length == 0 || t.full)
        return error_set(e, "where to keep the journal is not known: set DAMERO_STORE or HOME");
    return true;
}

/* Makes the folders that a file's path goes through. */
static void make_folders(const char *path) {
    char part[STORE_TEXT];
    for (const char *slash = path; (slash = strchr(slash + 1, '/'));) {
        text t = text_over(part, sizeof part);
        text_add_part(&t, path, (size_t)(slash - path));
        mkdir(part, 0700); /* what fails here shows when the file is opened */
    }
}

static bool fail(const store *s, error *e) {
    return error_set(e, "%s: %s", s->path, sqlite3_errmsg(s->file));
}

static sqlite3_stmt *prepare(store *s, const char *statement) {
    sqlite3_stmt *prepared = NULL;
    sqlite3_prepare_v2(s->file, statement, -1, &prepared, NULL);
    return prepared;
}

/* Whether match ?1 is still claimed by number ?2: what every write of its owner depends on. */
#define FENCE "EXISTS (SELECT 1 FROM match WHERE id = ?1 AND claim = ?2 AND over = 0)"

static bool open_file(store *s, error *e) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(s->path, &s->file, flags, NULL) != SQLITE_OK) return fail(s, e);
    sqlite3_busy_timeout(s->file, 10000);
    if (!schema_migrate(s->file, s->path, e)) return false;
    if (sqlite3_exec(s->file,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                     "PRAGMA foreign_keys = ON;",
                     NULL, NULL, NULL) != SQLITE_OK)
        return fail(s, e);
    /* Reading makes the log, which must be there for those who hide it from others. */
    if (sqlite3_exec(s->file, "SELECT id FROM match LIMIT 1", NULL, NULL, NULL) != SQLITE_OK)
        return fail(s, e);
    s->add = prepare(s, "INSERT INTO event (match, number, time, kind, seat, text, used) SELECT ?1,"
                        " (SELECT coalesce(max(number), 0) + 1 FROM event WHERE match = ?1),"
                        " ?3, ?4, ?5, ?6, ?7 WHERE " FENCE " RETURNING number");
    return s->add || fail(s, e);
}

static store *new_store(const char *path, error *e) {
    store *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a store");
        return NULL;
    }
    s->log = s->own.file = -1;
    s->owner = &s->own;
    text t = text_over(s->path, sizeof s->path);
    text_add(&t, path);
    return s;
}

store *store_open(const char *path, error *e) {
    store *s = new_store(path, e);
    if (!s) return NULL;
    make_folders(path);
    if (schema_create(path, e) && schema_check(path, e) && owner_create(&s->own, path, e) &&
        open_file(s, e)) {
        lines_prepare(path);
        return s;
    }
    store_close(s);
    return NULL;
}

store *store_open_again(store *first, error *e) {
    store *s = new_store(first->path, e);
    if (s) s->owner = first->owner;
    if (s && open_file(s, e)) return s;
    store_close(s);
    return NULL;
}

const char *store_path(const store *s) { return sqlite3_db_filename(s->file, "main"); }

void store_close(store *s) {
    if (!s) return;
    sqlite3_finalize(s->add);
    if (s->log >= 0) close(s->log);
    sqlite3_close(s->file);
    owner_destroy(&s->own);
    free(s);
}

bool store_is_alive(const store *s, const store_owner *o) {
    return owner_is_alive(s->owner, o->name);
}

bool store_is_mine(const store *s, const store_owner *o) {
    return strcmp(o->name, s->owner->name) == 0;
}

static bool run(store *s, sqlite3_stmt *statement, error *e) {
    bool good = statement && sqlite3_step(statement) == SQLITE_DONE;
    if (!good) fail(s, e);
    sqlite3_finalize(statement);
    return good;
}

static void bind(sqlite3_stmt *s, int place, const char *value) {
    sqlite3_bind_text(s, place, value, -1, SQLITE_TRANSIENT);
}

static void bind_fence(sqlite3_stmt *s, store_fence f) {
    sqlite3_bind_int64(s, 1, f.match);
    sqlite3_bind_int64(s, 2, f.claim);
}

static store_result lose(int64_t match, error *e) {
    error_set(e, "match %lld is played by another process now, or over", (long long)match);
    return STORE_LOST;
}

/* Runs a write that depends on a fence and changes one row. */
static store_result run_fenced(store *s, sqlite3_stmt *statement, int64_t match, error *e) {
    if (!run(s, statement, e)) return STORE_FAILED;
    return sqlite3_changes(s->file) == 1 ? STORE_KEPT : lose(match, e);
}

bool store_begin(store *s, store_match *m, error *e) {
    time_t now = time(NULL);
    struct tm parts;
    m->owner = (store_owner){.claim = 1};
    memcpy(m->owner.name, s->owner->name, sizeof m->owner.name);
    gmtime_r(&now, &parts);
    strftime(m->begun, sizeof m->begun, "%Y-%m-%d %H:%M:%S", &parts);
    sqlite3_stmt *add =
        prepare(s, "INSERT INTO match (game, rules, start, seats, settings, begun, owner, key,"
                   " claim, listed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    if (!add) return fail(s, e);
    sqlite3_bind_int64(add, 9, m->owner.claim);
    sqlite3_bind_int(add, 10, !m->unlisted);
    const char *const values[] = {m->game,     m->rules, m->start,      m->seats,
                                  m->settings, m->begun, m->owner.name, m->key};
    for (int i = 0; i < 8; i++) bind(add, i + 1, values[i]);
    if (!run(s, add, e)) return false;
    m->id = sqlite3_last_insert_rowid(s->file);
    return true;
}

static bool change(store *s, const char *statement, error *e) {
    return sqlite3_exec(s->file, statement, NULL, NULL, NULL) == SQLITE_OK || fail(s, e);
}

/* Ends a change that has begun: all of it where it is good, else nothing. */
static bool settle(store *s, bool good, error *e) {
    if (good && change(s, "COMMIT", e)) return true;
    sqlite3_exec(s->file, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

store_result store_set_seat(store *s, store_fence f, int seat, const store_seat *v, error *e) {
    sqlite3_stmt *set =
        prepare(s, "INSERT INTO seat (match, seat, kind, name, avatar, token) SELECT ?1, ?3, ?4,"
                   " ?5, ?6, ?7 WHERE " FENCE " ON CONFLICT DO UPDATE SET kind = excluded.kind,"
                   " name = excluded.name, avatar = excluded.avatar");
    if (set) {
        bind_fence(set, f);
        sqlite3_bind_int(set, 3, seat);
        bind(set, 4, v->kind);
        bind(set, 5, v->name);
        bind(set, 6, v->avatar);
        sqlite3_bind_blob(set, 7, v->token, v->has_token ? STORE_TOKEN : 0, SQLITE_TRANSIENT);
        if (!v->has_token) sqlite3_bind_zeroblob(set, 7, 0);
    }
    return run_fenced(s, set, f.match, e);
}

bool store_begin_seated(store *s, store_match *m, const store_seat *seats, int count, error *e) {
    if (!change(s, "BEGIN IMMEDIATE", e)) return false;
    bool good = store_begin(s, m, e);
    for (int seat = 0; good && seat < count; seat++)
        good = store_set_seat(s, store_fence_of(m), seat, &seats[seat], e) == STORE_KEPT;
    return settle(s, good, e);
}

store_result store_claim(store *s, int64_t match, const store_owner *expected, store_fence *f,
                         error *e) {
    sqlite3_stmt *claim = prepare(s, "UPDATE match SET owner = ?4, claim = claim + 1"
                                     " WHERE id = ?1 AND claim = ?2 AND owner = ?3 AND over = 0");
    if (claim) {
        bind_fence(claim, (store_fence){match, expected->claim});
        bind(claim, 3, expected->name);
        bind(claim, 4, s->owner->name);
    }
    store_result result = run_fenced(s, claim, match, e);
    if (result == STORE_KEPT) *f = (store_fence){match, expected->claim + 1};
    return result;
}

store_result store_add(store *s, store_fence f, store_event *v, error *e) {
    bind_fence(s->add, f);
    sqlite3_bind_int64(s->add, 3, v->time);
    bind(s->add, 4, v->kind);
    sqlite3_bind_int(s->add, 5, v->seat);
    bind(s->add, 6, v->text);
    sqlite3_bind_int64(s->add, 7, v->used);
    int status = sqlite3_step(s->add);
    bool added = status == SQLITE_ROW;
    if (added) v->number = sqlite3_column_int64(s->add, 0);
    if (added) status = sqlite3_step(s->add);
    if (status != SQLITE_DONE) fail(s, e);
    sqlite3_reset(s->add);
    if (status != SQLITE_DONE) return STORE_FAILED;
    return added ? STORE_KEPT : lose(f.match, e);
}

store_result store_end(store *s, store_fence f, store_event *v, int winner, const char *reason,
                       const char *detail, const char *score, error *e) {
    if (!change(s, "BEGIN IMMEDIATE", e)) return STORE_FAILED;
    store_result result = store_add(s, f, v, e);
    if (result == STORE_KEPT) {
        sqlite3_stmt *end =
            prepare(s, "UPDATE match SET over = 1, owner = '', winner = ?3, reason = ?4,"
                       " detail = ?5, score = ?6 WHERE id = ?1 AND claim = ?2");
        if (end) {
            bind_fence(end, f);
            sqlite3_bind_int(end, 3, winner);
            bind(end, 4, reason);
            bind(end, 5, detail);
            bind(end, 6, score);
        }
        result = run_fenced(s, end, f.match, e);
    }
    bool settled = settle(s, result == STORE_KEPT, e);
    return settled ? STORE_KEPT : result == STORE_LOST ? STORE_LOST : STORE_FAILED;
}

static void column(sqlite3_stmt *s, int place, char *memory, size_t size) {
    text t = text_over(memory, size);
    const char *value = (const char *)sqlite3_column_text(s, place);
    text_add(&t, value ? value : "");
}

bool store_request(store *s, int64_t match, const char *line, error *e) {
    sqlite3_stmt *add = prepare(s, "INSERT INTO request (match, line) VALUES (?1, ?2)");
    if (!add) return fail(s, e);
    sqlite3_bind_int64(add, 1, match);
    bind(add, 2, line);
    return run(s, add, e);
}

bool store_is_requested(store *s, int64_t match) {
    sqlite3_stmt *look = prepare(s, "SELECT 1 FROM request WHERE match = ?1");
    sqlite3_bind_int64(look, 1, match);
    bool found = sqlite3_step(look) == SQLITE_ROW;
    sqlite3_finalize(look);
    return found;
}

/* Looking comes before taking: only taking needs the lock for writers. */
bool store_take_request(store *s, store_fence f, char *line, size_t size, error *e) {
    sqlite3_stmt *look =
        prepare(s, "SELECT id, line FROM request WHERE match = ?1 ORDER BY id LIMIT 1");
    if (!look) return fail(s, e);
    sqlite3_bind_int64(look, 1, f.match);
    bool found = sqlite3_step(look) == SQLITE_ROW;
    int64_t id = found ? sqlite3_column_int64(look, 0) : 0;
    if (found) column(look, 1, line, size);
    sqlite3_finalize(look);
    if (!found) return error_set(e, "there is none");
    sqlite3_stmt *take = prepare(s, "DELETE FROM request WHERE match = ?1 AND id = ?3 AND " FENCE);
    if (take) bind_fence(take, f);
    if (take) sqlite3_bind_int64(take, 3, id);
    return run_fenced(s, take, f.match, e) == STORE_KEPT;
}

/* The log holds all that is not yet in the file itself; SQLite syncs the rest when it moves it
 * there. While a connection is open the log is there. */
bool store_sync(store *s, error *e) {
    char path[STORE_TEXT + 8];
    if (s->log < 0) {
        text t = text_over(path, sizeof path);
        text_addf(&t, "%s-wal", s->path);
        s->log = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (s->log >= 0 && fdatasync(s->log) == 0) return true;
    return error_set(e, "%s-wal: %s", s->path, strerror(errno));
}

bool store_sync_again(store *s, error *e) {
    int frames, copied, mode = SQLITE_CHECKPOINT_FULL;
    if (sqlite3_wal_checkpoint_v2(s->file, NULL, mode, &frames, &copied) != SQLITE_OK)
        return fail(s, e);
    return frames == copied ? store_sync(s, e) : error_set(e, "%s: others read it", s->path);
}

#define MATCH_COLUMNS                                                                              \
    "SELECT id, game, rules, start, seats, settings, begun, owner, over, winner, reason, detail,"  \
    " score, (SELECT coalesce(sum(CASE kind WHEN 'move' THEN 1 ELSE -text END), 0) FROM event"     \
    " WHERE match = match.id AND kind IN ('move', 'undo')), listed, key, claim FROM match "

static void read_match(sqlite3_stmt *q, store_match *m) {
    *m = (store_match){.id = sqlite3_column_int64(q, 0)};
    column(q, 1, m->game, sizeof m->game);
    column(q, 2, m->rules, sizeof m->rules);
    column(q, 3, m->start, sizeof m->start);
    column(q, 4, m->seats, sizeof m->seats);
    column(q, 5, m->settings, sizeof m->settings);
    column(q, 6, m->begun, sizeof m->begun);
    column(q, 7, m->owner.name, sizeof m->owner.name);
    m->over = sqlite3_column_int(q, 8) != 0;
    m->winner = sqlite3_column_int(q, 9);
    column(q, 10, m->reason, sizeof m->reason);
    text detail =
        text_over(m->detail, sizeof m->detail); /* may quote a player, in older files raw */
    text_add_visible(&detail, (const char *)sqlite3_column_text(q, 11), "?");
    column(q, 12, m->score, sizeof m->score);
    m->moves = sqlite3_column_int64(q, 13);
    m->unlisted = sqlite3_column_int(q, 14) == 0;
    column(q, 15, m->key, sizeof m->key);
    m->owner.claim = sqlite3_column_int64(q, 16);
}

bool store_find(store *s, int64_t match, store_match *m, error *e) {
    sqlite3_stmt *q = prepare(s, MATCH_COLUMNS "WHERE id = ?1");
    if (!q) return fail(s, e);
    sqlite3_bind_int64(q, 1, match);
    int status = sqlite3_step(q);
    if (status == SQLITE_ROW) read_match(q, m);
    sqlite3_finalize(q);
    if (status == SQLITE_ROW) return true;
    if (status != SQLITE_DONE) return fail(s, e);
    return error_set(e, "there is no match %lld; 'damero matches' lists them", (long long)match);
}

bool store_find_key(store *s, int64_t match, char key[STORE_KEY]) {
    /* An unlisted match without a key, which nothing writes, is nobody's. */
    sqlite3_stmt *q =
        prepare(s, "SELECT key FROM match WHERE id = ?1 AND (listed = 1 OR key <> '')");
    sqlite3_bind_int64(q, 1, match);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) column(q, 0, key, STORE_KEY);
    sqlite3_finalize(q);
    return found;
}

bool store_each_wanted(store *s, const store_wanted *w, bool (*with)(void *, const store_match *),
                       void *context, error *e) {
    sqlite3_stmt *q =
        prepare(s, MATCH_COLUMNS "WHERE (?1 < 0 OR over = ?1) AND (?2 = 0 OR listed = 1) AND"
                                 " (?3 IS NULL OR game = ?3) AND (?4 = 0 OR id < ?4)"
                                 " ORDER BY id DESC LIMIT ?5");
    int status;
    bool more = true;
    if (!q) return fail(s, e);
    sqlite3_bind_int(q, 1, w->running == w->over ? -1 : w->over);
    sqlite3_bind_int(q, 2, w->listed);
    if (w->game) bind(q, 3, w->game);
    sqlite3_bind_int64(q, 4, w->before);
    sqlite3_bind_int(q, 5, w->most);
    while (more && (status = sqlite3_step(q)) == SQLITE_ROW) {
        store_match m;
        read_match(q, &m);
        more = with(context, &m);
    }
    sqlite3_finalize(q);
    return !more || status == SQLITE_DONE || fail(s, e);
}

int64_t store_changes(store *s) {
    int64_t others = 0;
    sqlite3_stmt *q = prepare(s, "PRAGMA data_version");
    if (q && sqlite3_step(q) == SQLITE_ROW) others = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    /* data_version counts the others' changes, total_changes our own. */
    return (others << 32) + sqlite3_total_changes(s->file);
}

bool store_each_match(store *s, int most, bool (*with)(void *, const store_match *), void *context,
                      error *e) {
    return store_each_wanted(s, &(store_wanted){.most = most}, with, context, e);
}

int store_seats(store *s, int64_t match, store_seat *seats, int most, error *e) {
    sqlite3_stmt *q =
        prepare(s, "SELECT kind, name, avatar, token FROM seat WHERE match = ?1 ORDER BY seat");
    int status = SQLITE_DONE, count = 0;
    if (!q) return fail(s, e) - 1;
    sqlite3_bind_int64(q, 1, match);
    for (; count < most && (status = sqlite3_step(q)) == SQLITE_ROW; count++) {
        store_seat *v = &seats[count];
        column(q, 0, v->kind, sizeof v->kind);
        column(q, 1, v->name, sizeof v->name);
        column(q, 2, v->avatar, sizeof v->avatar);
        v->has_token = sqlite3_column_bytes(q, 3) == STORE_TOKEN;
        if (v->has_token) memcpy(v->token, sqlite3_column_blob(q, 3), STORE_TOKEN);
    }
    sqlite3_finalize(q);
    if (status == SQLITE_DONE || status == SQLITE_ROW) return count;
    return fail(s, e) - 1;
}

bool store_each_event(store *s, int64_t match, bool (*with)(void *, const store_event *),
                      void *context, error *e) {
    return store_each_later(s, match, 0, with, context, e);
}

bool store_each_later(store *s, int64_t match, int64_t after,
                      bool (*with)(void *, const store_event *), void *context, error *e) {
    sqlite3_stmt *q = prepare(s, "SELECT number, time, kind, seat, text, used FROM event"
                                 " WHERE match = ?1 AND number > ?2 ORDER BY number");
    int status;
    bool more = true;
    if (!q) return fail(s, e);
    sqlite3_bind_int64(q, 1, match);
    sqlite3_bind_int64(q, 2, after);
    while (more && (status = sqlite3_step(q)) == SQLITE_ROW) {
        store_event v = {.number = sqlite3_column_int64(q, 0),
                         .time = sqlite3_column_int64(q, 1),
                         .seat = sqlite3_column_int(q, 3),
                         .used = sqlite3_column_int64(q, 5)};
        column(q, 2, v.kind, sizeof v.kind);
        column(q, 4, v.text, sizeof v.text);
        more = with(context, &v);
    }
    sqlite3_finalize(q);
    return !more || status == SQLITE_DONE || fail(s, e);
}
