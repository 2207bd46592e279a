#include "store/entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "store/private.h"

bool store_begin_series(store *s, store_series *v, error *e) {
    store_write_now(v->begun, sizeof v->begun);
    memcpy(v->owner, s->kind->owner(s->database), sizeof v->owner);
    statement *add = store_prepare(s, "INSERT INTO series (words, begun, owner) VALUES (?1, ?2, ?3)"
                                      " RETURNING id");
    if (!add) return fail(s, e);
    bind(add, 1, v->words);
    bind(add, 2, v->begun);
    bind(add, 3, v->owner);
    return run_for_number(s, add, &v->id, e);
}

bool store_find_series(store *s, int64_t id, store_series *v, error *e) {
    statement *q = store_prepare(s, "SELECT words, begun, owner, over FROM series WHERE id = ?1");
    if (!q) return fail(s, e);
    bind_number(q, 1, id);
    step_result status = step(q);
    if (status == STEP_ROW) {
        *v = (store_series){.id = id, .over = column_int(q, 3) != 0};
        column(q, 0, v->words, sizeof v->words);
        column(q, 1, v->begun, sizeof v->begun);
        column(q, 2, v->owner, sizeof v->owner);
    }
    store_finish(s, q);
    if (status == STEP_ROW) return true;
    return status == STEP_DONE ? error_set(e, "there is no series %lld", (long long)id)
                               : fail(s, e);
}

/* Becomes the owner in place of the one that was seen. */
static store_result claim(store *s, const char *sql, int64_t id, const char *owner,
                          const char *what, error *e) {
    statement *q = store_prepare(s, sql);
    if (q) {
        bind_number(q, 1, id);
        bind(q, 2, owner);
        bind(q, 3, s->kind->owner(s->database));
    }
    if (!run(s, q, e)) return STORE_FAILED;
    if (s->kind->changes(s->database) == 1) return STORE_KEPT;
    error_set(e, "%s %lld is played by another process now, or over", what, (long long)id);
    return STORE_LOST;
}

bool store_is_busy(const store *s) { return s->busy; }

bool store_find_event(store *s, int64_t series, char name[STORE_NAME], int *round, int *board) {
    statement *q =
        series > 0
            ? store_prepare(s, "SELECT name, round, board FROM pairing JOIN tournament ON"
                               " tournament.id = tournament WHERE series = ?1 AND series > 0")
            : NULL;
    *name = '\0';
    if (!q) return false;
    bind_number(q, 1, series);
    bool found = step(q) == STEP_ROW;
    if (found) {
        column(q, 0, name, STORE_NAME);
        *round = column_int(q, 1);
        *board = column_int(q, 2);
    }
    store_finish(s, q);
    return found;
}

store_result store_claim_series(store *s, const store_series *v, error *e) {
    return claim(s, "UPDATE series SET owner = ?3 WHERE id = ?1 AND owner = ?2 AND over = 0", v->id,
                 v->owner, "series", e);
}

bool store_end_series(store *s, int64_t id, error *e) {
    statement *q = store_prepare(s, "UPDATE series SET over = 1, owner = '' WHERE id = ?1");
    if (q) bind_number(q, 1, id);
    return run(s, q, e);
}

bool store_set_entrant(store *s, int64_t tournament, const store_entrant *v, error *e) {
    statement *q = store_prepare(
        s, "INSERT INTO entrant (tournament, number, name, seat, joined, withdrawn, token)"
           " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (tournament, number) DO UPDATE"
           " SET name = excluded.name, seat = excluded.seat, joined = excluded.joined,"
           " withdrawn = excluded.withdrawn, token = excluded.token");
    if (q) {
        bind_number(q, 1, tournament);
        bind_number(q, 2, v->number);
        bind(q, 3, v->name);
        bind(q, 4, v->seat);
        bind_number(q, 5, v->joined);
        bind_number(q, 6, v->withdrawn);
        if (v->has_token) bind_bytes(q, 7, v->token, STORE_TOKEN);
        else bind_bytes(q, 7, "", 0);
    }
    return run(s, q, e);
}

