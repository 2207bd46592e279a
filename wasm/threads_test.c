/* Threads of WebAssembly (threads.c), with the three helpers that run.mjs starts. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include <cmocka.h>

#include "engines/engine.h"
#include "games/history.h"

enum { HELPERS = 3, ROUNDS = 20000, BLOCKS = 32, LARGEST = 3000 };

int threads_completed(void);

static void *next_of(void *number) { return (int *)number + 1; }

static int twice(void *number) { return 2 * *(const int *)number; }

static void every_thread_returns_its_result(void **state) {
    int numbers[HELPERS + 1] = {1, 2, 3, 4}, found;
    int before = threads_completed();
    pthread_t thread[HELPERS], more;
    thrd_t other;
    void *result;
    (void)state;
    for (int i = 0; i < HELPERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, next_of, &numbers[i]), 0);
    assert_int_equal(pthread_create(&more, NULL, next_of, numbers), EAGAIN); /* none is left */
    for (int i = 0; i < HELPERS; i++) {
        assert_int_equal(pthread_join(thread[i], &result), 0);
        assert_true(result == &numbers[i + 1]);
    }
    for (int i = 0; i < HELPERS; i++) {
        assert_int_equal(thrd_create(&other, twice, &numbers[i]), thrd_success);
        assert_int_equal(thrd_join(other, &found), thrd_success);
        assert_int_equal(found, 2 * numbers[i]);
    }
    assert_int_equal(threads_completed() - before, 2 * HELPERS);
}

/* Blocks of random sizes, each full of one byte that nobody else may write. NULL if all is well. */
static void *allocate(void *argument) {
    const unsigned *seed = argument;
    uint32_t random = *seed;
    unsigned char *block[BLOCKS] = {NULL};
    size_t size[BLOCKS] = {0};
    for (int i = 0; i < ROUNDS; i++) {
        random = random * 1664525u + 1013904223u;
        size_t at = random >> 8 & (BLOCKS - 1), wanted = 1 + (random >> 13) % LARGEST;
        unsigned char mark = (unsigned char)(*seed * BLOCKS + at);
        for (size_t k = 0; k < size[at]; k++)
            if (block[at][k] != mark) return argument; /* by another thread */
        bool grows = block[at] && random & 1 << 30;
        if (!grows) free(block[at]);
        block[at] = grows ? realloc(block[at], wanted) : calloc(1, wanted);
        if (!block[at]) return argument;
        for (size_t k = grows ? wanted : 0; k < wanted; k++)
            if (block[at][k] != 0) return argument; /* not cleared */
        memset(block[at], mark, wanted);
        size[at] = wanted;
    }
    for (int i = 0; i < BLOCKS; i++) free(block[i]);
    return NULL;
}

static void threads_allocate_at_the_same_time(void **state) {
    unsigned seeds[HELPERS + 1] = {1, 2, 3, 4};
    pthread_t thread[HELPERS];
    void *wrong;
    (void)state;
    for (int i = 0; i < HELPERS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, allocate, &seeds[i]), 0);
    assert_null(allocate(&seeds[HELPERS]));
    for (int i = 0; i < HELPERS; i++) {
        assert_int_equal(pthread_join(thread[i], &wrong), 0);
        assert_null(wrong);
    }
}

/* How many helpers take part when the game's best engine searches with that many threads. */
static int helpers_of(const char *game, const char *settings, const char *moves, int threads) {
    const engine_kind *const *const lists[] = {engines_all, NULL};
    error e;
    history h;
    engine_result r;
    engine_limits limits = {.nodes = 40000};
    game_rules *rules = game_create_named(game, settings, &e);
    assert_non_null(rules);
    assert_true(history_create(&h, rules, &e) && history_play_all(&h, moves, &e));
    const engine_kind *kind = engine_find_in(lists, rules->game, NULL, &e);
    engine_options options = {
        .memory = 1 << 20, .threads = threads, .level = engine_full_level(kind), .seed = 1};
    engine *who = engine_create(kind, rules, &options, &e);
    assert_non_null(who);
    int before = threads_completed();
    engine_think(who, h.now, game_turn(rules, h.now), &limits, NULL, &r);
    assert_true(r.move != 0 && r.nodes > 0);
    engine_destroy(who);
    history_destroy(&h);
    game_destroy(rules);
    return threads_completed() - before;
}

static void engines_use_them(void **state) {
    (void)state;
    for (int threads = 1; threads <= HELPERS + 1; threads++)
        assert_int_equal(helpers_of("damas", "", "10-14 23-20", threads), threads - 1);
    assert_int_equal(helpers_of("trax", "", "@0/ A2\\ B1/ B2+", 1), 0);
    assert_true(helpers_of("trax", "", "@0/ A2\\ B1/ B2+", 2) > 0);
    assert_int_equal(helpers_of("dots", "size=3x3", "", 1), 0);
    assert_true(helpers_of("dots", "size=3x3", "", 2) > 0);
}

static void *trap(void *unused) {
    (void)unused;
    __builtin_trap();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_returns_its_result),
        cmocka_unit_test(threads_allocate_at_the_same_time),
        cmocka_unit_test(engines_use_them),
    };
    pthread_t thread;
    /* With this the program must end with its thread, and not wait for it. */
    if (getenv("DAMERO_TRAP") && pthread_create(&thread, NULL, trap, NULL) == 0)
        return pthread_join(thread, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
