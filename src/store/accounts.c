#include "store/accounts.h"

#include <string.h>

#include "store/private.h"

/* Ends a statement that writes a name; another account may have it. */
static bool finish_unique(store *s, statement *q, step_result result, error *e) {
    if (result != STEP_DONE) fail(s, e);
    if (result == STEP_TAKEN)
        error_code(e, "name-taken", "somebody else has this name; choose another");
    store_finish(s, q);
    return result == STEP_DONE;
}

bool store_add_account(store *s, store_account *a, const unsigned char secret[STORE_TOKEN],
                       error *e) {
    store_write_now(a->made, sizeof a->made);
    statement *add = store_prepare(
        s, "INSERT INTO account (name, secret, made) VALUES (?1, ?2, ?3) RETURNING id");
    bind(add, 1, a->name);
    bind_bytes(add, 2, secret, STORE_TOKEN);
    bind(add, 3, a->made);
    step_result result = step(add);
    if (result == STEP_ROW) {
        a->id = column_number(add, 0);
        result = step(add);
    }
    return finish_unique(s, add, result, e);
}

static void read_account(statement *q, store_account *a) {
    a->id = column_number(q, 0);
    column(q, 1, a->name, sizeof a->name);
    column(q, 2, a->made, sizeof a->made);
}

bool store_find_account(store *s, const unsigned char secret[STORE_TOKEN], store_account *a,
                        error *e) {
    statement *q = store_prepare(s, "SELECT id, name, made FROM account WHERE secret = ?1");
    error_set(e, "%s", "");
    if (!q) return fail(s, e);
    bind_bytes(q, 1, secret, STORE_TOKEN);
    step_result status = step(q);
    if (status == STEP_ROW) read_account(q, a);
    else if (status != STEP_DONE) fail(s, e);
    store_finish(s, q);
    return status == STEP_ROW;
}

bool store_rename_account(store *s, int64_t account, const char *name, error *e) {
    statement *set = store_prepare(s, "UPDATE account SET name = ?2 WHERE id = ?1");
    if (!set) return fail(s, e);
    bind_number(set, 1, account);
    bind(set, 2, name);
    return finish_unique(s, set, step(set), e);
}

bool store_change_secret(store *s, int64_t account, const unsigned char secret[STORE_TOKEN],
                         error *e) {
    statement *set = store_prepare(s, "UPDATE account SET secret = ?2 WHERE id = ?1");
    if (!set) return fail(s, e);
    bind_number(set, 1, account);
    bind_bytes(set, 2, secret, STORE_TOKEN);
    return run(s, set, e);
}

static bool change_account(store *s, const char *sql, int64_t account, error *e) {
    statement *q = store_prepare(s, sql);
    if (q) bind_number(q, 1, account);
    return run(s, q, e);
}

bool store_delete_account(store *s, int64_t account, bool names, error *e) {
    if (!begin(s, e)) return false;
    bool good = true;
    if (names)
        good = change_account(s,
                              "DELETE FROM chat WHERE (match, seat) IN"
                              " (SELECT match, seat + 1 FROM seat WHERE account = ?1)",
                              account, e) &&
               change_account(s, "UPDATE seat SET name = '' WHERE account = ?1", account, e);
    good = good &&
           change_account(s, "UPDATE seat SET account = NULL WHERE account = ?1", account, e) &&
           change_account(s, "DELETE FROM account WHERE id = ?1", account, e);
    return settle(s, good, e);
}

bool store_each_of_account(store *s, int64_t account, int64_t before, int most,
                           bool (*with)(void *, const store_match *), void *context, error *e) {
    statement *q = store_prepare(s, MATCH_COLUMNS "WHERE id IN (SELECT match FROM seat WHERE"
                                                  " account = ?1) AND (?2 = 0 OR id < ?2)"
                                                  " ORDER BY id DESC LIMIT ?3");
    if (!q) return fail(s, e);
    bind_number(q, 1, account);
    bind_number(q, 2, before);
    bind_number(q, 3, most);
    return store_hand_out(s, q, with, context, e);
}

bool store_set_helped(store *s, int64_t match, int seat, error *e) {
    statement *set = store_prepare(s, "UPDATE seat SET helped = 1 WHERE match = ?1 AND seat = ?2");
    if (!set) return fail(s, e);
    bind_number(set, 1, match);
    bind_number(set, 2, seat);
    return run(s, set, e);
}

bool store_each_rated(store *s, const char *game, int most,
                      bool (*with)(void *, const store_match *), void *context, error *e) {
    statement *q = store_prepare(
        s, MATCH_COLUMNS
        "WHERE id IN (SELECT match FROM seat WHERE account IS NOT NULL) AND game = ?1"
        " AND listed = 1 AND over = 1 AND reason <> 'aborted'"
        " AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.match = match.id AND helped = 1)"
        " AND NOT EXISTS (SELECT 1 FROM event WHERE event.match = match.id AND kind = 'undo')"
        " ORDER BY id DESC LIMIT ?2");
    if (!q) return fail(s, e);
    bind(q, 1, game);
    bind_number(q, 2, most);
    return store_hand_out(s, q, with, context, e);
}

int64_t store_count_rated(store *s) {
    statement *q = store_prepare(s, "SELECT count(*) FROM seat JOIN match ON match.id = seat.match"
                                    " WHERE account IS NOT NULL AND over = 1");
    int64_t count = q && step(q) == STEP_ROW ? column_number(q, 0) : 0;
    store_finish(s, q);
    return count;
}

bool store_find_name(store *s, int64_t account, char name[STORE_NAME]) {
    statement *q = store_prepare(s, "SELECT name FROM account WHERE id = ?1");
    if (!q) return false;
    bind_number(q, 1, account);
    bool found = step(q) == STEP_ROW;
    if (found) column(q, 0, name, STORE_NAME);
    store_finish(s, q);
    return found;
}
