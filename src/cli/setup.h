/* setup - the start of most commands: a game from the options --rules, --position and --moves. */
#ifndef DAMERO_SETUP_H
#define DAMERO_SETUP_H

#include "cli/command.h"
#include "games/record.h"

/* The options themselves, for a command's table. */
#define CLI_SETUP_OPTIONS                                                                          \
    {"rules", "KEY=VALUE,...", "settings of the game, as 'damero games' lists them"},              \
        {"position", "TEXT", "start from this position instead of the standard one"}, {            \
        "moves", "\"MOVE ...\"", "play these moves first"                                          \
    }

/* A record at the requested position; the caller destroys it. */
bool cli_set_up(const cli_arguments *, const char *game, record *, error *);

/* How to draw on standard output, by --ascii (unless the arguments are NULL), the locale and the
 * terminal. */
game_style cli_style(const cli_arguments *);

/* Prints a game's board with its coordinates to standard output. */
void cli_print_picture(const game_rules *, const game_position *, game_style);

/* Prints whose turn it is, or how the game ended, and the score. `names`: of the players by seat;
 * NULL: the game's own names for its seats. */
void cli_print_state(const game_rules *, const game_position *, const char *const names[]);

/* Prints a chance move in words, if the picture after it does not show it. */
void cli_print_chance(const game_rules *, game_move, const char *const names[]);

/* The players of --seats: "me,engine" and so on; by default a person first and engines in the other
 * seats. */
bool cli_seat_players(const cli_arguments *, const game_rules *, bool engines,
                      bool person[GAME_SEATS_MAX], error *);

/* The last move of the game, or 0. */
game_move cli_last_move(const history *);

/* Writes a file through `write` to a temporary name first, so that a kill leaves either the old or
 * the new file; "-" is the standard output. */
bool cli_write_file(const char *path, bool (*write)(void *context, FILE *), void *context, error *);

/* The callback that writes to the open file; ferror reports failures. */
record_sink cli_file_sink(FILE *);

/* Writes a record to a file, atomically. Reads a whole file ("-": standard input), which the caller
 * frees; NULL with an error. */
bool cli_save_record(const record *, const char *path, error *);
char *cli_read_file(const char *path, size_t *length, error *);

/* The only record of a file; the caller destroys it. */
bool cli_load_record(const char *path, record *, error *);

#endif
