#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/private.h"
#include "store/schema.h"
#include "store/wire_log.h"

enum { BUSY_TRIES = 10000 }; /* of a millisecond */

bool store_usual_path(char *path, size_t size, error *e) {
    const char *own = getenv("DAMERO_STORE"), *data = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    text t = text_over(path, size);
    if (own && *own) text_add(&t, own);
    else if (data && *data) text_addf(&t, "%s/damero/damero.db", data);
    else if (home && *home) text_addf(&t, "%s/.local/share/damero/damero.db", home);
    if (t.length == 0 || t.full)
        return error_set(e, "no place for the journal: set DAMERO_STORE or HOME");
    return true;
}

/* Creates the folders in a file's path. */
static void make_folders(const char *path) {
    char part[STORE_TEXT];
    for (const char *slash = path; (slash = strchr(slash + 1, '/'));) {
        text t = text_over(part, sizeof part);
        text_add_part(&t, path, (size_t)(slash - path));
        mkdir(part, 0700); /* failures show when the file is opened */
    }
}

/* Whether match ?1 is still claimed with number ?2: every write by its owner depends on this. */
#define FENCE "EXISTS (SELECT 1 FROM match WHERE id = ?1 AND claim = ?2 AND over = 0)"

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
    store *s = context;
    shared_log *log = s->log;
    sqlite3 *file = NULL;
    if (sqlite3_open_v2(store_path(s), &file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK)
        sqlite3_wal_checkpoint_v2(file, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    sqlite3_close(file);
    pthread_mutex_lock(&log->lock);
    log->moving = false;
    log->moved = true;
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

static void join_mover(shared_log *log) {
    if (log->moved || log->moving) pthread_join(log->mover, NULL);
    log->moved = log->moving = false;
}

static int grown(void *context, sqlite3 *file, const char *name, int pages) {
    (void)file, (void)name;
    store *s = context;
    shared_log *log = s->log;
    if (pages < STORE_LOG_PAGES) return SQLITE_OK;
    pthread_mutex_lock(&log->lock);
    if (!log->moving) {
        join_mover(log);
        log->moving = pthread_create(&log->mover, NULL, move_log, log->first) == 0;
    }
    pthread_mutex_unlock(&log->lock);
    return SQLITE_OK;
}

static bool open_file(store *s, error *e) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(s->path, &s->file, flags, NULL) != SQLITE_OK) return fail(s, e);
    sqlite3_busy_handler(s->file, wait_for_writer, NULL);
    sqlite3_wal_hook(s->file, grown, s);
    if (!schema_migrate(s->file, s->path, e)) return false;
    if (sqlite3_exec(s->file,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                     "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;", /* names, chat */
                     NULL, NULL, NULL) != SQLITE_OK)
        return fail(s, e);
    /* Reading creates the log, which must exist so that it can be hidden from programs. */
    return sqlite3_exec(s->file, "SELECT id FROM match LIMIT 1", NULL, NULL, NULL) == SQLITE_OK ||
           fail(s, e);
}

static store *new_store(const char *path, error *e) {
    store *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a store");
        return NULL;
    }
    s->own_log.file = s->own.file = -1;
    pthread_mutex_init(&s->own_log.lock, NULL);
    pthread_cond_init(&s->own_log.settled, NULL);
    s->owner = &s->own;
    s->log = &s->own_log;
    s->own_log.first = s;
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
        wire_log_prepare(path);
        return s;
    }
    store_close(s);
    return NULL;
}

store *store_open_again(store *first, error *e) {
    store *s = new_store(store_path(first), e);
    if (!s) return NULL;
    s->owner = first->owner;
    s->log = first->log;
    pthread_mutex_lock(&s->log->lock);
    s->failures = s->log->failures;
    pthread_mutex_unlock(&s->log->lock);
    if (open_file(s, e)) return s;
    store_close(s);
    return NULL;
}

const char *store_path(const store *s) { return sqlite3_db_filename(s->file, "main"); }

