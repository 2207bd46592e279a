#define _GNU_SOURCE
/* Many matches in one process: seats and tokens, parking, resuming. */
#include "folder.h"

#include <math.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/arena_private.h"
#include "arena/people.h"
#include "base/clock.h"
#include "store/wire_log.h"

static char folder[64], path[64];
static int events, begun, refused;

static void wake(void *context) { (void)context; }

static void told(void *context, arena_match *g, const arena_news *n) {
    (void)context, (void)g;
    events++;
    begun += n->kind == ARENA_BEGUN;
    refused += n->kind == ARENA_NOT_BEGUN;
}

static arena *open_arena(void) {
    error e;
    store *s = store_open(path, &e);
    assert_non_null(s);
    arena *a = arena_create(&(arena_setup){.store = s, .wake = wake}, &e);
    assert_non_null(a);
    return a;
}

/* Processes news until the match has that many moves, for at most two minutes. */
static void hear_until(arena *a, const arena_match *g, size_t moves) {
    int64_t deadline = clock_now() + 120 * SECOND;
    while (arena_history(g)->count != moves && clock_now() < deadline) {
        arena_hear(a, told, NULL);
        usleep(1000);
    }
    assert_int_equal(arena_history(g)->count, moves);
}

/* Processes news until the match is on disk. */
static arena_match *wait_for(arena *a, arena_match *g) {
    int64_t deadline = clock_now() + 120 * SECOND;
    while (g && g->beginning && clock_now() < deadline) {
        arena_hear(a, told, NULL);
        usleep(1000);
    }
    assert_true(g && !g->beginning);
    return g;
}

static arena_match *begin(arena *a, arena_seat_kind second, char tokens[][TOKEN_TEXT]) {
    arena_match_setup s = {.game = "dots",
                           .rules = "size=2x2",
                           .seat = {{.kind = ARENA_PERSON, .name = "Ana"}, {.kind = second}},
                           .seats = 2};
    arena_refusal why;
    arena_match *g = arena_begin(a, &s, tokens, &why);
    if (!g) fail_msg("%s", why.why.message);
    return wait_for(a, g);
}

static bool say(arena *a, arena_match *g, int seat, int64_t at, const char *word,
                arena_refusal *why) {
    match_command w = {.kind = COMMAND_MOVE, .seat = seat, .after = at};
    text t = text_over(w.text, sizeof w.text);
    text_add(&t, word);
    return arena_say(a, g, &w, why);
}

static void move(arena *a, arena_match *g, int seat, const char *word) {
    arena_refusal why;
    size_t at = arena_history(g)->count;
    assert_true(say(a, g, seat, (int64_t)at, word, &why));
    hear_until(a, g, at + 1);
}

static void an_open_seat_is_taken_by_its_token(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    error e;
    arena *a = open_arena();
    arena_match *g = begin(a, ARENA_OPEN, tokens);
    assert_int_equal(arena_seat_of(g, tokens[0]), 0);
    assert_int_equal(arena_seat_of(g, tokens[1]), 1);
    assert_int_equal(arena_seat_of(g, "nonsense"), GAME_NOBODY);
    tokens[1][0] ^= 1;
    assert_int_equal(arena_seat_of(g, tokens[1]), GAME_NOBODY);
    assert_false(say(a, g, 0, 0, "1112", &why));
    assert_string_equal(why.code, "not-begun");
    assert_true(arena_join(a, g, 1, "Bela", "fox", NULL, &e));
    move(a, g, 0, "1112");
    assert_false(say(a, g, 0, 1, "1121", &why));
    assert_string_equal(why.code, "not-your-turn");
    assert_false(say(a, g, 1, 0, "1121", &why));
    assert_string_equal(why.code, "stale");
    arena_destroy(a);
}

static int count_threads(void) {
    char line[200];
    int count = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Threads: %d", &count) == 1) break;
    if (f) fclose(f);
    return count;
}

