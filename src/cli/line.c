/* damero line - a line with a speed and faults between two ends. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "cli/links.h"
#include "cli/stop.h"
#include "links/line.h"

/* Two ends, and a direction from each to the other. */
typedef struct passage {
    link_end *end[2];
    line way[2]; /* way[i] leads from end[i] to the other */
    bool closed;
} passage;

static bool open_ends(const cli_arguments *a, passage *p, int64_t patience, const atomic_bool *stop,
                      error *e) {
    static const char *const names[] = {"from", "to"};
    for (int i = 0; i < 2; i++) {
        const char *spec = cli_value(a, names[i]);
        p->end[i] = link_open(spec ? spec : "pty", NULL, e);
        if (!p->end[i]) return error_in(e, "--%s", names[i]);
        cli_warn_unconfined(a, p->end[i]);
        printf("%s: %s\n", names[i], p->end[i]->name);
    }
    fflush(stdout);
    int64_t deadline = clock_now() + patience;
    for (int i = 0; i < 2; i++) {
        link_status status = cli_join(p->end[i], deadline, stop);
        if (status != LINK_OK && !atomic_load(stop)) return link_explain_join(p->end[i], status, e);
    }
    return true;
}

static void take_in(passage *p, int i) {
    char bytes[512];
    size_t count;
    link_status status = link_read(p->end[i], bytes, sizeof bytes, 0, &count);
    int64_t now = clock_now();
    for (size_t k = 0; k < count; k++)
        if (!line_push(&p->way[i], bytes[k], now)) p->closed = true;
    if (status == LINK_CLOSED) p->closed = true;
}

static void give_out(passage *p, int i) {
    char byte;
    int64_t now = clock_now();
    while (line_pop(&p->way[i], now, &byte))
        if (link_put(p->end[1 - i], &byte, 1) != LINK_OK) p->closed = true;
    if (line_ended(&p->way[i])) p->closed = true;
}

/* Carries bytes until one end is gone, or Ctrl-C. */
static void carry(passage *p, const atomic_bool *stop) {
    while (!p->closed && !atomic_load(stop)) {
        struct pollfd ends[2];
        int64_t next = clock_now() + SECOND;
        for (int i = 0; i < 2; i++) {
            short events = link_waiting(p->end[i]) ? POLLIN | POLLOUT : POLLIN;
            ends[i] = (struct pollfd){.fd = p->end[i]->in, .events = events};
            if (line_next(&p->way[i]) < next) next = line_next(&p->way[i]);
        }
        int64_t left = next - clock_now();
        struct timespec wait = {.tv_nsec = left > 0 ? left % SECOND : 0,
                                .tv_sec = left > 0 ? left / SECOND : 0};
        if (ppoll(ends, 2, &wait, NULL) < 0) continue;
        for (int i = 0; i < 2; i++) {
            if (ends[i].revents & POLLOUT) link_flush(p->end[i]);
            if (ends[i].revents & ~POLLOUT) take_in(p, i);
            give_out(p, i);
        }
    }
}

static int run_line(const cli_arguments *a) {
    error e;
    passage p = {0};
    line_faults there = {0}, back = {0};
    uint64_t baud = 0, seed = 1;
    int64_t patience = 3600 * SECOND;
    const char *faults = cli_value(a, "faults"), *faults_back = cli_value(a, "faults-back");
    if (!cli_read_number(a, "baud", 50, 4000000, &baud, &e) ||
        !cli_read_number(a, "seed", 0, UINT64_MAX, &seed, &e) ||
        !cli_read_duration(a, "patience", &patience, &e) ||
        (faults && !line_read_faults(faults, &there, &e)) ||
        (faults_back && !line_read_faults(faults_back, &back, &e)))
        return cli_fail_with(a, &e);
    line_create(&p.way[0], (int)baud, &there, seed);
    line_create(&p.way[1], (int)baud, &back, hash_mix(seed));
    const atomic_bool *stop = cli_stop_on_interrupt();
    bool good = open_ends(a, &p, patience, stop, &e);
    if (good) carry(&p, stop);
    for (int i = 0; i < 2; i++) {
        link_close(p.end[i]);
        line_destroy(&p.way[i]);
    }
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_line = {
    .name = "line",
    .operands = "",
    .summary = "Put a line with a speed and faults between two ends.",
    .about =
        "Carries bytes at the speed of --baud with the given faults, the same ones for the "
        "same seed. Faults: lost, flipped, doubled, inserted, delayed, each =RATE per byte or @BYTE; "
        "stall, hangup, flood @BYTE; pause=TIME of a delay; split; newline=lf|cr|crlf|mixed. An end "
        "is pty, serial:DEVICE@BAUD, tcp:HOST:PORT, listen:PORT or program:COMMAND.",
    .options = (const cli_option[]){{"from", "LINK", "one end (pty)"},
                                    {"to", "LINK", "the other end (pty)"},
                                    {"baud", "N", "the speed; unlimited by default"},
                                    {"faults", "LIST", "faults from --from to --to"},
                                    {"faults-back", "LIST", "faults in the other direction"},
                                    {"seed", "N", "the same seed gives the same faults (1)"},
                                    {"patience", "TIME", "how long to wait for both ends (1h)"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero line --baud 9600", "two pseudo-terminals, as on a real line"},
            {"damero line --from pty --to tcp:localhost:5000 --faults lost=0.01",
             "a board on a bad line"},
            {0}},
    .run = run_line,
};
