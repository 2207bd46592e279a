/* think - shared by the commands that use an engine: its options, and its answer in words. */
#ifndef DAMERO_THINK_H
#define DAMERO_THINK_H

#include <jansson.h>

#include "cli/setup.h"
#include "cli/stop.h"
#include "engines/engine.h"

#define CLI_ENGINE_OPTIONS                                                                         \
    {"engine", "NAME", "the engine, if the game has several"},                                     \
        {"level", "NAME", "playing strength, as listed by 'damero games' (full strength)"},        \
        {"threads", "N", "number of threads, if the engine supports several (1)"},                 \
        {"memory", "SIZE", "memory for its tables, for example 512M"}, {                           \
        "seed", "N", "the same seed and limit give the same answer (1)"                            \
    }
/* For commands whose engine plays; others never use its book. */
#define CLI_BOOK_OPTION                                                                            \
    { "no-book", NULL, "think from the first move on, without the book of openings" }
#define CLI_LIMIT_OPTIONS                                                                          \
    {"time", "TIME", "think for this time, for example 500ms, 2s, 1m"},                            \
        {"nodes", "N", "search N positions"}, {                                                    \
        "depth", "N", "search N moves deep"                                                        \
    }

/* The engine of a game that CLI_ENGINE_OPTIONS name, and its options, with the book only if the
 * command has CLI_BOOK_OPTION; NULL with an error. */
const engine_kind *cli_read_engine(const cli_arguments *, const game *, engine_options *, error *);

/* A position, an engine to ask about it, and the engine's limits. */
typedef struct cli_thinker {
    record game;
    engine *who;
    int seat;            /* on turn */
    game_position *view; /* as that seat sees it */
    engine_limits limits;
} cli_thinker;

/* Sets up the position and the engine that the options for GAME name; `usual` is the default
 * thinking time in nanoseconds. Close it afterwards. */
bool cli_open_thinker(const cli_arguments *, const char *game, int64_t usual, cli_thinker *,
                      error *);
void cli_close_thinker(cli_thinker *);

/* "+3 boxes still to come (proven)", "-0.40 (estimate)", "a win in 3 moves". */
void cli_write_score(const engine_kind *, const engine_result *, text *);

/* A score without its unit: "+16", or "a win in 3 moves". */
void cli_write_worth(int score, text *);

/* "1.2 million", "834". */
void cli_write_count(uint64_t, text *);

/* The expected continuation from this position, moves separated by blanks. */
void cli_write_line(const game_rules *, const game_position *, const engine_result *, text *);

/* The result as an object: move, score, exact, depth, nodes, seconds, line, note. */
json_t *cli_result_json(const game_rules *, const game_position *, const engine_result *);

/* The value of each legal move of a position. */
typedef struct cli_values {
    size_t count;
    game_move *moves;
    int *values;     /* ENGINE_UNKNOWN if the limits were not enough */
    bool *estimated; /* Dots: estimated, not proven; NULL: none is */
    int depth;       /* search depth in moves; 0: not by depth */
    size_t chosen;   /* the engine's choice when asked only for its move, or `count` */
    int chosen_depth;
} cli_values;

/* Asks the engine, with half of the limits for proofs and half for estimates of the rest; false if
 * it gave no value, or if there is no memory. Free the result. */
bool cli_find_values(engine *, const game_position *view, int seat, const engine_limits *,
                     const atomic_bool *stop, cli_values *);
void cli_free_values(cli_values *);

/* Sets the score of a result that has none, if the engine gives values. */
void cli_find_score(cli_thinker *, const atomic_bool *stop, engine_result *);

/* The engine's chosen move has one score. A search that chose it gives that of the list, because it
 * is deeper; an engine that chooses without a score (Perudo mixes its moves) gets that of the
 * list. */
void cli_set_chosen(cli_values *, engine_result *);

/* Whether the engine chose another move than the best of the list, because it mixes its moves. */
bool cli_is_mixed(const cli_values *);

/* Prints them: for Dots drawn on the board with a remark on estimates, for other games as a list,
 * from best to worst, but first the move that a deeper search chose. */
void cli_print_values(const game_rules *, const game_position *, const cli_values *, game_style);

/* Adds objects of move texts and values to an object: "values", and "estimates" if there are
 * any. */
void cli_add_values(json_t *, const game_rules *, const game_position *, const cli_values *);

/* A number, or null if it is not finite. */
json_t *cli_json_figure(double);

/* Prints an object on one line and frees it. */
void cli_print_json(json_t *);

#endif
