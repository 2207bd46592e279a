/* solver state - the ratings of a person who solves puzzles in the terminal, in a file.
 *
 * A line for each game: its name, rating and deviation, puzzles solved and tried, then the numbers
 * of those that were tried:
 *
 *     damas 1241.3 210.5 3 5 4 18 77 102 350
 */
#ifndef DAMERO_SOLVER_STATE_H
#define DAMERO_SOLVER_STATE_H

#include "cli/table_files.h"
#include "puzzles/puzzle.h"
#include "puzzles/rating.h"

enum { SOLVER_GAMES = 8 };

typedef struct solver_record {
    const game *game;
    solver_rating rating;
    unsigned solved, tried;
    uint8_t done[PUZZLE_COUNT_MAX + 1]; /* by number */
} solver_record;

typedef struct solver_state {
    char path[CLI_PATH];
    size_t games;
    solver_record record[SOLVER_GAMES];
} solver_state;

/* Reads the file (`given`, or the default one); without one everybody is unrated. False with an
 * error if it is damaged: it is left as it is. */
bool solver_state_open(solver_state *, const char *given, error *);

/* Writes it atomically. */
bool solver_state_save(const solver_state *, error *);

/* The record of a game; NULL if there are too many games. */
solver_record *solver_state_of(solver_state *, const game *);

#endif
