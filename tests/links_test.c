/* Links: the same stream with deadlines over memory, pseudo-terminals, serial settings, TCP and
 * child processes; and the line with its speed and faults. */
#define _GNU_SOURCE
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "links/line.h"
#include "links/link.h"

/* On a machine that is busy with other things. */
static int64_t soon(void) { return clock_now() + 120 * SECOND; }

static link_end *opened(const char *spec) {
    error e = {0};
    link_end *l = link_open(spec, NULL, &e);
    if (!l) fail_msg("%s: %s", spec, e.message);
    return l;
}

/* Reads exactly these bytes, in however many pieces they come. */
static void expect(link_end *l, const char *wanted) {
    char got[256] = "";
    size_t length = 0, count;
    while (length < strlen(wanted)) {
        assert_int_equal(link_read(l, got + length, strlen(wanted) - length, soon(), &count),
                         LINK_OK);
        length += count;
    }
    assert_string_equal(got, wanted);
}

static void say(link_end *l, const char *bytes) {
    assert_int_equal(link_write(l, bytes, strlen(bytes), soon()), LINK_OK);
}

static void memory_carries_bytes_both_ways(void **state) {
    (void)state;
    link_end *a, *b;
    assert_true(link_pair(&a, &b, NULL));
    say(a, "A0000");
    expect(b, "A0000");
    say(b, "1112");
    expect(a, "1112");
    link_close(b);
    char byte;
    size_t count;
    assert_int_equal(link_read(a, &byte, 1, soon(), &count), LINK_CLOSED);
    link_close(a);
}

static void a_read_ends_at_its_deadline(void **state) {
    (void)state;
    link_end *a, *b;
    char byte;
    size_t count;
    assert_true(link_pair(&a, &b, NULL));
    int64_t start = clock_now();
    assert_int_equal(link_read(a, &byte, 1, start + 30000000, &count), LINK_LATE);
    assert_true(clock_now() - start >= 30000000);
    assert_int_equal(link_read(a, &byte, 1, 0, &count), LINK_LATE);
    link_close(a);
    link_close(b);
}

/* The other side does not read: a write ends at its deadline, a queue at its limit. */
static void a_write_that_nobody_reads_ends(void **state) {
    (void)state;
    link_end *a, *b;
    assert_true(link_pair(&a, &b, NULL));
    char *much = calloc(1, 1 << 24);
    assert_int_equal(link_write(a, much, 1 << 24, clock_now() + 20000000), LINK_LATE);
    assert_int_equal(link_put(a, much, LINK_QUEUE), LINK_OK);
    assert_int_equal(link_put(a, much, 1), LINK_LATE);
    assert_int_equal(link_waiting(a), LINK_QUEUE);
    free(much);
    link_close(a);
    link_close(b);
}

static void note_run(void *context, bool sent, int64_t since, const char *shown) {
    text *t = context;
    assert_true(since >= 0);
    text_addf(t, "%s%s", sent ? ">" : "<", shown);
}

static void a_tap_gets_every_byte_in_order(void **state) {
    (void)state;
    link_end *a, *b;
    char passed[40];
    text t = text_over(passed, sizeof passed);
    assert_true(link_pair(&a, &b, NULL));
    a->tap = note_run;
    a->tap_context = &t;
    say(a, "0");
    say(b, "R00\n");
    expect(a, "R00\n");
    assert_string_equal(passed, ">0<R00\\n");
    link_close(a);
    link_close(b);
}

/* A pseudo-terminal is raw from the start; the other side opens it as a serial device. */
static void a_pty_and_a_serial_device_are_two_ends(void **state) {
    (void)state;
    char spec[LINK_NAME + 16];
    link_end *pty = opened("pty");
    assert_int_equal(link_join(pty, 0), LINK_LATE);
    snprintf(spec, sizeof spec, "serial:%s@19200", pty->name);
    link_end *device = opened(spec);
    assert_int_equal(device->byte_time, 10 * SECOND / 19200);
    assert_int_equal(link_join(pty, soon()), LINK_OK);
    say(pty, "\r\n\x03\x11 A");
    expect(device, "\r\n\x03\x11 A");
    say(device, "1112\n");
    expect(pty, "1112\n");
    error e;
    assert_null(link_open(spec, NULL, &e));
    assert_says(&e, "in use");
    link_close(device);
    char byte;
    size_t count;
    assert_int_equal(link_read(pty, &byte, 1, soon(), &count), LINK_CLOSED);
    link_close(pty);
}

