#include "store/copy.h"

#include <string.h>

#include "base/hash.h"
#include "store/private.h"

enum { OFTEN = 1000 };

/* `types` has a letter for each column: n for a number, t for text, b for bytes, N for a number
 * that may be missing. Rows that others refer to come first. Statements are made of these words at
 * compile time, since prepared statements are known by their address. */
#define TABLE(name, columns, types, order, places)                                                 \
    {                                                                                              \
        types, "/*stream*/ SELECT " columns " FROM " name " ORDER BY " order,                      \
            "INSERT INTO " name " (" columns ") VALUES (" places ")",                              \
            "SELECT 1 FROM " name " LIMIT 1",                                                      \
    }

static const struct {
    const char *types, *read, *write, *look;
} tables[] = {
    TABLE("account", "id, name, secret, made", "ntbt", "id", "?1, ?2, ?3, ?4"),
    TABLE("match",
          "id, game, rules, start, seats, settings, begun, over, winner, reason, detail, score,"
          " owner, listed, key, claim, series, number, code, arguments, explored",
          "nttttttnntttt"
          "ntnnnttn",
          "id",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,"
          " ?20, ?21"),
    TABLE("event", "match, number, time, kind, seat, text, used, opinion", "nnntntnt",
          "match, number", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"),
    TABLE("seat", "match, seat, kind, name, avatar, token, account, helped", "nntttbNn",
          "match, seat", "?1, ?2, ?3, ?4, ?5, ?6, nullif(?7, 0), ?8"),
    TABLE("request", "id, match, line", "nnt", "id", "?1, ?2, ?3"),
    TABLE("series", "id, words, begun, owner, over", "ntttn", "id", "?1, ?2, ?3, ?4, ?5"),
    TABLE("tournament", "id, name, words, begun, owner, over, served", "nttttnn", "id",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("entrant", "tournament, number, name, seat, joined, withdrawn, token", "nnttnnb",
          "tournament, number", "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("pairing", "tournament, round, board, players, series, over, played, points, reason",
          "nnntnnntt", "tournament, round, board", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"),
    TABLE("work", "id, kind, series, words, needs, begun, over, reported, trouble", "ntntttnnt",
          "id", "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"),
    TABLE("job", "work, number, state, worker, fence, input, result", "nnntntb", "work, number",
          "?1, ?2, ?3, ?4, ?5, ?6, ?7"),
    TABLE("played", "position, move, games, won, drawn, match", "ntnnnn", "position, move",
          "?1, ?2, ?3, ?4, ?5, ?6"),
    TABLE("review", "match, done, content", "nnt", "match", "?1, ?2, ?3"),
    TABLE("chat", "match, number, time, seat, name, text", "nnnntt", "match, number",
          "?1, ?2, ?3, ?4, ?5, ?6"),
};
enum { TABLES = sizeof tables / sizeof *tables };

typedef struct copying {
    void (*progress)(void *, int64_t rows);
    void *context;
    int64_t rows;
} copying;

/* Reads the columns of a row into a hash, and, unless it is NULL, a statement. */
static uint64_t take_row(statement *row, const char *types, statement *into) {
    uint64_t hash = 0;
    for (int i = 0; types[i]; i++) {
        int64_t number = 0;
        size_t size = 0;
        const void *bytes = NULL;
        if (types[i] == 'n' || types[i] == 'N') {
            number = column_number(row, i);
            hash = hash_join(hash, (uint64_t)number);
            bind_number(into, i + 1, number);
        } else if (types[i] == 't') {
            bytes = column_text(row, i);
            hash = hash_join(hash, hash_bytes(bytes, strlen(bytes)));
            bind(into, i + 1, bytes);
        } else {
            bytes = row->kind->bytes(row, i, &size);
            hash = hash_join(hash, hash_bytes(size ? bytes : "", size));
            bind_bytes(into, i + 1, bytes, size);
        }
    }
    return hash;
}

/* Goes through a table; `to` is NULL if it is only read. Joins its rows to the hash. */
static bool go_through(store *from, store *to, size_t at, copying *c, uint64_t *hash, error *e) {
    statement *row = store_prepare(from, tables[at].read);
    statement *into = to ? store_prepare(to, tables[at].write) : NULL;
    step_result result = row ? STEP_DONE : STEP_FAILED;
    bool good = !to || into || fail(to, e);
    while (good && (result = step(row)) == STEP_ROW) {
        if (into) reset(into);
        *hash = hash_join(*hash, take_row(row, tables[at].types, into));
        if (into) good = step(into) == STEP_DONE || fail(to, e);
        if (into && ++c->rows % OFTEN == 0 && c->progress) c->progress(c->context, c->rows);
    }
    if (good && result != STEP_DONE) good = fail(from, e);
    store_finish(from, row);
    if (to) store_finish(to, into);
    return good;
}

static bool is_empty(store *s, error *e) {
    for (size_t i = 0; i < TABLES; i++) {
        statement *q = store_prepare(s, tables[i].look);
        step_result result = step(q);
        if (result == STEP_FAILED) fail(s, e);
        store_finish(s, q);
        if (result == STEP_ROW)
            return error_set(e, "%s is in use: copy into a new store", s->kind->name(s->database));
        if (result != STEP_DONE) return false;
    }
    return true;
}

/* The number after which the next account comes: no number is given twice. */
static bool copy_last_account(store *from, store *to, error *e) {
    int64_t last = 0;
    statement *q = store_prepare(from, from->kind->last_account);
    bool good = step(q) == STEP_ROW;
    if (good) last = column_number(q, 0);
    else fail(from, e);
    store_finish(from, q);
    if (!good || !change(to, to->kind->renumber, e)) return false;
    q = store_prepare(to, to->kind->set_last_account);
    bind_number(q, 1, last);
    step_result result = step(q);
    good = result == STEP_DONE || result == STEP_ROW || fail(to, e);
    store_finish(to, q);
    return good;
}

bool store_copy(store *from, store *to, void (*progress)(void *, int64_t), void *context,
                int64_t *rows, error *e) {
    copying c = {.progress = progress, .context = context};
    uint64_t read = 0, written = 0;
    if (!change(from, from->kind->begin_reading, e)) return false;
    bool good = begin(to, e);
    bool begun = good;
    good = good && is_empty(to, e);
    for (size_t i = 0; good && i < TABLES; i++) good = go_through(from, to, i, &c, &read, e);
    good = good && copy_last_account(from, to, e);
    for (size_t i = 0; good && i < TABLES; i++) good = go_through(to, NULL, i, &c, &written, e);
    if (good && read != written)
        good = error_set(e, "the copy differs from %s, so it was not kept",
                         from->kind->name(from->database));
    error unused;
    settle(from, false, &unused); /* it was only read */
    if (begun) good = settle(to, good, e);
    *rows = c.rows;
    return good && store_sync(to, e);
}