void store_close(store *s) {
    if (!s) return;
    join_mover(&s->own_log);
    statements_close(s);
    sqlite3_close(s->file);
    if (s->own_log.file >= 0) close(s->own_log.file);
    pthread_mutex_destroy(&s->own_log.lock);
    pthread_cond_destroy(&s->own_log.settled);
    owner_destroy(&s->own);
    free(s);
}

bool store_is_alive(const store *s, const store_owner *o) {
    return owner_is_alive(s->owner, o->name);
}

bool store_is_mine(const store *s, const store_owner *o) {
    return strcmp(o->name, s->owner->name) == 0;
}

static void bind_fence(sqlite3_stmt *s, store_fence f) {
    sqlite3_bind_int64(s, 1, f.match);
    sqlite3_bind_int64(s, 2, f.claim);
}

static store_result lose(int64_t match, error *e) {
    error_set(e, "match %lld is over, or another process plays it now", (long long)match);
    return STORE_LOST;
}

/* Runs a fenced write that changes one row. */
static store_result run_fenced(store *s, sqlite3_stmt *statement, int64_t match, error *e) {
    if (!run(s, statement, e)) return STORE_FAILED;
    return sqlite3_changes(s->file) == 1 ? STORE_KEPT : lose(match, e);
}

void store_write_now(char *now, size_t size) {
    time_t seconds = time(NULL);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(now, size, "%Y-%m-%d %H:%M:%S", &parts);
}

