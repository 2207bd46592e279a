#include "store/post.h"

#include <string.h>

#include "store/private.h"

#define CHANNEL "damero"
#define NOW_MS  "floor(extract(epoch FROM clock_timestamp()) * 1000)::BIGINT"

bool store_listen(store *s, error *e) {
    if (!s->kind->listen) return error_set(e, "%s is a file", s->kind->name(s->database));
    return s->kind->listen(s->database, CHANNEL) || fail(s, e);
}

bool store_await(store *s, int wake, int milliseconds, void (*heard)(void *, const char *),
                 void *context, uint64_t *lost) {
    bool good = s->kind->await(s->database, wake, milliseconds, heard, context);
    *lost = s->kind->generation(s->database);
    return good && *lost != 0;
}

const char *store_own_name(const store *s) { return s->kind->owner(s->database); }

/* Runs a statement that may return rows, which nobody needs. */
static bool run_all(store *s, statement *q, error *e) {
    step_result result;
    while ((result = step(q)) == STEP_ROW) continue;
    if (result != STEP_DONE) fail(s, e);
    store_finish(s, q);
    return result == STEP_DONE;
}

bool store_notify(store *s, const char *owner, const char *words, error *e) {
    char channel[sizeof CHANNEL + 1 + OWNER_NAME];
    text t = text_over(channel, sizeof channel);
    text_addf(&t, owner ? CHANNEL "_%s" : CHANNEL "%s", owner ? owner : "");
    statement *q = store_prepare(s, "SELECT pg_notify(?1, ?2)");
    bind(q, 1, channel);
    bind(q, 2, words);
    return run_all(s, q, e);
}

/* If it is there already, its owner was told then. */
bool store_add_post(store *s, const store_post *p, error *e) {
    statement *q = store_prepare(
        s, "WITH added AS (INSERT INTO posted (match, origin, ticket, words)"
           " SELECT id, ?2, ?3, ?4 FROM match WHERE id = ?1 AND over = 0 ON CONFLICT DO NOTHING"
           " RETURNING id), told AS (SELECT pg_notify('" CHANNEL "_' || owner,"
           " 'post ' || added.id) FROM added, match WHERE match.id = ?1)"
           " SELECT over, (SELECT count(*) FROM told) FROM match WHERE id = ?1");
    bind_number(q, 1, p->match);
    bind(q, 2, store_own_name(s));
    bind_number(q, 3, p->ticket);
    bind(q, 4, p->words);
    step_result result = step(q);
    bool over = result == STEP_ROW && column_number(q, 0) != 0;
    if (result == STEP_FAILED || result == STEP_TAKEN) fail(s, e);
    store_finish(s, q);
    if (over || result == STEP_DONE) return error_code(e, "match-over", "the match is over");
    return result == STEP_ROW;
}

#define POST_COLUMNS                                                                               \
    "SELECT posted.id, posted.match, posted.origin, posted.ticket, posted.words, " NOW_MS          \
    " - posted.made FROM posted "

static void read_post(statement *q, store_post *p) {
    *p = (store_post){.id = column_number(q, 0),
                      .match = column_number(q, 1),
                      .ticket = column_number(q, 3),
                      .age = column_number(q, 5)};
    column(q, 2, p->origin, sizeof p->origin);
    column(q, 4, p->words, sizeof p->words);
}

bool store_find_post(store *s, int64_t id, store_post *p, error *e) {
    statement *q = store_prepare(s, POST_COLUMNS "WHERE posted.id = ?1");
    bind_number(q, 1, id);
    step_result result = step(q);
    if (result == STEP_ROW) read_post(q, p);
    else if (result == STEP_DONE) error_set(e, "there is no post %lld", (long long)id);
    else fail(s, e);
    store_finish(s, q);
    return result == STEP_ROW;
}

bool store_each_post(store *s, bool (*with)(void *, const store_post *), void *context, error *e) {
    statement *q = store_prepare(s, POST_COLUMNS "JOIN match ON match.id = posted.match"
                                                 " WHERE match.owner = ?1 ORDER BY posted.id");
    bind(q, 1, store_own_name(s));
    step_result result;
    bool more = true;
    while (more && (result = step(q)) == STEP_ROW) {
        store_post p;
        read_post(q, &p);
        more = with(context, &p);
    }
    store_finish(s, q);
    return !more || result == STEP_DONE || fail(s, e);
}

bool store_answer_post(store *s, const store_post *p, const char *words, error *e) {
    statement *q = store_prepare(s, "WITH gone AS (DELETE FROM posted WHERE id = ?1)"
                                    " SELECT pg_notify('" CHANNEL "_' || ?2, ?3)");
    bind_number(q, 1, p->id);
    bind(q, 2, p->origin);
    bind(q, 3, words);
    return run_all(s, q, e);
}

