#define _GNU_SOURCE
/* The journal on a PostgreSQL server: leases, lost connections, a server that is killed or is not
 * there. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/postgresql_session.h"
#include "store_scene.h"

/* Split brain: an owner that is stopped for longer than its lease loses its match; when it goes on,
 * its writes are refused. */
static void one_who_was_stopped_cannot_write(void **state) {
    (void)state;
    int told[2], go[2], status;
    error e;
    store_match m;
    store_fence f;
    store_result result;
    assert_int_equal(pipe(told) + pipe(go), 0);
    pid_t child = fork();
    if (child == 0) {
        store *own = store_open(path, &e);
        store_match mine = {.game = "dots"};
        if (!own || !store_begin(own, &mine, &e)) _exit(1);
        if (write(told[1], &mine, sizeof mine) != sizeof mine) _exit(1);
        if (read(go[0], &status, 1) != 1) _exit(1);
        result = add(own, store_fence_of(&mine), "1112");
        if (write(told[1], &result, sizeof result) != sizeof result) _exit(1);
        _exit(0);
    }
    assert_int_equal(read(told[0], &m, sizeof m), sizeof m);
    store *s = open_store();
    assert_true(store_is_alive(s, &m.owner));
    kill(child, SIGSTOP);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    wait_until_dead(s, &m.owner);
    assert_int_equal(store_claim(s, m.id, &m.owner, &f, &e), STORE_KEPT);
    assert_int_equal(write(go[1], "", 1), 1);
    kill(child, SIGCONT);
    assert_int_equal(read(told[0], &result, sizeof result), sizeof result);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(result, STORE_LOST);
    assert_int_equal(add(s, f, "1121"), STORE_KEPT);
    assert_events(s, m.id, "1:1121 ");
    store_close(s);
    for (int i = 0; i < 2; i++) close(told[i]), close(go[i]);
}

#define END_SESSIONS                                                                               \
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"                                       \
    " WHERE application_name = 'damero'"

static store_event numbered(int i) {
    store_event v = {.kind = "move", .seat = 1, .time = i};
    snprintf(v.text, sizeof v.text, "%d", i);
    return v;
}

static void a_lost_connection_is_made_again(void **state) {
    (void)state;
    error e;
    store *s = open_store(), *other = store_open_again(s, &e);
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    store_result result;
    for (int i = 0; i < 3; i++) {
        store_event v = numbered(i);
        while ((result = store_add(s, f, &v, &e)) == STORE_FAILED) continue; /* as a referee does */
        assert_int_equal(result, STORE_KEPT);
        ask_server(END_SESSIONS);
        assert_int_equal(find(other, m.id).moves, i + 1);
    }
    ask_server(END_SESSIONS);
    while ((result = end(s, f)) == STORE_FAILED) continue;
    assert_int_equal(result, STORE_KEPT);
    assert_events(other, m.id, "1:0 2:1 3:2 4:won ");
    store_close(other);
    store_close(s);
}

enum { CUT_MOVES = 100, CUT_EVERY = 4 };

typedef struct cutting {
    atomic_int added;
    atomic_bool stop;
} cutting;

/* Ends the sessions while the next event is added, at whatever moment that is. */
static void *cut_often(void *context) {
    cutting *c = context;
    for (int next = CUT_EVERY; !atomic_load(&c->stop);) {
        if (atomic_load(&c->added) < next) {
            usleep(100);
            continue;
        }
        ask_server(END_SESSIONS);
        next = atomic_load(&c->added) + CUT_EVERY;
    }
    return NULL;
}

static bool is_next(void *context, const store_event *v) {
    int *count = context;
    assert_int_equal(v->time, *count);
    assert_int_equal(v->number, ++*count);
    return true;
}

/* The events 0, 1, ... are there, each once, in order. */
static void assert_numbered(store *s, int64_t match, int expected) {
    error e;
    int count = 0;
    assert_true(store_each_event(s, match, is_next, &count, &e));
    assert_int_equal(count, expected);
}

/* However often connections break, each event that is added until it is kept is there once. */
static void an_event_is_kept_once_whenever_the_connection_breaks(void **state) {
    (void)state;
    error e;
    pthread_t thread;
    cutting c = {0};
    store *s = open_store();
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    assert_int_equal(pthread_create(&thread, NULL, cut_often, &c), 0);
    for (int i = 0; i < CUT_MOVES; i++) {
        store_event v = numbered(i);
        store_result result;
        while ((result = store_add(s, f, &v, &e)) == STORE_FAILED) continue;
        assert_int_equal(result, STORE_KEPT);
        assert_int_equal(v.number, i + 1);
        atomic_fetch_add(&c.added, 1);
    }
    atomic_store(&c.stop, true);
    pthread_join(thread, NULL);
    assert_numbered(s, m.id, CUT_MOVES);
    store_close(s);
}

/* The number that a query finds, once the server answers. */
static int64_t find_number(const char *statement) {
    for (;; usleep(20000)) {
        PGconn *c = PQconnectdb(server);
        PGresult *r = PQexec(c, statement);
        bool good = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;
        int64_t number = good ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : 0;
        PQclear(r);
        PQfinish(c);
        if (good) return number;
    }
}

/* Events that were relayed and not synced when the server is killed: it has lost them, so nothing
 * is shown before they are there again. */
