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

/* The rows of pieces that came or went, as each side sees them: how far they are from the first. */
typedef struct changes {
    int count;
    int row[2][CHANGES_MOST];
} changes;

/* To side 1 the board is turned round and its own pieces are the first ones. */
static inline void add_rows(int owner, int king, damas_set squares, changes *c) {
    int first = (2 * owner + king) * DAMAS_BITS;
    int last = (2 * (owner ^ 1) + king) * DAMAS_BITS + DAMAS_BITS - 1;
    for (; squares; c->count++) {
        int bit = bits_take(&squares);
        c->row[0][c->count] = (first + bit) * DAMAS_HIDDEN;
        c->row[1][c->count] = (last - bit) * DAMAS_HIDDEN;
    }
}

static inline void sum_side(const damas_part *part, const changes *came, const changes *went,
                            int side, const int16_t *known, int16_t *result) {
    const int16_t *rows = part->input[0][0];
    lanes sums[LANES];
    for (int k = 0; k < LANES; k++) sums[k] = ((const lanes *)known)[k];
    for (int i = 0; i < came->count; i++)
        for (int k = 0; k < LANES; k++) sums[k] += ((const lanes *)(rows + came->row[side][i]))[k];
    for (int i = 0; i < went->count; i++)
        for (int k = 0; k < LANES; k++) sums[k] -= ((const lanes *)(rows + went->row[side][i]))[k];
    for (int k = 0; k < LANES; k++) ((lanes *)result)[k] = sums[k];
}

void damas_sum_from(const damas_weights *w, const damas_board *before, const damas_sums *known,
                    const damas_board *b, damas_sums *s) {
    changes came, went;
    came.count = went.count = 0;
    for (int owner = 0; owner < 2; owner++) {
        add_rows(owner, 0, b->man[owner] & ~before->man[owner], &came);
        add_rows(owner, 1, b->king[owner] & ~before->king[owner], &came);
        add_rows(owner, 0, before->man[owner] & ~b->man[owner], &went);
        add_rows(owner, 1, before->king[owner] & ~b->king[owner], &went);
    }
    for (int i = 0; i < w->parts; i++)
        for (int side = 0; side < 2; side++)
            sum_side(&w->part[i], &came, &went, side, known->part[i][side], s->part[i][side]);
}

void damas_sum(const damas_weights *w, const damas_board *b, damas_sums *s) {
    static const damas_board none;
    damas_sums empty;
    for (int i = 0; i < w->parts; i++)
        for (int side = 0; side < 2; side++)
            memcpy(empty.part[i][side], w->part[i].bias, sizeof w->part[i].bias);
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
    int32_t output = 0;
    for (int i = 0; i < w->parts; i++) {
        const damas_part *part = &w->part[i];
        int32_t sum = add_up(s->part[i][side], part->output[stage][0]) +
                      add_up(s->part[i][side ^ 1], part->output[stage][1]);
        output += sum / DAMAS_HIDDEN_ONE + part->output_bias[stage];
    }
    return (int)((int64_t)output * DAMAS_UNIT / (DAMAS_HIDDEN_ONE * DAMAS_OUTPUT_ONE));
}

void damas_unpack(const damas_packed *from, int parts, damas_weights *w) {
    w->parts = parts;
    for (damas_part *part = w->part; part < w->part + parts; part++, from++) {
        for (int kind = 0; kind < DAMAS_KINDS; kind++)
            for (int bit = 0; bit < DAMAS_BITS; bit++)
                for (int i = 0; i < DAMAS_HIDDEN; i++)
                    part->input[kind][bit][i] = from->input[kind][bit][i];
        memcpy(part->bias, from->bias, sizeof part->bias);
        for (int stage = 0; stage < DAMAS_STAGES; stage++)
            for (int k = 0; k < 2; k++)
                for (int i = 0; i < DAMAS_HIDDEN; i++)
                    part->output[stage][k][i] = (int16_t)damas_packed_output(from, stage, k, i);
        memcpy(part->output_bias, from->output_bias, sizeof part->output_bias);
    }
}

_Static_assert(sizeof(damas_packed) == 22816, "networks.S counts parts of this size");

/* One network for each variant but Portuguese, whose captures are the Spanish ones, in the order of
 * damas_variants, and how many parts each has. */
extern const damas_packed damas_networks[];
static const uint8_t parts_of[] = {1, 1, 2, 1, 1, 1, 1}; /* the third is English */

void damas_weights_of(const damas_rules *r, damas_weights *w) {
    ptrdiff_t number = r->variant - damas_variants;
    number -= number > 0;
    const damas_packed *first = damas_networks;
    for (ptrdiff_t i = 0; i < number; i++) first += parts_of[i];
    damas_unpack(first, parts_of[number], w);
}
