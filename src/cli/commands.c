/* The table of commands. A new one is a file that defines its `cli_command` and two lines here. */
#include "cli/command.h"

extern const cli_command cli_analyse, cli_best, cli_completion, cli_games, cli_help, cli_manual,
    cli_moves, cli_perft, cli_play, cli_record, cli_show, cli_trax_eval;

const cli_command *const cli_commands[] = {
    &cli_play,   &cli_games,     &cli_show, &cli_moves,      &cli_best,   &cli_analyse, &cli_perft,
    &cli_record, &cli_trax_eval, &cli_help, &cli_completion, &cli_manual, NULL,
};