/* Engines among themselves with ten minutes for each move, as many as one address may have. */
static void fill_with_engines(arena *a, uint64_t address) {
    arena_match_setup s = {.game = "damas", .seats = 2, .address = address};
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    for (int i = 0; i < 2; i++)
        s.seat[i] = (arena_wish){.kind = ARENA_ENGINE, .think = 600 * SECOND};
    for (int i = 0; i < ARENA_ALONE_EACH; i++)
        if (!arena_begin(a, &s, tokens, &why)) fail_msg("%s", why.why.message);
    assert_null(arena_begin(a, &s, tokens, &why));
    assert_string_equal(why.code, "too-many");
    assert_says(&why.why, "from your address");
}

/* One address cannot take the places of others, nor their engines. */
static void engines_of_one_address_leave_room_for_others(void **state) {
    (void)state;
    enum { BUSY = 7, OTHER = 8 };
    error e;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    int before = count_threads(); /* ours, and those of a sanitizer */
    pool *threads = pool_create(&(pool_setup){.slots = 1, .memory = 8 << 20}, &e);
    store *s = store_open(path, &e);
    arena *a = arena_create(&(arena_setup){.store = s, .wake = wake, .pool = threads}, &e);
    fill_with_engines(a, BUSY);
    arena_match_setup with = {
        .game = "dots",
        .rules = "size=2x2",
        .seats = 2,
        .address = BUSY,
        .seat = {{.kind = ARENA_PERSON}, {.kind = ARENA_ENGINE, .think = SECOND / 1000}}};
    assert_non_null(arena_begin(a, &with, tokens, &why)); /* a person may still play there */
    with.address = OTHER;
    arena_match *g = wait_for(a, arena_begin(a, &with, tokens, &why));
    arena_watch(a, g);
    /* Its engine answers although every place to think is taken for ten minutes. */
    assert_true(say(a, g, 0, 0, "1112", &why));
    hear_until(a, g, 2);
    /* Each match has two threads, the engines of all have one, another one keeps their time, and
     * one syncs for the arena. */
    assert_in_range(count_threads(), 1, before + 2 * (ARENA_ALONE_EACH + 2) + 3);
    arena_unwatch(g);
    arena_destroy(a);
    pool_destroy(threads);
}

/* A match that is joined counts for the address that began it. */
static void matches_of_one_address_have_a_limit(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    error e;
    arena *a = open_arena();
    arena_match_setup s = {.game = "dots",
                           .rules = "size=1x1",
                           .seats = 2,
                           .address = 7,
                           .seat = {{.kind = ARENA_PERSON}, {.kind = ARENA_OPEN}}};
    arena_match *open = wait_for(a, arena_begin(a, &s, tokens, &why));
    s.seat[1].kind = ARENA_PERSON;
    for (int i = 0; i < ARENA_RUNNING_EACH; i++) assert_non_null(arena_begin(a, &s, tokens, &why));
    assert_null(arena_begin(a, &s, tokens, &why));
    assert_string_equal(why.code, "too-many");
    assert_false(arena_join(a, open, 1, "Bela", NULL, NULL, &e));
    assert_says(&e, "wait for one to finish");
    s.address = 8;
    assert_non_null(arena_begin(a, &s, tokens, &why));
    arena_destroy(a);
}

/* The server's thread does not wait for the disk, and nobody sees a match that is not there yet. */
static void a_match_is_shown_when_the_disk_has_it(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    error e;
    arena *a = open_arena();
    arena_match_setup s = {
        .game = "dots", .seats = 2, .seat = {{.kind = ARENA_PERSON}, {.kind = ARENA_OPEN}}};
    arena_match *g = arena_begin(a, &s, tokens, &why);
    assert_non_null(g);
    assert_true(arena_is_beginning(a, g->id));
    assert_null(arena_find_for(a, g->id, NULL, tokens[0], &e));
    assert_false(arena_join(a, g, 1, "Bela", NULL, NULL, &e));
    begun = 0;
    wait_for(a, g);
    assert_int_equal(begun, 1);
    assert_ptr_equal(arena_find_for(a, g->id, NULL, tokens[0], &e), g);
    assert_true(arena_join(a, g, 1, "Bela", NULL, NULL, &e));
    move(a, g, 0, "1112");
    arena_destroy(a);
}