static void a_serial_device_gets_its_settings_back(void **state) {
    (void)state;
    char spec[LINK_NAME + 16];
    struct termios before, during, after;
    link_end *pty = opened("pty");
    int watch = open(pty->name, O_RDWR | O_NOCTTY);
    assert_int_equal(tcgetattr(watch, &before), 0);
    before.c_lflag |= ECHO | ICANON;
    before.c_cflag |= CSTOPB;
    assert_int_equal(tcsetattr(watch, TCSANOW, &before), 0);
    assert_int_equal(tcgetattr(watch, &before), 0);
    snprintf(spec, sizeof spec, "serial:%s@115200", pty->name);
    link_end *device = opened(spec);
    assert_int_equal(tcgetattr(watch, &during), 0);
    assert_int_equal(during.c_lflag & (ECHO | ICANON | ISIG), 0);
    assert_int_equal(during.c_cflag & (CSIZE | CSTOPB | PARENB), CS8);
    assert_int_equal(cfgetospeed(&during), B115200);
    link_close(device);
    assert_int_equal(tcgetattr(watch, &after), 0);
    assert_int_equal(after.c_lflag, before.c_lflag);
    assert_int_equal(after.c_cflag, before.c_cflag);
    assert_int_equal(cfgetospeed(&after), cfgetospeed(&before));
    close(watch);
    link_close(pty);
}

/* The other way round: the terminal's master closes, and the device's reader notices. */
static void a_serial_device_is_hung_up(void **state) {
    (void)state;
    char spec[LINK_NAME + 16], byte;
    size_t count;
    link_end *pty = opened("pty");
    snprintf(spec, sizeof spec, "serial:%s", pty->name);
    link_end *device = opened(spec);
    assert_int_equal(link_read(device, &byte, 1, 0, &count), LINK_LATE);
    link_close(pty);
    assert_int_equal(link_read(device, &byte, 1, soon(), &count), LINK_CLOSED);
    link_close(device);
}

static void tcp_connects_to_a_listener(void **state) {
    (void)state;
    link_end *server = opened("listen:0");
    char spec[LINK_NAME + 16];
    snprintf(spec, sizeof spec, "tcp:127.0.0.1:%s", strchr(server->name, ':') + 1);
    link_end *client = opened(spec);
    assert_int_equal(link_join(client, soon()), LINK_OK);
    assert_int_equal(link_join(server, soon()), LINK_OK);
    say(client, "-W\n");
    expect(server, "-W\n");
    say(server, "@0/\n");
    expect(client, "@0/\n");
    link_close(client);
    char byte;
    size_t count;
    assert_int_equal(link_read(server, &byte, 1, soon(), &count), LINK_CLOSED);
    link_close(server);
}

static void nobody_connects(void **state) {
    (void)state;
    link_end *server = opened("listen:0");
    assert_int_equal(link_join(server, clock_now() + 20000000), LINK_LATE);
    link_close(server);
}

static void a_program_is_spoken_to(void **state) {
    (void)state;
    link_end *l = opened("program:while read a; do echo got $a; done");
    say(l, "one\n");
    expect(l, "got one\n");
    link_close(l);
}

static void how_a_program_ended_is_reported(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"program:exit 3", "exited with status 3"},
        {"program:kill -SEGV $$", "signal 11"},
        {"program:/no/such/program", "status 127"},
    };
    for (size_t i = 0; i < 6; i++) { /* with bubblewrap and without */
        error e;
        link_end *l = link_open(cases[i / 2][0], &(link_options){.open_house = i % 2}, &e);
        assert_non_null(l);
        char byte;
        size_t count;
        assert_int_equal(link_read(l, &byte, 1, soon(), &count), LINK_CLOSED);
        link_say_end(l, &e);
        if (!strstr(e.message, cases[i / 2][1])) fail_msg("%s: %s", cases[i / 2][0], e.message);
        link_close(l);
    }
}

/* Reads a line that holds a number: a process's id, for example. */
static long read_number(link_end *l) {
    char said[64] = "";
    size_t length = 0, count;
    while (length < 60 && !strchr(said, '\n')) {
        assert_int_equal(link_read(l, said + length, 1, soon(), &count), LINK_OK);
        length += count;
    }
    return strtol(said, NULL, 10);
}

