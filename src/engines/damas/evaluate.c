#include "engines/damas/evaluate.h"

#include <string.h>

enum { FEW = 6, SOME = 10, MANY = 16 }; /* the most pieces of the stages but the last */

int damas_stage(const damas_board *b) {
    int pieces = bits_count(damas_of(b, 0) | damas_of(b, 1));
    int crowd = (pieces > FEW) + (pieces > SOME) + (pieces > MANY);
    return 2 * crowd + ((b->king[0] | b->king[1]) != 0);
}

/* Sixteen sums at once, aligned like one. */
typedef int16_t lanes __attribute__((vector_size(32), aligned(2), may_alias));

enum { LANES = DAMAS_HIDDEN / 16, CHANGES_MOST = 4 * DAMAS_PIECES_READ };

/* The rows of pieces that came or went, as each side sees them. */
typedef struct changes {
    int count;
    const int16_t *row[2][CHANGES_MOST];
} changes;

/* To side 1 the board is turned round and its own pieces are the first ones. */
static inline void add_rows(const damas_weights *w, int owner, int king, damas_set squares,
                            changes *c) {
    const int16_t *first = w->input[2 * owner + king][0];
    const int16_t *last = w->input[2 * (owner ^ 1) + king][DAMAS_BITS - 1];
    for (; squares; c->count++) {
        ptrdiff_t row = bits_take(&squares) * (ptrdiff_t)DAMAS_HIDDEN;
        c->row[0][c->count] = first + row;
        c->row[1][c->count] = last - row;
    }
}

static inline void sum_side(const changes *came, const changes *went, int side,
                            const int16_t *known, int16_t *result) {
    lanes sums[LANES];
    for (int k = 0; k < LANES; k++) sums[k] = ((const lanes *)known)[k];
    for (int i = 0; i < came->count; i++)
        for (int k = 0; k < LANES; k++) sums[k] += ((const lanes *)came->row[side][i])[k];
    for (int i = 0; i < went->count; i++)
        for (int k = 0; k < LANES; k++) sums[k] -= ((const lanes *)went->row[side][i])[k];
    for (int k = 0; k < LANES; k++) ((lanes *)result)[k] = sums[k];
}

void damas_sum_from(const damas_weights *w, const damas_board *before, const damas_sums *known,
                    const damas_board *b, damas_sums *s) {
    changes came, went;
    came.count = went.count = 0;
    for (int owner = 0; owner < 2; owner++) {
        add_rows(w, owner, 0, b->man[owner] & ~before->man[owner], &came);
        add_rows(w, owner, 1, b->king[owner] & ~before->king[owner], &came);
        add_rows(w, owner, 0, before->man[owner] & ~b->man[owner], &went);
        add_rows(w, owner, 1, before->king[owner] & ~b->king[owner], &went);
    }
    for (int side = 0; side < 2; side++)
        sum_side(&came, &went, side, known->side[side], s->side[side]);
}

void damas_sum(const damas_weights *w, const damas_board *b, damas_sums *s) {
    static const damas_board none;
    damas_sums empty;
    for (int side = 0; side < 2; side++) memcpy(empty.side[side], w->bias, sizeof w->bias);
    damas_sum_from(w, &none, &empty, b, s);
}

/* The weighted sum of squares. A clipped value times its weight fits 16 bits (128 * 253), so that
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

void damas_unpack(const damas_packed *from, damas_weights *w) {
    for (int kind = 0; kind < DAMAS_KINDS; kind++)
        for (int bit = 0; bit < DAMAS_BITS; bit++)
            for (int i = 0; i < DAMAS_HIDDEN; i++)
                w->input[kind][bit][i] = from->input[kind][bit][i];
    memcpy(w->bias, from->bias, sizeof w->bias);
    memcpy(w->output, from->output, sizeof w->output);
    memcpy(w->output_bias, from->output_bias, sizeof w->output_bias);
}

_Static_assert(sizeof(damas_packed) == 22816, "networks.S counts networks of this size");

/* One for each variant but Portuguese, whose captures are the Spanish ones, in the order of
 * damas_variants. */
extern const damas_packed damas_networks[];

void damas_weights_of(const damas_rules *r, damas_weights *w) {
    ptrdiff_t number = r->variant - damas_variants;
    damas_unpack(&damas_networks[number ? number - 1 : 0], w);
}