static void a_match_that_the_disk_does_not_take_is_refused(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    struct rlimit limit, none;
    arena *a = open_arena();
    arena_match_setup s = {
        .game = "dots", .seats = 2, .seat = {{.kind = ARENA_PERSON}, {.kind = ARENA_PERSON}}};
    getrlimit(RLIMIT_NOFILE, &limit);
    none = limit;
    none.rlim_cur = 0; /* so that the log cannot be opened to sync it */
    setrlimit(RLIMIT_NOFILE, &none);
    const arena_match *g = arena_begin(a, &s, tokens, &why);
    refused = begun = 0;
    for (int64_t end = clock_now() + 120 * SECOND; !refused && clock_now() < end; usleep(1000))
        arena_hear(a, told, NULL);
    setrlimit(RLIMIT_NOFILE, &limit);
    assert_non_null(g);
    assert_true(refused == 1 && begun == 0 && arena_running(a) == 0);
    begin(a, ARENA_PERSON, tokens); /* the disk is back */
    assert_int_equal(begun, 1);
    arena_destroy(a);
}

/* The arena's thread may be late to pass on the move that gives somebody the turn. */
static void a_clock_starts_when_the_move_is_passed_on(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    store_match *m = calloc(1, sizeof *m);
    error e;
    assert_non_null(m);
    arena *a = open_arena();
    arena_match_setup s = {.game = "dots",
                           .rules = "size=2x2",
                           .control = {.move = SECOND / 5},
                           .seat = {{.kind = ARENA_PERSON}, {.kind = ARENA_PERSON}},
                           .seats = 2};
    arena_match *g = wait_for(a, arena_begin(a, &s, tokens, &why));
    /* Five times the move and the grace of a person's move. Nobody has been told of the start. */
    usleep(6000000);
    assert_true(store_find(arena_store(a), g->id, m, &e) && !m->over);
    int64_t end = clock_now() + 120 * SECOND;
    while (!g->so_far.over && clock_now() < end) {
        arena_hear(a, told, NULL);
        usleep(1000);
    }
    assert_true(g->so_far.over && g->so_far.verdict.reason == MATCH_OUT_OF_TIME);
    free(m);
    arena_destroy(a);
}

static void an_absent_person_costs_no_thread(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    error e;
    arena *a = open_arena();
    arena_match *g = begin(a, ARENA_PERSON, tokens);
    move(a, g, 0, "1112");
    assert_int_equal(arena_running(a), 1);
    arena_hold(g);
    assert_false(arena_park_one(a, 0)); /* somebody watches */
    arena_release(g);
    assert_true(arena_park_one(a, 0));
    assert_int_equal(arena_running(a), 0);
    arena_hear(a, told, NULL); /* the end of the thread is not the end of the match */
    assert_false(g->so_far.over);
    assert_true(arena_attend(a, g, &e));
    move(a, g, 1, "1121");
    arena_destroy(a);
}

static void a_clock_is_never_parked(void **state) {
    (void)state;
    char tokens[2][TOKEN_TEXT];
    arena_refusal why;
    arena *a = open_arena();
    arena_match_setup s = {.game = "trax",
                           .control = {.game = 60 * SECOND},
                           .seat = {{.kind = ARENA_PERSON}, {.kind = ARENA_PERSON}},
                           .seats = 2};
    wait_for(a, arena_begin(a, &s, tokens, &why));
    assert_false(arena_park_one(a, 0));
    arena_destroy(a);
}

/* The page shows the same clock for a board that the referee enforces. */
static void a_boards_clock_is_its_contests(void **state) {
    (void)state;
    error e;
    store *s = store_open(path, &e);
    arena *a = arena_create(&(arena_setup){.store = s, .contest = true, .wake = wake}, &e);
    char tokens[GAME_SEATS_MAX][TOKEN_TEXT];
    arena_refusal why;
    arena_match_setup wish = {.game = "trax",
                              .seat = {{.kind = ARENA_LINK, .spec = "pty"}, {.kind = ARENA_PERSON}},
                              .seats = 2};
    arena_match *g = arena_begin(a, &wish, tokens, &why);
    if (!g) fail_msg("%s", why.why.message);
    assert_int_equal(arena_match_time_of(g, 0, 0).move, 1000);
    assert_int_equal(arena_match_time_of(g, 1, 0).move, -1);
    arena_destroy(a);
}

