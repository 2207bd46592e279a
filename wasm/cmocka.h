/* The part of cmocka that the tests of rules and engines use, for WebAssembly, where Debian has no
 * cmocka and C has no longjmp: the first failure ends the program. */
#ifndef WASM_CMOCKA_H
#define WASM_CMOCKA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function)                                                                 \
    { #function, function }

#define fail_msg(...)                                                                              \
    do {                                                                                           \
        printf("# %s:%d: ", __FILE__, __LINE__);                                                   \
        printf(__VA_ARGS__);                                                                       \
        printf("\nBail out!\n");                                                                   \
        exit(1);                                                                                   \
    } while (0)
#define print_message(...) (void)printf(__VA_ARGS__)

#define assert_true(c)                                                                             \
    do {                                                                                           \
        if (!(c)) fail_msg("%s", #c);                                                              \
    } while (0)
#define assert_false(c)            assert_true(!(c))
#define assert_null(p)             assert_true((p) == NULL)
#define assert_non_null(p)         assert_true((p) != NULL)
#define assert_int_not_equal(a, b) assert_true((long long)(a) != (long long)(b))
#define assert_in_range(a, least, most)                                                            \
    assert_true((unsigned long long)(a) - (unsigned long long)(least) <=                           \
                (unsigned long long)(most) - (unsigned long long)(least))
#define assert_int_equal(a, b)                                                                     \
    do {                                                                                           \
        long long found_ = (long long)(a), expected_ = (long long)(b);                             \
        if (found_ != expected_) fail_msg("%s: %lld, expected %lld", #a, found_, expected_);       \
    } while (0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)
#define assert_string_equal(a, b)                                                                  \
    do {                                                                                           \
        const char *found_ = (a), *expected_ = (b);                                                \
        if (strcmp(found_, expected_) != 0)                                                        \
            fail_msg("%s: \"%s\", expected \"%s\"", #a, found_, expected_);                        \
    } while (0)

static inline int run_tests(const struct CMUnitTest *tests, size_t count, int (*set_up)(void **),
                            int (*tear_down)(void **)) {
    void *group = NULL;
    printf("1..%zu\n", count);
    assert_true(!set_up || set_up(&group) == 0);
    for (size_t i = 0; i < count; i++) {
        void *state = group;
        tests[i].run(&state);
        printf("ok %zu - %s\n", i + 1, tests[i].name);
    }
    assert_true(!tear_down || tear_down(&group) == 0);
    return 0;
}

#define cmocka_run_group_tests(tests, set_up, tear_down)                                           \
    run_tests(tests, sizeof(tests) / sizeof *(tests), set_up, tear_down)
#define cmocka_run_group_tests_name(name, tests, set_up, tear_down)                                \
    cmocka_run_group_tests(tests, set_up, tear_down)

#endif