static void events_that_a_killed_server_loses_are_added_again(void **state) {
    (void)state;
    error e;
    setenv("DAMERO_LEASE", "100", 1); /* renewing it would sync them */
    store *s = open_store();
    setenv("DAMERO_LEASE", LEASE, 1);
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    store_event v;
    for (int i = 0; i < 20; i++) {
        v = numbered(i);
        assert_int_equal(store_add(s, f, &v, &e), STORE_KEPT);
        if (i == 4) assert_true(store_sync(s, &e));
    }
    int64_t victim = find_number("SELECT min(pid) FROM pg_stat_activity"
                                 " WHERE application_name = 'damero'");
    assert_int_equal(kill((pid_t)victim, SIGKILL), 0); /* the server starts again by itself */
    char gone[80];
    snprintf(gone, sizeof gone, "SELECT count(*) FROM pg_stat_activity WHERE pid = %d",
             (int)victim);
    while (find_number(gone) > 0) continue;
    assert_in_range(find_number("SELECT count(*) FROM event"), 5, 19);
    assert_false(store_sync(s, &e)); /* nothing of it may be shown */
    for (int i = 20; i < 23; i++) {
        v = numbered(i);
        store_result result;
        while ((result = store_add(s, f, &v, &e)) == STORE_FAILED) continue;
        assert_int_equal(result, STORE_KEPT);
        assert_int_equal(v.number, i + 1);
    }
    while (!store_sync_again(s, &e)) continue;
    assert_numbered(s, m.id, 23);
    assert_int_equal(end(s, f), STORE_KEPT);
    store_close(s);
}

static void a_newer_schema_is_refused(void **state) {
    (void)state;
    error e;
    store_close(open_store());
    ask_server("UPDATE damero SET version = 999");
    assert_null(store_open(path, &e));
    assert_says(&e, "newer damero");
    assert_says(&e, "left unchanged");
}

/* The password of an address is in no message. */
static void a_server_that_is_not_there_is_reported(void **state) {
    (void)state;
    error e;
    assert_null(store_open("postgresql://ana:secret@/none?host=/nowhere", &e));
    assert_says(&e, "/nowhere");
    assert_null(strstr(e.message, "secret"));
    assert_null(store_open("postgresql://ana:secret@[/none", &e));
    assert_null(strstr(e.message, "secret"));
}

/* A player may send anything, and a referee quotes it. */
static void text_that_is_not_utf8_is_kept_readable(void **state) {
    (void)state;
    store *s = open_store();
    store_match m = begin(s);
    assert_int_equal(add(s, store_fence_of(&m), "a\xff\xfe z"), STORE_KEPT);
    assert_events(s, m.id, "1:a?? z ");
    store_close(s);
}

enum { USERS = 24 };

/* A user of the store, in a thread of its own. */
typedef struct user {
    store *first;
    store_match match;
    pthread_barrier_t *all;
    store_result result;
    error why;
} user;

static void *end_a_match(void *context) {
    user *u = context;
    store *s = store_open_again(u->first, &u->why);
    pthread_barrier_wait(u->all);
    if (s && add(s, store_fence_of(&u->match), "1112") == STORE_KEPT)
        u->result = end(s, store_fence_of(&u->match));
    store_close(s);
    return NULL;
}

/* The users of a pool make its connections while others are between an event and the end. */
static void matches_that_end_at_once_all_end(void **state) {
    (void)state;
    store *s = open_store();
    user users[USERS];
    pthread_t thread[USERS];
    pthread_barrier_t all;
    pthread_barrier_init(&all, NULL, USERS);
    for (int i = 0; i < USERS; i++) {
        users[i] = (user){.first = s, .match = begin(s), .all = &all, .result = STORE_FAILED};
        assert_int_equal(pthread_create(&thread[i], NULL, end_a_match, &users[i]), 0);
    }
    for (int i = 0; i < USERS; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < USERS; i++) assert_int_equal(users[i].result, STORE_KEPT);
    pthread_barrier_destroy(&all);
    store_close(s);
}

static void *take_a_session(void *context) { return sessions_take(context, 0, false); }

/* If a server does not answer, its users wait for connections instead of making ever more. */
static void a_pool_has_an_upper_limit_and_shrinks_again(void **state) {
    (void)state;
    session_pool pool = {.count = 0};
    pthread_t thread[USERS];
    void *taken[USERS];
    int count = 0;
    snprintf(pool.url, sizeof pool.url, "%s", server);
    sessions_create(&pool);
    for (int i = 0; i < USERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, take_a_session, &pool), 0);
    for (int i = 0; i < USERS; i++) {
        pthread_join(thread[i], &taken[i]);
        count += taken[i] != NULL;
    }
    assert_int_equal(count, SESSIONS_MOST + SESSIONS_SPARE);
    for (int i = 0; i < USERS; i++)
        if (taken[i]) sessions_give(&pool, taken[i]);
    assert_int_equal(pool.count, SESSIONS_MOST);
    sessions_destroy(&pool);
}

int main(void) {
    const struct CMUnitTest cases[] = {
        CASE(one_who_was_stopped_cannot_write),
        CASE(a_lost_connection_is_made_again),
        CASE(an_event_is_kept_once_whenever_the_connection_breaks),
        CASE(events_that_a_killed_server_loses_are_added_again),
        CASE(matches_that_end_at_once_all_end),
        CASE(a_pool_has_an_upper_limit_and_shrinks_again),
        CASE(a_newer_schema_is_refused),
        CASE(a_server_that_is_not_there_is_reported),
        CASE(text_that_is_not_utf8_is_kept_readable),
    };
    return run_cases(cases);
}