/* At most a zombie is left of a process. */
static void assert_ends(pid_t process) {
    char path[64], stat[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    for (int64_t end = soon(); clock_now() < end;) {
        FILE *file = fopen(path, "r");
        if (!file) return;
        size_t length = fread(stat, 1, sizeof stat - 1, file);
        stat[length] = '\0';
        fclose(file);
        if (strstr(stat, ") Z ")) return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("still there: %s", stat);
}

/* Starts a process that reports its pid, with a parent and without one, in its own session.
 */
static const char *const starts[] = {
    "program:sleep 600 & echo $!; sleep 600",
    "program:(setsid sh -c 'echo $$; exec sleep 600' &); sleep 600",
    "program:(setsid sh -c '(setsid sh -c \"echo \\$\\$; exec sleep 600\" &); sleep 600' &); read a",
};
enum { STARTS = sizeof starts / sizeof *starts };

/* Also without bubblewrap, and orphans too. A pid namespace hides the real pid, so this can be
 * observed from outside only without one. */
static void what_a_program_started_ends_with_it(void **state) {
    (void)state;
    error e;
    link_options open_house = {.open_house = true};
    for (int i = 0; i < STARTS; i++) {
        link_end *l = link_open(starts[i], &open_house, &e);
        assert_non_null(l);
        pid_t started = (pid_t)read_number(l);
        assert_int_equal(kill(started, 0), 0);
        link_close(l);
        assert_ends(started);
    }
}

/* Also if the program itself exits, and reports how: nothing of it stays behind. */
static void what_a_program_leaves_behind_ends(void **state) {
    (void)state;
    error e;
    char byte;
    size_t count;
    link_options open_house = {.open_house = true};
    link_end *l = link_open("program:(setsid sh -c 'echo $$; exec sleep 600' &); read a; exit 7",
                            &open_house, &e);
    assert_non_null(l);
    pid_t started = (pid_t)read_number(l);
    say(l, "go\n");
    assert_int_equal(link_read(l, &byte, 1, soon(), &count), LINK_CLOSED);
    assert_ends(started);
    link_say_end(l, &e);
    assert_string_equal(e.message, "the program exited with status 7");
    assert_string_equal(e.code, "program-status");
    link_close(l);
}

/* And if we end without a chance to clean up. */
static void what_a_program_started_ends_with_us(void **state) {
    (void)state;
    link_options open_house = {.open_house = true};
    for (int i = 0; i < STARTS; i++) {
        int told[2];
        pid_t started = 0;
        error e;
        assert_int_equal(pipe(told), 0);
        pid_t us = fork();
        if (us == 0) {
            link_end *l = link_open(starts[i], &open_house, &e);
            started = l ? (pid_t)read_number(l) : 0;
            if (write(told[1], &started, sizeof started) < 0) _exit(1);
            kill(getpid(), SIGKILL);
        }
        assert_int_equal(read(told[0], &started, sizeof started), sizeof started);
        assert_true(started > 0);
        waitpid(us, NULL, 0);
        close(told[0]);
        close(told[1]);
        assert_ends(started);
    }
}

static void a_program_writes_no_large_file(void **state) {
    (void)state;
    link_end *l = opened("program:cd ${TMPDIR:-/tmp}; f=damero-$$; "
                         "head -c 100000000 /dev/zero >$f 2>/dev/null; wc -c <$f; rm -f $f; cat");
    assert_true(read_number(l) <= 64 << 20);
    link_close(l);
}

static void wrong_texts_are_explained(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"modem", "use serial:"},
        {"serial:", "missing device"},
        {"serial:/dev/null", "not a serial device"},
        {"serial:/dev/null@fast", "not a speed"},
        {"serial:/dev/null@9601", "no such speed"},
        {"serial:/dev/nothing", "cannot be opened"},
        {"tcp:somewhere", "tcp:HOST:PORT"},
        {"tcp:127.0.0.1:99999", "tcp:HOST:PORT"},
        {"listen:door", "listen:[HOST:]PORT"},
        {"program:", "missing command"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error e;
        assert_null(link_open(cases[i][0], NULL, &e));
        assert_says(&e, cases[i][1]);
    }
}

/* What comes out of a line when these bytes go in at moment 0, in the order they come. */
static int64_t through(int baud, const char *faults, const char *in, char *out, size_t size) {
    line l;
    line_faults f;
    error e;
    int64_t last = 0;
    if (!line_read_faults(faults, &f, &e)) fail_msg("%s", e.message);
    line_create(&l, baud, &f, 7);
    for (const char *c = in; *c; c++) assert_true(line_push(&l, *c, 0));
    size_t count = 0;
    while (line_next(&l) < INT64_MAX && count < size - 1) {
        assert_true(line_next(&l) >= last);
        last = line_next(&l);
        assert_true(line_pop(&l, last, &out[count++]));
    }
    out[count] = '\0';
    line_destroy(&l);
    return last;
}

static void a_line_has_a_speed(void **state) {
    (void)state;
    char out[64];
    /* 5 bytes of 10 bits at 9600 baud. */
    assert_int_equal(through(9600, "", "A1112", out, sizeof out), 5 * (10000000000 / 9600));
    assert_string_equal(out, "A1112");
    assert_int_equal(through(0, "", "A1112", out, sizeof out), 0);
}

static void faults_strike_where_they_are_put(void **state) {
    (void)state;
    char out[64];
    through(0, "lost@2", "1234", out, sizeof out);
    assert_string_equal(out, "134");
    through(0, "doubled@4", "1234", out, sizeof out);
    assert_string_equal(out, "12344");
    through(0, "stall@3", "1234", out, sizeof out);
    assert_string_equal(out, "12");
    through(0, "inserted@1", "1234", out, sizeof out);
    assert_string_equal(out + 1, "1234");
    through(0, "flipped@1", "1234", out, sizeof out);
    assert_int_equal(__builtin_popcount((unsigned char)(out[0] ^ '1')), 1);
    assert_int_equal(through(0, "delayed@3,pause=5s", "1234", out, sizeof out), 5 * SECOND);
    through(0, "newline=crlf", "a\nb\rc\r\nd", out, sizeof out);
    assert_string_equal(out, "a\r\nb\r\nc\r\nd");
    through(0, "newline=lf", "a\nb\rc\r\nd", out, sizeof out);
    assert_string_equal(out, "a\nb\nc\nd");
}

static void rates_are_met(void **state) {
    (void)state;
    static char in[20001], out[30000];
    memset(in, 'x', 20000);
    through(0, "lost=0.1", in, out, sizeof out);
    assert_in_range(strlen(out), 17700, 18300);
    through(0, "doubled=0.05", in, out, sizeof out);
    assert_in_range(strlen(out), 20800, 21200);
}

static void wrong_faults_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"lose=1",  "lost",      "lost=2",
                                        "lost=0.", "stall=0.1", "newline=dos",
                                        "lost@0",  "lost=0.1,", "pause=5"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        line_faults f = {.split = true};
        error e;
        bool trailing = strcmp(wrong[i], "lost=0.1,") == 0; /* an empty rest is no fault */
        assert_int_equal(line_read_faults(wrong[i], &f, &e), trailing);
    }
}

