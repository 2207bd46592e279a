#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/private.h"
#include "store/wire_log.h"

enum { BEGIN_ATTEMPTS = 5 }; /* each of which waits for the server */

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

bool store_is_address(const char *path) {
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

bool store_is_file(const store *s) { return s->kind == &database_sqlite; }

static store *open_store(const char *path, const database_kind *kind, database *first, error *e) {
    store *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory for a store");
        return NULL;
    }
    s->kind = kind;
    pthread_mutex_init(&s->pending.lock, NULL);
    s->database = kind->open(path, first, e);
    if (!s->database) {
        free(s);
        return NULL;
    }
    if (!first) wire_log_prepare(store_path(s));
    return s;
}

store *store_open(const char *path, error *e) {
    return open_store(path, store_is_address(path) ? &database_postgresql : &database_sqlite, NULL,
                      e);
}

store *store_open_again(store *first, error *e) {
    return open_store(NULL, first->kind, first->database, e);
}

const char *store_path(const store *s) { return s->kind->path(s->database); }

void store_close(store *s) {
    if (!s) return;
    statements_close(s);
    s->kind->close(s->database);
    pthread_mutex_destroy(&s->pending.lock);
    free(s->pending.event);
    free(s);
}

bool store_is_alive(const store *s, const store_owner *o) {
    return s->kind->is_alive(s->database, o->name);
}

bool store_is_mine(const store *s, const store_owner *o) {
    return strcmp(o->name, s->kind->owner(s->database)) == 0;
}

static void bind_fence(statement *s, store_fence f) {
    bind_number(s, 1, f.match);
    bind_number(s, 2, f.claim);
}

static store_result lose(int64_t match, error *e) {
    error_set(e, "match %lld is over, or another process plays it now", (long long)match);
    return STORE_LOST;
}

/* Runs a fenced write that changes one row. */
static store_result run_fenced(store *s, statement *q, int64_t match, error *e) {
    if (!run(s, q, e)) return STORE_FAILED;
    return s->kind->changes(s->database) == 1 ? STORE_KEPT : lose(match, e);
}

void store_write_now(char *now, size_t size) {
    time_t seconds = time(NULL);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(now, size, "%Y-%m-%d %H:%M:%S", &parts);
}

bool store_begin(store *s, store_match *m, error *e) {
    m->owner = (store_owner){.claim = 1};
    memcpy(m->owner.name, s->kind->owner(s->database), sizeof m->owner.name);
    store_write_now(m->begun, sizeof m->begun);
    statement *add = store_prepare(
        s,
        "INSERT INTO match (game, rules, start, seats, settings, begun, owner, key, claim, listed,"
        " series, number) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12"
        " WHERE ?13 = 0 OR EXISTS (SELECT 1 FROM job WHERE work = ?13 AND number = ?12"
        " AND fence = ?14 AND state = 1 /*pg FOR SHARE*/) RETURNING id");
    if (!add) return fail(s, e);
    bind_number(add, 11, m->series);
    bind_number(add, 12, m->number);
    bind_number(add, 9, m->owner.claim);
    bind_number(add, 10, !m->unlisted);
    bind_number(add, 13, m->turn.work);
    bind_number(add, 14, m->turn.fence);
    const char *const values[] = {m->game,     m->rules, m->start,      m->seats,
                                  m->settings, m->begun, m->owner.name, m->key};
    for (int i = 0; i < 8; i++) bind(add, i + 1, values[i]);
    m->id = 0;
    step_result result = step(add);
    if (result == STEP_ROW) m->id = column_number(add, 0);
    if (result == STEP_ROW) result = step(add);
    if (result != STEP_DONE) fail(s, e);
    store_finish(s, add);
    if (result != STEP_DONE) return false;
    return m->id || error_set(e, "another worker plays game %lld of the series now",
                              (long long)m->number + 1);
}

