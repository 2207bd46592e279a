/* trax evaluate - the worth of a position in which nobody completes anything at once.
 *
 * Every track is judged by where its two ends lie to each other, for that is what closing it takes.
 * Seen from one end that looks "up", the other end lies `forward` (-5..5) and `aside` (0..5, the
 * mirror image counts the same) and looks in one of four directions: 264 classes, and one for all
 * that is further apart. On a box of six columns or more, or six rows, a track that needs little to
 * join its opposite sides has a class more, by the box's size (6, 7, more) and by how many columns
 * are missing on both sides together (0..4). Each class has two weights, for a track of the seat on
 * turn and for one of its opponent's. The weights come from tools/trax_tune.c. Scores are in
 * hundredths: 100 is about what makes a win 2.7 times as likely as a loss.
 */
#ifndef DAMERO_TRAX_EVALUATE_H
#define DAMERO_TRAX_EVALUATE_H

#include "games/trax/board.h"

enum {
    TRAX_REACH = 5,
    TRAX_CLASSES = (2 * TRAX_REACH + 1) * (TRAX_REACH + 1) * 4 + 1,
    TRAX_FAR = TRAX_CLASSES - 1,
    TRAX_LINE_BOX = 6, /* the least box on which lines are thought of */
    TRAX_LINE_GAPS = 5,
    TRAX_LINE_LANES = 8, /* as many, and zeros for vectors */
    TRAX_FEATURES = TRAX_CLASSES + 3 * TRAX_LINE_GAPS,
    /* How far apart two ends are in number where both spaces lie within reach; one more for the
     * rest. */
    TRAX_NEAR = 8 * TRAX_REACH * (TRAX_STRIDE + 1) + 8,
};

typedef struct trax_weights {
    int16_t tempo; /* for being on turn */
    int16_t own[TRAX_FEATURES], other[TRAX_FEATURES];
} trax_weights;

extern const trax_weights trax_tuned;

/* Weights laid out for reading: by the side of a track's first end and by how far the number of its
 * second one is behind, 65536 times what it adds for its own seat on turn, and what it takes off
 * for the other one. The same from either end. */
typedef struct trax_scale {
    const trax_weights *weights;
    int32_t near[TRAX_NEAR][4];
    int16_t line[3][2]
                [TRAX_LINE_LANES]; /* by size of the box, for the seat on turn and the other */
} trax_scale;

/* The weights must outlive it. */
void trax_scale_create(trax_scale *, const trax_weights *);

/* What all tracks of a position are worth: by the seat on turn for how near their ends are; and as
 * lines, how many of each colour there are by the columns, or rows, that are missing. These are
 * counted only where the box is large enough. */
typedef struct trax_worth {
    int32_t near[2];
    int16_t missing[2][2][TRAX_LINE_LANES]; /* columns and rows, by colour */
    bool counted[2];                        /* columns and rows */
    uint16_t tiles, span[2];                /* of the position; width and height of its box */
} trax_worth;

/* The worth of a position from scratch, and from that of an earlier one of the same game: the cost
 * is that of the tiles laid since, but for lines that were not counted before. With `ready` they
 * are counted already where the next turn might make the box large enough. */
void trax_worth_all(const trax_scale *, const trax_position *, trax_worth *);
void trax_worth_after(const trax_scale *, const trax_position *, const trax_worth *before,
                      bool ready, trax_worth *);

/* For the seat on turn. */
int trax_score(const trax_scale *, const trax_worth *, unsigned mover);

/* Calls `each` for every track with its colour and each of its classes. */
void trax_each_track(const trax_position *, void (*each)(void *, unsigned colour, unsigned class),
                     void *context);

/* The class of the same track seen from its other end. */
unsigned trax_class_reversed(unsigned class);

#endif
