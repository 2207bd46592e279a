#include "support.h"

#include "base/bits.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/large.h"
#include "base/spelling.h"
#include "base/text.h"

static void text_stops_at_its_memory(void **state) {
    (void)state;
    char memory[8];
    text t = text_over(memory, sizeof memory);
    text_add(&t, "abcdef");
    assert_false(t.full);
    text_add(&t, "ghi");
    assert_true(t.full);
    assert_string_equal(memory, "abcdefg");
}

static void text_formats_as_printf_does(void **state) {
    (void)state;
    char ours[200], theirs[200];
    text t = text_over(ours, sizeof ours);
    text_addf(&t, "%d|%5d|%-5d|%05d|%u|%zu|%llx|%s|%.3s|%.*s|%8s|%-8s|%c|%%|%lld|%016llx", -42, -42,
              42, -42, 4000000000u, (size_t)7, 0xfeedULL, "word", "abcdef", 2, "xyz", "right",
              "left", 'c', INT64_MIN + 0LL, 0xabcULL);
    snprintf(theirs, sizeof theirs,
             "%d|%5d|%-5d|%05d|%u|%zu|%llx|%s|%.3s|%.*s|%8s|%-8s|%c|%%|%lld|%016llx", -42, -42, 42,
             -42, 4000000000u, (size_t)7, 0xfeedULL, "word", "abcdef", 2, "xyz", "right", "left",
             'c', INT64_MIN + 0LL, 0xabcULL);
    assert_string_equal(ours, theirs);
}

static void error_keeps_its_context_in_front(void **state) {
    (void)state;
    error e;
    assert_false(error_set(&e, "line %d is drawn already", 7));
    assert_false(error_in(&e, "move %d", 3));
    assert_string_equal(e.message, "move 3: line 7 is drawn already");
    assert_false(error_set(NULL, "nobody listens"));
}

static void error_is_plain_text(void **state) {
    (void)state;
    error e;
    error_set(&e, "'%s' is no move", "\033[2J\a-\177");
    assert_string_equal(e.message, "'?[2J?-?' is no move");
    error_in(&e, "%s", "a\nb");
    assert_string_equal(e.message, "a b: '?[2J?-?' is no move");
    error_set(&e, "'%s' is no move",
              "\xc2\x9b"
              "2J \xe2\x80\xae \xc3\xb1");
    assert_string_equal(e.message, "'?2J ? \xc3\xb1' is no move");
}

static void numbers_are_read_within_bounds(void **state) {
    (void)state;
    uint64_t value = 0;
    scan s = scan_string("255 x");
    assert_true(scan_number(&s, 0, 255, &value));
    assert_int_equal(value, 255);
    assert_true(scan_blanks(&s));
    assert_false(scan_number(&s, 0, 9, &value));
    s = scan_string("256");
    assert_false(scan_number(&s, 0, 255, &value));
    s = scan_string("99999999999999999999999");
    assert_false(scan_number(&s, 0, UINT64_MAX, &value));
    s = scan_string("18446744073709551615");
    assert_true(scan_number(&s, 0, UINT64_MAX, &value));
    assert_true(value == UINT64_MAX);
}

/* An error with a code carries the values filled into its message, also after a prefix; one without
 * a code carries none. */
static void errors_have_codes_and_values(void **state) {
    (void)state;
    error e;
    assert_false(error_code(&e, "dots-drawn", "line %.4s is drawn %d times, 100%%", "1112xx", -2));
    assert_string_equal(e.message, "line 1112 is drawn -2 times, 100%");
    assert_string_equal(e.code, "dots-drawn");
    assert_string_equal(e.values, "\x1e"
                                  "1112\x1f-2");
    error_in(&e, "seat %d", 1);
    assert_string_equal(e.message, "seat 1: line 1112 is drawn -2 times, 100%");
    assert_string_equal(e.code, "dots-drawn");
    error_code(&e, "quoted", "'%s'", "a\x1f\nb");
    assert_string_equal(e.values, "\x1e" /* a value cannot begin another */
                                  "a??b");
    error_set(&e, "no %s", "code");
    assert_string_equal(e.code, "");
    assert_string_equal(e.values, "");
}

