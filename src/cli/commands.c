/* The table of commands. A new one is a file that defines its `cli_command` and two lines here. */
#include "cli/command.h"

extern const cli_command cli_games, cli_play, cli_show, cli_moves, cli_perft, cli_record, cli_help,
    cli_completion, cli_manual;

const cli_command *const cli_commands[] = {
    &cli_play,   &cli_games, &cli_show,       &cli_moves,  &cli_perft,
    &cli_record, &cli_help,  &cli_completion, &cli_manual, NULL,
};
