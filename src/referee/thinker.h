/* thinker - an engine at a seat, thinking in a thread of the pool. */
#ifndef DAMERO_THINKER_H
#define DAMERO_THINKER_H

#include "referee/pool.h"
#include "referee/seat.h"

/* What comes out of the pipe. */
typedef struct thinker_answer {
    enum {
        THINKER_STARTS, /* it has a place to think: `time` is when */
        THINKER_WAITS,  /* it has given its place away, and begins again later */
        THINKER_MOVES,
        THINKER_INTERRUPTS, /* the answer to thinker_offer: `number` moves seen, `move` 0: no */
        THINKER_FAILED,     /* there is no memory for it */
    } kind;
    int seat;
    uint64_t number;
    game_move move;
    int score;       /* what it thinks of its game; 0 where it does not say */
    int64_t time;    /* when it had chosen */
    int64_t held_up; /* how much of its time the machine gave to others */
} thinker_answer;

typedef struct thinker {
    pool *pool;
    pool_engine engine;
    pool_job job;
    const seat_spec *spec;
    int seat, pipe;
    game_position *view;
    engine_limits limits;
    uint64_t number;
    engine_result result;
    int64_t held_up;
    bool failed;
} thinker;

/* What an engine gets of the machine. */
typedef struct thinker_share {
    pool *pool;
    uint64_t address; /* for whom, as schedule.h has it */
    bool spare;
    int threads;   /* at most; 0: as its seat says */
    size_t memory; /* 0: the engine's usual */
} thinker_share;

bool thinker_create(thinker *, const game_rules *, const seat_spec *, int seat, int pipe,
                    thinker_share, uint64_t seed, error *);

/* Has it think about the position under these limits as soon as it is its turn; what comes of it
 * comes through the pipe. False where there is no thread for it. */
bool thinker_ask(thinker *, const game_position *now, const talk_limits *, uint64_t number);

/* Asks whether it interrupts, which takes no time; the answer comes through the pipe too. */
void thinker_offer(thinker *, const game_position *now, size_t after);

/* Stops it, if it thinks, and puts it away. */
void thinker_destroy(thinker *);

#endif