static void words_end_at_blanks_and_stops(void **state) {
    (void)state;
    scan s = scan_string("size=4x4,border");
    const char *word;
    size_t length;
    assert_true(scan_word(&s, "=,", &word, &length));
    assert_true(text_same(word, length, "size"));
    assert_true(scan_char(&s, '='));
    assert_false(scan_char(&s, '='));
    assert_true(scan_word(&s, "=,", &word, &length));
    assert_true(text_same(word, length, "4x4"));
}

static void plain_text_is_told_from_bytes(void **state) {
    (void)state;
    assert_true(text_is_plain("a\tb\r\n \xc3\xb1 \xe2\x80\xa2 \xf0\x9f\x8e\xb2", 17));
    assert_false(text_is_plain("a\0b", 3));
    assert_false(text_is_plain("\x1b[0m", 4));
    assert_false(text_is_plain("\xc3", 1));         /* cut off */
    assert_false(text_is_plain("\xc0\xaf", 2));     /* overlong */
    assert_false(text_is_plain("\xed\xa0\x80", 3)); /* a surrogate */
    assert_false(text_is_plain("\xf5\x80\x80\x80", 4));
    assert_false(text_is_plain("\xc2\x9b", 2)); /* an escape sequence to a terminal */
}

/* The sequence is part of the contract: records and tests depend on it. The words are those of the
 * published xoshiro256** with splitmix64 seeding. */
static void names_show_nothing_but_themselves(void **state) {
    (void)state;
    const struct {
        const char *given, *shown;
    } cases[] = {
        {"Ana", "Ana"},
        {"B\xc3\xa9la \xe4\xbd\xa0 \xf0\x9f\x8e\xb2", "B\xc3\xa9la \xe4\xbd\xa0 \xf0\x9f\x8e\xb2"},
        {"a\tb\r\nc\xe2\x80\xa8"
         "d\xe2\x80\xa9"
         "e\xc2\x85"
         "f",
         "a b  c d e f"},
        {"\033[2J\a\177", "[2J"},
        {"\xc2\x80\xc2\x9b"
         "31m\xc2\x9f",
         "31m"}, /* C1 */
        {"\xe2\x80\xaa\xe2\x80\xae"
         "evil\xe2\x81\xa6\xe2\x81\xa9",
         "evil"},                                   /* directions */
        {"\xe2\x80\x8e\xe2\x80\x8f\xd8\x9cx", "x"}, /* their marks */
        {"A\xe2\x80\x8bn\xe2\x80\x8c\xe2\x80\x8d"
         "a\xef\xbb\xbf\xe2\x81\xa0",
         "Ana"},                      /* no width */
        {"x\xf3\xa0\x81\x81y", "xy"}, /* a tag */
        /* fillers of Hangul and Khmer, selectors of variants */
        {"A\xe1\x85\x9fn\xe1\x85\xa0\xe3\x85\xa4"
         "a\xef\xbe\xa0\xe1\x9e\xb4\xe1\xa0\x8b\xef\xb8\x8f\xf0\x9b\xb2\xa0\xf0\x9d\x85\xb3",
         "Ana"},
        {"\xff"
         "a\xc3",
         "?a?"},
        {"", ""},
    };
    char shown[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text t = text_over(shown, sizeof shown);
        text_add_visible(&t, cases[i].given, "");
        assert_string_equal(shown, cases[i].shown);
        assert_false(t.full);
    }
    text t = text_over(shown, 4); /* cut between characters */
    text_add_visible(&t,
                     "ab\xc3\xb1"
                     "c",
                     "");
    assert_string_equal(shown, "ab");
    assert_true(t.full);
}

