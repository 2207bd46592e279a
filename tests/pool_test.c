/* Engines of many matches on few threads: whose turn it is, which one must stop, whose tables
 * stay. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "referee/pool.h"
#include "support.h"

#define MS INT64_C(1000000)

enum { ANA = 1, BEN = 2, CAT = 3 };

static schedule_job job(uint64_t address, bool spare) {
    return (schedule_job){.address = address, .spare = spare};
}

/* An address with many jobs gets no more than one with few: between two of its own, each of the
 * others has its turn. */
static void addresses_take_turns(void **state) {
    (void)state;
    static schedule s;
    schedule_job many[6], one = job(BEN, false), other = job(CAT, false);
    int64_t now = 0;
    s = (schedule){.slots = 1};
    for (int i = 0; i < 6; i++) {
        many[i] = job(ANA, false);
        schedule_add(&s, &many[i]);
    }
    schedule_add(&s, &one);
    schedule_add(&s, &other);
    schedule_job *expected[] = {&many[0], &one, &other, &many[1], &one, &other, &many[2]};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        schedule_job *next = schedule_start(&s, now);
        assert_ptr_equal(next, expected[i]);
        assert_null(schedule_start(&s, now)); /* there is one slot */
        now += 50 * MS;
        assert_true(schedule_end(&s, next, now));
        if (next == &one || next == &other) schedule_add(&s, next); /* the next move */
    }
}

/* A match whose engines have thought longer waits longer. */
static void time_counts_and_not_jobs(void **state) {
    (void)state;
    static schedule s;
    schedule_job slow = job(ANA, false), quick = job(BEN, false);
    int64_t now = 0, used[2] = {0, 0};
    s = (schedule){.slots = 1};
    schedule_add(&s, &slow);
    schedule_add(&s, &quick);
    for (int i = 0; i < 200; i++) {
        schedule_job *next = schedule_start(&s, now);
        int64_t time = next == &slow ? 90 * MS : 10 * MS;
        used[next == &quick] += time;
        now += time;
        schedule_end(&s, next, now);
        schedule_add(&s, next);
    }
    assert_in_range(used[0], used[1] - 100 * MS, used[1] + 100 * MS);
}

/* A match that did not think meanwhile has not saved up any time. */
static void idling_earns_nothing(void **state) {
    (void)state;
    static schedule s;
    schedule_job a = job(ANA, false), b = job(BEN, false);
    int64_t now = 0;
    s = (schedule){.slots = 1};
    for (int i = 0; i < 50; i++) {
        schedule_add(&s, &a);
        assert_ptr_equal(schedule_start(&s, now), &a);
        schedule_end(&s, &a, now += 100 * MS);
    }
    int turns_of_b = 0;
    schedule_add(&s, &a);
    schedule_add(&s, &b);
    for (int i = 0; i < 10; i++) {
        schedule_job *next = schedule_start(&s, now);
        turns_of_b += next == &b;
        schedule_end(&s, next, now += 100 * MS);
        schedule_add(&s, next);
    }
    assert_in_range(turns_of_b, 4, 6);
}

static void a_match_that_nobody_watches_gives_way(void **state) {
    (void)state;
    static schedule s;
    schedule_job spare = job(ANA, true), wanted = job(BEN, false);
    int64_t again;
    s = (schedule){.slots = 1};
    schedule_add(&s, &spare);
    assert_ptr_equal(schedule_start(&s, 0), &spare);
    assert_null(schedule_stop(&s, 0, &again));
    assert_true(again == INT64_MAX);
    schedule_add(&s, &wanted);
    assert_ptr_equal(schedule_stop(&s, 10 * MS, &again), &spare);
    assert_null(schedule_stop(&s, 10 * MS, &again)); /* it is reported once */
    assert_false(schedule_end(&s, &spare, 20 * MS)); /* it begins again later */
    schedule_add(&s, &spare);
    assert_ptr_equal(schedule_start(&s, 20 * MS), &wanted);
    assert_null(schedule_stop(&s, 9000 * MS, &again)); /* and takes nothing from the other */
    assert_true(schedule_end(&s, &wanted, 9000 * MS));
    assert_ptr_equal(schedule_start(&s, 9000 * MS), &spare);
    /* After thinking long enough it answers; otherwise it would never finish. */
    schedule_add(&s, &wanted);
    assert_ptr_equal(schedule_stop(&s, 12000 * MS, &again), &spare);
    assert_true(schedule_end(&s, &spare, 12000 * MS));
}

