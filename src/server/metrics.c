#include "server/metrics.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

static void describe(text *t, const char *name, const char *type, const char *help) {
    text_addf(t, "# HELP damero_%s %s\n# TYPE damero_%s %s\n", name, help, name, type);
}

static void write_one(text *t, const char *name, const char *type, const char *help,
                      uint64_t value) {
    describe(t, name, type, help);
    text_addf(t, "damero_%s %llu\n", name, (unsigned long long)value);
}

/* Nanoseconds as seconds. */
static void write_seconds(text *t, int64_t time) {
    text_addf(t, "%lld.%09lld", (long long)(time / SECOND), (long long)(time % SECOND));
}

static void write_histogram(text *t, const char *name, const char *help, const histogram *h) {
    uint64_t below = 0;
    describe(t, name, "histogram", help);
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) {
        below += h->count[i];
        text_addf(t, "damero_%s_bucket{le=\"", name);
        write_seconds(t, histogram_bound[i]);
        text_addf(t, "\"} %llu\n", (unsigned long long)below);
    }
    text_addf(t, "damero_%s_bucket{le=\"+Inf\"} %llu\ndamero_%s_sum ", name,
              (unsigned long long)h->all, name);
    write_seconds(t, h->total);
    text_addf(t, "\ndamero_%s_count %llu\n", name, (unsigned long long)h->all);
}

/* Bytes of this process in memory; 0: unknown. */
static uint64_t resident(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f && fscanf(f, "%*s %ld", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

void metrics_write(service *s, text *t) {
    arena_figures a;
    pool_figures p;
    store_figures f;
    arena_measure(s->arena, &a);
    pool_measure(s->pool, &p);
    store_measure(arena_store(s->arena), &f);
    describe(t, "build_info", "gauge", "The version that runs.");
    text_addf(t, "damero_build_info{version=\"%s\"} 1\n",
              s->setup->version ? s->setup->version : "");
    describe(t, "matches", "gauge", "Matches now: with a thread, waiting for people, suspended.");
    text_addf(t,
              "damero_matches{state=\"playing\"} %d\ndamero_matches{state=\"parked\"} %d\n"
              "damero_matches{state=\"suspended\"} %d\ndamero_matches{state=\"in_memory\"} %d\n",
              a.playing, a.parked, a.troubled, a.in_memory);
    write_one(t, "matches_begun_total", "counter", "Matches begun here.", a.begun);
    write_one(t, "matches_resumed_total", "counter", "Matches resumed after a start.", a.resumed);
    write_one(t, "matches_finished_total", "counter", "Matches that ended, also aborted ones.",
              a.finished);
    write_one(t, "matches_aborted_total", "counter", "Matches that were aborted.", a.aborted);
    write_one(t, "moves_total", "counter", "Moves played.", a.moves);
    write_histogram(t, "relay_delay_seconds",
                    "The referee's own delay from the arrival of a move until it is handled.",
                    &a.delays);
    write_one(t, "connections", "gauge", "Open connections.", (uint64_t)s->wire_count);
    write_one(t, "sockets", "gauge", "Open WebSockets.", (uint64_t)s->clients);
    write_one(t, "sockets_opened_total", "counter", "WebSockets opened.", s->sockets_opened);
    write_one(t, "requests_total", "counter", "HTTP requests answered.", s->answered);
    write_one(t, "engines_thinking", "gauge", "Engines that think now.", (uint64_t)p.thinking);
    write_one(t, "engines_waiting", "gauge", "Engines that wait for a place to think.",
              (uint64_t)p.waiting);
    write_one(t, "engine_slots", "gauge", "Engines that may think at once.", (uint64_t)p.slots);
    write_one(t, "engine_memory_bytes", "gauge", "Memory of the tables of all engines.", p.bytes);
    write_one(t, "engine_memory_limit_bytes", "gauge", "Its limit.", p.limit);
    write_histogram(t, "store_sync_seconds", "How long the journal took to reach the disk.",
                    &f.syncs);
    write_one(t, "store_failures_total", "counter", "Times the journal could not be written.",
              f.failures);
    write_one(t, "resident_memory_bytes", "gauge", "Memory of this process.", resident());
}
