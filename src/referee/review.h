/* review - judges the moves of a game that was played: what was best, and what the others cost.
 *
 * An engine looks at every position (the caller asks it; positions are independent, so several may
 * be looked at at once). A score becomes an expected result between 0 (lost) and 1 (won):
 *
 *     1 / (1 + exp(-margin / scale))
 *
 * where the margin is the score, in Dots with the boxes that are owned already. Proven results are
 * 0, 1/2 and 1 themselves. The cost of a move is the expected result before it, with the best move,
 * minus that after it. Perudo has no score for a single move: a bid is worth the chance that it
 * holds, a doubt the chance that the bid does not, for a seat that sees only its own dice; it is
 * compared with what the engine would play there (its tables are near-equilibria), so a bold bid
 * that the engine makes too is no fault.
 *
 *     class        cost       in an even position:  Damas       Trax     Dots
 *     best         the engine's move, or below 0.02
 *     good         to 0.05                          0.30 men    0.40     0.4 boxes
 *     inaccuracy   to 0.12                          0.73        1.0      1.0
 *     mistake      to 0.25                          1.6         2.2      2.2
 *     blunder      more
 *
 * The accuracy of a seat is the mean over its moves of 103.17 exp(-4.354 cost) - 3.17 percent, the
 * formula of lichess.org.
 */
#ifndef DAMERO_REVIEW_H
#define DAMERO_REVIEW_H

#include "games/history.h"

typedef enum review_class {
    REVIEW_BEST,
    REVIEW_GOOD,
    REVIEW_INACCURACY,
    REVIEW_MISTAKE,
    REVIEW_BLUNDER,
    REVIEW_CLASSES,
} review_class;

const char *review_class_name(review_class);

/* What an engine found in one position. */
typedef struct review_point {
    game_move best; /* 0: nobody was to move, or it was not asked */
    int seat;       /* the seat to move */
    int score;      /* for that seat */
    bool scored, exact;
} review_point;

typedef struct review_move {
    bool judged; /* else chance moved, or too little is known */
    bool exact;  /* both positions are proven */
    int seat;
    game_move best;
    double cost;
    review_class class;
} review_move;

/* Judges every move of a game. `unit` is that of the scores; there is a point for the position
 * before each move and one for the last position. False, with an error, if there is no memory. */
bool review_judge(const history *, const char *unit, const review_point *points, review_move *moves,
                  error *);

/* In percent; negative if none of its moves was judged. */
double review_accuracy(const review_move *, size_t count, int seat);

#endif
