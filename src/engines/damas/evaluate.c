#include "engines/damas/evaluate.h"

#include <string.h>

enum { FEW = 6, SOME = 10, MANY = 16 }; /* the most pieces of the stages but the last */

int damas_stage(const damas_board *b) {
    int pieces = bits_count(damas_of(b, 0) | damas_of(b, 1));
    return (pieces > FEW) + (pieces > SOME) + (pieces > MANY);
}

/* Sixteen sums at once, aligned like one. */
typedef int16_t lanes __attribute__((vector_size(32), aligned(2), may_alias));

enum { LANES = DAMAS_HIDDEN / 16, CHANGES_MOST = 4 * DAMAS_PIECES_READ };

/* The rows of pieces that came and went, as each side sees them. */
typedef struct changes {
    int came, went;
    const int16_t *row[2][2][CHANGES_MOST]; /* by whether it went, by side */
} changes;

/* To side 1 the board is turned round and its own pieces are the first ones. */
static void add_rows(const damas_weights *w, int owner, int king, damas_set squares, int went,
                     changes *c) {
    int *count = went ? &c->went : &c->came;
    for (; squares; ++*count) {
        int bit = bits_take(&squares);
        c->row[went][0][*count] = w->input[2 * owner + king][bit];
        c->row[went][1][*count] = w->input[2 * (owner ^ 1) + king][DAMAS_BITS - 1 - bit];
    }
}

void damas_sum_from(const damas_weights *w, const damas_board *before, const damas_sums *known,
                    const damas_board *b, damas_sums *s) {
    changes c;
    c.came = c.went = 0;
    for (int owner = 0; owner < 2; owner++) {
        add_rows(w, owner, 0, before->man[owner] & ~b->man[owner], 1, &c);
        add_rows(w, owner, 0, b->man[owner] & ~before->man[owner], 0, &c);
        add_rows(w, owner, 1, before->king[owner] & ~b->king[owner], 1, &c);
        add_rows(w, owner, 1, b->king[owner] & ~before->king[owner], 0, &c);
    }
    for (int side = 0; side < 2; side++) {
        lanes sums[LANES];
        memcpy(sums, known->side[side], sizeof sums);
        for (int i = 0; i < c.came; i++)
            for (int k = 0; k < LANES; k++) sums[k] += ((const lanes *)c.row[0][side][i])[k];
        for (int i = 0; i < c.went; i++)
            for (int k = 0; k < LANES; k++) sums[k] -= ((const lanes *)c.row[1][side][i])[k];
        memcpy(s->side[side], sums, sizeof sums);
    }
}

void damas_sum(const damas_weights *w, const damas_board *b, damas_sums *s) {
    static const damas_board none;
    damas_sums empty;
    for (int side = 0; side < 2; side++) memcpy(empty.side[side], w->bias, sizeof w->bias);
    damas_sum_from(w, &none, &empty, b, s);
}

/* The weighted sum of squares. A clipped value times its weight fits 16 bits (255 * 127), so that
 * the compiler can multiply sixteen at once. */
static int32_t add_up(const int16_t *sums, const int16_t *weights) {
    int32_t total = 0;
    for (int i = 0; i < DAMAS_HIDDEN; i++) {
        int16_t v = sums[i] < 0 ? 0 : sums[i] > DAMAS_HIDDEN_ONE ? DAMAS_HIDDEN_ONE : sums[i];
        total += (int16_t)(v * weights[i]) * v;
    }
    return total;
}

int damas_evaluate(const damas_weights *w, const damas_sums *s, const damas_board *b, int side) {
    int stage = damas_stage(b);
    int32_t sum =
        add_up(s->side[side], w->output[stage][0]) + add_up(s->side[side ^ 1], w->output[stage][1]);
    int32_t output = sum / DAMAS_HIDDEN_ONE + w->output_bias[stage];
    return output * DAMAS_UNIT / (DAMAS_HIDDEN_ONE * DAMAS_OUTPUT_ONE);
}

/* One for each variant but Portuguese, whose captures are the Spanish ones, in the order of
 * damas_variants. */
extern const damas_weights damas_networks[];

const damas_weights *damas_weights_of(const damas_rules *r) {
    ptrdiff_t number = r->variant - damas_variants;
    return &damas_networks[number ? number - 1 : 0];
}
