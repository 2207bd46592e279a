#include "store/jobs.h"

#include <string.h>

#include "store/private.h"

/* A job that can be taken: nobody has it, or the lease of its worker has run out. */
#define FREE                                                                                       \
    "state < 2 AND (state = 0 OR NOT EXISTS"                                                       \
    " (SELECT 1 FROM worker WHERE worker.name = job.worker AND expires >= unixepoch()))"

#define WORK_COLUMNS                                                                               \
    "SELECT id, kind, series, words, needs, begun, over, reported, trouble FROM work "

static void read_work(statement *q, store_work *w) {
    *w = (store_work){.id = column_number(q, 0),
                      .series = column_number(q, 2),
                      .over = column_int(q, 6) != 0,
                      .reported = column_number(q, 7)};
    column(q, 1, w->kind, sizeof w->kind);
    column(q, 3, w->words, sizeof w->words);
    column(q, 4, w->needs, sizeof w->needs);
    column(q, 5, w->begun, sizeof w->begun);
    column(q, 8, w->trouble, sizeof w->trouble);
}

/* Reads the one row of a query, which ends. */
static bool read_one(store *s, statement *q, store_work *w, const char *missing, error *e) {
    step_result status = step(q);
    if (status == STEP_ROW) read_work(q, w);
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    if (status == STEP_ROW || status == STEP_FAILED) return status == STEP_ROW;
    return error_set(e, "%s", missing);
}

bool store_find_work(store *s, int64_t id, store_work *w, error *e) {
    statement *q = store_prepare(s, WORK_COLUMNS "WHERE id = ?1");
    bind_number(q, 1, id);
    return read_one(s, q, w, "there is no such work; 'damero worker --list' lists it", e);
}

bool store_find_series_work(store *s, int64_t series, store_work *w, error *e) {
    statement *q = store_prepare(s, WORK_COLUMNS "WHERE series = ?1 AND series > 0");
    bind_number(q, 1, series);
    return read_one(s, q, w, "the series is not played by workers", e);
}

/* The work that is the same. */
static statement *find_same(store *s, const store_work *w) {
    statement *q =
        store_prepare(s, WORK_COLUMNS "WHERE kind = ?1 AND series = ?2 AND (series > 0 OR"
                                      " words = ?3) ORDER BY id DESC LIMIT 1");
    bind(q, 1, w->kind);
    bind_number(q, 2, w->series);
    bind(q, 3, w->words);
    return q;
}

bool store_enter_work(store *s, store_work *w, error *e) {
    if (!read_one(s, find_same(s, w), w, "", e)) {
        store_write_now(w->begun, sizeof w->begun);
        statement *q = store_prepare(
            s, "INSERT INTO work (kind, series, words, needs, begun) VALUES (?1, ?2, ?3, ?4, ?5)"
               " ON CONFLICT DO NOTHING");
        bind(q, 1, w->kind);
        bind_number(q, 2, w->series);
        bind(q, 3, w->words);
        bind(q, 4, w->needs);
        bind(q, 5, w->begun);
        return run(s, q, e) && read_one(s, find_same(s, w), w, "the work is gone", e);
    }
    statement *q = store_prepare(s, "UPDATE work SET over = 0, trouble = '' WHERE id = ?1");
    bind_number(q, 1, w->id);
    return run(s, q, e);
}

bool store_each_work(store *s, bool open, bool (*with)(void *, const store_work *), void *context,
                     error *e) {
    statement *q = store_prepare(
        s, open ? WORK_COLUMNS "WHERE over = 0 AND EXISTS (SELECT 1 FROM job WHERE work = work.id"
                               " AND " FREE ") ORDER BY id"
                : WORK_COLUMNS "WHERE over = 0 ORDER BY id");
    step_result status = q ? STEP_DONE : STEP_FAILED;
    bool more = q != NULL;
    while (more && (status = step(q)) == STEP_ROW) {
        store_work w;
        read_work(q, &w);
        more = with(context, &w);
    }
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    return status != STEP_FAILED;
}

