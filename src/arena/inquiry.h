/* inquiry - what an engine says about a position: its move, the values of all moves, the best
 * lines.
 *
 * The thinking part of a study (study.h), without threads: also for an engine in a browser. */
#ifndef DAMERO_ARENA_INQUIRY_H
#define DAMERO_ARENA_INQUIRY_H

#include "engines/engine.h"

enum { INQUIRY_LINES_MAX = 5 };

/* One of the best moves, with what follows. */
typedef struct inquiry_line {
    int score;
    size_t count;
    game_move moves[ENGINE_LINE_MAX];
} inquiry_line;

typedef struct inquiry {
    game_rules *rules;   /* its own */
    game_position *view; /* as `seat` may see it */
    int seat, lines;
    bool values;
    engine_limits limits;
    /* The answer: */
    engine_result found;
    size_t count; /* of moves and values, if they were requested and the engine supports them */
    game_move *moves;
    int *value;     /* ENGINE_UNKNOWN if the time was too short */
    int line_count; /* the best first; 0 if they were not requested or the engine has no values */
    inquiry_line line[INQUIRY_LINES_MAX];
    /* private */
    game_position *after; /* if lines are wanted */
} inquiry;

/* Copies rules and view. `lines`: at least 2: that many of the best moves, each with what follows.
 * False with an error if there is no memory. */
bool inquiry_create(inquiry *, const game_rules *, const game_position *view, int seat, bool values,
                    int lines, int64_t time, error *);
void inquiry_destroy(inquiry *);

/* Takes about `limits.move_time`. */
void inquiry_think(inquiry *, engine *, const engine_watch *);

#endif