/* A match that becomes watched moves up in the queue. */
static void watched_matches_go_first(void **state) {
    (void)state;
    static schedule s;
    schedule_job first = job(ANA, true), second = job(BEN, true);
    s = (schedule){.slots = 1};
    schedule_add(&s, &first);
    schedule_add(&s, &second);
    second.spare = false;
    assert_ptr_equal(schedule_start(&s, 0), &second);
}

/* Ten minutes for a move are for a machine that has nothing else to do. */
static void a_long_think_ends_when_others_wait(void **state) {
    (void)state;
    static schedule s;
    schedule_job longest = job(ANA, false), other = job(BEN, false), crowd[100];
    int64_t again;
    s = (schedule){.slots = 1};
    schedule_add(&s, &longest);
    schedule_start(&s, 0);
    assert_null(schedule_stop(&s, 600000 * MS, &again)); /* nobody waits */
    schedule_add(&s, &other);
    assert_ptr_equal(schedule_stop(&s, 600000 * MS, &again), &longest);
    assert_true(schedule_end(&s, &longest, 600000 * MS)); /* with its best result so far */
    schedule_start(&s, 600000 * MS);
    schedule_add(&s, &longest);
    assert_null(schedule_stop(&s, 600000 * MS, &again));
    assert_true(again == 600000 * MS + SCHEDULE_TURN_MOST);
    for (int i = 0; i < 100; i++) {
        crowd[i] = job(10 + (uint64_t)i, false);
        schedule_add(&s, &crowd[i]);
    }
    assert_null(schedule_stop(&s, 600000 * MS, &again));
    assert_true(again == 600000 * MS + SCHEDULE_TURN_LEAST); /* the more wait the shorter */
}

/* Threads. */

typedef struct task {
    pool_job job;
    atomic_int thoughts, ends, agains;
    atomic_bool open; /* until then it thinks, unless it is stopped */
} task;

static void think(void *context) {
    task *t = context;
    atomic_fetch_add(&t->thoughts, 1);
    while (!atomic_load(&t->open) && !atomic_load(&t->job.stop)) usleep(500);
}

static void ended(void *context, bool again) {
    task *t = context;
    atomic_fetch_add(again ? &t->agains : &t->ends, 1);
}

static void prepare(task *t, uint64_t address, bool spare) {
    *t = (task){.job = {.turn = job(address, spare), .context = t, .think = think, .ended = ended}};
}

static void await(const atomic_int *count, int wanted) {
    int64_t deadline = clock_now() + 120000 * MS;
    while (atomic_load(count) < wanted && clock_now() < deadline) usleep(500);
    assert_int_equal(atomic_load(count), wanted);
}

static void jobs_wait_stop_and_begin_again(void **state) {
    (void)state;
    error e;
    static task spare, wanted, third;
    pool *p = pool_create(&(pool_setup){.slots = 1}, &e);
    prepare(&spare, ANA, true);
    prepare(&wanted, BEN, false);
    prepare(&third, CAT, false);
    assert_true(pool_ask(p, &spare.job));
    await(&spare.thoughts, 1);
    assert_true(pool_ask(p, &wanted.job)); /* the spare one makes room */
    await(&spare.agains, 1);
    await(&wanted.thoughts, 1);
    assert_int_equal(atomic_load(&spare.thoughts), 1);
    atomic_store(&wanted.open, true);
    await(&wanted.ends, 1);
    await(&spare.thoughts, 2);
    assert_true(pool_ask(p, &third.job));
    pool_leave(p, &third.job); /* whether it has started or not */
    pool_leave(p, &spare.job);
    assert_true(pool_stop(p, &spare.job));
    pool_destroy(p);
}

/* More engines than there is memory for: the least recently used one has to rebuild its tables, and
 * the others keep theirs. */
