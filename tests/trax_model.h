/* The accelerator's order 01 and 11, step by step as docs/boards.md describes the hardware: plain
 * arrays, every wave written at once, every track walked, every cycle counted where it is spent. It
 * shares no code with src/. */
#ifndef DAMERO_TRAX_MODEL_H
#define DAMERO_TRAX_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum { MODEL_SIDE = 64, MODEL_LOOPS = 512 };

typedef struct model_board {
    uint8_t tile[MODEL_SIDE][MODEL_SIDE];
    bool fresh[MODEL_SIDE][MODEL_SIDE]; /* laid by the last turn */
} model_board;

typedef struct model_loop {
    int colour;
    uint64_t row[MODEL_SIDE]; /* the set of its spaces */
} model_loop;

typedef struct model {
    int size;
    bool lines;
    int most; /* spaces that the memory takes */
    int mover;
    model_board board;
    uint64_t cycles; /* of the last order */
    model_loop loops[MODEL_LOOPS];
    int loop_count;
} model;

typedef struct model_report {
    bool invalid, won[2], loses; /* won by colour, the mover's alone if both have */
    int own_threats, own_corners, other_corners;
} model_report;

void model_clear(model *, int size, bool lines);
bool model_place(model *, int row, int column, int tile); /* with the list's cycles */
void model_evaluate(model *, int row, int column, int tile, model_report *);

/* The tiles that fit a space: bit t for tile t. */
int model_fitting(const model *, const model_board *, int row, int column);

#endif