store_result store_set_seat(store *s, store_fence f, int seat, const store_seat *v, error *e) {
    statement *set = store_prepare(
        s, "INSERT INTO seat (match, seat, kind, name, avatar, token, account) SELECT ?1,"
           " ?3, ?4, ?5, ?6, ?7, nullif(?8, 0) WHERE " FENCE " ON CONFLICT (match, seat) DO"
           " UPDATE SET kind = excluded.kind, name = excluded.name, avatar = excluded.avatar,"
           " account = excluded.account");
    if (set) {
        bind_fence(set, f);
        bind_number(set, 3, seat);
        bind(set, 4, v->kind);
        bind(set, 5, v->name);
        bind(set, 6, v->avatar);
        bind_bytes(set, 7, v->token, v->has_token ? STORE_TOKEN : 0);
        bind_number(set, 8, v->account);
    }
    return run_fenced(s, set, f.match, e);
}

/* After a commit that was cut off: whether the server has done it nevertheless (STEP_ROW) or not
 * (STEP_DONE). Numbers of matches are drawn once, so a row with this one is ours. */
static step_result find_begun(store *s, const store_match *m, error *e) {
    step_result result = STEP_FAILED;
    for (int attempt = 1; result == STEP_FAILED && attempt <= BEGIN_ATTEMPTS; attempt++) {
        statement *q = store_prepare(s, "SELECT 1 FROM match WHERE id = ?1 AND owner = ?2");
        bind_number(q, 1, m->id);
        bind(q, 2, m->owner.name);
        result = step(q);
        if (result == STEP_FAILED) fail(s, e);
        store_finish(s, q);
    }
    return result;
}

/* A server that restarts must not end a series. */
bool store_begin_seated(store *s, store_match *m, const store_seat *seats, int count, error *e) {
    for (int attempt = 1;; attempt++) {
        bool good = begin(s, e), begun = good;
        m->id = 0;
        good = good && store_begin(s, m, e);
        for (int seat = 0; good && seat < count; seat++)
            good = store_set_seat(s, store_fence_of(m), seat, &seats[seat], e) == STORE_KEPT;
        bool committing = begun && good;
        if (begun) good = settle(s, good, e);
        if (good || !s->busy || store_is_file(s)) return good;
        step_result found = committing ? find_begun(s, m, e) : STEP_DONE;
        if (found != STEP_DONE) return found == STEP_ROW;
        if (attempt == BEGIN_ATTEMPTS) return false;
    }
}

store_result store_claim(store *s, int64_t match, const store_owner *expected, store_fence *f,
                         error *e) {
    statement *claim =
        store_prepare(s, "UPDATE match SET owner = ?4, claim = claim + 1"
                         " WHERE id = ?1 AND claim = ?2 AND owner = ?3 AND over = 0");
    if (claim) {
        bind_fence(claim, (store_fence){match, expected->claim});
        bind(claim, 3, expected->name);
        bind(claim, 4, s->kind->owner(s->database));
    }
    store_result result = run_fenced(s, claim, match, e);
    if (result == STORE_KEPT) *f = (store_fence){match, expected->claim + 1};
    return result;
}

void bind_event(statement *q, store_fence f, const store_event *v) {
    bind_fence(q, f);
    bind_number(q, 3, v->time);
    bind(q, 4, v->kind);
    bind_number(q, 5, v->seat);
    bind(q, 6, v->text);
    bind_number(q, 7, v->used);
    bind(q, 8, v->opinion);
}

/* After a failure: whether the event was added nevertheless, which nobody knows if the connection
 * was lost at the wrong moment. No two events of a match are the same. */
static bool was_added(store *s, store_fence f, store_event *v, error *e) {
    statement *q = store_prepare(s, "SELECT number FROM event WHERE match = ?1 AND number > ?2"
                                    " AND time = ?3 AND kind = ?4 AND seat = ?5 AND text = ?6"
                                    " AND used = ?7 AND opinion = ?8");
    bind_event(q, f, v);
    bind_number(q, 2, s->last.match == f.match ? s->last.number : 0);
    step_result result = step(q);
    if (result == STEP_ROW) v->number = column_number(q, 0);
    if (result == STEP_FAILED) fail(s, e);
    else s->unsure = false;
    store_finish(s, q);
    return result == STEP_ROW;
}