static void tables_have_a_budget(void **state) {
    (void)state;
    enum { ENGINES = 5, MEMORY = 1 << 20, ROOM = 3 };
    error e;
    pool *p = pool_create(&(pool_setup){.slots = 2, .memory = ROOM * MEMORY}, &e);
    game_rules *rules = rules_of("damas", "");
    static pool_engine made[ENGINES];
    assert_int_equal(pool_share(p, MEMORY), MEMORY);
    assert_int_equal(pool_share(p, 16 * MEMORY), ROOM * MEMORY / 2);
    for (int i = 0; i < ENGINES; i++) {
        made[i] = (pool_engine){.kind = boards_find_engine(rules->game, NULL, &e),
                                .rules = rules,
                                .options = {.memory = MEMORY}};
        assert_non_null(pool_take_engine(p, &made[i], &e));
        pool_give_back(p, &made[i]);
        int there = 0;
        for (int k = 0; k <= i; k++) there += made[k].engine != NULL;
        assert_int_equal(there, i + 1 < ROOM ? i + 1 : ROOM);
    }
    assert_null(made[1].engine);
    assert_non_null(made[2].engine);
    assert_non_null(pool_take_engine(p, &made[0], &e));
    assert_null(made[2].engine);
    /* One that is busy keeps them. */
    assert_non_null(pool_take_engine(p, &made[1], &e));
    assert_non_null(pool_take_engine(p, &made[2], &e));
    assert_non_null(made[0].engine);
    for (int i = 0; i < ENGINES; i++) pool_close_engine(p, &made[i]);
    pool_destroy(p);
    game_destroy(rules);
}

/* The moves and nodes of an engine's first moves in a game, as one number. */
static uint64_t course_of(engine *g) {
    error e = {0};
    history h;
    uint64_t course = 0;
    assert_true(history_create(&h, g->rules, &e));
    for (int i = 0; i < 8; i++) {
        engine_result r;
        engine_limits few = {.nodes = 400};
        engine_think(g, h.now, game_turn(g->rules, h.now), &few, NULL, &r);
        course = hash_join(hash_join(course, r.move), r.nodes);
        assert_true(history_play(&h, r.move, &e));
    }
    history_destroy(&h);
    return course;
}

/* A series keeps engines with large tables between games, and they play as new ones would. */
static void a_restarted_engine_plays_as_a_new_one(void **state) {
    (void)state;
    const char *games[][2] = {
        {"damas", ""}, {"dots", "size=3x3"}, {"dots", "size=2x2"}, {"trax", ""}};
    const char *levels[] = {"casual", "full"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        error e = {0};
        game_rules *rules = rules_of(games[i][0], games[i][1]);
        const engine_kind *kind = boards_find_engine(rules->game, NULL, &e);
        assert_non_null(kind->restart);
        for (size_t l = 0; l < sizeof levels / sizeof *levels; l++) {
            engine_options one = {.memory = 1 << 20, .seed = 1},
                           two = {.memory = 1 << 20, .seed = 2};
            one.level = two.level = engine_find_level(kind, levels[l], &e);
            assert_true(one.level >= 0);
            engine *kept = engine_create(kind, rules, &one, &e);
            engine *fresh = engine_create(kind, rules, &two, &e);
            uint64_t first = course_of(kept), expected = course_of(fresh);
            kind->restart(kept, 2);
            assert_int_equal(course_of(kept), expected);
            kind->restart(kept, 1);
            assert_int_equal(course_of(kept), first);
            engine_destroy(kept);
            engine_destroy(fresh);
        }
        game_destroy(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_take_turns),
        cmocka_unit_test(time_counts_and_not_jobs),
        cmocka_unit_test(idling_earns_nothing),
        cmocka_unit_test(a_match_that_nobody_watches_gives_way),
        cmocka_unit_test(watched_matches_go_first),
        cmocka_unit_test(a_long_think_ends_when_others_wait),
        cmocka_unit_test(jobs_wait_stop_and_begin_again),
        cmocka_unit_test(tables_have_a_budget),
        cmocka_unit_test(a_restarted_engine_plays_as_a_new_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