bool store_begin_tournament(store *s, store_tournament *t, const store_entrant *entrants,
                            size_t count, error *e) {
    error unused;
    store_tournament *other = malloc(sizeof *other);
    bool taken = other && store_find_tournament(s, t->name, other, &unused);
    free(other);
    if (taken)
        return error_code(e, "event-name-taken", "there is a tournament called %s already",
                          t->name);
    store_write_now(t->begun, sizeof t->begun);
    if (!begin(s, e)) return false;
    statement *q =
        store_prepare(s, "INSERT INTO tournament (name, words, begun) VALUES (?1, ?2, ?3)"
                         " RETURNING id");
    if (q) {
        bind(q, 1, t->name);
        bind(q, 2, t->words);
        bind(q, 3, t->begun);
    }
    bool good = run_for_number(s, q, &t->id, e);
    for (size_t i = 0; good && i < count; i++) good = store_set_entrant(s, t->id, &entrants[i], e);
    return settle(s, good, e);
}

static void read_tournament(statement *q, store_tournament *t) {
    *t = (store_tournament){.id = column_number(q, 0),
                            .over = column_int(q, 5) != 0,
                            .served = column_int(q, 6) != 0,
                            .paired = column_int(q, 7) != 0};
    column(q, 1, t->name, sizeof t->name);
    column(q, 2, t->words, sizeof t->words);
    column(q, 3, t->begun, sizeof t->begun);
    column(q, 4, t->owner, sizeof t->owner);
}

#define TOURNAMENT                                                                                 \
    "SELECT id, name, words, begun, owner, over, served,"                                          \
    " EXISTS (SELECT 1 FROM pairing WHERE pairing.tournament = tournament.id) FROM tournament "

bool store_find_tournament(store *s, const char *name, store_tournament *t, error *e) {
    statement *q = store_prepare(s, TOURNAMENT "WHERE name = ?1");
    if (!q) return fail(s, e);
    bind(q, 1, name);
    step_result status = step(q);
    if (status == STEP_ROW) read_tournament(q, t);
    store_finish(s, q);
    if (status == STEP_ROW) return true;
    return status == STEP_DONE
               ? error_set(
                     e, "there is no tournament called '%s'; 'damero tournament list' lists them",
                     name)
               : fail(s, e);
}

bool store_each_tournament(store *s, bool (*with)(void *, const store_tournament *), void *context,
                           error *e) {
    statement *q = store_prepare(s, TOURNAMENT "ORDER BY id");
    if (!q) return fail(s, e);
    step_result status;
    bool more = true;
    while (more && (status = step(q)) == STEP_ROW) {
        store_tournament t;
        read_tournament(q, &t);
        more = with(context, &t);
    }
    store_finish(s, q);
    return !more || status == STEP_DONE || fail(s, e);
}

store_result store_claim_tournament(store *s, const store_tournament *t, error *e) {
    return claim(s, "UPDATE tournament SET owner = ?3 WHERE id = ?1 AND owner = ?2 AND over = 0",
                 t->id, t->owner, "tournament", e);
}

bool store_is_played(const store *s, const store_tournament *t) {
    store_owner owner = {.claim = 0};
    memcpy(owner.name, t->owner, sizeof owner.name);
    return *owner.name && store_is_alive(s, &owner);
}

bool store_leave_tournament(store *s, int64_t id, bool over, error *e) {
    statement *q = store_prepare(s, "UPDATE tournament SET owner = '', over = ?2 WHERE id = ?1");
    if (q) {
        bind_number(q, 1, id);
        bind_number(q, 2, over);
    }
    return run(s, q, e);
}

bool store_set_words(store *s, int64_t id, const char *words, error *e) {
    statement *q = store_prepare(s, "UPDATE tournament SET words = ?2 WHERE id = ?1");
    if (q) {
        bind_number(q, 1, id);
        bind(q, 2, words);
    }
    return run(s, q, e);
}