static void random_is_the_same_everywhere(void **state) {
    (void)state;
    random_source r = random_seed(0);
    assert_true(r.word[0] == 0xe220a8397b1dcdafu); /* splitmix64's first output for seed 0 */
    assert_true(r.word[1] == 0x6e789e6aa1b965f4u);
    assert_true(random_next(&r) == 0x99ec5f36cb75f2b4u);
    assert_true(random_next(&r) == 0xbf6e1f784956452au);
    assert_true(random_next(&r) == 0x1a5f849d4933e6e0u);
}

static void random_below_is_even(void **state) {
    (void)state;
    random_source r = random_seed(5);
    int count[6] = {0};
    for (int i = 0; i < 600000; i++) count[random_below(&r, 6)]++;
    double chi_square = 0;
    for (int i = 0; i < 6; i++) chi_square += (count[i] - 1e5) * (count[i] - 1e5) / 1e5;
    assert_true(chi_square < 20.5); /* 5 degrees of freedom, one in a thousand */
}

static void hashes_depend_on_order_and_length(void **state) {
    (void)state;
    assert_true(hash_join(hash_join(0, 1), 2) != hash_join(hash_join(0, 2), 1));
    assert_true(hash_bytes("a", 1) != hash_bytes("a\0", 2));
    assert_true(hash_bytes("abc", 3) == hash_bytes("abc", 3));
}

static void bits_are_walked_upwards(void **state) {
    (void)state;
    uint64_t set = UINT64_C(1) << 63 | 6;
    assert_int_equal(bits_count(set), 3);
    assert_int_equal(bits_take(&set), 1);
    assert_int_equal(bits_take(&set), 2);
    assert_int_equal(bits_take(&set), 63);
    assert_true(set == 0);
}

static void clock_goes_forward(void **state) {
    (void)state;
    int64_t before = clock_now();
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_now();
        assert_true(now >= before);
        before = now;
    }
}

static void spelling_finds_what_was_meant(void **state) {
    (void)state;
    assert_int_equal(spelling_distance("perft", "perft"), 0);
    assert_int_equal(spelling_distance("pefrt", "perft"), 1);
    assert_int_equal(spelling_distance("mov", "moves"), 2);
    spelling s = {.word = "mvoes"};
    spelling_offer(&s, "perft");
    spelling_offer(&s, "moves");
    assert_string_equal(s.best, "moves");
    spelling far = {.word = "xyzzy"};
    spelling_offer(&far, "moves");
    assert_null(far.best);
}

/* A cache line, and from 2 MB on a large page. */
static void large_blocks_are_aligned_and_zero(void **state) {
    (void)state;
    const struct {
        size_t bytes, alignment;
    } cases[] = {{1, 64}, {1000, 64}, {2 << 20, 2 << 20}, {(5 << 20) + 3, 2 << 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        large_block b;
        assert_true(large_create(&b, cases[i].bytes));
        assert_int_equal((uintptr_t)b.start % cases[i].alignment, 0);
        const char *bytes = b.start;
        for (size_t k = 0; k < cases[i].bytes; k++) assert_int_equal(bytes[k], 0);
        large_destroy(&b);
        assert_null(b.start);
    }
    large_block none;
    assert_false(large_create(&none, SIZE_MAX - 10));
    assert_null(none.start);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_blocks_are_aligned_and_zero),
        cmocka_unit_test(text_stops_at_its_memory),
        cmocka_unit_test(text_formats_as_printf_does),
        cmocka_unit_test(error_keeps_its_context_in_front),
        cmocka_unit_test(error_is_plain_text),
        cmocka_unit_test(numbers_are_read_within_bounds),
        cmocka_unit_test(errors_have_codes_and_values),
        cmocka_unit_test(words_end_at_blanks_and_stops),
        cmocka_unit_test(plain_text_is_told_from_bytes),
        cmocka_unit_test(names_show_nothing_but_themselves),
        cmocka_unit_test(random_is_the_same_everywhere),
        cmocka_unit_test(random_below_is_even),
        cmocka_unit_test(hashes_depend_on_order_and_length),
        cmocka_unit_test(bits_are_walked_upwards),
        cmocka_unit_test(clock_goes_forward),
        cmocka_unit_test(spelling_finds_what_was_meant),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
