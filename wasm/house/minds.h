/* minds - engines in other workers. A question and its answer are plain memory: both workers run
 * the same module, so they have the same layout. */
#ifndef DAMERO_HOUSE_MINDS_H
#define DAMERO_HOUSE_MINDS_H

#include "arena/inquiry.h"

typedef enum mind_kind { MIND_MOVE, MIND_INTERRUPT, MIND_INQUIRY } mind_kind;

typedef struct mind_question {
    uint64_t number; /* filled in by minds_ask */
    mind_kind kind;
    uint64_t owner; /* an engine with the same owner keeps its tables between questions; 0: none */
    size_t engine;  /* its place (boards/engines.h) */
    engine_options options;
    engine_limits limits;
    int seat, lines;
    bool values, progress;
    char game[32], rules[700];
    size_t bytes; /* of the position, which follows */
} mind_question;

typedef struct mind_answer {
    uint64_t number;
    enum { MIND_STARTS, MIND_PROGRESS, MIND_DONE, MIND_FAILED } state;
    engine_result result; /* of MIND_INTERRUPT only the move, or 0 */
    int line_count;
    inquiry_line line[INQUIRY_LINES_MAX];
    size_t count; /* of values, which follow */
} mind_answer;

typedef void mind_told(void *context, const mind_answer *, const int *values);

/* Asks about a position as `seat` may see it; `told` is called for each answer, up to MIND_DONE or
 * MIND_FAILED. Returns its number; 0 if there is no memory. */
uint64_t minds_ask(mind_question *, const engine_kind *, const game_rules *,
                   const game_position *view, mind_told *, void *context);

/* How many threads an engine of that level may use: the levels below full strength play the same
 * moves each time, on one. */
int minds_threads(const engine_kind *, int level);

/* The answer is no longer needed. */
void minds_drop(uint64_t number);

#endif