bool store_serve_tournament(store *s, int64_t id, bool served, error *e) {
    statement *q = store_prepare(s, "UPDATE tournament SET served = ?2 WHERE id = ?1");
    if (q) {
        bind_number(q, 1, id);
        bind_number(q, 2, served);
    }
    return run(s, q, e);
}

bool store_tournament_version(store *s, const char *name, uint64_t *version, error *e) {
    /* Each part is one text; games change only by being added and by ending. */
    statement *q = store_prepare(
        s,
        "SELECT t.owner || ' ' || t.over || ' ' || t.served,"
        " (SELECT group_concat(name || seat || joined || ' ' || withdrawn) FROM entrant"
        "   WHERE tournament = t.id),"
        " (SELECT group_concat(series || ' ' || over || ' ' || played || points || reason) FROM pairing"
        "   WHERE tournament = t.id),"
        " (SELECT count(*) || ' ' || coalesce(sum(over), 0) FROM match WHERE series > 0 AND series IN"
        "   (SELECT series FROM pairing WHERE tournament = t.id AND series > 0))"
        " FROM tournament t WHERE name = ?1");
    if (!q) return fail(s, e);
    bind(q, 1, name);
    bool found = step(q) == STEP_ROW;
    *version = 0;
    for (int i = 0; found && i < 4; i++) {
        const char *part = column_text(q, i);
        for (size_t k = 0; part && part[k]; k++)
            *version = hash_join(*version, (unsigned char)part[k]);
    }
    store_finish(s, q);
    return found || error_code(e, "no-such-event", "there is no tournament called '%s'", name);
}

bool store_each_game(store *s, int64_t tournament, bool (*with)(void *, const store_game *),
                     void *context, error *e) {
    statement *q = store_prepare(
        s, "SELECT pairing.round, pairing.board, match.number, match.id, match.over, match.winner,"
           " match.reason FROM pairing JOIN match ON match.series = pairing.series"
           " WHERE tournament = ?1 AND pairing.series > 0 AND match.series > 0"
           " ORDER BY round, board, match.number, match.id");
    if (!q) return fail(s, e);
    step_result status;
    bool more = true;
    bind_number(q, 1, tournament);
    while (more && (status = step(q)) == STEP_ROW) {
        store_game v = {.round = column_int(q, 0),
                        .board = column_int(q, 1),
                        .number = column_number(q, 2),
                        .match = column_number(q, 3),
                        .over = column_int(q, 4) != 0,
                        .winner = column_seat(q, 5)};
        column(q, 6, v.reason, sizeof v.reason);
        more = with(context, &v);
    }
    store_finish(s, q);
    return !more || status == STEP_DONE || fail(s, e);
}

bool store_each_entrant(store *s, int64_t tournament, bool (*with)(void *, const store_entrant *),
                        void *context, error *e) {
    statement *q =
        store_prepare(s, "SELECT number, name, seat, joined, withdrawn, token FROM entrant"
                         " WHERE tournament = ?1 ORDER BY number");
    if (!q) return fail(s, e);
    step_result status;
    bool more = true;
    bind_number(q, 1, tournament);
    while (more && (status = step(q)) == STEP_ROW) {
        store_entrant v = {
            .number = column_int(q, 0), .joined = column_int(q, 3), .withdrawn = column_int(q, 4)};
        column(q, 1, v.name, sizeof v.name);
        column(q, 2, v.seat, sizeof v.seat);
        v.has_token = column_token(q, 5, v.token);
        more = with(context, &v);
    }
    store_finish(s, q);
    return !more || status == STEP_DONE || fail(s, e);
}

bool store_set_pairing(store *s, int64_t tournament, const store_pairing *v, error *e) {
    statement *q = store_prepare(
        s, "INSERT INTO pairing (tournament, round, board, players, series, over, played,"
           " points, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
           " ON CONFLICT (tournament, round, board) DO UPDATE SET"
           " series = CASE excluded.series WHEN 0 THEN pairing.series ELSE excluded.series END,"
           " over = excluded.over, played = excluded.played, points = excluded.points,"
           " reason = excluded.reason");
    if (q) {
        bind_number(q, 1, tournament);
        bind_number(q, 2, v->round);
        bind_number(q, 3, v->board);
        bind(q, 4, v->players);
        bind_number(q, 5, v->series);
        bind_number(q, 6, v->over);
        bind_number(q, 7, v->played);
        bind(q, 8, v->points);
        bind(q, 9, v->reason);
    }
    return run(s, q, e);
}

