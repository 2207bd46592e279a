/* The table of commands, in the order of the help text. A new command is a file that defines its
 * `cli_command`, and a line here. */
#include "cli/command.h"

/* clang-format off */
#define COMMANDS(X) \
    X(play)         \
    X(games)        \
    X(rules)        \
    X(show)         \
    X(moves)        \
    X(best)         \
    X(analyse)      \
    X(review)       \
    X(puzzle)       \
    X(puzzles)      \
    X(solve)        \
    X(odds)         \
    X(doubts)       \
    X(exploit)      \
    X(perft)        \
    X(record)       \
    X(verify)       \
    X(tables)       \
    X(trax_eval)    \
    X(trax_accelerator) \
    X(serve)        \
    X(match)        \
    X(tournament)   \
    X(worker)       \
    X(ratings)      \
    X(levels)       \
    X(openings)     \
    X(matches)      \
    X(replay)       \
    X(export)       \
    X(adjudicate)   \
    X(store)        \
    X(board)        \
    X(perudo_view)  \
    X(vga)          \
    X(check)        \
    X(hub)          \
    X(ports)        \
    X(line)         \
    X(help)         \
    X(completion)   \
    X(manual)
/* clang-format on */

#define DECLARE(name) extern const cli_command cli_##name;
#define ADDRESS(name) &cli_##name,

COMMANDS(DECLARE)

const cli_command *const cli_commands[] = {COMMANDS(ADDRESS) NULL};