bool store_set_present(store *s, int64_t match, const int *count, int counts, error *e) {
    bool good = begin(s, e), begun = good;
    statement *clear =
        good ? store_prepare(s, "DELETE FROM present WHERE match = ?1 AND owner = ?2") : NULL;
    bind_number(clear, 1, match);
    bind(clear, 2, store_own_name(s));
    good = good && run_all(s, clear, e);
    for (int i = 0; good && i < counts; i++) {
        if (count[i] == 0) continue;
        statement *add = store_prepare(
            s, "INSERT INTO present (match, owner, seat, count) VALUES (?1, ?2, ?3, ?4)");
        bind_number(add, 1, match);
        bind(add, 2, store_own_name(s));
        bind_number(add, 3, i);
        bind_number(add, 4, count[i]);
        good = run_all(s, add, e);
    }
    return begun && settle(s, good, e);
}

bool store_find_present(store *s, int64_t match, int *count, int counts, error *e) {
    statement *q = store_prepare(
        s, "SELECT seat, sum(count) FROM present WHERE match = ?1 AND owner <> ?2"
           " AND owner IN (SELECT name FROM owner WHERE expires > " NOW_MS ") GROUP BY seat");
    step_result result;
    bind_number(q, 1, match);
    bind(q, 2, store_own_name(s));
    for (int i = 0; i < counts; i++) count[i] = 0;
    while ((result = step(q)) == STEP_ROW) {
        int64_t seat = column_number(q, 0);
        if (seat >= 0 && seat < counts) count[seat] = column_int(q, 1);
    }
    if (result != STEP_DONE) fail(s, e);
    store_finish(s, q);
    return result == STEP_DONE;
}

bool store_each_orphan(store *s, int most, bool (*with)(void *, int64_t, const store_owner *),
                       void *context, error *e) {
    statement *q = store_prepare(
        s, "SELECT id, owner, claim FROM match WHERE over = 0 AND owner NOT IN"
           " (SELECT name FROM owner WHERE expires > " NOW_MS ") AND EXISTS (SELECT 1 FROM seat"
           " WHERE match = match.id AND seat = 0 AND kind <> '" STORE_NAMED "')"
           " ORDER BY id LIMIT ?1");
    step_result result;
    bool more = true;
    bind_number(q, 1, most);
    while (more && (result = step(q)) == STEP_ROW) {
        store_owner o = {.claim = column_number(q, 2)};
        column(q, 1, o.name, sizeof o.name);
        more = with(context, column_number(q, 0), &o);
    }
    store_finish(s, q);
    return !more || result == STEP_DONE || fail(s, e);
}

static bool has_row(store *s, statement *q) {
    bool found = step(q) == STEP_ROW;
    store_finish(s, q);
    return found;
}

bool store_has_orphaned_tournament(store *s) {
    return has_row(s, store_prepare(s, "SELECT 1 FROM tournament WHERE served = 1 AND over = 0"
                                       " AND owner <> '' AND owner NOT IN (SELECT name FROM owner"
                                       " WHERE expires > " NOW_MS ") LIMIT 1"));
}

bool store_is_claimed(store *s, store_fence f) {
    statement *q = store_prepare(s, "SELECT 1 FROM match WHERE id = ?1 AND claim <> ?2");
    bind_number(q, 1, f.match);
    bind_number(q, 2, f.claim);
    return !has_row(s, q);
}

void store_tidy_posts(store *s) {
    run_all(s,
            store_prepare(s, "DELETE FROM present WHERE owner NOT IN (SELECT name FROM owner"
                             " WHERE expires > " NOW_MS ")"),
            NULL);
    run_all(s,
            store_prepare(s, "DELETE FROM posted WHERE made < " NOW_MS " - 60000 AND EXISTS"
                             " (SELECT 1 FROM match WHERE id = posted.match AND over = 1)"),
            NULL);
    run_all(s, store_prepare(s, "DELETE FROM allowance WHERE spent < " NOW_MS), NULL);
}

/* `spent` is when the allowance would be full again. */
bool store_take_allowance(store *s, const char *kind, uint64_t address, int every, int burst) {
    if (store_is_file(s)) return true;
    statement *q = store_prepare(
        s, "INSERT INTO allowance (kind, address, spent) VALUES (?1, ?2, " NOW_MS
           " + ?3) ON CONFLICT (kind, address) DO UPDATE SET spent ="
           " greatest(allowance.spent, " NOW_MS ") + ?3"
           " WHERE greatest(allowance.spent, " NOW_MS ") + ?3 <= " NOW_MS " + ?3 * ?4");
    bind(q, 1, kind);
    bind_number(q, 2, (int64_t)address);
    bind_number(q, 3, every);
    bind_number(q, 4, burst);
    return !run_all(s, q, NULL) || s->kind->changes(s->database) == 1;
}