static bool refuse_absent(int round, int board, error *e) {
    return error_code(e, "no-such-pairing", "there is no pairing %d.%d", round + 1, board + 1);
}

bool store_set_pairing_series(store *s, int64_t tournament, int round, int board, int64_t series,
                              error *e) {
    statement *q = store_prepare(
        s, "UPDATE pairing SET series = ?4 WHERE tournament = ?1 AND round = ?2 AND board = ?3");
    if (q) {
        bind_number(q, 1, tournament);
        bind_number(q, 2, round);
        bind_number(q, 3, board);
        bind_number(q, 4, series);
    }
    return run(s, q, e) && (s->kind->changes(s->database) == 1 || refuse_absent(round, board, e));
}

bool store_end_pairing(store *s, int64_t tournament, const store_pairing *v, bool *first,
                       error *e) {
    statement *q =
        store_prepare(s, "UPDATE pairing SET over = 1, played = ?4, points = ?5, reason = ?6"
                         " WHERE tournament = ?1 AND round = ?2 AND board = ?3 AND over = 0");
    if (q) {
        bind_number(q, 1, tournament);
        bind_number(q, 2, v->round);
        bind_number(q, 3, v->board);
        bind_number(q, 4, v->played);
        bind(q, 5, v->points);
        bind(q, 6, v->reason);
    }
    bool good = run(s, q, e);
    *first = good && s->kind->changes(s->database) == 1;
    return good;
}

bool store_add_pairings(store *s, int64_t tournament, const store_pairing *v, size_t count,
                        error *e) {
    if (!begin(s, e)) return false;
    bool good = true;
    for (size_t i = 0; good && i < count; i++) good = store_set_pairing(s, tournament, &v[i], e);
    return settle(s, good, e);
}

#define SELECT_PAIRINGS                                                                            \
    "SELECT round, board, players, series, over, played, points, reason,"                          \
    " (SELECT min(id) FROM match WHERE match.series = pairing.series AND"                          \
    " match.series > 0) FROM pairing WHERE tournament = ?1"

static store_pairing read_pairing(statement *q) {
    store_pairing v = {.round = column_int(q, 0),
                       .board = column_int(q, 1),
                       .series = column_number(q, 3),
                       .over = column_int(q, 4) != 0,
                       .played = column_int(q, 5) != 0,
                       .match = column_number(q, 8)};
    column(q, 2, v.players, sizeof v.players);
    column(q, 6, v.points, sizeof v.points);
    column(q, 7, v.reason, sizeof v.reason);
    return v;
}

bool store_find_pairing(store *s, int64_t tournament, int round, int board, store_pairing *v,
                        error *e) {
    statement *q = store_prepare(s, SELECT_PAIRINGS " AND round = ?2 AND board = ?3");
    if (!q) return fail(s, e);
    bind_number(q, 1, tournament);
    bind_number(q, 2, round);
    bind_number(q, 3, board);
    step_result status = step(q);
    if (status == STEP_ROW) *v = read_pairing(q);
    store_finish(s, q);
    if (status == STEP_DONE) return refuse_absent(round, board, e);
    return status == STEP_ROW || fail(s, e);
}

bool store_each_pairing(store *s, int64_t tournament, bool (*with)(void *, const store_pairing *),
                        void *context, error *e) {
    statement *q = store_prepare(s, SELECT_PAIRINGS " ORDER BY round, board");
    if (!q) return fail(s, e);
    step_result status;
    bool more = true;
    bind_number(q, 1, tournament);
    while (more && (status = step(q)) == STEP_ROW) {
        store_pairing v = read_pairing(q);
        more = with(context, &v);
    }
    store_finish(s, q);
    return !more || status == STEP_DONE || fail(s, e);
}
