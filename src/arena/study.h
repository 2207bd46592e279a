/* study - engine queries outside the matches: hints, values, evaluation, analysis.
 *
 * Queries take turns with the engines of the matches (referee/pool.h): if many wait, a query gets
 * less time than requested and is answered with the best result so far. Answers are delivered in
 * the thread that asks.
 */
#ifndef DAMERO_STUDY_H
#define DAMERO_STUDY_H

#include "arena/inquiry.h"
#include "referee/pool.h"

enum { STUDY_WAITING_MAX = 256 };

typedef struct study study;

/* The pool is not owned. `wake` is called from any thread when there is an answer. */
study *study_create(pool *, void (*wake)(void *context), void *context, error *);
void study_destroy(study *);

typedef struct study_question {
    const game_rules *rules;   /* copied */
    const game_position *view; /* copied: as `seat` may see it */
    int seat;                  /* whose move is wanted */
    int64_t time;              /* maximum, nanoseconds */
    bool values;               /* of every legal move */
    int lines;                 /* at least 2: that many of the best moves, each with what follows */
    bool progress;             /* reported while thinking, not only at the end */
    uint64_t address;          /* on whose behalf (referee/schedule.h) */
} study_question;

/* A number for cancelling it; 0 with an error if too many wait, or if there is no engine.
 */
uint64_t study_ask(study *, const study_question *, error *);

/* The answer is no longer needed. */
void study_drop(study *, uint64_t number);

typedef struct study_answer {
    uint64_t number;
    bool done; /* otherwise more follows */
    const game_rules *rules;
    const game_position *view;
    int seat;
    const engine_kind *engine;
    engine_result result;
    size_t count; /* of moves and values, if they were requested and the engine supports them */
    const game_move *moves;
    const int *values; /* ENGINE_UNKNOWN if the time was too short */
    int line_count; /* the best first; 0 if they were not requested or the engine has no values */
    const inquiry_line *lines;
} study_answer;

/* Calls back for every answer since the last time. */
void study_hear(study *, void (*told)(void *, const study_answer *), void *context);

#endif
