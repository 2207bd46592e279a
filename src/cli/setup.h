/* setup - what most commands begin with: a game by the options --rules, --position and --moves. */
#ifndef DAMERO_SETUP_H
#define DAMERO_SETUP_H

#include "cli/command.h"
#include "games/record.h"

/* The options themselves, for a command's table. */
#define CLI_SETUP_OPTIONS                                                                          \
    {"rules", "KEY=VALUE,...", "settings of the game, as 'damero games' lists them"},              \
        {"position", "TEXT", "start from this position instead of the usual one"}, {               \
        "moves", "\"MOVE ...\"", "play these moves first"                                          \
    }

/* A record at the position that was asked for; the caller's to destroy. */
bool cli_set_up(const cli_arguments *, const char *game, record *, error *);

/* Prints a game's board with its coordinates to standard output. */
void cli_print_picture(const game_rules *, const game_position *, game_style);

/* Prints whose turn it is, or how the game ended, and the score. */
void cli_print_state(const game_rules *, const game_position *);

/* Prints what chance does, in words, where the picture after it does not show it. */
void cli_print_chance(const game_rules *, const game_position *, game_move);

/* Who sits where by --seats: "me,engine" and so on; without it a person first and the engine
 * elsewhere. */
bool cli_seat_players(const cli_arguments *, const game_rules *, bool engines,
                      bool person[GAME_SEATS_MAX], error *);

/* The last move of the game, or 0. */
game_move cli_last_move(const history *);

/* Writes a file through `write`, beside its name first: whole or not at all, whatever is killed
 * when. */
bool cli_write_file(const char *path, bool (*write)(void *context, FILE *), void *context, error *);

/* What writes into an open file; ferror tells. */
record_sink cli_file_sink(FILE *);

/* Writes a record to a file: whole or not at all. Reads a whole file ("-": standard input), to be
 * freed; NULL with an error. */
bool cli_save_record(const record *, const char *path, error *);
char *cli_read_file(const char *path, size_t *length, error *);

/* The one record of a file; the caller's to destroy. */
bool cli_load_record(const char *path, record *, error *);

#endif
