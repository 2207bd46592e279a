/* trax evaluate - the worth of a position in which nobody completes anything at once.
 *
 * Every track is judged by where its two ends lie to each other, for that is what closing it takes.
 * Seen from one end that looks "up", the other end lies `forward` (-5..5) and `aside` (0..5, the
 * mirror image counts the same) and looks in one of four directions: 264 classes, and one for all
 * that is further apart. Each class has two weights, for a track of the seat on turn and for one of
 * its opponent's. The weights come from tools/trax_tune.c. Scores are in hundredths: 100 is about
 * what makes a win 2.7 times as likely as a loss.
 */
#ifndef DAMERO_TRAX_EVALUATE_H
#define DAMERO_TRAX_EVALUATE_H

#include "games/trax/board.h"

enum {
    TRAX_REACH = 5,
    TRAX_CLASSES = (2 * TRAX_REACH + 1) * (TRAX_REACH + 1) * 4 + 1,
    TRAX_FAR = TRAX_CLASSES - 1,
};

typedef struct trax_weights {
    int16_t tempo; /* for being on turn */
    int16_t own[TRAX_CLASSES], other[TRAX_CLASSES];
} trax_weights;

extern const trax_weights trax_tuned;

/* For the seat on turn. */
int trax_evaluate(const trax_weights *, const trax_position *);

/* Calls `each` for every track with its colour and class. */
void trax_each_track(const trax_position *, void (*each)(void *, unsigned colour, unsigned class),
                     void *context);

/* The class of the same track seen from its other end. */
unsigned trax_class_reversed(unsigned class);

#endif
