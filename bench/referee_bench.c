/* The referee's own delay: from the last byte of a move to the first byte sent to the opponent, as
 * seen by the boards; compared with a bare relay, which only forwards bytes. The boards are on
 * pseudo-terminals, the referee runs in its own thread with a journal on disk.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "referee/board.h"
#include "referee/host.h"

enum { MOVES = 1000 };

typedef struct bench {
    link_end *referee[2], *board_end[2];
    board board[2];
    random_source chance;
    int64_t written; /* when the last answer was sent; 0: none is on its way */
    int64_t delay[4 * MOVES];
    size_t count;
    host_setup setup;
    seat_spec spec[2];
    atomic_bool stop;
} bench;

typedef struct end {
    bench *bench;
    int seat;
} end;

static void send_answer(void *context, const char *bytes, size_t count, int64_t delay) {
    end *e = context;
    (void)delay;
    e->bench->written = clock_now();
    link_write(e->bench->board_end[e->seat], bytes, count, clock_now() + SECOND);
}

/* A line, never the pass, which comes last. */
static game_move choose(void *context, const history *h) {
    end *e = context;
    static game_move moves[1024];
    size_t count = game_moves(h->rules, h->now, game_turn(h->rules, h->now), moves);
    return moves[random_below(&e->bench->chance, (uint32_t)(count > 1 ? count - 1 : count))];
}

static void *play(void *context) {
    bench *b = context;
    match_verdict v;
    error e;
    if (!host_play(&b->setup, &v, &e)) fprintf(stderr, "%s\n", e.message);
    atomic_store(&b->stop, true);
    return NULL;
}

/* Both boards run in this thread and answer everything at once. */
static void answer_all(bench *b) {
    while (!atomic_load(&b->stop) && b->count < sizeof b->delay / sizeof *b->delay) {
        struct pollfd ends[2] = {{.fd = b->board_end[0]->in, .events = POLLIN},
                                 {.fd = b->board_end[1]->in, .events = POLLIN}};
        if (poll(ends, 2, 100) <= 0) continue;
        for (int i = 0; i < 2; i++) {
            char bytes[64];
            size_t count;
            if (!ends[i].revents) continue;
            int64_t now = clock_now();
            if (link_read(b->board_end[i], bytes, sizeof bytes, 0, &count) == LINK_CLOSED) return;
            if (b->written && count > 0) {
                b->delay[b->count++] = now - b->written;
                b->written = 0;
            }
            board_receive(&b->board[i], bytes, count);
        }
    }
}

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool open_lines(bench *b, error *e) {
    for (int i = 0; i < 2; i++) {
        char spec[LINK_NAME + 16];
        text t = text_over(spec, sizeof spec);
        b->referee[i] = link_open("pty", NULL, e);
        if (!b->referee[i]) return false;
        text_addf(&t, "serial:%s@115200", b->referee[i]->name);
        b->board_end[i] = link_open(spec, NULL, e);
        if (!b->board_end[i] || link_join(b->referee[i], clock_now() + SECOND) != LINK_OK)
            return false;
    }
    return true;
}

static void close_lines(bench *b) {
    for (int i = 0; i < 2; i++) {
        link_close(b->board_end[i]);
        link_close(b->referee[i]);
    }
}

/* Plays games until there are enough moves, then sorts the delays. */
static bool measure_referee(bench *b, game_rules *rules, store *journal, error *e) {
    end at[2] = {{b, 0}, {b, 1}};
    b->count = 0;
    for (uint64_t round = 1; b->count < MOVES; round++) {
        store_match m = {.game = "dots"};
        pthread_t thread;
        if (!open_lines(b, e) || (journal && !store_begin(journal, &m, e))) return false;
        b->chance = random_seed(round);
        b->setup = (host_setup){.match = {.rules = rules},
                                .journal = journal,
                                .fence = store_fence_of(&m),
                                .input = -1};
        for (int i = 0; i < 2; i++) {
            board_owner owner = {.context = &at[i], .send = send_answer, .choose = choose};
            if (!board_create(&b->board[i], rules, NULL, owner, e)) return false;
            b->spec[i] = (seat_spec){.kind = SEAT_LINK, .speaks = &dots_contest};
            b->setup.spec[i] = &b->spec[i];
            b->setup.link[i] = b->referee[i];
            b->setup.match.seat[i] =
                (match_seat){.speaks = &dots_contest, .control = {.move = 10 * SECOND}};
        }
        b->written = 0;
        atomic_store(&b->stop, false);
        if (pthread_create(&thread, NULL, play, b) != 0) return false;
        answer_all(b);
        pthread_join(thread, NULL);
        for (int i = 0; i < 2; i++) board_destroy(&b->board[i]);
        close_lines(b);
    }
    qsort(b->delay, b->count, sizeof *b->delay, by_size);
    return true;
}