bool store_count_jobs(store *s, int64_t work, store_progress *p, error *e) {
    statement *q = store_prepare(
        s, "SELECT count(*), count(CASE state WHEN 2 THEN 1 END), (SELECT count(*) FROM job JOIN"
           " worker ON name = job.worker WHERE work = ?1 AND state = 1 AND expires >= unixepoch())"
           " FROM job WHERE work = ?1");
    bind_number(q, 1, work);
    bool good = step(q) == STEP_ROW;
    if (good) *p = (store_progress){column_number(q, 0), column_number(q, 1), column_number(q, 2)};
    else fail(s, e);
    store_finish(s, q);
    return good;
}

bool store_add_jobs(store *s, int64_t work, int64_t from, int64_t to, error *e) {
    if (from >= to) return true;
    statement *q = store_prepare(
        s, "INSERT INTO job (work, number) WITH RECURSIVE all_of (n) AS (SELECT ?2 UNION ALL"
           " SELECT n + 1 FROM all_of WHERE n + 1 < ?3) SELECT ?1, n FROM all_of WHERE true"
           " ON CONFLICT DO NOTHING");
    bind_number(q, 1, work);
    bind_number(q, 2, from);
    bind_number(q, 3, to);
    return run(s, q, e);
}

bool store_add_job(store *s, int64_t work, int64_t number, const char *input, error *e) {
    statement *q = store_prepare(s, "INSERT INTO job (work, number, input) VALUES (?1, ?2, ?3)"
                                    " ON CONFLICT DO NOTHING");
    bind_number(q, 1, work);
    bind_number(q, 2, number);
    bind(q, 3, input);
    return run(s, q, e);
}

bool store_end_work(store *s, int64_t id, error *e) {
    statement *q = store_prepare(s, "UPDATE work SET over = 1 WHERE id = ?1");
    bind_number(q, 1, id);
    return run(s, q, e);
}

bool store_drop_job(store *s, int64_t work, int64_t number, error *e) {
    statement *q = store_prepare(s, "UPDATE job SET state = 2, worker = '', fence = fence + 1"
                                    " WHERE work = ?1 AND number = ?2 AND state < 2");
    bind_number(q, 1, work);
    bind_number(q, 2, number);
    return run(s, q, e);
}

bool store_set_reported(store *s, int64_t work, int64_t number, error *e) {
    statement *q = store_prepare(s, "UPDATE work SET reported = ?2 WHERE id = ?1");
    bind_number(q, 1, work);
    bind_number(q, 2, number);
    return run(s, q, e);
}

bool store_set_trouble(store *s, int64_t work, const char *why, error *e) {
    char cut[STORE_NAME];
    text t = text_over(cut, sizeof cut);
    text_add(&t, why);
    statement *q = store_prepare(s, "UPDATE work SET trouble = ?2 WHERE id = ?1");
    bind_number(q, 1, work);
    bind(q, 2, cut);
    return run(s, q, e);
}

/* The first free job, which others pass over until this transaction ends. */
static store_result find_free(store *s, int64_t work, store_job *j, error *e) {
    statement *q =
        store_prepare(s, "SELECT number, fence, input FROM job WHERE work = ?1 AND " FREE
                         " AND number >= 0 AND (SELECT over FROM work WHERE id = ?1) = 0"
                         " ORDER BY number LIMIT 1 /*pg FOR UPDATE OF job SKIP LOCKED*/");
    bind_number(q, 1, work);
    step_result status = step(q);
    if (status == STEP_ROW) {
        *j = (store_job){
            .work = work, .number = column_number(q, 0), .fence = column_number(q, 1) + 1};
        column(q, 2, j->input, sizeof j->input);
    }
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    return status == STEP_ROW ? STORE_KEPT : status == STEP_DONE ? STORE_LOST : STORE_FAILED;
}

/* Runs a write about a job: its work is ?1, its number ?2, its fence ?3, this process ?4. */
static bool write_job(store *s, const char *sql, const store_job *j, error *e) {
    statement *q = store_prepare(s, sql);
    bind_number(q, 1, j->work);
    bind_number(q, 2, j->number);
    bind_number(q, 3, j->fence);
    bind(q, 4, s->kind->owner(s->database));
    return run(s, q, e);
}

/* Closes what a former worker has begun of a game. The claim comes first: from then on that worker
 * can write no more, and what it wrote before is there. */