/* Each of the two holds 60 MB, which is fine for one and too much for both; moving to their own
 * session, without a parent, does not help. */
static void memory_is_limited_for_all_that_a_program_starts(void **state) {
    (void)state;
    static const char one[] = "program:(%s) & wait",
                      *const both[] = {"program:(%s) & (%s) & wait",
                                       "program:(setsid sh -c '%s' &); (setsid sh -c '%s' &); "
                                       "sleep 600"},
                      holds[] = "head -c 60000000 /dev/zero | tail -c 60000000 | sleep 600";
    char spec[300], byte;
    size_t count;
    error e;
    for (int i = 0; i < 4; i++) {
        link_options options = {.open_house = i & 1, .memory = (size_t)100 << 20};
        snprintf(spec, sizeof spec, both[i / 2], holds, holds);
        link_end *l = link_open(spec, &options, &e);
        assert_non_null(l);
        assert_int_equal(link_read(l, &byte, 1, clock_now() + 30 * SECOND, &count), LINK_CLOSED);
        link_say_end(l, &e);
        assert_string_equal(e.message,
                            "the program and its child processes used more than 100 MB of memory");
        link_close(l);
        snprintf(spec, sizeof spec, one, holds);
        l = link_open(spec, &options, &e);
        assert_non_null(l);
        assert_int_equal(link_read(l, &byte, 1, clock_now() + SECOND, &count), LINK_LATE);
        link_close(l);
    }
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_limited_for_all_that_a_program_starts),
        cmocka_unit_test(memory_carries_bytes_both_ways),
        cmocka_unit_test(a_read_ends_at_its_deadline),
        cmocka_unit_test(a_write_that_nobody_reads_ends),
        cmocka_unit_test(a_tap_gets_every_byte_in_order),
        cmocka_unit_test(a_pty_and_a_serial_device_are_two_ends),
        cmocka_unit_test(a_serial_device_gets_its_settings_back),
        cmocka_unit_test(a_serial_device_is_hung_up),
        cmocka_unit_test(tcp_connects_to_a_listener),
        cmocka_unit_test(nobody_connects),
        cmocka_unit_test(a_program_is_spoken_to),
        cmocka_unit_test(how_a_program_ended_is_reported),
        cmocka_unit_test(what_a_program_started_ends_with_it),
        cmocka_unit_test(what_a_program_leaves_behind_ends),
        cmocka_unit_test(what_a_program_started_ends_with_us),
        cmocka_unit_test(a_program_writes_no_large_file),
        cmocka_unit_test(wrong_texts_are_explained),
        cmocka_unit_test(a_line_has_a_speed),
        cmocka_unit_test(faults_strike_where_they_are_put),
        cmocka_unit_test(rates_are_met),
        cmocka_unit_test(wrong_faults_are_refused),
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
