/* engines/ - those who choose a move. One folder a game (search, evaluation, solvers, tables);
 * search/ holds what they share; engine.h is the contract between an engine and the house.
 *
 * May use: base, games; threads. Must not use: any other room, standard input and output, files,
 * global state. Memory is allocated only in `create`; what an engine reads or writes at length
 * (tables, checkpoints) goes through memory or callbacks of the caller's.
 */
#ifndef DAMERO_ENGINE_H
#define DAMERO_ENGINE_H

#include <stdatomic.h>
#include <stdint.h>

#include "games/game.h"

enum {
    ENGINE_LINE_MAX = 64,
    ENGINE_NOTE = 120,
    ENGINE_UNKNOWN = INT32_MIN,

    /* Scores that are results, whatever the unit: from ENGINE_CERTAIN on the game is won (below
     * minus that lost), and ENGINE_WIN - n is a win in n plies, n up to ENGINE_PLIES. */
    ENGINE_CERTAIN = 12000,
    ENGINE_WIN = 30000,
    ENGINE_PLIES = 1000,
};

/* How strong, or in which temper, an engine plays. */
typedef struct engine_level {
    const char *name, *meaning;
} engine_level;

typedef struct engine_options {
    size_t memory; /* bytes for tables; 0: the engine's default */
    int threads;   /* 0: one */
    int level;     /* place in the kind's list of levels */
    uint64_t seed; /* same seed, limits in nodes or depth and one thread: same moves */
} engine_options;

/* What ends the thinking, whichever comes first; 0 is no limit. With none at all an engine thinks
 * until it is certain or stopped. Times are nanoseconds. */
typedef struct engine_limits {
    int64_t move_time; /* for this move */
    int64_t clock,
        increment; /* left on the clock for the rest of the game; added after each move */
    uint64_t nodes;
    int depth;
} engine_limits;

typedef struct engine_result {
    game_move move; /* legal always; 0 only where the game is over */
    int score;      /* for the seat that moves, in the kind's unit */
    bool scored;    /* whether there is a score at all */
    bool exact;     /* the score is proven */
    int depth;
    uint64_t nodes;
    int64_t time;      /* nanoseconds */
    int fill;          /* thousandths of the tables in use */
    size_t line_count; /* the expected course of the game, `move` first */
    game_move line[ENGINE_LINE_MAX];
    char note[ENGINE_NOTE]; /* one sentence for people, or "" */
} engine_result;

/* Who looks on while an engine thinks. All may be NULL. */
typedef struct engine_watch {
    const atomic_bool *stop; /* set by another thread or by `progress`: answer within 20 ms */
    void (*progress)(void *context, const engine_result *so_far);
    void *context;
} engine_watch;

/* An engine at work on one game; concrete engines have it as their first member. Used by one thread
 * at a time. */
typedef struct engine {
    const struct engine_kind *kind;
    const game_rules *rules; /* not owned */
} engine;

typedef struct engine_kind {
    const char *name, *game, *summary;
    const char *unit;           /* of scores: "boxes" */
    const engine_level *levels; /* weakest first, ends with a level without name; the last is the
                                   default and full strength */
    int threads;                /* how many it can use at most; 0: one */
    engine *(*create)(const game_rules *, const engine_options *, error *);
    void (*destroy)(engine *);

    /* Chooses a move for `seat` in a position as that seat sees it. Never oversteps the limits. */
    void (*think)(engine *, const game_position *view, int seat, const engine_limits *,
                  const engine_watch *, engine_result *);

    /* For a seat that is not waited for but may interrupt: the move it cuts in with, or 0. Takes no
     * time. NULL: an engine that never does. */
    game_move (*interrupt)(engine *, const game_position *view, int seat);

    /* The worth of each legal move of `seat` as game_moves lists them, in the kind's unit and as
     * result->score would be after it; ENGINE_UNKNOWN where the limits did not suffice. Progress
     * comes whenever one more is known. NULL where an engine cannot tell. */
    void (*values)(engine *, const game_position *view, int seat, const engine_limits *,
                   const engine_watch *, int *values, engine_result *);

    /* Takes in a file of tables, as `damero tables` makes them, from memory that may go afterwards.
     * False, with nothing changed, where it is damaged. NULL where an engine uses none. */
    bool (*add_table)(engine *, const void *bytes, size_t length, error *);

    /* Forgets what was learned from other games; NULL where nothing is kept. */
    void (*new_game)(engine *);
} engine_kind;

/* The engines there are, the strongest of each game first; the last entry is NULL. */
extern const engine_kind *const engines_all[];

/* The engine of that name for the game ("" or NULL: the strongest), or NULL with an error, among
 * several such lists; behind the last one is NULL. Who may use boards asks boards/engines.h. */
const engine_kind *engine_find_in(const engine_kind *const *const *lists, const game *,
                                  const char *name, error *);

/* The place of the level of that name, or of that number counted from 1; -1 with an error. */
int engine_find_level(const engine_kind *, const char *name, error *);

/* Whether it can use so many threads; false with an error that says how many. */
bool engine_check_threads(const engine_kind *, int threads, error *);

/* The place of the strongest level, which is the default. */
int engine_full_level(const engine_kind *);

static inline engine *engine_create(const engine_kind *kind, const game_rules *rules,
                                    const engine_options *options, error *e) {
    return kind->create(rules, options, e);
}
static inline void engine_destroy(engine *g) {
    if (g) g->kind->destroy(g);
}
static inline void engine_think(engine *g, const game_position *view, int seat,
                                const engine_limits *limits, const engine_watch *watch,
                                engine_result *result) {
    g->kind->think(g, view, seat, limits, watch, result);
}

/* Whether the watcher wants the thinking to end. */
static inline bool engine_stopped(const engine_watch *w) {
    return w && w->stop && atomic_load_explicit(w->stop, memory_order_relaxed);
}

#endif
