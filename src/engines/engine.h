/* engines/ - programs that choose a move. One folder per game (search, evaluation, solvers,
 * tables); search/ holds what they share; engine.h is the contract between an engine and its users.
 *
 * May use: base, games; threads. Must not use: any other room, standard input and output, files,
 * global state. Memory is allocated only in `create`; bulk data (tables, checkpoints) is read and
 * written through the caller's memory or callbacks.
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

/* How strong, or in which style, an engine plays. The strongest engine of each game has the same
 * levels, from `beginner` to `full`, each about 200 Elo above the one before (`damero levels`
 * measures them). All but `full` are limited by depth, nodes or deliberate errors, never by time.
 */
typedef struct engine_level {
    const char *name, *meaning;
} engine_level;

/* The levels that the strongest engine of each game has, in this order. */
enum {
    ENGINE_BEGINNER,
    ENGINE_NOVICE,
    ENGINE_CASUAL,
    ENGINE_CLUB,
    ENGINE_STRONG,
    ENGINE_EXPERT,
    ENGINE_MASTER,
    ENGINE_FULL,
    ENGINE_LEVELS
};

typedef struct engine_options {
    size_t memory; /* bytes for tables; 0: the engine's default */
    int threads;   /* 0: one */
    int level;     /* index in the kind's list of levels */
    uint64_t seed; /* on one thread, with limits in nodes or depth, it determines the moves */
    bool book;     /* at full strength it may play known openings without thinking, unless a depth
                      is asked for or there is no limit; for players, not for judges of positions */
} engine_options;

/* What ends the thinking, whichever comes first; 0 is no limit. Without any limit an engine thinks
 * until it is certain or stopped. Times are in nanoseconds. */
typedef struct engine_limits {
    int64_t move_time; /* for this move */
    int64_t clock,
        increment; /* left on the clock for the rest of the game; added after each move */
    uint64_t nodes;
    int depth;
} engine_limits;

typedef struct engine_result {
    game_move move; /* always legal; 0 only if the game is over */
    int score;      /* for the seat that moves, in the kind's unit */
    bool scored;    /* whether there is a score */
    bool exact;     /* the score is proven */
    int depth;
    uint64_t nodes;
    int64_t time;      /* nanoseconds */
    int fill;          /* thousandths of the tables in use */
    size_t line_count; /* the expected continuation, `move` first */
    game_move line[ENGINE_LINE_MAX];
    char note[ENGINE_NOTE]; /* one sentence for people, or "" */
} engine_result;

/* Lets the caller follow and stop an engine that thinks. All may be NULL. */
typedef struct engine_watch {
    const atomic_bool
        *stop; /* set by another thread or by `progress` to get an answer within 20 ms */
    void (*progress)(void *context, const engine_result *so_far);
    void *context;
} engine_watch;

/* An engine set up for one game; concrete engines have it as their first member. To be used by one
 * thread at a time. */
typedef struct engine {
    const struct engine_kind *kind;
    const game_rules *rules; /* not owned */
} engine;

typedef struct engine_kind {
    const char *name, *game, *summary;
    const char *unit;           /* of scores: "boxes" */
    const engine_level *levels; /* weakest first, ends with a level without a name; the last one is
                                   full strength and the default */
    int styles;                 /* this many at the beginning are styles, in no order of strength */
    int threads;                /* the most it can use; 0: one */
    bool book;                  /* it has a book of openings */
    engine *(*create)(const game_rules *, const engine_options *, error *);
    void (*destroy)(engine *);

    /* Chooses a move for `seat` in a position as that seat sees it. Never exceeds the limits. */
    void (*think)(engine *, const game_position *view, int seat, const engine_limits *,
                  const engine_watch *, engine_result *);

    /* For a seat that may interrupt out of turn: the move it interrupts with, or 0. Returns at
     * once. NULL: the engine never interrupts. */
    game_move (*interrupt)(engine *, const game_position *view, int seat);

    /* The value of each legal move of `seat`, in the order of game_moves, in the same unit as
     * result->score; ENGINE_UNKNOWN for moves that the limits left no time for. Calls `progress`
     * whenever one more value is known. NULL: the engine cannot tell. */
    void (*values)(engine *, const game_position *view, int seat, const engine_limits *,
                   const engine_watch *, int *values, engine_result *);

    /* Adds the tables of a file made by `damero tables`; the memory may be freed afterwards. False,
     * with nothing changed, if it is damaged. NULL: the engine uses no tables. */
    bool (*add_table)(engine *, const void *bytes, size_t length, error *);

    /* Forgets what was learned from other games; NULL: nothing is kept. */
    void (*new_game)(engine *);

    /* The same with another seed: then it plays as a new engine with the same options and tables
     * would. NULL: create one instead, which is cheap. */
    void (*restart)(engine *, uint64_t seed);
} engine_kind;

/* All engines, the strongest of each game first; the last entry is NULL. */
extern const engine_kind *const engines_all[];

/* Looks through several such lists, the last of which is NULL, for the game's engine of that name
 * ("" or NULL: the strongest). NULL with an error if there is none. Callers that may use boards/
 * call boards/engines.h instead. */
const engine_kind *engine_find_in(const engine_kind *const *const *lists, const game *,
                                  const char *name, error *);

/* The index of the level with that name, or with that number counted from 1; -1 with an error. */
int engine_find_level(const engine_kind *, const char *name, error *);

/* Whether the engine can use this many threads; if not, the error says how many it can. */
bool engine_check_threads(const engine_kind *, int threads, error *);

/* The index of the strongest level, which is the default. */
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

/* Whether the caller has asked the engine to stop. */
static inline bool engine_stopped(const engine_watch *w) {
    return w && w->stop && atomic_load_explicit(w->stop, memory_order_relaxed);
}

#endif
