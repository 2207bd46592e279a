#include "puzzles/rating.h"

#include <math.h>

static const double Q = 0.0057564627324851146; /* ln 10 / 400 */
static const double DEVIATION_LEAST = 45;

static double weaken(double deviation) {
    return 1 / sqrt(1 + 3 * Q * Q * deviation * deviation / (9.8696044010893586));
}

solver_rating solver_rate(solver_rating s, int puzzle_rating, bool solved) {
    double g = weaken(puzzle_deviation);
    double expected = 1 / (1 + pow(10, g * (puzzle_rating - s.rating) / 400));
    double information = Q * Q * g * g * expected * (1 - expected);
    double precision = 1 / (s.deviation * s.deviation) + information;
    double deviation = sqrt(1 / precision);
    return (solver_rating){s.rating + Q / precision * g * ((solved ? 1 : 0) - expected),
                           deviation < DEVIATION_LEAST ? DEVIATION_LEAST : deviation};
}
