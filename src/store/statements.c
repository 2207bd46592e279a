/* Prepared statements. Parsing one takes longer than running it, and a server runs the same ones
 * all the time. */
#include <string.h>

#include "games/game.h"
#include "store/private.h"

statement *store_prepare(store *s, const char *sql) {
    size_t i = 0;
    while (i < STORE_STATEMENTS && s->statement[i].text && s->statement[i].text != sql) i++;
    bool has_room = i < STORE_STATEMENTS && !s->statement[i].used;
    if (has_room && s->statement[i].prepared) {
        s->statement[i].used = true;
        return s->statement[i].prepared;
    }
    statement *prepared = s->kind->prepare(s->database, sql, has_room);
    if (prepared && has_room) {
        s->statement[i].text = sql;
        s->statement[i].prepared = prepared;
        s->statement[i].used = true;
    }
    return prepared;
}

void store_finish(store *s, statement *prepared) {
    size_t i = 0;
    if (!prepared) return;
    while (i < STORE_STATEMENTS && s->statement[i].prepared != prepared) i++;
    if (i == STORE_STATEMENTS) {
        s->kind->finalize(prepared);
        return;
    }
    s->kind->reset(prepared);
    s->statement[i].used = false;
}

void statements_close(store *s) {
    for (size_t i = 0; i < STORE_STATEMENTS; i++)
        if (s->statement[i].prepared) s->kind->finalize(s->statement[i].prepared);
}

bool column_token(statement *q, int place, unsigned char token[STORE_TOKEN]) {
    size_t size;
    const void *bytes = q->kind->bytes(q, place, &size);
    if (size != STORE_TOKEN) return false;
    memcpy(token, bytes, STORE_TOKEN);
    return true;
}

bool run_for_number(store *s, statement *q, int64_t *number, error *e) {
    bool added = step(q) == STEP_ROW;
    if (added) *number = column_number(q, 0);
    bool good = added && step(q) == STEP_DONE;
    if (!good) fail(s, e);
    store_finish(s, q);
    return good;
}

int column_seat(statement *q, int place) {
    int64_t seat = column_number(q, place);
    return seat >= 0 && seat <= GAME_SEATS_MAX ? (int)seat : 0;
}
