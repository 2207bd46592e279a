/* damas evaluate - the value of a position without captures, by a small neural network.
 *
 * The inputs are the pieces: for each square whether a man or a king of either side is on it. The
 * first layer is seen by each side in turn, as if it moved up the board: DAMAS_HIDDEN sums of
 * input weights, one for each piece. They are kept from node to node, and a move changes only the
 * pieces that it touches. The output is a weighted sum of both sides' hidden values, each clipped
 * to 0..1 and squared; its weights depend on the number of pieces and on whether there is a king
 * (the stage). All in integers, so that every machine gives the same value.
 *
 * Each variant has its own network, except that Portuguese shares the Spanish one. That of English
 * draughts has twice the size: two parts, whose outputs are added. tools/damas_train.c makes the
 * networks by self-play; they are in the file networks, which networks.S puts into the program.
 */
#ifndef DAMERO_DAMAS_EVALUATE_H
#define DAMERO_DAMAS_EVALUATE_H

#include "games/damas/board.h"
#include "games/damas/damas.h"

enum {
    DAMAS_KINDS = 4,    /* own man, own king, their man, their king */
    DAMAS_HIDDEN = 128, /* sums of a part */
    DAMAS_PARTS = 2,    /* of a network, at most */
    DAMAS_STAGES = 8,
    DAMAS_HIDDEN_ONE = 128, /* what represents 1 in a hidden sum, ... */
    DAMAS_OUTPUT_ONE = 128, /* ... and in an output weight; none exceeds 253 */
    DAMAS_UNIT = 150, /* hundredths of a man for an output of 1: the odds of winning are e to 1 */
};

/* A part of a network in the file: little-endian. Rows of bits that are not squares are 0. */
typedef struct damas_packed {
    int8_t input[DAMAS_KINDS][DAMAS_BITS][DAMAS_HIDDEN];
    int16_t bias[DAMAS_HIDDEN];
    /* Of own hidden values, and of the other side's. The two bytes of the weights lie apart: that
     * makes the site's download 4 kB smaller. */
    uint8_t output_low[DAMAS_STAGES][2][DAMAS_HIDDEN];
    int8_t output_high[DAMAS_STAGES][2][DAMAS_HIDDEN];
    int32_t output_bias[DAMAS_STAGES]; /* in units of 1 / (128 * 128) */
} damas_packed;

static inline int damas_packed_output(const damas_packed *p, int stage, int k, int i) {
    return p->output_high[stage][k][i] * 256 + p->output_low[stage][k][i];
}

/* The same in memory: adding 16-bit weights to 16-bit sums takes fewer instructions. */
typedef struct damas_part {
    int16_t input[DAMAS_KINDS][DAMAS_BITS][DAMAS_HIDDEN];
    int16_t bias[DAMAS_HIDDEN];
    int16_t output[DAMAS_STAGES][2][DAMAS_HIDDEN];
    int32_t output_bias[DAMAS_STAGES];
} damas_part;

typedef struct damas_weights {
    int parts;
    damas_part part[DAMAS_PARTS];
} damas_weights;

/* The hidden sums of each part as each side sees them. */
typedef struct damas_sums {
    int16_t part[DAMAS_PARTS][2][DAMAS_HIDDEN];
} damas_sums;

void damas_unpack(const damas_packed *, int parts, damas_weights *);

/* Gets the network of a variant's rules. */
void damas_weights_of(const damas_rules *, damas_weights *);

/* The stage of a board. */
int damas_stage(const damas_board *);

/* The sums of a board, and from those of another board. */
void damas_sum(const damas_weights *, const damas_board *, damas_sums *);
void damas_sum_from(const damas_weights *, const damas_board *before, const damas_sums *,
                    const damas_board *, damas_sums *);

/* The value for `side`, which is to move, in hundredths of a man. */
int damas_evaluate(const damas_weights *, const damas_sums *, const damas_board *, int side);

#endif
