#include "store/extras.h"

#include <stdlib.h>
#include <string.h>

#include "store/private.h"

char *store_find_review(store *s, int64_t match, bool *done, error *e) {
    statement *q = store_prepare(s, "SELECT done, content FROM review WHERE match = ?1");
    char *content = NULL;
    error_set(e, "%s", "");
    if (!q) {
        fail(s, e);
        return NULL;
    }
    bind_number(q, 1, match);
    step_result status = step(q);
    if (status == STEP_ROW) {
        *done = column_int(q, 0);
        const char *found = column_text(q, 1);
        content = found ? strdup(found) : NULL;
        if (!content) error_set(e, "no memory for a review");
    } else if (status != STEP_DONE) {
        fail(s, e);
    }
    store_finish(s, q);
    return content;
}

bool store_keep_review(store *s, int64_t match, bool done, const char *content, error *e) {
    statement *keep = store_prepare(
        s, "INSERT INTO review (match, done, content) VALUES (?1, ?2, ?3)"
           " ON CONFLICT (match) DO UPDATE SET done = excluded.done, content = excluded.content");
    if (!keep) return fail(s, e);
    bind_number(keep, 1, match);
    bind_number(keep, 2, done);
    bind(keep, 3, content);
    return run(s, keep, e);
}

int store_unfinished_reviews(store *s, int64_t *matches, int most) {
    statement *q =
        store_prepare(s, "SELECT match FROM review WHERE done = 0 ORDER BY match LIMIT ?1");
    int count = 0;
    if (!q) return 0;
    bind_number(q, 1, most);
    while (count < most && step(q) == STEP_ROW) matches[count++] = column_number(q, 0);
    store_finish(s, q);
    return count;
}

bool store_add_chat(store *s, int64_t match, chat_line *l, error *e) {
    statement *q = store_prepare(
        s, "INSERT INTO chat (match, number, time, seat, name, text) SELECT ?1, n,"
           " unixepoch(), ?2, ?3, ?4 FROM (SELECT coalesce(max(number), 0) + 1 AS n FROM"
           " chat WHERE match = ?1) AS last WHERE n <= ?5 RETURNING number, time");
    if (!q) return fail(s, e);
    bind_number(q, 1, match);
    bind_number(q, 2, l->seat);
    bind(q, 3, l->name);
    bind(q, 4, l->text);
    bind_number(q, 5, CHAT_KEPT);
    step_result status = step(q);
    bool added = status == STEP_ROW;
    if (added) {
        l->number = column_number(q, 0);
        l->time = column_number(q, 1);
        status = step(q);
    }
    if (status != STEP_DONE) fail(s, e);
    else if (!added) error_code(e, "chat-full", "this match has as many chat messages as are kept");
    store_finish(s, q);
    return status == STEP_DONE && added;
}

bool store_each_chat(store *s, int64_t match, int most, bool (*with)(void *, const chat_line *),
                     void *context, error *e) {
    statement *q = store_prepare(
        s, "SELECT number, time, seat, name, text FROM (SELECT * FROM chat"
           " WHERE match = ?1 ORDER BY number DESC LIMIT ?2) AS last ORDER BY number");
    step_result status = STEP_DONE;
    bool more = true;
    if (!q) return fail(s, e);
    bind_number(q, 1, match);
    bind_number(q, 2, most);
    while (more && (status = step(q)) == STEP_ROW) {
        chat_line l = {
            .number = column_number(q, 0), .time = column_number(q, 1), .seat = column_seat(q, 2)};
        column(q, 3, l.name, sizeof l.name);
        column(q, 4, l.text, sizeof l.text);
        more = with(context, &l);
    }
    if (more && status != STEP_DONE) fail(s, e);
    store_finish(s, q);
    return !more || status == STEP_DONE;
}
