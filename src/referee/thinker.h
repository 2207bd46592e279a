/* thinker - an engine at a seat, thinking in a thread of its own. */
#ifndef DAMERO_THINKER_H
#define DAMERO_THINKER_H

#include <pthread.h>

#include "referee/seat.h"

/* What comes out of the pipe when it has chosen. */
typedef struct thinker_answer {
    int seat;
    bool interrupts; /* the answer to thinker_offer: `number` moves seen, `move` 0: it does not */
    uint64_t number;
    game_move move;
    int score;    /* what it thinks of its game; 0 where it does not say */
    int64_t time; /* when it had chosen */
} thinker_answer;

typedef struct thinker {
    engine *engine;
    const seat_spec *spec;
    int seat, pipe, nice;
    game_position *view;
    engine_limits limits;
    uint64_t number;
    bool offered; /* to interrupt; else asked */
    atomic_bool stop;
    bool running;
    pthread_t thread;
} thinker;

/* What an engine gets of the machine. */
typedef struct thinker_share {
    int threads;   /* at most; 0: as its seat says */
    size_t memory; /* 0: the engine's usual */
    int nice;      /* by how much its threads stand back where the machine is busy */
} thinker_share;

bool thinker_create(thinker *, const game_rules *, const seat_spec *, int seat, int pipe,
                    thinker_share, uint64_t seed, error *);

/* Begins to think about the position under these limits; the answer comes through the pipe. False
 * where there is no thread for it. */
bool thinker_ask(thinker *, const game_position *now, const talk_limits *, uint64_t number);

/* Asks whether it interrupts; the answer comes through the pipe too. */
bool thinker_offer(thinker *, const game_position *now, size_t after);

/* Stops it, if it thinks, and puts it away. */
void thinker_destroy(thinker *);

#endif
