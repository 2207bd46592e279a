/* thinker - an engine in a seat, thinking in a thread of the pool. */
#ifndef DAMERO_THINKER_H
#define DAMERO_THINKER_H

#include "referee/pool.h"
#include "referee/seat.h"

/* What comes out of the pipe. */
typedef struct thinker_answer {
    enum {
        THINKER_STARTS, /* it has a place to think, since `time` */
        THINKER_WAITS,  /* it has given up its place, and starts again later */
        THINKER_MOVES,
        THINKER_INTERRUPTS, /* the answer to thinker_offer: `number` moves seen, `move` 0: no */
        THINKER_FAILED,     /* there is no memory for it */
    } kind;
    int seat;
    uint64_t number;
    game_move move;
    int score;   /* its evaluation of its game; 0 if it gives none */
    bool scored; /* it gives one */
    int depth;
    uint64_t nodes;
    int64_t time;    /* when it had chosen */
    int64_t held_up; /* how long it waited for a processor */
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
    engine **kept;
} thinker;

/* An engine's share of the machine. */
typedef struct thinker_share {
    pool *pool;
    uint64_t address; /* on whose behalf (schedule.h) */
    bool spare;
    int threads;   /* maximum; 0: as its seat says */
    size_t memory; /* 0: the engine's default */
    engine **kept; /* host_setup.kept; or NULL */
} thinker_share;

bool thinker_create(thinker *, const game_rules *, const seat_spec *, int seat, int pipe,
                    thinker_share, uint64_t seed, error *);

/* Lets it think about the position under these limits as soon as it is its turn; the result comes
 * through the pipe. False if no thread can be started. */
bool thinker_ask(thinker *, const game_position *now, const talk_limits *, uint64_t number);

/* Asks whether it interrupts, which takes no time; the answer also comes through the pipe. */
void thinker_offer(thinker *, const game_position *now, size_t after);

/* Stops it if it is thinking, and destroys it. */
void thinker_destroy(thinker *);

#endif
