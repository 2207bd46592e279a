#define _GNU_SOURCE
/* The journal's file: claims and fences, older and damaged files, full disks. */
#include "folder.h"

#include <fcntl.h>
#ifdef DAMERO_POSTGRESQL
#include <libpq-fe.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "base/text.h"
#include "store/accounts.h"
#include "store/entries.h"
#include "store/explorer.h"
#include "store/extras.h"
#include "store/schema.h"
#include "store/store.h"

/* The tests run on a file, or, with the address of a PostgreSQL server in $DAMERO_TEST_POSTGRESQL,
 * there; those of files run on files alone. */
static char folder[64], path[300];
static const char *server;
#define LEASE "2" /* seconds: so long does the death of a process go unnoticed there */

/* Runs a statement beside the store. */
static void ask_server(const char *statement) {
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

static int set_up(void **state) {
    (void)state;
    make_folder(folder, path);
    if (!server) return 0;
    setenv("XDG_DATA_HOME", folder, 1);
    snprintf(path, sizeof path, "%s", server);
    ask_server("SET client_min_messages = warning;"
               "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    return 0;
}

static int clear(void **state) {
    (void)state;
    remove_folder(folder);
    return 0;
}

static store *open_store(void) {
    error e;
    store *s = store_open(path, &e);
    if (!s) fail_msg("%s", e.message);
    return s;
}

static store_match begin(store *s) {
    error e;
    store_match m = {.game = "dots", .rules = "size=2x2", .seats = "me\nengine\n"};
    assert_true(store_begin(s, &m, &e));
    return m;
}

static store_match find(store *s, int64_t id) {
    error e;
    store_match m;
    if (!store_find(s, id, &m, &e)) fail_msg("%s", e.message);
    return m;
}

static store_result add(store *s, store_fence f, const char *move) {
    error e;
    store_event v = {.kind = "move", .seat = 1};
    snprintf(v.text, sizeof v.text, "%s", move);
    return store_add(s, f, &v, &e);
}

static store_result end(store *s, store_fence f) {
    error e;
    store_event v = {.kind = "end", .text = "won"};
    error why;
    error_code(&why, "dots-drawn", "line %s is drawn", "1112");
    return store_end(s, f, &v, 1, "won", &why, "4,0", &e);
}

static bool note_text(void *context, const store_event *v) {
    text *t = context;
    text_addf(t, "%lld:%s ", (long long)v->number, v->text);
    return true;
}

static void assert_events(store *s, int64_t match, const char *expected) {
    error e;
    char all[400];
    text t = text_over(all, sizeof all);
    assert_true(store_each_event(s, match, note_text, &t, &e));
    assert_string_equal(all, expected);
}

/* Claims. */

static void events_are_kept_in_order_until_the_end(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    assert_int_equal(add(s, f, "1112"), STORE_KEPT);
    assert_int_equal(add(s, f, "1121"), STORE_KEPT);
    assert_true(store_sync(s, &e));
    assert_true(store_sync_again(s, &e));
    assert_int_equal(end(s, f), STORE_KEPT);
    assert_int_equal(add(s, f, "2122"), STORE_LOST);
    assert_int_equal(end(s, f), STORE_LOST);
    assert_events(s, m.id, "1:1112 2:1121 3:won ");
    m = find(s, m.id);
    assert_true(m.over);
    assert_string_equal(m.why.message, "line 1112 is drawn");
    assert_string_equal(m.why.code, "dots-drawn");
    assert_string_equal(m.why.values, "\x1e"
                                      "1112");
    assert_int_equal(m.moves, 2);
    assert_string_equal(m.owner.name, "");
    store_close(s);
}

/* If two processes find the same owner dead, one gets the match, whichever comes first. */
static void one_of_two_claims_succeeds(void **state) {
    (void)state;
    error e;
    for (int first = 0; first < 2; first++) {
        store *dead = open_store();
        store_match m = begin(dead);
        store_fence before = store_fence_of(&m), f[2];
        assert_int_equal(add(dead, before, "1112"), STORE_KEPT);
        store *heir[2] = {open_store(), open_store()};
        assert_true(store_is_alive(heir[0], &m.owner));
        assert_false(store_is_mine(heir[0], &m.owner));
        store_close(dead);
        for (int i = 0; i < 2; i++) assert_false(store_is_alive(heir[i], &m.owner));
        store_result won = store_claim(heir[first], m.id, &m.owner, &f[first], &e);
        store_result lost = store_claim(heir[1 - first], m.id, &m.owner, &f[1 - first], &e);
        assert_int_equal(won, STORE_KEPT);
        assert_int_equal(lost, STORE_LOST);
        assert_says(&e, "another process");
        store_match now = find(heir[0], m.id);
        assert_true(store_is_mine(heir[first], &now.owner));
        assert_true(store_is_alive(heir[1 - first], &now.owner));
        assert_int_equal(now.owner.claim, 2);
        assert_int_equal(add(heir[first], f[first], "1121"), STORE_KEPT);
        assert_int_equal(add(heir[1 - first], before, "2122"), STORE_LOST);
        assert_events(heir[0], m.id, "1:1112 2:1121 ");
        for (int i = 0; i < 2; i++) store_close(heir[i]);
    }
}

/* An owner that was away (stopped, or cut off) and comes back finds the match taken over. */
static void an_owner_that_returns_cannot_write(void **state) {
    (void)state;
    error e;
    char line[100];
    store_seat seat = {.kind = "person", .name = "Ana"};
    store *away = open_store(), *now = open_store();
    store_match m = begin(away);
    store_fence old = store_fence_of(&m), f, again;
    assert_int_equal(store_set_seat(away, old, 0, &seat, &e), STORE_KEPT);
    assert_true(store_request(now, m.id, "pause", &e));
    assert_int_equal(store_claim(now, m.id, &m.owner, &f, &e), STORE_KEPT);
    assert_int_equal(add(away, old, "1112"), STORE_LOST);
    assert_int_equal(end(away, old), STORE_LOST);
    assert_int_equal(store_set_seat(away, old, 0, &seat, &e), STORE_LOST);
    assert_false(store_take_request(away, old, line, sizeof line, &e));
    assert_true(store_take_request(now, f, line, sizeof line, &e));
    assert_string_equal(line, "pause");
    assert_false(store_is_requested(now, m.id));
    assert_events(now, m.id, "");
    /* It takes the match back: its former claim is still void. */
    store_match taken = find(now, m.id);
    assert_int_equal(store_claim(away, m.id, &taken.owner, &again, &e), STORE_KEPT);
    assert_int_equal(add(away, old, "1112"), STORE_LOST);
    assert_int_equal(add(now, f, "1112"), STORE_LOST);
    assert_int_equal(add(away, again, "1112"), STORE_KEPT);
    store_close(away);
    store_close(now);
}

static void a_finished_match_is_not_claimed(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_match m = begin(s);
    store_fence f = store_fence_of(&m);
    assert_int_equal(end(s, f), STORE_KEPT);
    m = find(s, m.id);
    assert_int_equal(store_claim(s, m.id, &m.owner, &f, &e), STORE_LOST);
    assert_int_equal(store_claim(s, 999, &m.owner, &f, &e), STORE_LOST);
    store_close(s);
}

enum { RACERS = 4, PRIZES = 25 };

typedef struct race {
    store_match match[PRIZES];
    pthread_barrier_t start;
    int won[PRIZES]; /* by how many */
    pthread_mutex_t lock;
} race;

static void *claim_all(void *context) {
    race *r = context;
    error e;
    store *s = store_open(path, &e);
    pthread_barrier_wait(&r->start);
    for (int i = 0; s && i < PRIZES; i++) {
        store_fence f;
        if (store_claim(s, r->match[i].id, &r->match[i].owner, &f, &e) != STORE_KEPT) continue;
        pthread_mutex_lock(&r->lock);
        r->won[i]++;
        pthread_mutex_unlock(&r->lock);
        for (int move = 0; move < 3; move++) add(s, f, "1112");
    }
    return s;
}

static void many_claim_at_once(void **state) {
    (void)state;
    race *r = calloc(1, sizeof *r);
    pthread_t thread[RACERS];
    void *opened[RACERS];
    store *dead = open_store(), *s;
    for (int i = 0; i < PRIZES; i++) r->match[i] = begin(dead);
    store_close(dead);
    pthread_barrier_init(&r->start, NULL, RACERS);
    pthread_mutex_init(&r->lock, NULL);
    for (int i = 0; i < RACERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, claim_all, r), 0);
    for (int i = 0; i < RACERS; i++) pthread_join(thread[i], &opened[i]);
    s = open_store();
    for (int i = 0; i < PRIZES; i++) {
        assert_int_equal(r->won[i], 1);
        assert_events(s, r->match[i].id, "1:1112 2:1112 3:1112 ");
    }
    for (int i = 0; i < RACERS; i++) store_close(opened[i]);
    store_close(s);
    pthread_barrier_destroy(&r->start);
    pthread_mutex_destroy(&r->lock);
    free(r);
}

static void wait_until_dead(store *s, const store_owner *o) {
    while (store_is_alive(s, o)) usleep(20000);
}

/* An owner in another process: there while it runs, also stopped, and dead after kill -9. */
static void a_killed_process_is_dead_and_a_stopped_one_is_not(void **state) {
    (void)state;
    int told[2], status;
    store_owner o = {.claim = 0};
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    if (child == 0) {
        error e;
        store *own = store_open(path, &e);
        store_match m = {.game = "dots"};
        if (!own || !store_begin(own, &m, &e)) _exit(1);
        if (write(told[1], &m.owner, sizeof m.owner) != sizeof m.owner) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(told[0], &o, sizeof o), sizeof o);
    store *s = open_store();
    assert_true(store_is_alive(s, &o));
    kill(child, SIGSTOP);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    if (!server) assert_true(store_is_alive(s, &o)); /* a server's lease ends, see below */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (server) wait_until_dead(s, &o);
    assert_false(store_is_alive(s, &o));
    store_close(s);
    close(told[0]);
    close(told[1]);
}

/* Owners of older programs, by process number and start: this process, and one that is not. */
static void owners_of_older_programs_are_known(void **state) {
    (void)state;
    char about[1024] = "", *at;
    FILE *file = fopen("/proc/self/stat", "r");
    assert_true(fread(about, 1, sizeof about - 1, file) > 0);
    fclose(file);
    at = strrchr(about, ')');
    for (int field = 2; field < 22; field++) at = strchr(at + 1, ' ');
    store *s = open_store();
    store_owner o = {.claim = 0};
    snprintf(o.name, sizeof o.name, "%ld:%lld", (long)getpid(), strtoll(at, NULL, 10));
    assert_true(store_is_alive(s, &o));
    snprintf(o.name, sizeof o.name, "%ld:1", (long)getpid());
    assert_false(store_is_alive(s, &o));
    strcpy(o.name, "nonsense");
    assert_false(store_is_alive(s, &o));
    o.name[0] = '\0';
    assert_false(store_is_alive(s, &o));
    store_close(s);
}

/* Accounts. */

static store_account make_account(store *s, const char *name, unsigned char secret) {
    error e;
    unsigned char hash[STORE_TOKEN] = {secret};
    store_account a = {0};
    snprintf(a.name, sizeof a.name, "%s", name);
    if (!store_add_account(s, &a, hash, &e)) fail_msg("%s", e.message);
    return a;
}

static void an_account_is_found_by_its_secret_alone(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_account ana = make_account(s, "Ana", 1), found;
    make_account(s, "Bela", 2);
    unsigned char hash[STORE_TOKEN] = {1}, other[STORE_TOKEN] = {3};
    assert_true(store_find_account(s, hash, &found, &e));
    assert_int_equal(found.id, ana.id);
    assert_string_equal(found.name, "Ana");
    assert_false(store_find_account(s, other, &found, &e));
    assert_string_equal(e.message, "");
    assert_false(store_rename_account(s, ana.id, "BELA", &e));
    assert_string_equal(e.code, "name-taken");
    assert_true(store_rename_account(s, ana.id, "ana", &e));
    assert_true(store_change_secret(s, ana.id, other, &e));
    assert_false(store_find_account(s, hash, &found, &e));
    assert_true(store_find_account(s, other, &found, &e));
    assert_string_equal(found.name, "ana");
    store_close(s);
}

static bool keep_line(void *context, const chat_line *l) {
    *(chat_line *)context = *l;
    return true;
}

static bool note_match(void *context, const store_match *m) {
    text_addf(context, "%lld ", (long long)m->id);
    return true;
}

static void assert_matches_of(store *s, int64_t account, const char *expected) {
    error e;
    char all[100];
    text t = text_over(all, sizeof all);
    assert_true(store_each_of_account(s, account, 0, 10, note_match, &t, &e));
    assert_string_equal(all, expected);
}

static void assert_rated(store *s, const char *expected) {
    error e;
    char all[100];
    text t = text_over(all, sizeof all);
    assert_true(store_each_rated(s, "dots", 10, note_match, &t, &e));
    assert_string_equal(all, expected);
}

static void an_account_has_its_seats_until_it_is_deleted(void **state) {
    (void)state;
    error e;
    for (int names = 0; names < 2; names++) {
        store *s = open_store();
        store_account ana = make_account(s, "Ana", 1), bela = make_account(s, "Bela", 2);
        store_seat seats[2] = {{.kind = "person", .name = "Ana", .account = ana.id},
                               {.kind = "person", .name = "Bela", .account = bela.id}};
        store_match m = {.game = "dots", .rules = "size=2x2", .seats = "remote\nremote\n"};
        assert_true(store_begin_seated(s, &m, seats, 2, &e));
        chat_line said = {.seat = 1, .name = "Ana", .text = "hello"};
        assert_true(store_add_chat(s, m.id, &said, &e));
        assert_matches_of(s, ana.id, "1 ");
        assert_rated(s, ""); /* not over */
        assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
        assert_rated(s, "1 ");
        assert_int_equal(store_count_rated(s), 2);
        assert_true(store_delete_account(s, ana.id, names, &e));
        assert_int_equal(store_seats(s, m.id, seats, 2, &e), 2);
        assert_string_equal(seats[0].name, names ? "" : "Ana");
        assert_int_equal(seats[0].account, 0);
        assert_string_equal(seats[1].name, "Bela");
        assert_int_equal(seats[1].account, bela.id);
        assert_matches_of(s, ana.id, "");
        assert_matches_of(s, bela.id, "1 ");
        said.text[0] = '\0';
        assert_true(store_each_chat(s, m.id, 10, keep_line, &said, &e));
        assert_string_equal(said.text, names ? "" : "hello");
        store_account again = make_account(s, "Ana", 1);
        assert_true(again.id > bela.id); /* a number is never given twice */
        store_close(s);
        clear(state);
        set_up(state);
    }
}

static void help_and_takebacks_leave_a_match_unrated(void **state) {
    (void)state;
    error e;
    store *s = open_store();
    store_account ana = make_account(s, "Ana", 1);
    store_seat seats[2] = {{.kind = "person", .name = "Ana", .account = ana.id},
                           {.kind = "engine"}};
    for (int i = 0; i < 4; i++) {
        store_match m = {
            .game = "dots", .rules = "", .seats = "remote\nengine\n", .unlisted = i == 3};
        assert_true(store_begin_seated(s, &m, seats, 2, &e));
        store_event undo = {.kind = "undo", .text = "1"};
        assert_int_equal(add(s, store_fence_of(&m), "1112"), STORE_KEPT);
        if (i == 1) assert_true(store_set_helped(s, m.id, 0, &e));
        if (i == 2) assert_int_equal(store_add(s, store_fence_of(&m), &undo, &e), STORE_KEPT);
        assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
    }
    assert_rated(s, "1 ");
    store_close(s);
}

/* Files. */

/* Reverts a file to an older schema, as far as its version and the later additions show. */
static void make_older(int version) {
    static const char *const undo[] = {
        "DROP TABLE event; DROP TABLE match;",
        "DROP INDEX match_unfinished; ALTER TABLE match DROP COLUMN owner;",
        "DROP TABLE seat; ALTER TABLE match DROP COLUMN listed;",
        "DROP TABLE request;",
        "ALTER TABLE match DROP COLUMN key;",
        "ALTER TABLE match DROP COLUMN claim;",
        "DROP TABLE pairing; DROP TABLE entrant; DROP TABLE tournament; DROP TABLE series;"
        "DROP INDEX match_counted; DROP INDEX match_series;"
        "ALTER TABLE match DROP COLUMN number; ALTER TABLE match DROP COLUMN series;",
        "ALTER TABLE match DROP COLUMN code; ALTER TABLE match DROP COLUMN arguments;",
        "DROP TABLE chat; DROP TABLE review; DROP TABLE played; DROP INDEX match_unexplored;"
        "ALTER TABLE match DROP COLUMN explored;",
        "DROP INDEX pairing_series; ALTER TABLE event DROP COLUMN opinion;",
        "ALTER TABLE tournament DROP COLUMN served; ALTER TABLE entrant DROP COLUMN token;",
        "DROP INDEX seat_account; ALTER TABLE seat DROP COLUMN helped;"
        "ALTER TABLE seat DROP COLUMN account; DROP TABLE account;",
        "DROP TABLE job; DROP TABLE work; DROP TABLE worker;",
        "", /* only PostgreSQL has what came with 14 */
    };
    char statement[60];
    sqlite3 *file = NULL;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    for (int i = STORE_VERSION - 1; i >= version; i--)
        if (sqlite3_exec(file, undo[i], NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%d: %s", i, sqlite3_errmsg(file));
    snprintf(statement, sizeof statement, "PRAGMA user_version = %d", version);
    assert_int_equal(sqlite3_exec(file, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

static void files_of_every_older_schema_are_brought_up_to_date(void **state) {
    (void)state;
    error e;
    for (int version = 1; version < STORE_VERSION; version++) {
        store *s = open_store();
        store_match m = begin(s);
        assert_int_equal(add(s, store_fence_of(&m), "1112"), STORE_KEPT);
        store_close(s);
        make_older(version);
        s = open_store();
        store_fence f;
        store_match now = find(s, m.id);
        assert_string_equal(now.rules, "size=2x2");
        assert_int_equal(now.moves, 1);
        assert_false(now.unlisted);
        assert_int_equal(now.owner.claim, version < 6 ? 0 : 1);
        assert_false(store_is_alive(s, &now.owner));
        assert_int_equal(store_claim(s, m.id, &now.owner, &f, &e), STORE_KEPT);
        assert_int_equal(add(s, f, "1121"), STORE_KEPT);
        assert_events(s, m.id, "1:1112 2:1121 ");
        assert_true(store_request(s, m.id, "pause", &e));
        store_close(s);
        remove_folder(folder);
        make_folder(folder, path);
    }
}

typedef struct bytes {
    unsigned char *at;
    size_t count;
} bytes;

static bytes read_file(const char *name) {
    struct stat about;
    int file = open(name, O_RDONLY);
    assert_true(file >= 0 && fstat(file, &about) == 0);
    bytes b = {malloc((size_t)about.st_size + 1), (size_t)about.st_size};
    assert_int_equal(read(file, b.at, b.count), b.count);
    close(file);
    return b;
}

static void write_file(const char *name, const unsigned char *from, size_t count) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(from, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Refused, with these words, and neither the file nor its companions changed. */
static void assert_refused(const char *words) {
    error e;
    char beside[320];
    struct stat about;
    bytes before = read_file(path);
    store *s = store_open(path, &e);
    if (s) fail_msg("a file of %zu bytes was accepted", before.count);
    assert_says(&e, words);
    assert_says(&e, "left unchanged");
    bytes after = read_file(path);
    assert_int_equal(after.count, before.count);
    assert_memory_equal(after.at, before.at, before.count);
    static const char *const ends[] = {"-wal", "-shm", "-journal", "-owners"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(beside, sizeof beside, "%s%s", path, ends[i]);
        assert_int_equal(stat(beside, &about), -1);
    }
    free(before.at);
    free(after.at);
}

/* A file with matches in it that nobody has open. */
static bytes make_file(int matches) {
    char beside[320];
    store *s = open_store();
    for (int i = 0; i < matches; i++) {
        store_match m = begin(s);
        for (int move = 0; move < 20; move++) add(s, store_fence_of(&m), "1112");
        if (i % 2) end(s, store_fence_of(&m));
    }
    store_close(s);
    snprintf(beside, sizeof beside, "%s-owners", path);
    unlink(beside);
    return read_file(path);
}

static void an_empty_file_is_refused(void **state) {
    (void)state;
    write_file(path, (const unsigned char *)"", 0);
    assert_refused("is empty");
    unlink(path);
    store_close(open_store()); /* one that is not there is made */
}

static void a_file_cut_anywhere_is_refused(void **state) {
    (void)state;
    bytes whole = make_file(40);
    for (size_t size = whole.count - 1; size > 0; size -= size > 700 ? 613 : 1) {
        write_file(path, whole.at, size);
        assert_refused("damaged");
    }
    write_file(path, whole.at, whole.count - 100);
    assert_refused("damaged");
    for (size_t size = whole.count - 4096; size > 0; size -= 4096) {
        write_file(path, whole.at, size);
        assert_refused("damaged");
    }
    write_file(path, whole.at, whole.count);
    store_close(open_store());
    free(whole.at);
}

static bool count_match(void *context, const store_match *m) {
    (void)m;
    ++*(int *)context;
    return true;
}

static bool count_event(void *context, const store_event *v) {
    (void)v;
    ++*(int *)context;
    return true;
}

/* How many matches, running ones and events of the first matches the store tells of, in one number;
 * -1: it says that it cannot. */
static int64_t look_through(int64_t matches) {
    error e;
    int count = 0, running = 0, events = 0;
    store_wanted open = {.running = true, .most = 1000};
    store *s = store_open(path, &e);
    if (!s) return -1;
    bool good = store_each_match(s, 1000, count_match, &count, &e) &&
                store_each_wanted(s, &open, count_match, &running, &e);
    for (int64_t id = 1; good && id <= matches; id++)
        good = store_each_event(s, id, count_event, &events, &e);
    store_close(s);
    return good ? events + 1000000 * count + INT64_C(1000000000) * running : -1;
}

/* Bytes that have changed: the file is refused, or nothing is missing from it, or the store reports
 * what it cannot find; it never crashes. Texts may have changed, which only a checksum could
 * detect. */
static void a_flipped_byte_loses_no_match_in_silence(void **state) {
    (void)state;
    int64_t matches = 40;
    bytes whole = make_file((int)matches);
    int64_t before = look_through(matches);
    random_source chance = random_seed(5);
    int tries = long_run() ? 5000 : 120, refused = 0;
    for (int i = 0; i < tries; i++) {
        size_t at = random_below(&chance, (uint32_t)(i % 4 ? whole.count : 100));
        unsigned char was = whole.at[at];
        whole.at[at] ^= (unsigned char)(1 + random_below(&chance, 255));
        write_file(path, whole.at, whole.count);
        int64_t now = look_through(matches);
        if (now != before && now != -1)
            fail_msg("byte %zu: %d for %d: %lld instead of %lld", at, whole.at[at], was,
                     (long long)now, (long long)before);
        refused += now == -1;
        whole.at[at] = was;
        remove_folder(folder);
        mkdir(folder, 0700);
    }
    assert_in_range(refused, tries / 10, tries);
    free(whole.at);
}

/* Disks. */

static void limit_files(rlim_t most) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* As on a full disk: nothing is saved without room, and with room everything continues. */
static void nothing_is_saved_on_a_full_disk(void **state) {
    (void)state;
    error e;
    struct stat about;
    char log[320], expected[400];
    signal(SIGXFSZ, SIG_IGN);
    store *s = open_store();
    store_match m = begin(s), other = {.game = "dots"};
    store_fence f = store_fence_of(&m);
    assert_int_equal(add(s, f, "1112"), STORE_KEPT);
    snprintf(log, sizeof log, "%s-wal", path);
    assert_int_equal(stat(log, &about), 0);
    limit_files((rlim_t)about.st_size);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(add(s, f, "1121"), STORE_FAILED);
        assert_int_equal(end(s, f), STORE_FAILED);
        assert_false(store_begin(s, &other, &e));
        assert_events(s, m.id, "1:1112 ");
    }
    store *reader = store_open_again(s, &e);
    assert_non_null(reader);
    assert_events(reader, m.id, "1:1112 ");
    store_close(reader);
    limit_files(RLIM_INFINITY);
    text t = text_over(expected, sizeof expected);
    text_add(&t, "1:1112 ");
    for (int i = 2; i < 10; i++) {
        assert_int_equal(add(s, f, "1121"), STORE_KEPT);
        text_addf(&t, "%d:1121 ", i);
    }
    assert_true(store_sync(s, &e));
    assert_events(s, m.id, expected);
    store_close(s);
}

static void a_sync_that_cannot_be_says_so(void **state) {
    (void)state;
    error e;
    struct rlimit limit, none;
    store *s = open_store(), *other = store_open_again(s, &e);
    store_match m = begin(s);
    assert_int_equal(add(s, store_fence_of(&m), "1112"), STORE_KEPT);
    getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
    bool synced = store_sync(s, &e);
    setrlimit(RLIMIT_NOFILE, &limit);
    assert_false(synced);
    assert_says(&e, "-wal: ");
    assert_true(store_sync_again(s, &e));
    assert_true(store_sync(s, &e));
    /* What others had added may be lost as well: they get the error too, once. */
    assert_false(store_sync(other, &e));
    assert_says(&e, "-wal: ");
    assert_true(store_sync_again(other, &e));
    assert_true(store_sync(other, &e));
    store_close(other);
    store_close(s);
}

/* Next to the events: reviews, chat, counted moves. */

static void play_out(store *s, const char *moves, int winner, bool unlisted) {
    error e, why;
    store_match m = {.game = "dots", .rules = "size=1x2", .seats = "a\nb\n", .unlisted = unlisted};
    error_set(&why, "%s", "");
    if (unlisted) memset(m.key, 'a', STORE_KEY - 1);
    assert_true(store_begin(s, &m, &e));
    for (const char *at = moves; *at; at += 5) {
        char word[5];
        snprintf(word, sizeof word, "%.4s", at);
        store_event v = {.kind = "move", .seat = 1};
        if (*at == 'u') memcpy(v.kind, "undo", 5), memcpy(v.text, "1", 2);
        else memcpy(v.text, word, sizeof word);
        assert_int_equal(store_add(s, store_fence_of(&m), &v, &e), STORE_KEPT);
    }
    store_event v = {.kind = "end", .text = "won"};
    assert_int_equal(store_end(s, store_fence_of(&m), &v, winner, "won", &why, "", &e), STORE_KEPT);
}

static void moves_of_finished_matches_are_counted_once(void **state) {
    (void)state;
    error e;
    explorer_move found[EXPLORER_MOVES_MAX];
    store *s = open_store(), *other = store_open_again(s, &e);
    game_rules *rules = game_create_named("dots", "size=1x2", &e);
    game_position *p = game_new_position(rules);
    game_move m;
    begin(s); /* goes on */
    play_out(s, "1112 1121 ", 1, false);
    play_out(s, "1121 undo 1112 2122 ", 2, false); /* what was taken back is not counted */
    play_out(s, "1112 1222 ", 0, false);
    play_out(s, "1112 ", 1, true);
    assert_int_equal(explorer_left(s), 4);
    assert_int_equal(explorer_count(other, 3, &e), 3);
    assert_int_equal(explorer_count(s, 8, &e), 1);
    assert_int_equal(explorer_count(other, 8, &e), 0);
    assert_int_equal(explorer_moves(s, rules, p, found, &e), 1);
    assert_string_equal(found[0].move, "1112");
    assert_int_equal(found[0].games, 3);
    assert_int_equal(found[0].won, 1);
    assert_int_equal(found[0].drawn, 1);
    assert_int_equal(found[0].match, 4);
    assert_true(game_read_move(rules, p, "1112", &m, &e));
    game_play(rules, p, m, NULL);
    assert_int_equal(explorer_moves(s, rules, p, found, &e), 3);
    int won = 0;
    for (int i = 0; i < 3; i++) won += (int)found[i].won;
    assert_int_equal(won, 1); /* by the second seat, whose moves these are */
    free(p);
    game_destroy(rules);
    store_close(other);
    store_close(s);
}

static bool add_line(void *context, const chat_line *l) {
    text_addf(context, "%d %s: %s; ", l->seat, l->name, l->text);
    return true;
}

static void reviews_and_chat_stay_with_their_match(void **state) {
    (void)state;
    error e;
    bool done = true;
    char said[100];
    int64_t unfinished[4];
    store *s = open_store();
    store_match m = begin(s);
    assert_null(store_find_review(s, m.id, &done, &e));
    assert_string_equal(e.message, "");
    assert_true(store_keep_review(s, m.id, false, "[1]", &e));
    assert_int_equal(store_unfinished_reviews(s, unfinished, 4), 1);
    assert_int_equal(unfinished[0], m.id);
    assert_true(store_keep_review(s, m.id, true, "[1, 2]", &e));
    store_close(s);
    s = open_store();
    assert_int_equal(store_unfinished_reviews(s, unfinished, 4), 0);
    char *review = store_find_review(s, m.id, &done, &e);
    assert_string_equal(review, "[1, 2]");
    assert_true(done);
    free(review);
    for (int i = 0; i < 3; i++) {
        chat_line l = {.seat = i, .name = "Ana"};
        snprintf(l.text, sizeof l.text, "line %d", i);
        assert_true(store_add_chat(s, m.id, &l, &e));
        assert_int_equal(l.number, i + 1);
        assert_true(l.time > 0);
    }
    text t = text_over(said, sizeof said);
    assert_true(store_each_chat(s, m.id, 2, add_line, &t, &e));
    assert_string_equal(said, "1 Ana: line 1; 2 Ana: line 2; ");
    assert_false(store_keep_review(s, 99, true, "[]", &e)); /* of no match */
    store_close(s);
}

/* On a server. */

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

#ifdef DAMERO_POSTGRESQL
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
#endif

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

/* Series and tournaments. */

static bool note_game(void *context, const store_game *g) {
    text_addf(context, "%d.%d.%lld:%lld%s ", g->round, g->board, (long long)g->number,
              (long long)g->match, g->over ? " over" : "");
    return true;
}

static bool note_entrant(void *context, const store_entrant *v) {
    text_addf(context, "%d:%s:%d%s ", v->number, v->name, v->withdrawn, v->has_token ? "*" : "");
    return true;
}

static bool note_pairing(void *context, const store_pairing *v) {
    text_addf(context, "%d.%d:%s:%lld:%s ", v->round, v->board, v->players, (long long)v->match,
              v->points);
    return true;
}

static uint64_t version_of(store *s) {
    error e;
    uint64_t version;
    if (!store_tournament_version(s, "cup", &version, &e)) fail_msg("%s", e.message);
    return version;
}

static void a_tournament_is_kept_with_its_games(void **state) {
    (void)state;
    error e;
    char all[200], name[STORE_NAME];
    int round, board;
    store *s = open_store();
    store_tournament *t = calloc(2, sizeof *t);
    store_series *v = calloc(2, sizeof *v);
    store_entrant entrants[2] = {{.number = 0, .name = "Ana", .seat = "engine", .withdrawn = -1},
                                 {.number = 1, .name = "Bela", .withdrawn = -1, .has_token = true}};
    store_pairing p[2] = {{.players = "0,1"}, {.board = 1, .players = "1,0"}};
    strcpy(t->name, "cup");
    assert_true(store_begin_tournament(s, t, entrants, 2, &e));
    assert_false(store_begin_tournament(s, &t[1], entrants, 0, &e) &&
                 store_begin_tournament(s, &t[1], entrants, 0, &e)); /* the name is taken */
    uint64_t before = version_of(s);
    assert_int_equal(version_of(s), before);
    assert_true(store_add_pairings(s, t->id, p, 2, &e));
    assert_int_not_equal(version_of(s), before);
    assert_true(store_begin_series(s, v, &e));
    p->series = v->id;
    assert_true(store_set_pairing(s, t->id, p, &e));
    before = version_of(s);
    store_match m = {.game = "dots", .series = v->id, .number = 0}, again = m;
    assert_true(store_begin(s, &m, &e) && store_begin(s, &again, &e));
    assert_int_not_equal(version_of(s), before);
    assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
    assert_int_equal(end(s, store_fence_of(&again)), STORE_FAILED); /* one result counts */
    text u = text_over(all, sizeof all);
    assert_true(store_each_game(s, t->id, note_game, &u, &e));
    assert_string_equal(all, "0.0.0:1 over 0.0.0:2 ");
    assert_true(store_find_event(s, v->id, name, &round, &board));
    assert_string_equal(name, "cup");
    assert_true(store_find_series(s, v->id, &v[1], &e));
    assert_int_equal(store_claim_series(s, &v[1], &e), STORE_KEPT);
    assert_true(store_end_series(s, v->id, &e));
    assert_int_equal(store_claim_series(s, &v[1], &e), STORE_LOST);
    entrants[0].withdrawn = 2;
    memcpy(p->points, "2,0", 4);
    assert_true(store_set_entrant(s, t->id, &entrants[0], &e));
    assert_true(store_set_pairing(s, t->id, p, &e));
    u = text_over(all, sizeof all);
    assert_true(store_each_entrant(s, t->id, note_entrant, &u, &e));
    assert_true(store_each_pairing(s, t->id, note_pairing, &u, &e));
    assert_string_equal(all, "0:Ana:2 1:Bela:-1* 0.0:0,1:1:2,0 0.1:1,0:0: ");
    assert_true(store_find_tournament(s, "cup", t, &e));
    assert_int_equal(store_claim_tournament(s, t, &e), STORE_KEPT);
    assert_true(store_leave_tournament(s, t->id, true, &e));
    assert_int_equal(store_claim_tournament(s, t, &e), STORE_LOST);
    free(t);
    free(v);
    store_close(s);
}

static void assert_wanted(store *s, store_wanted w, const char *expected) {
    error e;
    char all[100];
    text t = text_over(all, sizeof all);
    assert_true(store_each_wanted(s, &w, note_match, &t, &e));
    assert_string_equal(all, expected);
}

static void matches_are_found_by_what_is_wanted(void **state) {
    (void)state;
    error e;
    char key[STORE_KEY];
    store *s = open_store(), *other = store_open_again(s, &e);
    int64_t changes = store_changes(other);
    for (int i = 0; i < 4; i++) {
        store_match m = {.game = "dots", .unlisted = i == 1};
        if (i == 2) strcpy(m.game, "trax");
        if (i == 1) strcpy(m.key, "abc");
        assert_true(store_begin(s, &m, &e));
        if (i == 3) assert_int_equal(end(s, store_fence_of(&m)), STORE_KEPT);
    }
    while (store_changes(other) == changes) usleep(1000);
    assert_wanted(s, (store_wanted){.most = 9}, "4 3 2 1 ");
    assert_wanted(s, (store_wanted){.most = 2}, "4 3 ");
    assert_wanted(s, (store_wanted){.most = 9, .before = 3}, "2 1 ");
    assert_wanted(s, (store_wanted){.most = 9, .running = true}, "3 2 1 ");
    assert_wanted(s, (store_wanted){.most = 9, .over = true}, "4 ");
    assert_wanted(s, (store_wanted){.most = 9, .listed = true, .game = "dots"}, "4 1 ");
    assert_wanted(s, (store_wanted){.most = 9, .idle = 3600}, "4 3 2 1 ");
    assert_true(store_find_key(s, 2, key));
    assert_string_equal(key, "abc");
    assert_true(store_find_key(s, 1, key));
    assert_string_equal(key, "");
    assert_false(store_find_key(s, 9, key));
    store_close(other);
    store_close(s);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, clear)
#define BOTH                                                                                       \
    CASE(moves_of_finished_matches_are_counted_once),                                              \
        CASE(reviews_and_chat_stay_with_their_match),                                              \
        CASE(an_account_is_found_by_its_secret_alone),                                             \
        CASE(an_account_has_its_seats_until_it_is_deleted),                                        \
        CASE(help_and_takebacks_leave_a_match_unrated),                                            \
        CASE(events_are_kept_in_order_until_the_end), CASE(one_of_two_claims_succeeds),            \
        CASE(an_owner_that_returns_cannot_write), CASE(a_finished_match_is_not_claimed),           \
        CASE(many_claim_at_once), CASE(a_killed_process_is_dead_and_a_stopped_one_is_not),         \
        CASE(a_tournament_is_kept_with_its_games), CASE(matches_are_found_by_what_is_wanted)

int main(void) {
    const struct CMUnitTest on_file[] = {
        BOTH,
        CASE(owners_of_older_programs_are_known),
        CASE(files_of_every_older_schema_are_brought_up_to_date),
        CASE(an_empty_file_is_refused),
        CASE(a_file_cut_anywhere_is_refused),
        CASE(a_flipped_byte_loses_no_match_in_silence),
        CASE(nothing_is_saved_on_a_full_disk),
        CASE(a_sync_that_cannot_be_says_so),
    };
    const struct CMUnitTest on_server[] = {
        BOTH,
        CASE(one_who_was_stopped_cannot_write),
        CASE(a_lost_connection_is_made_again),
        CASE(an_event_is_kept_once_whenever_the_connection_breaks),
#ifdef DAMERO_POSTGRESQL
        CASE(events_that_a_killed_server_loses_are_added_again),
#endif
        CASE(a_newer_schema_is_refused),
        CASE(a_server_that_is_not_there_is_reported),
        CASE(text_that_is_not_utf8_is_kept_readable),
    };
    server = getenv("DAMERO_TEST_POSTGRESQL");
    if (!server) return cmocka_run_group_tests(on_file, NULL, NULL);
    setenv("DAMERO_LEASE", LEASE, 1);
    return cmocka_run_group_tests(on_server, NULL, NULL);
}