bool store_begin(store *s, store_match *m, error *e) {
    m->owner = (store_owner){.claim = 1};
    memcpy(m->owner.name, s->owner->name, sizeof m->owner.name);
    store_write_now(m->begun, sizeof m->begun);
    sqlite3_stmt *add = store_prepare(
        s,
        "INSERT INTO match (game, rules, start, seats, settings, begun, owner, key, claim, listed,"
        " series, number) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
    if (!add) return fail(s, e);
    sqlite3_bind_int64(add, 11, m->series);
    sqlite3_bind_int64(add, 12, m->number);
    sqlite3_bind_int64(add, 9, m->owner.claim);
    sqlite3_bind_int(add, 10, !m->unlisted);
    const char *const values[] = {m->game,     m->rules, m->start,      m->seats,
                                  m->settings, m->begun, m->owner.name, m->key};
    for (int i = 0; i < 8; i++) bind(add, i + 1, values[i]);
    if (!run(s, add, e)) return false;
    m->id = sqlite3_last_insert_rowid(s->file);
    return true;
}

store_result store_set_seat(store *s, store_fence f, int seat, const store_seat *v, error *e) {
    sqlite3_stmt *set = store_prepare(
        s, "INSERT INTO seat (match, seat, kind, name, avatar, token, account) SELECT ?1,"
           " ?3, ?4, ?5, ?6, ?7, ?8 WHERE " FENCE " ON CONFLICT DO UPDATE SET"
           " kind = excluded.kind, name = excluded.name, avatar = excluded.avatar,"
           " account = excluded.account");
    if (set) {
        bind_fence(set, f);
        sqlite3_bind_int(set, 3, seat);
        bind(set, 4, v->kind);
        bind(set, 5, v->name);
        bind(set, 6, v->avatar);
        sqlite3_bind_blob(set, 7, v->token, v->has_token ? STORE_TOKEN : 0, SQLITE_TRANSIENT);
        if (!v->has_token) sqlite3_bind_zeroblob(set, 7, 0);
        if (v->account) sqlite3_bind_int64(set, 8, v->account);
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
    sqlite3_stmt *claim =
        store_prepare(s, "UPDATE match SET owner = ?4, claim = claim + 1"
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
    sqlite3_stmt *add = store_prepare(
        s, "INSERT INTO event (match, number, time, kind, seat, text, used, opinion) SELECT ?1,"
           " (SELECT coalesce(max(number), 0) + 1 FROM event WHERE match = ?1),"
           " ?3, ?4, ?5, ?6, ?7, ?8 WHERE " FENCE " RETURNING number");
    if (!add) {
        fail(s, e);
        return STORE_FAILED;
    }
    bind_fence(add, f);
    sqlite3_bind_int64(add, 3, v->time);
    bind(add, 4, v->kind);
    sqlite3_bind_int(add, 5, v->seat);
    bind(add, 6, v->text);
    sqlite3_bind_int64(add, 7, v->used);
    bind(add, 8, v->opinion);
    int status = sqlite3_step(add);
    bool added = status == SQLITE_ROW;
    if (added) v->number = sqlite3_column_int64(add, 0);
    if (added) status = sqlite3_step(add);
    if (status != SQLITE_DONE) fail(s, e);
    store_finish(s, add);
    if (status != SQLITE_DONE) return STORE_FAILED;
    return added ? STORE_KEPT : lose(f.match, e);
}

store_result store_end(store *s, store_fence f, store_event *v, int winner, const char *reason,
                       const error *why, const char *score, error *e) {
    if (!change(s, "BEGIN IMMEDIATE", e)) return STORE_FAILED;
    store_result result = store_add(s, f, v, e);
    if (result == STORE_KEPT) {
        sqlite3_stmt *end =
            store_prepare(s, "UPDATE match SET over = 1, owner = '', winner = ?3, reason = ?4,"
                             " detail = ?5, score = ?6, code = ?7, arguments = ?8"
                             " WHERE id = ?1 AND claim = ?2");
        if (end) {
            bind_fence(end, f);
            sqlite3_bind_int(end, 3, winner);
            bind(end, 4, reason);
            bind(end, 5, why->message);
            bind(end, 6, score);
            bind(end, 7, why->code);
            bind(end, 8, why->values);
        }
        result = run_fenced(s, end, f.match, e);
    }
    bool settled = settle(s, result == STORE_KEPT, e);
    return settled ? STORE_KEPT : result == STORE_LOST ? STORE_LOST : STORE_FAILED;
}

bool store_request(store *s, int64_t match, const char *line, error *e) {
    sqlite3_stmt *add = store_prepare(s, "INSERT INTO request (match, line) VALUES (?1, ?2)");
    if (!add) return fail(s, e);
    sqlite3_bind_int64(add, 1, match);
    bind(add, 2, line);
    return run(s, add, e);
}

bool store_is_requested(store *s, int64_t match) {
    sqlite3_stmt *look = store_prepare(s, "SELECT 1 FROM request WHERE match = ?1");
    sqlite3_bind_int64(look, 1, match);
    bool found = sqlite3_step(look) == SQLITE_ROW;
    store_finish(s, look);
    return found;
}

/* Check before taking: only taking needs the writer's lock. */
bool store_take_request(store *s, store_fence f, char *line, size_t size, error *e) {
    sqlite3_stmt *look =
        store_prepare(s, "SELECT id, line FROM request WHERE match = ?1 ORDER BY id LIMIT 1");
    if (!look) return fail(s, e);
    sqlite3_bind_int64(look, 1, f.match);
    bool found = sqlite3_step(look) == SQLITE_ROW;
    int64_t id = found ? sqlite3_column_int64(look, 0) : 0;
    if (found) column(look, 1, line, size);
    store_finish(s, look);
    if (!found) return error_set(e, "there is no request");
    sqlite3_stmt *take =
        store_prepare(s, "DELETE FROM request WHERE match = ?1 AND id = ?3 AND " FENCE);
    if (take) bind_fence(take, f);
    if (take) sqlite3_bind_int64(take, 3, id);
    return run_fenced(s, take, f.match, e) == STORE_KEPT;
}

/* Syncs the log to disk. It holds everything that is not yet in the file itself; SQLite syncs the
 * rest when it moves it there. The log exists as long as a connection is open. */
static bool sync_log(const store *s) {
    char path[STORE_TEXT + 8];
    shared_log *log = s->log;
    if (log->file < 0) {
        text t = text_over(path, sizeof path);
        text_addf(&t, "%s-wal", store_path(s)); /* the current folder may be another by now */
        log->file = open(path, O_RDONLY | O_CLOEXEC);
    }
    return log->file >= 0 && fdatasync(log->file) == 0;
}

bool store_sync(store *s, error *e) {
    shared_log *log = s->log;
    pthread_mutex_lock(&log->lock);
    uint64_t request = ++log->wanted;
    while (log->synced < request && log->failures == s->failures) {
        if (log->busy) {
            pthread_cond_wait(&log->settled, &log->lock);
            continue;
        }
        uint64_t upto = log->wanted;
        log->busy = true;
        pthread_mutex_unlock(&log->lock);
        int64_t before = clock_now();
        bool good = sync_log(s);
        int trouble = errno;
        int64_t took = clock_now() - before;
        pthread_mutex_lock(&log->lock);
        histogram_add(&log->took, took, 1);
        log->busy = false;
        if (good) log->synced = upto;
        else log->failures++, log->trouble = trouble;
        pthread_cond_broadcast(&log->settled);
    }
    bool good = log->failures == s->failures;
    s->failures = log->failures;
    int trouble = log->trouble;
    pthread_mutex_unlock(&log->lock);
    return good || error_set(e, "%s-wal: %s", s->path, strerror(trouble));
}

void store_measure(const store *s, store_figures *f) {
    shared_log *log = s->log;
    pthread_mutex_lock(&log->lock);
    *f = (store_figures){.syncs = log->took, .failures = log->failures};
    pthread_mutex_unlock(&log->lock);
}

bool store_sync_again(store *s, error *e) {
    int frames, copied, mode = SQLITE_CHECKPOINT_FULL;
    if (sqlite3_wal_checkpoint_v2(s->file, NULL, mode, &frames, &copied) != SQLITE_OK)
        return fail(s, e);
    return frames == copied ? store_sync(s, e) : error_set(e, "%s: it is being read", s->path);
}

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
    /* May quote a player; unfiltered in older files. */
    error_set(&m->why, "%s", (const char *)sqlite3_column_text(q, 11));
    column(q, 12, m->score, sizeof m->score);
    m->moves = sqlite3_column_int64(q, 13);
    m->unlisted = sqlite3_column_int(q, 14) == 0;
    column(q, 15, m->key, sizeof m->key);
    m->owner.claim = sqlite3_column_int64(q, 16);
    m->series = sqlite3_column_int64(q, 17);
    m->number = sqlite3_column_int64(q, 18);
    column(q, 19, m->why.code, sizeof m->why.code);
    column(q, 20, m->why.values, sizeof m->why.values);
}

bool store_find(store *s, int64_t match, store_match *m, error *e) {
    sqlite3_stmt *q = store_prepare(s, MATCH_COLUMNS "WHERE id = ?1");
    if (!q) return fail(s, e);
    sqlite3_bind_int64(q, 1, match);
    int status = sqlite3_step(q);
    if (status == SQLITE_ROW) read_match(q, m);
    store_finish(s, q);
    if (status == SQLITE_ROW) return true;
    if (status != SQLITE_DONE) return fail(s, e);
    return error_set(e, "there is no match %lld; 'damero matches' lists them", (long long)match);
}

bool store_find_key(store *s, int64_t match, char key[STORE_KEY]) {
    /* An unlisted match without a key, which nothing writes, belongs to nobody. */
    sqlite3_stmt *q =
        store_prepare(s, "SELECT key FROM match WHERE id = ?1 AND (listed = 1 OR key <> '')");
    sqlite3_bind_int64(q, 1, match);
    bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) column(q, 0, key, STORE_KEY);
    store_finish(s, q);
    return found;
}

bool store_hand_out(store *s, sqlite3_stmt *q, bool (*with)(void *, const store_match *),
                    void *context, error *e) {
    int status = SQLITE_DONE;
    bool more = true;
    while (more && (status = sqlite3_step(q)) == SQLITE_ROW) {
        store_match m;
        read_match(q, &m);
        more = with(context, &m);
    }
    store_finish(s, q);
    return !more || status == SQLITE_DONE || fail(s, e);
}

bool store_each_wanted(store *s, const store_wanted *w, bool (*with)(void *, const store_match *),
                       void *context, error *e) {
#define WANTED                                                                                     \
    " (?2 = 0 OR listed = 1) AND (?3 IS NULL OR game = ?3) AND (?4 = 0 OR id < ?4)"                \
    " AND (?6 = 0 OR unixepoch(begun) + coalesce((SELECT time FROM event WHERE match = match.id"   \
    "   ORDER BY number DESC LIMIT 1), 0) / 1000000 > unixepoch() - ?6)"                           \
    " ORDER BY id DESC LIMIT ?5"
    /* Few of many matches are being played, and those have their own index. */
    bool any = w->running == w->over;
    sqlite3_stmt *q = store_prepare(s, any       ? MATCH_COLUMNS "WHERE" WANTED
                                       : w->over ? MATCH_COLUMNS "WHERE over = 1 AND" WANTED
                                                 : MATCH_COLUMNS "WHERE over = 0 AND" WANTED);
    if (!q) return fail(s, e);
    sqlite3_bind_int(q, 2, w->listed);
    if (w->game) bind(q, 3, w->game);
    sqlite3_bind_int64(q, 4, w->before);
    sqlite3_bind_int(q, 5, w->most);
    sqlite3_bind_int64(q, 6, w->idle);
    return store_hand_out(s, q, with, context, e);
}

bool store_each_of_series(store *s, int64_t series, bool (*with)(void *, const store_match *),
                          void *context, error *e) {
    sqlite3_stmt *q =
        store_prepare(s, MATCH_COLUMNS "WHERE series = ?1 AND series > 0 ORDER BY number, id");
    if (!q) return fail(s, e);
    sqlite3_bind_int64(q, 1, series);
    return store_hand_out(s, q, with, context, e);
}

int64_t store_changes(store *s) {
    int64_t others = 0;
    sqlite3_stmt *q = store_prepare(s, "PRAGMA data_version");
    if (q && sqlite3_step(q) == SQLITE_ROW) others = sqlite3_column_int64(q, 0);
    store_finish(s, q);
    /* data_version counts other connections' changes, total_changes our own. */
    return (others << 32) + sqlite3_total_changes(s->file);
}

bool store_each_match(store *s, int most, bool (*with)(void *, const store_match *), void *context,
                      error *e) {
    return store_each_wanted(s, &(store_wanted){.most = most}, with, context, e);
}

int store_seats(store *s, int64_t match, store_seat *seats, int most, error *e) {
    sqlite3_stmt *q = store_prepare(
        s, "SELECT kind, name, avatar, token, account FROM seat WHERE match = ?1 ORDER BY seat");
    int status = SQLITE_DONE, count = 0;
    if (!q) {
        fail(s, e);
        return -1;
    }
    sqlite3_bind_int64(q, 1, match);
    for (; count < most && (status = sqlite3_step(q)) == SQLITE_ROW; count++) {
        store_seat *v = &seats[count];
        column(q, 0, v->kind, sizeof v->kind);
        column(q, 1, v->name, sizeof v->name);
        column(q, 2, v->avatar, sizeof v->avatar);
        v->has_token = sqlite3_column_bytes(q, 3) == STORE_TOKEN;
        if (v->has_token) memcpy(v->token, sqlite3_column_blob(q, 3), STORE_TOKEN);
        v->account = sqlite3_column_int64(q, 4);
    }
    bool good = status == SQLITE_DONE || status == SQLITE_ROW;
    if (!good) fail(s, e);
    store_finish(s, q);
    return good ? count : -1;
}

bool store_each_event(store *s, int64_t match, bool (*with)(void *, const store_event *),
                      void *context, error *e) {
    return store_each_later(s, match, 0, with, context, e);
}

bool store_each_later(store *s, int64_t match, int64_t after,
                      bool (*with)(void *, const store_event *), void *context, error *e) {
    sqlite3_stmt *q =
        store_prepare(s, "SELECT number, time, kind, seat, text, used, opinion FROM event"
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
        column(q, 6, v.opinion, sizeof v.opinion);
        more = with(context, &v);
    }
    store_finish(s, q);
    return !more || status == SQLITE_DONE || fail(s, e);
}
