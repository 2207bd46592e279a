/* trax evaluate - the value of a position in which nobody can complete anything at once.
 *
 * Every track is rated by the relative place of its two ends, because that decides what it takes to
 * close it. Seen from one end that points "up", the other end lies `forward` (-5..5) and `aside`
 * (0..5, mirror images count the same) and points in one of four directions: 264 classes, and one
 * for all ends further apart. On a box of at least six columns, or rows, a track that almost joins
 * its opposite sides has another class, by the box's size (6, 7, more) and by how many columns, or
 * rows, are missing on both sides together (0..4). Each class has two weights, for a track of the
 * seat to move and for one of its opponent. The weights come from tools/trax_tune.c. Scores are in
 * hundredths: a score of 100 means that a win is about 2.7 times as likely as a loss.
 */
#ifndef DAMERO_TRAX_EVALUATE_H
#define DAMERO_TRAX_EVALUATE_H

#include "games/trax/board.h"

enum {
    TRAX_REACH = 5,
    TRAX_CLASSES = (2 * TRAX_REACH + 1) * (TRAX_REACH + 1) * 4 + 1,
    TRAX_FAR = TRAX_CLASSES - 1,
    TRAX_LINE_BOX = 6, /* the smallest box on which lines count */
    TRAX_LINE_GAPS = 5,
    TRAX_LINE_LANES = 8, /* TRAX_LINE_GAPS padded with zeros for vectors */
    TRAX_FEATURES = TRAX_CLASSES + 3 * TRAX_LINE_GAPS,
    /* Differences between the numbers of two ends within reach, and one more for the rest. */
    TRAX_NEAR = 8 * TRAX_REACH * (TRAX_STRIDE + 1) + 8,
};

typedef struct trax_weights {
    int16_t tempo; /* for having the move */
    int16_t own[TRAX_FEATURES], other[TRAX_FEATURES];
} trax_weights;

extern const trax_weights trax_tuned;

/* Weights laid out for fast access. `near` is indexed by the difference between the numbers of a
 * track's ends and by the side of the first end. It holds 65536 times what the track adds for its
 * own seat to move, plus what it subtracts for the other seat; it is the same from either end. */
typedef struct trax_scale {
    const trax_weights *weights;
    int32_t near[TRAX_NEAR][4];
    int16_t line[3][2]
                [TRAX_LINE_LANES]; /* by size of the box, for the seat to move and the other */
} trax_scale;

/* The weights must outlive it. */
void trax_scale_create(trax_scale *, const trax_weights *);

/* The features of a position: the total value of its tracks by the distance of their ends, for
 * either seat to move; and, if the box is large enough, the number of tracks of each colour by how
 * many columns, or rows, they lack to be a line. */
typedef struct trax_worth {
    int32_t near[2];                        /* by the seat to move */
    int16_t missing[2][2][TRAX_LINE_LANES]; /* columns and rows, by colour */
    bool counted[2];                        /* columns and rows */
    uint16_t tiles, span[2];                /* of the position; width and height of its box */
} trax_worth;

/* The features of a position from scratch, or from those of an earlier position of the same game.
 * The update costs as much as the tiles laid since, unless lines have to be counted for the first
 * time. With `ready` they are counted as soon as the next turn might make the box large enough. */
void trax_worth_all(const trax_scale *, const trax_position *, trax_worth *);
void trax_worth_after(const trax_scale *, const trax_position *, const trax_worth *before,
                      bool ready, trax_worth *);

/* The score for the seat to move. */
int trax_score(const trax_scale *, const trax_worth *, unsigned mover);

/* Calls `each` for every track with its colour and each of its classes. */
void trax_each_track(const trax_position *, void (*each)(void *, unsigned colour, unsigned class),
                     void *context);

/* The class of the same track seen from its other end. */
unsigned trax_class_reversed(unsigned class);

#endif