static void must_not_fail(void *context, int64_t id, const char *why) {
    (void)context;
    fail_msg("match %d: %s", (int)id, why);
}

static void every_match_is_resumed(void **state) {
    (void)state;
    char tokens[3][2][TOKEN_TEXT];
    static const size_t played[3] = {1, 0, 2};
    int64_t id[3];
    arena *a = open_arena();
    arena_match *g[3] = {begin(a, ARENA_PERSON, tokens[0]), begin(a, ARENA_OPEN, tokens[1]),
                         begin(a, ARENA_PERSON, tokens[2])};
    move(a, g[0], 0, "1112");
    move(a, g[2], 0, "1112");
    move(a, g[2], 1, "1121");
    for (int i = 0; i < 3; i++) id[i] = g[i]->id;
    arena_destroy(a);
    error e;
    a = open_arena();
    assert_in_range(arena_resume(a, must_not_fail, NULL), 3, 100);
    for (int i = 0; i < 3; i++) {
        arena_match *again = arena_find(a, id[i], &e);
        assert_non_null(again);
        assert_int_equal(arena_history(again)->count, played[i]);
        assert_int_equal(arena_seat_of(again, tokens[i][1]), 1);
        assert_false(again->so_far.over);
        if (i == 1) continue;
        assert_true(arena_attend(a, again, &e));
        move(a, again, (int)(arena_history(again)->count % 2), "2223");
    }
    arena_destroy(a);
}

static void the_last_bytes_of_a_line_are_whole(void **state) {
    (void)state;
    line_tail tail = {{0}};
    line_tail_add(&tail, "1112");
    line_tail_add(&tail, "\\r");
    assert_string_equal(tail.text, "1112\\r");
    for (int i = 0; i < LINE_TAIL / 4; i++) line_tail_add(&tail, "\\x0d");
    assert_int_equal(strlen(tail.text), LINE_TAIL);
    line_tail_add(&tail, "2"); /* one more byte: a whole escape is dropped */
    assert_int_equal(strlen(tail.text), LINE_TAIL - 3);
    assert_memory_equal(tail.text, "\\x0d\\x0d", 8);
    char flood[3 * LINE_TAIL + 2] = "";
    for (size_t i = 0; i + 2 < sizeof flood; i += 2) memcpy(flood + i, "\\n", 3);
    line_tail_add(&tail, flood);
    assert_int_equal(strlen(tail.text), LINE_TAIL);
    assert_memory_equal(tail.text, "\\n", 2);
}

static void count_run(void *context, const wire_run *r) {
    int *count = context;
    assert_true(r->seat == 1 && r->sent && r->time > 12.03 && r->time < 12.04);
    assert_string_equal(r->bytes, "1112\\r");
    ++*count;
}

/* The process that plays a match writes, another one reads while it does. */
static void what_is_on_lines_is_read_as_it_is_written(void **state) {
    (void)state;
    error e;
    wire_log log;
    int64_t at = 0;
    int count = 0;
    store *s = store_open(path, &e);
    assert_non_null(s);
    wire_log_read(s, 7, &at, count_run, &count);
    assert_int_equal(count, 0); /* there is no such file */
    assert_true(wire_log_open(&log, s, 7, &e));
    wire_run run = {.time = 12.034567, .seat = 1, .sent = true, .bytes = "1112\\r"};
    for (int i = 1; i <= 3; i++) {
        wire_log_add(&log, &run);
        wire_log_read(s, 7, &at, count_run, &count);
        assert_int_equal(count, i);
    }
    assert_int_equal(write(log.file, "12.03", 5), 5); /* half a line waits for its end */
    wire_log_read(s, 7, &at, count_run, &count);
    assert_int_equal(write(log.file, "4567 2 > 1112\\r\nnonsense\n", 25), 25);
    wire_log_read(s, 7, &at, count_run, &count);
    assert_int_equal(count, 4);
    wire_log_close(&log);
    store_close(s);
}

