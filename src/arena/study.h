/* study - engines that look at positions beside the matches: hints, values, evaluation, analysis.
 *
 * Questions take their turns with the engines of the matches (referee/pool.h): if many wait, a
 * question gets less time than it asked for and is answered with what was found. Answers are heard
 * in the thread that asks.
 */
#ifndef DAMERO_STUDY_H
#define DAMERO_STUDY_H

#include "referee/pool.h"

enum { STUDY_WAITING_MAX = 256 };

typedef struct study study;

/* The pool is not owned. `wake` is called from any thread when there is something to hear. */
study *study_create(pool *, void (*wake)(void *context), void *context, error *);
void study_destroy(study *);

typedef struct study_question {
    const game_rules *rules;   /* copied */
    const game_position *view; /* copied: as `seat` may see it */
    int seat;                  /* whose move is looked for */
    int64_t time;              /* nanoseconds at most */
    bool values;               /* of every legal move */
    bool progress;             /* told as it thinks, not only at the end */
    uint64_t mark;             /* the asker's own */
    uint64_t address;          /* for whom (referee/schedule.h) */
} study_question;

/* A number by which it can be dropped; 0 with an error where too many wait, or there is no engine.
 */
uint64_t study_ask(study *, const study_question *, error *);

/* Nobody wants the answer any more. */
void study_drop(study *, uint64_t number);

typedef struct study_answer {
    uint64_t number, mark;
    bool done; /* else more follows */
    const game_rules *rules;
    const game_position *view;
    int seat;
    const engine_kind *engine;
    engine_result result;
    size_t count; /* of moves and values, where they were asked for and the engine can tell */
    const game_move *moves;
    const int *values; /* ENGINE_UNKNOWN where the time did not suffice */
} study_answer;

/* Calls back for every answer since the last time. */
void study_hear(study *, void (*told)(void *, const study_answer *), void *context);

#endif
