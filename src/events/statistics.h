/* statistics - how strong one player is against another, from their games: Elo with its error,
 * likelihood of superiority, and a sequential test that ends a series once it is clear.
 *
 * Games come in pairs, each opening once with seats swapped. The two games of a pair are not
 * independent (an opening may favour one side), so all estimates count pairs by their points, in
 * five categories ("pentanomial"). Before the first pair is complete they count single games.
 *
 * Sources:
 * - Michel Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of
 *   a multinomial distribution": the test for logistic Elo (sprt_llr).
 * - Michel Van den Bergh, "Comments on normalized Elo": the same for normalized Elo, which measures
 *   a score in standard deviations of a game, so that tests of games with few and with many draws
 *   take about as long.
 * - A. Wald, "Sequential Tests of Statistical Hypotheses" (1945): where the test ends.
 * The figures equal those of fastchess, which has the same formulas.
 */
#ifndef DAMERO_EVENTS_STATISTICS_H
#define DAMERO_EVENTS_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* The results of one player against another. */
typedef struct series_score {
    uint64_t wins, draws, losses;
    uint64_t pairs[5]; /* complete pairs, by twice their points: 0 to 4 */
} series_score;

uint64_t series_games(const series_score *);

/* Adds a pair (twice the points of each game: 0, 1 or 2) to `pairs`. */
void series_add_pair(series_score *, int first, int second);

typedef struct series_estimate {
    double score;      /* share of the points; 0.5 without games */
    double elo;        /* logistic; infinite if all games are won or all lost */
    double error;      /* half the width of the 95 % interval; NAN if unknown */
    double normalized; /* normalized Elo; NAN if unknown */
    double superior;   /* likelihood of superiority, 0 to 1 */
} series_estimate;

series_estimate series_estimate_of(const series_score *);

/* A test of "the difference is elo0" (H0) against "it is elo1" (H1). */
typedef struct sprt {
    bool normalized; /* otherwise logistic Elo */
    double elo0, elo1;
    double alpha, beta; /* probabilities of accepting H1, and H0, by mistake */
} sprt;

/* Reads "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized"; alpha, beta (both 0.05) and model
 * (normalized) are optional. */
bool sprt_read(const char *, sprt *, error *);

/* The log-likelihood ratio of H1 to H0: of pairs if there are any, otherwise of single games. */
double sprt_llr(const sprt *, const series_score *);

typedef enum sprt_verdict { SPRT_OPEN, SPRT_H0, SPRT_H1 } sprt_verdict;

sprt_verdict sprt_decide(const sprt *, double llr);
const char *sprt_verdict_name(sprt_verdict); /* "open", "H0", "H1" */

/* The test continues between these. */
void sprt_bounds(const sprt *, double *lower, double *upper);

#endif