typedef struct seen {
    int count;
    double first, last;
} seen;

static void note_run(void *context, const wire_run *r) {
    seen *all = context;
    if (all->count++ == 0) all->first = r->time;
    all->last = r->time;
}

/* A wall shows the newest bytes after a restart. */
static void a_full_file_of_lines_loses_its_older_half(void **state) {
    (void)state;
    error e;
    wire_log log;
    store *s = store_open(path, &e);
    assert_non_null(s);
    assert_true(wire_log_open(&log, s, 8, &e));
    wire_run run = {.seat = 1, .bytes = "0123456789"};
    int64_t at = 0;
    seen follower = {0}, newcomer = {0};
    size_t before = 0;
    while (log.written >= before) { /* until it is full */
        before = log.written;
        run.time += 1;
        wire_log_add(&log, &run);
        if ((int)run.time % 1000 == 0) wire_log_read(s, 8, &at, note_run, &follower);
    }
    assert_in_range(log.written, WIRE_LOG_BYTES / 2 - WIRE_LOG_TEXT,
                    WIRE_LOG_BYTES / 2 + WIRE_LOG_TEXT);
    /* A reader that has followed it continues at the end, a new one gets the rest, each line
     * complete. */
    wire_log_read(s, 8, &at, note_run, &follower);
    assert_int_equal(at, log.written);
    run.time += 1;
    wire_log_add(&log, &run);
    wire_log_read(s, 8, &at, note_run, &follower);
    assert_true(follower.last == run.time);
    at = 0;
    wire_log_read(s, 8, &at, note_run, &newcomer);
    assert_true(newcomer.last == run.time && newcomer.first > 1);
    assert_int_equal(newcomer.count, (int)(newcomer.last - newcomer.first) + 1);
    wire_log_close(&log);
    store_close(s);
}

/* A disk that was full for a while does not damage the next line. */
static void a_cut_line_is_ended_before_the_next(void **state) {
    (void)state;
    error e;
    wire_log log;
    int64_t at = 0;
    seen all = {0};
    store *s = store_open(path, &e);
    assert_non_null(s);
    assert_true(wire_log_open(&log, s, 9, &e));
    assert_int_equal(write(log.file, "12.03", 5), 5);
    wire_log_close(&log);
    assert_true(wire_log_open(&log, s, 9, &e));
    wire_log_add(&log, &(wire_run){.time = 13, .bytes = "1112"});
    wire_log_read(s, 9, &at, note_run, &all);
    assert_int_equal(all.count, 1);
    assert_true(all.last == 13);
    wire_log_close(&log);
    store_close(s);
}

static void lines_have_a_bound(void **state) {
    (void)state;
    error e;
    wire_log log;
    char name[96];
    store *s = store_open(path, &e);
    assert_non_null(s);
    for (int64_t id = 100; id < 100 + WIRE_LOG_FILES + 3; id++) {
        assert_true(wire_log_open(&log, s, id, &e));
        if (id == 100)
            for (int i = 0; i < WIRE_LOG_BYTES / 10; i++)
                wire_log_add(&log, &(wire_run){.bytes = "x"});
        assert_in_range(log.written, 0, WIRE_LOG_BYTES);
        wire_log_close(&log);
        /* A match that is being resumed is not parked to make room, and neither is another one. */
        assert_true(wire_log_open(&log, s, id, &e));
        wire_log_close(&log);
    }
    for (int64_t id = 100; id < 100 + WIRE_LOG_FILES + 3; id++) {
        snprintf(name, sizeof name, "%s-lines/%d", path, (int)id);
        assert_int_equal(unlink(name) == 0, id >= 103);
    }
    store_close(s);
}

static int clear(void **state) {
    (void)state;
    remove_folder(folder);
    return 0;
}

