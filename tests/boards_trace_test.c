/* Traces, on the smallest board there is: a counter that counts every tenth tick while `run` is on,
 * and a lamp that shows whether the count is odd. */
#include "boards/trace.h"
#include "sheet.h"

enum { RUN, COUNT, LAMP };

typedef struct counter {
    device device;
    uint64_t phase, count;
    bool running;
} counter;

static counter *of(device *d) { return (counter *)(void *)d; }
static const counter *seen(const device *d) { return (const counter *)(const void *)d; }

static bool create(const game_settings *chosen, device **out, error *e) {
    (void)chosen, (void)e;
    *out = calloc(1, sizeof(counter));
    return *out != NULL;
}
static void destroy(device *d) { free(d); }
static void reset(device *d) { of(d)->phase = of(d)->count = 0; }
static void set(device *d, int pin, uint64_t value) {
    assert_int_equal(pin, RUN);
    of(d)->running = value != 0;
}
static uint64_t get(const device *d, int pin) {
    return pin == COUNT ? seen(d)->count % 16 : seen(d)->count % 2;
}
static void advance(device *d, uint64_t ticks) {
    if (!of(d)->running) return;
    of(d)->count += (of(d)->phase + ticks) / 10;
    of(d)->phase = (of(d)->phase + ticks) % 10;
}
static uint64_t next_change(const device *d, uint64_t watched) {
    (void)watched;
    return seen(d)->running ? 10 - seen(d)->phase : DEVICE_NEVER;
}

static const device_kind counter_kind = {
    .name = "counter",
    .summary = "counts",
    .hertz = 1000000,
    .pins =
        (const device_pin[]){
            [RUN] = {.name = "run", .width = 1},
            [COUNT] = {.name = "count", .width = 4, .output = true, .base = DEVICE_BINARY},
            [LAMP] = {.name = "lamp", .width = 1, .output = true},
            {0}},
    .settings = (const game_setting[]){{0}},
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .set = set,
    .get = get,
    .advance = advance,
    .next_change = next_change};

/* Without the hint, every tick is looked at. */
static device_kind slow_kind(void) {
    device_kind kind = counter_kind;
    kind.next_change = NULL;
    return kind;
}

static trace read_trace(const device_kind *kind, const char *lines) {
    char bytes[2000];
    error e = {0};
    trace t;
    snprintf(bytes, sizeof bytes, "damero-trace 1\nboard counter\n%s", lines);
    if (!trace_read(&t, kind, bytes, strlen(bytes), &e)) fail_msg("%s", e.message);
    return t;
}

static trace_difference check_lines(const char *lines) {
    error e = {0};
    trace_difference first, slow;
    device_kind kind = slow_kind();
    trace t = read_trace(&counter_kind, lines), same = read_trace(&kind, lines);
    assert_true(trace_check(&t, &first, &e));
    assert_true(trace_check(&same, &slow, &e));
    assert_int_equal(first.found, slow.found);
    assert_int_equal(first.tick, slow.tick);
    assert_int_equal(first.got, slow.got);
    trace_destroy(&t);
    trace_destroy(&same);
    return first;
}

static void a_trace_that_agrees(void **state) {
    (void)state;
    assert_false(check_lines("0 count=0b0000 lamp=0\n"
                             "5 run=1\n"
                             "14 count=0\n"
                             "15 count=1 lamp=1\n"
                             "25 count=0b0010\n")
                     .found);
}

static void the_first_difference_is_named(void **state) {
    (void)state;
    const char *lines = "0 count=0\n5 run=1 lamp=0\n20 count=1\n24 count=2 lamp=0\n90 lamp=1\n";
    trace t = read_trace(&counter_kind, lines);
    trace_difference d;
    error e;
    char words[400];
    text out = text_over(words, sizeof words);
    assert_true(trace_check(&t, &d, &e));
    assert_true(d.found);
    assert_int_equal(d.tick, 24);
    assert_int_equal(d.line, 6);
    trace_explain(&t, &d, &out);
    assert_string_equal(words, "tick 24 (0.024 ms), line 6: count is 0b0010, ours is 0b0001\n"
                               "the last inputs before it, at tick 5: run=1\n");
    trace_destroy(&t);
}

static void unknown_bits_are_not_compared(void **state) {
    (void)state;
    assert_false(check_lines("0 run=1 count=0bxxxx\n15 count=0b00x1\n").found);
    assert_true(check_lines("0 run=1\n15 count=0b00x0\n").found);
}

/* Only if the file declares that it lists all changes of an output. */
static void an_unlisted_change_is_a_difference(void **state) {
    (void)state;
    assert_false(check_lines("0 run=1 count=0\n50 lamp=1\n").found);
    trace_difference d = check_lines("changes count\n0 run=1 count=0\n50 lamp=1\n");
    assert_true(d.found);
    assert_int_equal(d.tick, 10);
    assert_int_equal(d.expected, 0);
    assert_int_equal(d.got, 1);
    assert_int_equal(d.line, 4);
}

static void a_change_in_the_trace_alone_is_a_difference(void **state) {
    (void)state;
    trace_difference d = check_lines("changes count\n0 run=0 count=0\n7 count=1\n50\n");
    assert_true(d.found);
    assert_int_equal(d.tick, 7);
    assert_int_equal(d.got, 0);
}

