#define _GNU_SOURCE
/* The journal's file: older and damaged files, full disks. */
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "broken_log.h"
#include "store/schema.h"
#include "store_scene.h"

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
    store *s = open_store(), *other = store_open_again(s, &e);
    store_match m = begin(s);
    assert_int_equal(add(s, store_fence_of(&m), "1112"), STORE_KEPT);
    broken_log log = break_log();
    assert_false(store_sync(s, &e));
    mend_log(log);
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

/* Or a file system is mounted on it: what the store needs was opened with it. */
static void a_folder_renamed_before_the_first_sync_keeps_its_moves(void **state) {
    (void)state;
    error e;
    char elsewhere[80];
    store *s = open_store();
    store_match m = begin(s);
    snprintf(elsewhere, sizeof elsewhere, "%s-elsewhere", folder);
    assert_int_equal(rename(folder, elsewhere), 0);
    assert_int_equal(add(s, store_fence_of(&m), "1112"), STORE_KEPT);
    if (!store_sync(s, &e)) fail_msg("%s", e.message);
    assert_int_equal(rename(elsewhere, folder), 0);
    assert_events(s, m.id, "1:1112 ");
    store_close(s);
}

int main(void) {
    const struct CMUnitTest cases[] = {
        CASE(owners_of_older_programs_are_known),
        CASE(files_of_every_older_schema_are_brought_up_to_date),
        CASE(an_empty_file_is_refused),
        CASE(a_file_cut_anywhere_is_refused),
        CASE(a_flipped_byte_loses_no_match_in_silence),
        CASE(nothing_is_saved_on_a_full_disk),
        CASE(a_sync_that_cannot_be_says_so),
        CASE(a_folder_renamed_before_the_first_sync_keeps_its_moves),
    };
    return run_cases(cases);
}
