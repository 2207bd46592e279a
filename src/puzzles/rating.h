/* rating - the rating of a person who solves puzzles, by Glicko (M. Glickman, 1999): each puzzle
 * is a game against its rating, won if it is solved without an error or help. The page computes the
 * same (web/src/puzzles/rating.ts).
 */
#ifndef DAMERO_PUZZLE_RATING_H
#define DAMERO_PUZZLE_RATING_H

#include <stdbool.h>

typedef struct solver_rating {
    double rating, deviation;
} solver_rating;

static const solver_rating solver_unrated = {1200, 350};

/* A puzzle's rating is an estimate from its properties, so it has a deviation of its own. */
static const double puzzle_deviation = 120;

/* After one puzzle. The deviation never falls below 45, so that a rating can still follow. */
solver_rating solver_rate(solver_rating, int puzzle_rating, bool solved);

#endif