static store_result add_event(store *s, store_fence f, store_event *v, error *e) {
    statement *add = store_prepare(
        s, "/*async*/ INSERT INTO event (match, number, time, kind, seat, text, used, opinion)"
           " SELECT ?1,"
           " (SELECT coalesce(max(number), 0) + 1 FROM event WHERE match = ?1),"
           " ?3, ?4, ?5, ?6, ?7, ?8 WHERE " FENCE " RETURNING number");
    bind_event(add, f, v);
    step_result result = step(add);
    bool added = result == STEP_ROW;
    if (added) v->number = column_number(add, 0);
    if (added) result = step(add);
    if (result != STEP_DONE) fail(s, e);
    store_finish(s, add);
    if (result != STEP_DONE) return STORE_FAILED;
    return added ? STORE_KEPT : lose(f.match, e);
}

/* Begins a transaction on a server that has not forgotten the events before it. The connection may
 * have been made after we last looked, by another user of the pool: then we look again. */
static bool begin_after_events(store *s, error *e) {
    for (int attempt = 1; attempt <= BEGIN_ATTEMPTS; attempt++) {
        if (!begin(s, e)) return false;
        if (store_is_file(s) || s->kind->generation(s->database) == s->pending.generation)
            return true;
        settle(s, false, e);
        if (!pending_restore(s, e)) return false;
    }
    s->busy = true;
    return error_set(e, "%s: the connection was lost", s->kind->name(s->database));
}

static store_result end_match(store *s, store_fence f, store_event *v, int winner,
                              const char *reason, const error *why, const char *score, error *e) {
    if (!begin_after_events(s, e)) return STORE_FAILED;
    store_result result = add_event(s, f, v, e);
    if (result == STORE_KEPT) {
        statement *end =
            store_prepare(s, "UPDATE match SET over = 1, owner = '', winner = ?3, reason = ?4,"
                             " detail = ?5, score = ?6, code = ?7, arguments = ?8"
                             " WHERE id = ?1 AND claim = ?2");
        bind_fence(end, f);
        bind_number(end, 3, winner);
        bind(end, 4, reason);
        bind(end, 5, why->message);
        bind(end, 6, score);
        bind(end, 7, why->code);
        bind(end, 8, why->values);
        result = run_fenced(s, end, f.match, e);
    }
    bool settled = settle(s, result == STORE_KEPT, e);
    return settled ? STORE_KEPT : result == STORE_LOST ? STORE_LOST : STORE_FAILED;
}

/* What an attempt to add an event has come to. */
static store_result note(store *s, store_fence f, const store_event *v, store_result result) {
    s->unsure = result == STORE_FAILED;
    if (result == STORE_KEPT) s->last.match = f.match, s->last.number = v->number;
    return result;
}

store_result store_add(store *s, store_fence f, store_event *v, error *e) {
    if (!pending_restore(s, e)) return STORE_FAILED;
    bool added = s->unsure && was_added(s, f, v, e);
    if (!added && s->unsure) return STORE_FAILED;
    store_result result = note(s, f, v, added ? STORE_KEPT : add_event(s, f, v, e));
    if (result == STORE_KEPT) pending_note(s, f, v);
    return result;
}

store_result store_end(store *s, store_fence f, store_event *v, int winner, const char *reason,
                       const error *why, const char *score, error *e) {
    if (!pending_restore(s, e)) return STORE_FAILED;
    uint64_t before = pending_seen(s);
    bool added = s->unsure && was_added(s, f, v, e);
    if (!added && s->unsure) return STORE_FAILED;
    store_result result = added ? STORE_KEPT : end_match(s, f, v, winner, reason, why, score, e);
    if (result == STORE_KEPT) pending_drop(s, before); /* this commit waits for the disk */
    return note(s, f, v, result);
}

bool store_request(store *s, int64_t match, const char *line, error *e) {
    statement *add = store_prepare(s, "INSERT INTO request (match, line) VALUES (?1, ?2)");
    if (!add) return fail(s, e);
    bind_number(add, 1, match);
    bind(add, 2, line);
    return run(s, add, e);
}

