/* The heaviest matching, against all matchings of small graphs. */
#include "base/clock.h"
#include "base/random.h"
#include "events/matching.h"
#include "support.h"

enum { SMALL = 10, LARGE = 500 };

/* The weight of the best matching of the vertices that are not in `used`, by trying them all. */
static int64_t best_by_trying(int count, const int64_t *weight, unsigned used) {
    int first = 0;
    while (first < count && used >> first & 1) first++;
    if (first == count) return 0;
    int64_t best = best_by_trying(count, weight, used | 1u << first);
    for (int other = first + 1; other < count; other++) {
        int64_t w = weight[first * count + other];
        if (used >> other & 1 || w <= 0) continue;
        w += best_by_trying(count, weight, used | 1u << first | 1u << other);
        if (w > best) best = w;
    }
    return best;
}

static int64_t weight_of(int count, const int64_t *weight, const int *mate) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (mate[i] < 0) continue;
        assert_int_equal(mate[mate[i]], i);
        assert_true(weight[i * count + mate[i]] > 0);
        if (mate[i] > i) sum += weight[i * count + mate[i]];
    }
    return sum;
}

static void it_is_the_heaviest_of_all(void **state) {
    (void)state;
    random_source chance = random_seed(1);
    for (int trial = 0; trial < 3000; trial++) {
        int64_t weight[SMALL * SMALL];
        int mate[SMALL], count = 1 + (int)random_below(&chance, SMALL);
        uint32_t missing = random_below(&chance, 100), most = trial % 2 ? 5 : 1000000;
        error e;
        for (int i = 0; i < count; i++)
            for (int j = i; j < count; j++) {
                bool none = i == j || random_below(&chance, 100) < missing;
                int64_t w = none ? 0 : 1 + random_below(&chance, most);
                weight[i * count + j] = weight[j * count + i] = w;
            }
        assert_true(matching_find(count, weight, mate, &e));
        assert_int_equal(weight_of(count, weight, mate), best_by_trying(count, weight, 0));
    }
}

/* Everybody is paired if possible, if every edge weighs more than all differences. */
static void a_large_graph_is_paired_completely(void **state) {
    (void)state;
    static int64_t weight[LARGE * LARGE];
    static int mate[LARGE];
    random_source chance = random_seed(2);
    error e;
    for (int i = 0; i < LARGE; i++)
        for (int j = i; j < LARGE; j++) {
            int64_t cost = (int64_t)(i / 20 - j / 20) * (i / 20 - j / 20) * 1000;
            int64_t w = (INT64_C(1) << 40) - cost - random_below(&chance, 100);
            weight[i * LARGE + j] = weight[j * LARGE + i] =
                i == j || random_below(&chance, 9) == 0 ? 0 : w;
        }
    assert_true(matching_find(LARGE, weight, mate, &e));
    for (int i = 0; i < LARGE; i++) assert_true(mate[i] >= 0);
    assert_true(weight_of(LARGE, weight, mate) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_heaviest_of_all),
        cmocka_unit_test(a_large_graph_is_paired_completely),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