static bool close_begun(store *s, const store_job *j, error *e) {
    static const char *const steps[] = {
        "UPDATE match SET claim = claim + 1, owner = ?4 WHERE over = 0 AND number = ?2"
        " AND series > 0 AND series = (SELECT series FROM work WHERE id = ?1)",
        "INSERT INTO event (match, number, time, kind, seat, text, used, opinion)"
        " SELECT m.id, coalesce(max(event.number), 0) + 1, coalesce(max(time), 0), 'end', 0,"
        " 'aborted', 0, '' FROM match m LEFT JOIN event ON event.match = m.id WHERE m.over = 0"
        " AND m.number = ?2 AND owner = ?4 AND m.series > 0"
        " AND m.series = (SELECT series FROM work WHERE id = ?1) GROUP BY m.id",
        "UPDATE match SET over = 1, owner = '', reason = 'aborted',"
        " detail = 'its worker was lost; another one plays the game again'"
        " WHERE over = 0 AND number = ?2 AND owner = ?4 AND series > 0"
        " AND series = (SELECT series FROM work WHERE id = ?1)",
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof steps / sizeof *steps; i++)
        good = write_job(s, steps[i], j, e);
    return good;
}

/* Whether a match of this game was begun before, or even has a result that counts. */
static bool is_begun(store *s, const store_job *j, bool counted) {
    statement *q = store_prepare(
        s, "SELECT 1 FROM match WHERE series > 0 AND series = (SELECT series FROM work WHERE"
           " id = ?1) AND number = ?2 AND (?3 = 0 OR (over = 1 AND reason <> 'aborted'))");
    bind_number(q, 1, j->work);
    bind_number(q, 2, j->number);
    bind_number(q, 3, counted);
    bool found = step(q) == STEP_ROW;
    store_finish(s, q);
    return found;
}

#define TAKE  "UPDATE job SET state = 1, fence = ?3, worker = ?4 WHERE work = ?1 AND number = ?2"
#define CLOSE "UPDATE job SET state = 2, fence = ?3, worker = '' WHERE work = ?1 AND number = ?2"

store_result store_take_job(store *s, int64_t work, store_job *j, error *e) {
    store_result result = STORE_LOST;
    for (bool counted = true; counted;) {
        if (!begin(s, e)) return STORE_FAILED;
        result = find_free(s, work, j, e);
        bool found = result == STORE_KEPT;
        bool again = found && is_begun(s, j, false);
        bool good = result != STORE_FAILED && (!again || close_begun(s, j, e));
        counted = good && again && is_begun(s, j, true);
        if (good && found) good = write_job(s, counted ? CLOSE : TAKE, j, e);
        good = settle(s, good, e);
        if (!good) return STORE_FAILED;
    }
    return result;
}

/* A write that only the current taker of a job can do. */
static store_result run_as_taker(store *s, statement *q, const store_job *j, error *e) {
    bind_number(q, 1, j->work);
    bind_number(q, 2, j->number);
    bind_number(q, 3, j->fence);
    if (!run(s, q, e)) return STORE_FAILED;
    if (s->kind->changes(s->database) == 1) return STORE_KEPT;
    error_set(e, "job %lld of work %lld is not this worker's any more", (long long)j->number,
              (long long)j->work);
    return STORE_LOST;
}

store_result store_finish_job(store *s, const store_job *j, const void *result, size_t size,
                              error *e) {
    statement *q = store_prepare(s, "UPDATE job SET state = 2, worker = '', result = ?4 WHERE"
                                    " work = ?1 AND number = ?2 AND fence = ?3 AND state = 1");
    bind_bytes(q, 4, result, size);
    return run_as_taker(s, q, j, e);
}

store_result store_return_job(store *s, const store_job *j, error *e) {
    statement *q = store_prepare(s, "UPDATE job SET state = 0, worker = '' WHERE work = ?1"
                                    " AND number = ?2 AND fence = ?3 AND state = 1");
    return run_as_taker(s, q, j, e);
}

bool store_each_held(store *s, const char *worker, bool (*with)(void *, const store_job *),
                     void *context, error *e) {
    statement *q = store_prepare(
        s, "SELECT work, number, fence, input FROM job JOIN work ON work.id = job.work"
           " WHERE worker = ?1 AND state = 1 AND over = 0 ORDER BY work, number");
    step_result status = q ? STEP_DONE : STEP_FAILED;
    bool more = q != NULL;
    bind(q, 1, worker ? worker : s->kind->owner(s->database));
    while (more && (status = step(q)) == STEP_ROW) {
        store_job j = {column_number(q, 0), column_number(q, 1), column_number(q, 2), ""};
        column(q, 3, j.input, sizeof j.input);
        more = with(context, &j);
    }
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    return status != STEP_FAILED;
}