bool store_is_requested(store *s, int64_t match) {
    statement *look = store_prepare(s, "SELECT 1 FROM request WHERE match = ?1");
    bind_number(look, 1, match);
    bool found = step(look) == STEP_ROW;
    store_finish(s, look);
    return found;
}

/* Check before taking: only taking needs the writer's lock. */
bool store_take_request(store *s, store_fence f, char *line, size_t size, error *e) {
    statement *look =
        store_prepare(s, "SELECT id, line FROM request WHERE match = ?1 ORDER BY id LIMIT 1");
    if (!look) return fail(s, e);
    bind_number(look, 1, f.match);
    bool found = step(look) == STEP_ROW;
    int64_t id = found ? column_number(look, 0) : 0;
    if (found) column(look, 1, line, size);
    store_finish(s, look);
    if (!found) return error_set(e, "there is no request");
    statement *take =
        store_prepare(s, "DELETE FROM request WHERE match = ?1 AND id = ?3 AND " FENCE);
    if (take) bind_fence(take, f);
    if (take) bind_number(take, 3, id);
    return run_fenced(s, take, f.match, e) == STORE_KEPT;
}

bool store_sync(store *s, error *e) {
    uint64_t before = pending_seen(s);
    if (!s->kind->sync(s->database, e)) return false;
    pending_drop(s, before);
    return true;
}

bool store_sync_again(store *s, error *e) {
    s->pending.generation = 0; /* everything may be gone */
    if (!pending_restore(s, e)) return false;
    uint64_t before = pending_seen(s);
    if (!s->kind->sync_again(s->database, e)) return false;
    pending_drop(s, before);
    return true;
}

void store_measure(const store *s, store_figures *f) { s->kind->measure(s->database, f); }

int64_t store_changes(store *s) { return s->kind->version(s->database); }

static void read_match(statement *q, store_match *m) {
    *m = (store_match){.id = column_number(q, 0)};
    column(q, 1, m->game, sizeof m->game);
    column(q, 2, m->rules, sizeof m->rules);
    column(q, 3, m->start, sizeof m->start);
    column(q, 4, m->seats, sizeof m->seats);
    column(q, 5, m->settings, sizeof m->settings);
    column(q, 6, m->begun, sizeof m->begun);
    column(q, 7, m->owner.name, sizeof m->owner.name);
    m->over = column_int(q, 8) != 0;
    m->winner = column_seat(q, 9);
    column(q, 10, m->reason, sizeof m->reason);
    /* May quote a player; unfiltered in older files. */
    error_set(&m->why, "%s", column_text(q, 11));
    column(q, 12, m->score, sizeof m->score);
    m->moves = column_number(q, 13);
    m->unlisted = column_int(q, 14) == 0;
    column(q, 15, m->key, sizeof m->key);
    m->owner.claim = column_number(q, 16);
    m->series = column_number(q, 17);
    m->number = column_number(q, 18);
    column(q, 19, m->why.code, sizeof m->why.code);
    column(q, 20, m->why.values, sizeof m->why.values);
}

bool store_find(store *s, int64_t match, store_match *m, error *e) {
    statement *q = store_prepare(s, MATCH_COLUMNS "WHERE id = ?1");
    if (!q) return fail(s, e);
    bind_number(q, 1, match);
    step_result status = step(q);
    if (status == STEP_ROW) read_match(q, m);
    store_finish(s, q);
    if (status == STEP_ROW) return true;
    if (status != STEP_DONE) return fail(s, e);
    return error_set(e, "there is no match %lld; 'damero matches' lists them", (long long)match);
}

bool store_find_key(store *s, int64_t match, char key[STORE_KEY]) {
    /* An unlisted match without a key, which nothing writes, belongs to nobody. */
    statement *q =
        store_prepare(s, "SELECT key FROM match WHERE id = ?1 AND (listed = 1 OR key <> '')");
    bind_number(q, 1, match);
    bool found = step(q) == STEP_ROW;
    if (found) column(q, 0, key, STORE_KEY);
    store_finish(s, q);
    return found;
}

