/* damas evaluate - the value of a position without captures.
 *
 * Linear in its features, in hundredths of a man for the side to move:
 *
 *   - the numbers of men and kings (the first king of a side counts differently from further ones),
 *     holding the river, and having the move;
 *   - patterns of men: nine windows of 4 x 4 cells, at rows and columns 0, 2 and 4, each with 8
 *     playing squares that are empty, own or the opponent's: 6,561 cases. Each case has two
 * weights, for many pieces on the board and for few, interpolated in between.
 *
 * Turning the board round and exchanging the sides maps window i to window 8 - i and negates its
 * weights, so only five windows have weights of their own. They are fitted to self-play games of
 * the engine (tools/damas_tune.c) and stored in weights.c.
 */
#ifndef DAMERO_DAMAS_EVALUATE_H
#define DAMERO_DAMAS_EVALUATE_H

#include "games/damas/board.h"

enum {
    DAMAS_WINDOWS = 9,
    DAMAS_OWN_WINDOWS = 5,
    DAMAS_WINDOW_CASES = 6561, /* 3 to the 8th */
    DAMAS_PHASES = 2,          /* many pieces, few pieces */
    DAMAS_PHASE_MOST = 24,

    /* The simple features. */
    DAMAS_MAN = 0,
    DAMAS_FIRST_KING,
    DAMAS_FURTHER_KING,
    DAMAS_HOLDS_RIVER,
    DAMAS_HAS_MOVE,
    DAMAS_SIMPLE,
};

typedef struct damas_weights {
    int16_t simple[DAMAS_SIMPLE][DAMAS_PHASES]; /* hundredths */
    int8_t window[DAMAS_OWN_WINDOWS][DAMAS_WINDOW_CASES][DAMAS_PHASES];
} damas_weights;

extern const damas_weights damas_fitted;

/* The case of a window as seen by side 0, and the weights it uses, with their sign. */
typedef struct damas_case {
    uint16_t number;
    uint8_t window; /* below DAMAS_OWN_WINDOWS */
    int8_t sign;
} damas_case;

/* The nine cases of a board. */
void damas_cases(const damas_board *, damas_case[DAMAS_WINDOWS]);

/* The simple features, for side 0 minus side 1. */
void damas_simple_features(const damas_board *, int side, int features[DAMAS_SIMPLE]);

/* The value for `side`, which is to move. */
int damas_evaluate(const damas_weights *, const damas_board *, int side);

#endif
