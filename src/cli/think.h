/* think - what the commands with an engine in them share: its options, and its answer in words. */
#ifndef DAMERO_THINK_H
#define DAMERO_THINK_H

#include <jansson.h>

#include "cli/setup.h"
#include "cli/stop.h"
#include "engines/engine.h"

#define CLI_ENGINE_OPTIONS                                                                         \
    {"engine", "NAME", "which engine, where a game has several"},                                  \
        {"level", "NAME", "how strong it plays, as 'damero games' lists (full strength)"},         \
        {"threads", "N", "how many threads it may use, where it can use several (1)"},             \
        {"memory", "SIZE", "how much memory for its tables, where it has them, as in 512M"}, {     \
        "seed", "N", "same seed and limit, same answer (1)"                                        \
    }
#define CLI_LIMIT_OPTIONS                                                                          \
    {"time", "TIME", "think so long, as in 500ms, 2s, 1m"},                                        \
        {"nodes", "N", "look at so many positions"}, {                                             \
        "depth", "N", "look so many moves ahead"                                                   \
    }

/* A position with an engine before it, and the limits it thinks under. */
typedef struct cli_thinker {
    record game;
    engine *who;
    int seat;            /* on turn */
    game_position *view; /* as that seat sees it */
    engine_limits limits;
} cli_thinker;

/* Sets up the position of the options for GAME and the engine they name; `usual` is the time it
 * thinks where no limit is given, in nanoseconds. To be closed. */
bool cli_open_thinker(const cli_arguments *, const char *game, int64_t usual, cli_thinker *,
                      error *);
void cli_close_thinker(cli_thinker *);

/* "+3 boxes still to come (proven)", "-0.40 (estimate)", "a win in 3 moves". */
void cli_write_score(const engine_kind *, const engine_result *, text *);

/* A score without its unit: "+16", or "a win in 3 moves". */
void cli_write_worth(int score, text *);

/* "1.2 million", "834". */
void cli_write_count(uint64_t, text *);

/* The expected course of the game from this position, with blanks between the moves. */
void cli_write_line(const game_rules *, const game_position *, const engine_result *, text *);

/* The result as an object: move, score, exact, depth, nodes, seconds, line, note. */
json_t *cli_result_json(const game_rules *, const game_position *, const engine_result *);

/* What each legal move of a position is worth. */
typedef struct cli_values {
    size_t count;
    game_move *moves;
    int *values;     /* ENGINE_UNKNOWN where the limits did not suffice */
    bool *estimated; /* Dots: not proven, but what the engine thinks; NULL: nothing is */
} cli_values;

/* Asks the engine, half of the limits for what it can prove and half for estimates of the rest;
 * false where it cannot tell, or there is no memory. To be freed. */
bool cli_find_values(engine *, const game_position *view, int seat, const engine_limits *,
                     const atomic_bool *stop, cli_values *);
void cli_free_values(cli_values *);

/* Prints them: for Dots drawn on the board, with a word on what is estimated, elsewhere as a list.
 */
void cli_print_values(const game_rules *, const game_position *, const cli_values *, game_style);

/* Adds objects of move texts and values to an object: "values", and where there are any
 * "estimates". */
void cli_add_values(json_t *, const game_rules *, const game_position *, const cli_values *);

/* Prints an object on a line of its own and frees it. */
void cli_print_json(json_t *);

#endif
