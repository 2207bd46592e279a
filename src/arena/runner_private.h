/* The inside of a runner, for the thread it runs in. */
#ifndef DAMERO_ARENA_RUNNER_PRIVATE_H
#define DAMERO_ARENA_RUNNER_PRIVATE_H

#include "arena/runner.h"

enum { EARLY_WORDS = 8 };

/* A seat's line, whose bytes are reported as they pass. */
typedef struct wire {
    arena_runner *runner;
    int seat;
} wire;

struct arena_runner {
    int64_t match;
    store_fence fence;
    news_inbox *inbox;
    const game_rules *rules;
    transcript so_far; /* its own copy, from the journal */
    match_terms terms;
    seat_spec spec[GAME_SEATS_MAX];
    wire wire[GAME_SEATS_MAX];
    int64_t opened; /* when the lines were opened: their times count from there */
    fair secrets;   /* hidden dice of a resumed match */
    judge judge;
    host_setup setup;
    store *journal;
    bool open_house, own_start;
    bool has_remote;      /* a person plays */
    pthread_mutex_t lock; /* for everything below */
    bool watched;
    host *host; /* NULL before all have joined, and at the end */
    match_command early[EARLY_WORDS];
    size_t early_count; /* commands that came before */
    atomic_bool leave;
    pthread_t thread;
    struct arena_runner *next; /* of those without a thread */
    atomic_bool broken_off;
    arena_news done; /* what to report at the end, and whose fault it was */
    int culprit;
    char why[COMMAND_TEXT]; /* why it was aborted before it began; written before the flag is set */
};

/* Opens the lines and begins, plays on until false, and reports the end. */
bool runner_sit_down(arena_runner *);
bool runner_step(arena_runner *);
void runner_rise(arena_runner *);

/* runner_thread.c: lets it play in a thread of its own; waits for the end of that. A browser has no
 * threads and takes the steps of all matches in turn (wasm/house/runner_turns.c). */
bool runner_spawn(arena_runner *);
void runner_join(arena_runner *);

#endif