bool store_hand_out(store *s, statement *q, bool (*with)(void *, const store_match *),
                    void *context, error *e) {
    step_result status = STEP_DONE;
    bool more = true;
    while (more && (status = step(q)) == STEP_ROW) {
        store_match m;
        read_match(q, &m);
        more = with(context, &m);
    }
    store_finish(s, q);
    return !more || status == STEP_DONE || fail(s, e);
}

bool store_each_wanted(store *s, const store_wanted *w, bool (*with)(void *, const store_match *),
                       void *context, error *e) {
#define WANTED                                                                                     \
    " (?2 = 0 OR listed = 1) AND (?3 = '' OR game = ?3) AND (?4 = 0 OR id < ?4)"                   \
    " AND (?6 = 0 OR unixepoch(begun) + coalesce((SELECT time FROM event WHERE match = match.id"   \
    "   ORDER BY number DESC LIMIT 1), 0) / 1000000 > unixepoch() - ?6)"                           \
    " ORDER BY id DESC LIMIT ?5"
    /* Few of many matches are being played, and those have their own index. */
    bool any = w->running == w->over;
    statement *q = store_prepare(s, any       ? MATCH_COLUMNS "WHERE" WANTED
                                    : w->over ? MATCH_COLUMNS "WHERE over = 1 AND" WANTED
                                              : MATCH_COLUMNS "WHERE over = 0 AND" WANTED);
    if (!q) return fail(s, e);
    bind_number(q, 2, w->listed);
    bind(q, 3, w->game ? w->game : "");
    bind_number(q, 4, w->before);
    bind_number(q, 5, w->most);
    bind_number(q, 6, w->idle);
    return store_hand_out(s, q, with, context, e);
}

bool store_each_of_series(store *s, int64_t series, bool (*with)(void *, const store_match *),
                          void *context, error *e) {
    statement *q =
        store_prepare(s, MATCH_COLUMNS "WHERE series = ?1 AND series > 0 ORDER BY number, id");
    if (!q) return fail(s, e);
    bind_number(q, 1, series);
    return store_hand_out(s, q, with, context, e);
}

bool store_each_match(store *s, int most, bool (*with)(void *, const store_match *), void *context,
                      error *e) {
    return store_each_wanted(s, &(store_wanted){.most = most}, with, context, e);
}

int store_seats(store *s, int64_t match, store_seat *seats, int most, error *e) {
    statement *q = store_prepare(
        s, "SELECT kind, name, avatar, token, account FROM seat WHERE match = ?1 ORDER BY seat");
    step_result status = STEP_DONE;
    int count = 0;
    if (!q) {
        fail(s, e);
        return -1;
    }
    bind_number(q, 1, match);
    for (; count < most && (status = step(q)) == STEP_ROW; count++) {
        store_seat *v = &seats[count];
        column(q, 0, v->kind, sizeof v->kind);
        column(q, 1, v->name, sizeof v->name);
        column(q, 2, v->avatar, sizeof v->avatar);
        v->has_token = column_token(q, 3, v->token);
        v->account = column_number(q, 4);
    }
    bool good = status == STEP_DONE || status == STEP_ROW;
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
    statement *q =
        store_prepare(s, "SELECT number, time, kind, seat, text, used, opinion FROM event"
                         " WHERE match = ?1 AND number > ?2 ORDER BY number");
    step_result status;
    bool more = true;
    if (!q) return fail(s, e);
    bind_number(q, 1, match);
    bind_number(q, 2, after);
    while (more && (status = step(q)) == STEP_ROW) {
        store_event v = {.number = column_number(q, 0),
                         .time = column_number(q, 1),
                         .seat = column_int(q, 3),
                         .used = column_number(q, 5)};
        column(q, 2, v.kind, sizeof v.kind);
        column(q, 4, v.text, sizeof v.text);
        column(q, 6, v.opinion, sizeof v.opinion);
        more = with(context, &v);
    }
    store_finish(s, q);
    return !more || status == STEP_DONE || fail(s, e);
}