static void slack_lets_values_come_early_or_late(void **state) {
    (void)state;
    const char *late = "changes count\nslack 3\n0 run=1 count=0\n13 count=1\n23 count=2\n25\n";
    const char *early = "changes count\nslack 3\n0 run=1 count=0\n7 count=1\n17 count=2\n25\n";
    const char *later = "changes count\nslack 3\n0 run=1 count=0\n14 count=1\n25\n";
    const char *earlier = "changes count\nslack 3\n0 run=1 count=0\n6 count=1\n25\n";
    assert_false(check_lines(late).found);
    assert_false(check_lines(early).found);
    trace_difference d = check_lines(later);
    assert_true(d.found);
    assert_int_equal(d.tick, 10); /* ours changes, and no line near it does */
    d = check_lines(earlier);
    assert_true(d.found);
    assert_int_equal(d.tick, 6);
    assert_int_equal(d.got, 0);
}

static sheet fill_in(const trace *t, uint64_t watched) {
    sheet written = {.length = 0};
    device *d = device_create(t->kind, t->settings, NULL);
    assert_non_null(d);
    trace_respond(d, t, watched, (record_sink){sheet_put, &written});
    device_destroy(d);
    return written;
}

static void stimuli_are_filled_in(void **state) {
    (void)state;
    error e;
    trace t = read_trace(&counter_kind, "3 run=1\n# off again\n24 run=0 count=7\n40\n"), full;
    sheet written = fill_in(&t, 1 << COUNT | 1 << LAMP);
    assert_string_equal(written.bytes, "damero-trace 1\n"
                                       "board counter\n"
                                       "changes count lamp\n"
                                       "0 run=0 count=0b0000 lamp=0\n"
                                       "3 run=1\n"
                                       "13 count=0b0001 lamp=1\n"
                                       "23 count=0b0010 lamp=0\n"
                                       "24 run=0\n"
                                       "40\n");
    assert_true(trace_read(&full, &counter_kind, written.bytes, written.length, &e));
    trace_difference d;
    assert_true(trace_check(&full, &d, &e));
    assert_false(d.found);
    sheet again = fill_in(&full, full.changes);
    assert_string_equal(again.bytes, written.bytes);
    trace_destroy(&t);
    trace_destroy(&full);
}

static void a_malformed_trace_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *lines, *says;
    } cases[] = {
        {"", "line 1: a trace must start with"},
        {"damero-trace 2\n", "line 1"},
        {"damero-trace 1\n", "has no line with a tick"},
        {"damero-trace 1\n0 run=1\n", "line 2: a line 'board counter' must come first"},
        {"damero-trace 1\nboard damas\n0\n", "line 2: this is a trace of the board 'damas'"},
        {"damero-trace 1\nboard counter\n5 run=1\n4 run=0\n", "line 4: tick 4 comes after tick 5"},
        {"damero-trace 1\nboard counter\n5 run=1\n5 run=0\n", "line 4: tick 5 names run twice"},
        {"damero-trace 1\nboard counter\n5 rum=1\n", "did you mean 'run'"},
        {"damero-trace 1\nboard counter\n5 run\n", "'run' is not of the form NAME=VALUE"},
        {"damero-trace 1\nboard counter\n5 run=2\n", "run has 1 bit"},
        {"damero-trace 1\nboard counter\n5 run=0bx\n", "every bit of an input"},
        {"damero-trace 1\nboard counter\n5 count=0b\n", "is not a value"},
        {"damero-trace 1\nboard counter\n5 count=99999999999999999999\n", "is not a value"},
        {"damero-trace 1\nboard counter\n5x count=1\n", "a line must start with its tick"},
        {"damero-trace 1\nboard counter\nspeed 3\n", "'speed' is neither a tick"},
        {"damero-trace 1\nboard counter\nslack x\n", "slack is a number"},
        {"damero-trace 1\nboard counter\nchanges run\n", "'run' is an input"},
        {"damero-trace 1\nboard counter\nsettings colour=red\n", "colour"},
        {"damero-trace 1\nboard counter\nsettings\nsettings\n", "a second 'settings' line"},
        {"damero-trace 1\nboard counter\n0\nslack 3\n", "must come before the first tick"},
        {"damero-trace 1\nboard counter\n0 run=\1\n", "bytes that are not text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error e = {0};
        trace t;
        assert_false(trace_read(&t, &counter_kind, cases[i].lines, strlen(cases[i].lines), &e));
        assert_says(&e, cases[i].says);
    }
}

static void values_are_written_as_their_pin_is_read(void **state) {
    (void)state;
    static const struct {
        device_pin pin;
        uint64_t value;
        const char *text;
    } cases[] = {
        {{.width = 4, .base = DEVICE_BINARY}, 5, "0b0101"},
        {{.width = 6, .base = DEVICE_OCTAL}, 42, "0o52"},
        {{.width = 64, .base = DEVICE_HEX}, UINT64_MAX, "0xffffffffffffffff"},
        {{.width = 64, .base = DEVICE_OCTAL}, UINT64_MAX, "0o1777777777777777777777"},
        {{.width = 10}, 1000, "1000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[DEVICE_VALUE_TEXT];
        text t = text_over(words, sizeof words);
        device_write_value(&cases[i].pin, cases[i].value, &t);
        assert_string_equal(words, cases[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_that_agrees),
        cmocka_unit_test(the_first_difference_is_named),
        cmocka_unit_test(unknown_bits_are_not_compared),
        cmocka_unit_test(an_unlisted_change_is_a_difference),
        cmocka_unit_test(a_change_in_the_trace_alone_is_a_difference),
        cmocka_unit_test(slack_lets_values_come_early_or_late),
        cmocka_unit_test(stimuli_are_filled_in),
        cmocka_unit_test(a_malformed_trace_is_refused),
        cmocka_unit_test(values_are_written_as_their_pin_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