static void *relay(void *context) {
    bench *b = context;
    while (!atomic_load(&b->stop)) {
        struct pollfd ends[2] = {{.fd = b->referee[0]->in, .events = POLLIN},
                                 {.fd = b->referee[1]->in, .events = POLLIN}};
        if (poll(ends, 2, 100) <= 0) continue;
        for (int i = 0; i < 2; i++) {
            char bytes[64];
            ssize_t got = ends[i].revents & POLLIN ? read(b->referee[i]->in, bytes, 64) : 0;
            if (got > 0 && write(b->referee[1 - i]->out, bytes, (size_t)got) != got) return NULL;
        }
    }
    return NULL;
}

/* The same line, four bytes each time, forwarded by a bare loop. */
static bool measure_relay(bench *b, error *e) {
    pthread_t thread;
    char bytes[64];
    size_t count;
    if (!open_lines(b, e)) return false;
    b->count = 0;
    atomic_store(&b->stop, false);
    if (pthread_create(&thread, NULL, relay, b) != 0) return false;
    for (int i = 0; i < MOVES; i++) {
        int64_t start = clock_now();
        link_write(b->board_end[i % 2], "1112", 4, start + SECOND);
        if (link_read(b->board_end[1 - i % 2], bytes, sizeof bytes, start + SECOND, &count) !=
            LINK_OK)
            break;
        b->delay[b->count++] = clock_now() - start;
        link_drain(b->board_end[1 - i % 2], 100000, clock_now() + SECOND);
    }
    atomic_store(&b->stop, true);
    pthread_join(thread, NULL);
    close_lines(b);
    qsort(b->delay, b->count, sizeof *b->delay, by_size);
    return true;
}

static double median(const bench *b) { return (double)b->delay[b->count / 2] / 1e6; }
static double late(const bench *b) { return (double)b->delay[b->count * 99 / 100] / 1e6; }

int main(void) {
    error e = {0};
    static bench b;
    char path[] = "/var/tmp/damero-bench-XXXXXX", file[64];
    signal(SIGPIPE, SIG_IGN);
    game_rules *rules = game_create_named("dots", "size=15x15,pass=on", &e);
    if (!mkdtemp(path)) return 1;
    snprintf(file, sizeof file, "%s/journal.db", path);
    store *journal = store_open(file, &e);
    bool good = rules && journal && measure_relay(&b, &e);
    if (good) {
        double base = median(&b);
        printf("referee relay, bare loop:        median %.3f ms, 99th percentile %.3f ms, 1.0x\n",
               median(&b), late(&b));
        good = measure_referee(&b, rules, NULL, &e);
        if (good)
            printf(
                "referee relay, no journal:       median %.3f ms, 99th percentile %.3f ms, %.1fx "
                "(%zu moves)\n",
                median(&b), late(&b), median(&b) / base, b.count);
        good = good && measure_referee(&b, rules, journal, &e);
        if (good)
            printf(
                "referee relay, with its journal: median %.3f ms, 99th percentile %.3f ms, %.1fx "
                "(%zu moves)\n",
                median(&b), late(&b), median(&b) / base, b.count);
    }
    if (!good) fprintf(stderr, "referee bench: %s\n", e.message);
    store_close(journal);
    game_destroy(rules);
    remove(file);
    rmdir(path);
    return good ? 0 : 1;
}