/* Adds a finished match of Dots; a player is an account, or a line of an engine. */
static void play(store *s, const int64_t accounts[2], const char *line, int winner) {
    error e;
    store_match m = {.game = "dots", .rules = "size=2x2"};
    store_seat seats[2] = {{.kind = "person", .account = accounts[0]},
                           {.kind = "person", .account = accounts[1]}};
    store_event end = {.kind = "end", .text = "won"};
    error why = {0};
    if (line) snprintf(seats[1].kind, sizeof seats[1].kind, "engine");
    snprintf(m.seats, sizeof m.seats, "remote\n%s\n", line ? line : "remote");
    assert_true(store_begin_seated(s, &m, seats, 2, &e));
    assert_int_equal(store_end(s, store_fence_of(&m), &end, winner, "won", &why, "", &e),
                     STORE_KEPT);
}

static void people_are_rated_against_each_other_and_levels(void **state) {
    (void)state;
    error e;
    char own[100];
    snprintf(own, sizeof own, "%s/people.db", folder);
    store *s = store_open(own, &e);
    rated_player *players;
    store_account who[3] = {{.name = "Ana"}, {.name = "Bela"}, {.name = "Guest"}};
    for (int i = 0; i < 3; i++) {
        unsigned char hash[STORE_TOKEN] = {(unsigned char)(i + 1)};
        assert_true(store_add_account(s, &who[i], hash, &e));
    }
    int64_t pair[2] = {who[0].id, who[1].id}, ana[2] = {who[0].id}, bela[2] = {who[1].id};
    assert_int_equal(people_rate(s, game_find("dots", &e), &players, &e), 0);
    free(players);
    for (int i = 0; i < 10; i++) play(s, pair, NULL, 1 + (i == 9)); /* nine wins to one */
    for (int i = 0; i < 4; i++) play(s, bela, "engine:casual", 1 + i % 2);
    /* None of these counts: an engine that is not one of its levels, alone, a guest, a line. */
    play(s, ana, "engine:casual:nodes=50", 2);
    play(s, (int64_t[2]){who[0].id, who[0].id}, NULL, 2);
    play(s, (int64_t[2]){who[2].id, 0}, NULL, 1);
    play(s, ana, "pty", 2);
    assert_int_equal(people_rate(s, game_find("dots", &e), &players, &e), 3);
    assert_int_equal(people_name(s, players, 3), 3);
    assert_string_equal(players[0].name, "Ana");
    assert_int_equal(players[0].rating.games, 10);
    assert_true(players[0].rating.rated);
    /* 400 log10(9) above Bela, who is equal to the level; their mean is 1500. */
    const double elo[] = {players[0].rating.elo, players[1].rating.elo, players[2].rating.elo};
    assert_true(fabs(elo[0] - elo[1] - 381.7) < 0.1);
    assert_true(fabs(elo[1] - elo[2]) < 0.01);
    assert_true(fabs(elo[0] + elo[1] + elo[2] - 3 * PEOPLE_MEAN) < 0.01);
    const rated_player *level = players[1].account ? &players[2] : &players[1];
    assert_string_equal(level->name, "casual");
    assert_int_equal(level->account, 0);
    free(players);
    store_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_rated_against_each_other_and_levels),
        cmocka_unit_test(an_open_seat_is_taken_by_its_token),
        cmocka_unit_test(engines_of_one_address_leave_room_for_others),
        cmocka_unit_test(matches_of_one_address_have_a_limit),
        cmocka_unit_test(a_match_is_shown_when_the_disk_has_it),
        cmocka_unit_test(a_match_that_the_disk_does_not_take_is_refused),
        cmocka_unit_test(a_clock_starts_when_the_move_is_passed_on),
        cmocka_unit_test(an_absent_person_costs_no_thread),
        cmocka_unit_test(a_clock_is_never_parked),
        cmocka_unit_test(a_boards_clock_is_its_contests),
        cmocka_unit_test(every_match_is_resumed),
        cmocka_unit_test(the_last_bytes_of_a_line_are_whole),
        cmocka_unit_test(what_is_on_lines_is_read_as_it_is_written),
        cmocka_unit_test(a_full_file_of_lines_loses_its_older_half),
        cmocka_unit_test(a_cut_line_is_ended_before_the_next),
        cmocka_unit_test(lines_have_a_bound),
    };
    make_folder(folder, path);
    return cmocka_run_group_tests_name("arena", tests, NULL, clear);
}
