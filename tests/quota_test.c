/* How many matches may be started from one address. */
#include "base/clock.h"
#include "server/quota.h"
#include "support.h"

/* As many as go through at one moment. */
static int take_all(quota *q, uint64_t address, int64_t now) {
    int count = 0;
    while (count < 10000 && quota_take(q, address, now)) count++;
    return count;
}

static void one_address_does_not_use_up_anothers(void **state) {
    (void)state;
    error e;
    quota *q = quota_create(&e);
    uint64_t ana = quota_address("10.0.0.1"), ben = quota_address("10.0.0.2");
    assert_int_equal(take_all(q, ana, 0), QUOTA_BURST);
    assert_int_equal(take_all(q, ana, SECOND), QUOTA_SECOND);
    assert_int_equal(take_all(q, ben, SECOND), QUOTA_BURST);
    assert_int_equal(take_all(q, ana, 1000 * SECOND), QUOTA_BURST);
    quota_destroy(q);
}

/* When hundreds begin as many as they can, everybody else can still begin a few. */
static void a_few_are_sure_whatever_others_do(void **state) {
    (void)state;
    error e;
    quota *q = quota_create(&e);
    char peer[40];
    int served = 0;
    for (int i = 0; i < 100; i++) {
        snprintf(peer, sizeof peer, "10.0.0.%d", i);
        served += take_all(q, quota_address(peer), 0);
    }
    assert_in_range(served, QUOTA_ALL_BURST, QUOTA_ALL_BURST + 100 * QUOTA_SURE);
    assert_int_equal(take_all(q, quota_address("192.168.0.1"), 0), QUOTA_SURE);
    quota_destroy(q);
}

static void an_unknown_address_is_not_limited(void **state) {
    (void)state;
    error e;
    quota *q = quota_create(&e);
    assert_int_equal(quota_address(NULL), 0);
    assert_int_equal(quota_address(""), 0);
    assert_int_equal(take_all(q, 0, 0), 10000);
    quota_destroy(q);
}

/* Busy addresses are remembered, quiet ones make room, and what does not fit shares one entry. */
static void the_table_has_a_bound(void **state) {
    (void)state;
    error e;
    quota *q = quota_create(&e);
    char peer[40];
    int served = 0;
    for (int i = 0; i < 10 * QUOTA_ADDRESSES; i++) {
        snprintf(peer, sizeof peer, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        served += take_all(q, quota_address(peer), 0);
    }
    assert_in_range(served, QUOTA_ADDRESSES * QUOTA_SURE / 2,
                    (QUOTA_ADDRESSES + 1) * QUOTA_SURE + QUOTA_ALL_BURST);
    assert_int_equal(take_all(q, quota_address("192.168.0.1"), 1000 * SECOND), QUOTA_BURST);
    quota_destroy(q);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_address_does_not_use_up_anothers),
        cmocka_unit_test(a_few_are_sure_whatever_others_do),
        cmocka_unit_test(an_unknown_address_is_not_limited),
        cmocka_unit_test(the_table_has_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
