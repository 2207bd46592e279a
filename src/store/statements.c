/* Prepared statements. Parsing one takes longer than running it, and a server runs the same ones
 * all the time. */
#include "store/private.h"

sqlite3_stmt *store_prepare(store *s, const char *statement) {
    size_t i = 0;
    sqlite3_stmt *prepared = NULL;
    while (i < STORE_STATEMENTS && s->statement[i].text && s->statement[i].text != statement) i++;
    bool has_room = i < STORE_STATEMENTS && !s->statement[i].used;
    if (has_room && s->statement[i].prepared) {
        s->statement[i].used = true;
        return s->statement[i].prepared;
    }
    sqlite3_prepare_v3(s->file, statement, -1, has_room ? SQLITE_PREPARE_PERSISTENT : 0, &prepared,
                       NULL);
    if (prepared && has_room) {
        s->statement[i].text = statement;
        s->statement[i].prepared = prepared;
        s->statement[i].used = true;
    }
    return prepared;
}

void store_finish(store *s, sqlite3_stmt *prepared) {
    size_t i = 0;
    if (!prepared) return;
    while (i < STORE_STATEMENTS && s->statement[i].prepared != prepared) i++;
    if (i == STORE_STATEMENTS) {
        sqlite3_finalize(prepared);
        return;
    }
    sqlite3_reset(prepared);
    sqlite3_clear_bindings(prepared);
    s->statement[i].used = false;
}

void statements_close(store *s) {
    for (size_t i = 0; i < STORE_STATEMENTS; i++) sqlite3_finalize(s->statement[i].prepared);
}
