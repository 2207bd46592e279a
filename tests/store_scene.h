/* A store for the tests of the journal: on a file, or, with the address of a PostgreSQL server in
 * $DAMERO_TEST_POSTGRESQL, there. Define _GNU_SOURCE before all includes. */
#ifndef DAMERO_TEST_STORE_SCENE_H
#define DAMERO_TEST_STORE_SCENE_H

#include "folder.h"

#ifdef DAMERO_POSTGRESQL
#include <libpq-fe.h>
#endif

#include "base/text.h"
#include "store/store.h"

static char folder[64], path[300];
static const char *server;
#define LEASE "2" /* seconds until the death of a process is noticed there */

/* Runs a statement beside the store. */
static inline void ask_server(const char *statement) {
#ifdef DAMERO_POSTGRESQL
    PGconn *c = PQconnectdb(server);
    PGresult *r = PQexec(c, statement);
    ExecStatusType status = PQresultStatus(r);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(c));
    PQclear(r);
    PQfinish(c);
#else
    fail_msg("built without PostgreSQL: %s", statement);
#endif
}

static inline int set_up(void **state) {
    (void)state;
    make_folder(folder, path);
    if (!server) return 0;
    setenv("XDG_DATA_HOME", folder, 1);
    snprintf(path, sizeof path, "%s", server);
    ask_server("SET client_min_messages = warning;"
               "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    return 0;
}

static inline int clear(void **state) {
    (void)state;
    remove_folder(folder);
    return 0;
}

static inline store *open_store(void) {
    error e;
    store *s = store_open(path, &e);
    if (!s) fail_msg("%s", e.message);
    return s;
}

static inline store_match begin(store *s) {
    error e;
    store_match m = {.game = "dots", .rules = "size=2x2", .seats = "me\nengine\n"};
    assert_true(store_begin(s, &m, &e));
    return m;
}

static inline store_match find(store *s, int64_t id) {
    error e;
    store_match m;
    if (!store_find(s, id, &m, &e)) fail_msg("%s", e.message);
    return m;
}

static inline store_result add(store *s, store_fence f, const char *move) {
    error e;
    store_event v = {.kind = "move", .seat = 1};
    snprintf(v.text, sizeof v.text, "%s", move);
    return store_add(s, f, &v, &e);
}

static inline store_result end(store *s, store_fence f) {
    error e;
    store_event v = {.kind = "end", .text = "won"};
    error why;
    error_code(&why, "dots-drawn", "line %s is drawn", "1112");
    return store_end(s, f, &v, 1, "won", &why, "4,0", &e);
}

static inline bool note_text(void *context, const store_event *v) {
    text *t = context;
    text_addf(t, "%lld:%s ", (long long)v->number, v->text);
    return true;
}

static inline void assert_events(store *s, int64_t match, const char *expected) {
    error e;
    char all[400];
    text t = text_over(all, sizeof all);
    assert_true(store_each_event(s, match, note_text, &t, &e));
    assert_string_equal(all, expected);
}

static inline void wait_until_dead(store *s, const store_owner *o) {
    while (store_is_alive(s, o)) usleep(20000);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, clear)

/* Runs the cases of an array, on the server if there is one. */
#define run_cases(cases)                                                                           \
    ((server = getenv("DAMERO_TEST_POSTGRESQL")) ? setenv("DAMERO_LEASE", LEASE, 1) : 0,           \
     cmocka_run_group_tests(cases, NULL, NULL))

#endif