bool store_each_job(store *s, int64_t work, bool (*with)(void *, const store_job *, bool),
                    void *context, error *e) {
    statement *q = store_prepare(s, "SELECT number, fence, input, state FROM job WHERE work = ?1"
                                    " AND number >= 0 ORDER BY number");
    step_result status = q ? STEP_DONE : STEP_FAILED;
    bool more = q != NULL;
    bind_number(q, 1, work);
    while (more && (status = step(q)) == STEP_ROW) {
        store_job j = {work, column_number(q, 0), column_number(q, 1), ""};
        column(q, 2, j.input, sizeof j.input);
        more = with(context, &j, column_int(q, 3) == 2);
    }
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    return status != STEP_FAILED;
}

bool store_find_result(store *s, int64_t work, int64_t number,
                       bool (*with)(void *, const void *, size_t), void *context, error *e) {
    statement *q = store_prepare(s, "SELECT result FROM job WHERE work = ?1 AND number = ?2"
                                    " AND state = 2");
    size_t size = 0;
    bind_number(q, 1, work);
    bind_number(q, 2, number);
    step_result status = step(q);
    const void *bytes = status == STEP_ROW ? q->kind->bytes(q, 0, &size) : NULL;
    bool good = status == STEP_ROW && with(context, bytes, size);
    if (status == STEP_DONE) error_set(e, "job %lld is not finished", (long long)number);
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    return good;
}

bool store_each_counted(store *s, int64_t series, int64_t from, int most,
                        bool (*with)(void *, const store_match *), void *context, error *e) {
    statement *q = store_prepare(s, MATCH_COLUMNS
                                 "WHERE series = ?1 AND series > 0 AND number >= ?2 AND over = 1"
                                 " AND reason <> 'aborted' ORDER BY number LIMIT ?3");
    bind_number(q, 1, series);
    bind_number(q, 2, from);
    bind_number(q, 3, most);
    return q ? store_hand_out(s, q, with, context, e) : fail(s, e);
}

bool store_stay(store *s, const store_worker *w, int64_t seconds, error *e) {
    statement *q = store_prepare(
        s, "INSERT INTO worker (name, place, tags, lanes, done, begun, seen, expires) VALUES"
           " (?1, ?2, ?3, ?4, ?5, unixepoch(), unixepoch(), unixepoch() + ?6) ON CONFLICT (name)"
           " DO UPDATE SET done = excluded.done, seen = excluded.seen, expires = excluded.expires");
    bind(q, 1, s->kind->owner(s->database));
    bind(q, 2, w->place);
    bind(q, 3, w->tags);
    bind_number(q, 4, w->lanes);
    bind_number(q, 5, w->done);
    bind_number(q, 6, seconds);
    return run(s, q, e);
}

bool store_leave(store *s, error *e) {
    statement *q = store_prepare(s, "DELETE FROM worker WHERE name = ?1 OR"
                                    " expires < unixepoch() - 86400");
    bind(q, 1, s->kind->owner(s->database));
    return run(s, q, e);
}

bool store_each_worker(store *s, bool (*with)(void *, const store_worker *), void *context,
                       error *e) {
    statement *q =
        store_prepare(s, "SELECT name, place, tags, lanes, done, begun, seen, unixepoch(),"
                         " CASE WHEN expires >= unixepoch() THEN 1 ELSE 0 END AS alive FROM worker"
                         " WHERE expires >= unixepoch() - 86400 ORDER BY 9 DESC, place, name");
    step_result status = q ? STEP_DONE : STEP_FAILED;
    bool more = q != NULL;
    while (more && (status = step(q)) == STEP_ROW) {
        store_worker w = {.lanes = column_int(q, 3),
                          .done = column_number(q, 4),
                          .begun = column_number(q, 5),
                          .seen = column_number(q, 6),
                          .now = column_number(q, 7),
                          .alive = column_int(q, 8) != 0};
        column(q, 0, w.name, sizeof w.name);
        column(q, 1, w.place, sizeof w.place);
        column(q, 2, w.tags, sizeof w.tags);
        more = with(context, &w);
    }
    if (status == STEP_FAILED) fail(s, e);
    store_finish(s, q);
    return status != STEP_FAILED;
}
