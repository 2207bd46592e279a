/* series_options - the options that a series and a tournament share.
 *
 * 'damero match' has others that a tournament replaces by its own: --seat and --names by the
 * players, --best-of by the games of a knockout, --pause-between by boards that share lines,
 * --resume by 'tournament run'. A sequential test (--sprt) compares two players, and a tournament
 * is always in the journal (--no-journal). */
#ifndef DAMERO_SERIES_OPTIONS_H
#define DAMERO_SERIES_OPTIONS_H

#include "cli/command.h"
#include "events/series.h"

/* clang-format off */
#define CLI_SERIES_OPTIONS                                                                         \
    {"rules", "KEY=VALUE,...", "settings of the game, as 'damero games' lists them"},              \
    {"position", "TEXT", "start from this position instead of the standard one"},                  \
    {"opening", "N", "start from N random moves; each opening is played with seats swapped"},      \
    {"balanced", NULL,                                                                             \
     "with --opening: the engine chooses the most even of twelve openings"},                       \
    {"openings", "FILE",                                                                           \
     "start from the openings of a book: records, or a position or moves on each line"},           \
    {"order", "sequential|random", "order of the book's openings (sequential)"},                    \
    {"plies", "N", "take only the first N moves of each opening of the book"},                      \
    {"concurrency", "N",                                                                           \
     "play N at once, if only engines and programs play (processors - 1)"},                   \
    {"restart", "on|off", "restart programs for every game (off)"},                            \
    {"move-time", "TIME", "time for each move"},                                                   \
    {"clock", "TIME", "time for all moves of a game"},                                             \
    {"increment", "TIME", "added to --clock after each move"},                                     \
    {"overage", "TIME", "reserve time per game, used when the move time or clock runs out"},               \
    {"margin", "TIME", "how late a move may still be accepted (0)"},                  \
    {"max-moves", "N", "adjudicate by the score after N moves"},                             \
    {"max-time", "TIME", "adjudicate by the score after this time"},                                                \
    {"resign", "score=S,moves=N",                                                                  \
     "adjudicate a win if both players report such scores for N moves (N 3)"},                       \
    {"draw", "score=S,moves=N,from=M",                                                             \
     "adjudicate a draw in the same way, after M moves (N 8, M 40)"},                                            \
    {"adjudicate", NULL, "end two-player games when the engine proves the result"},                  \
    {"interrupt", "TIME",                                                                          \
     "how long other players may interrupt, if the rules allow it (0.1s; 3s with people)"},                  \
    {"handshake", "TIME", "time to answer the greeting (10s)"},                          \
    {"patience", "TIME", "how long to wait for all players to connect (60s)"},                     \
    {"seed", "N", "reproduce dice and choices; by default dice are truly random"},               \
    {"no-sandbox", NULL, "run programs unconfined, with all your rights"},                         \
    {"errors", NULL, "show the standard error of programs"},                                       \
    {"records", "FILE", "append the record of each game to this file, in order"},                  \
    {"trace", "FILE", "write every byte of every link with its time"},                             \
    {"quiet", NULL, "print only the result"}
/* clang-format on */

/* Reads them into a series, except for the openings. If they are not given, the seed stays as it is
 * and the concurrency becomes 0. */
bool cli_read_series(const cli_arguments *, series_setup *, error *);

/* The options that a series or tournament keeps from its beginning: they cannot change when it is
 * resumed. Ends with NULL. */
extern const char *const cli_series_terms[];

/* Where games start. */
typedef struct series_start {
    game_position *given; /* of --position; NULL: the standard one */
    opening_book book;    /* of --openings */
} series_start;

/* Reads them for a series that has its rules and its seed, which then uses them; destroy them, even
 * on failure. Paths are relative to the folder, or to the current one if it is NULL. */
bool cli_read_start(const cli_arguments *, const char *folder, series_setup *, series_start *,
                    error *);
void series_start_destroy(series_start *);

/* Whether games can begin after the random moves of --opening. */
bool cli_check_opening(const series_setup *, error *);

/* The default concurrency of a series of engines and programs. */
int cli_usual_concurrency(void);

#endif
