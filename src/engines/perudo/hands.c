#include "engines/perudo/hands.h"

#include <stdlib.h>
#include <string.h>

float *perudo_hands_floats(size_t count) {
    size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
    float *floats = aligned_alloc(64, bytes ? bytes : 64);
    if (floats) memset(floats, 0, bytes);
    return floats;
}

bool perudo_hands_vectors(float *vector[], int seats, size_t count) {
    vector[0] = perudo_hands_floats((size_t)seats * count);
    for (int seat = 1; vector[0] && seat < seats; seat++) vector[seat] = vector[seat - 1] + count;
    return vector[0] != NULL;
}

/* The number of orders in which these dice can fall, divided by all falls of that many dice. */
static double chance_of(perudo_hand h, int dice, int faces) {
    double chance = 1;
    for (int i = 1; i <= dice; i++) chance *= (double)i / faces;
    for (int face = 1; face <= faces; face++)
        for (int i = 2; i <= perudo_hand_has(h, face); i++) chance /= i;
    return chance;
}

static bool allocate(hands *s) {
    size_t padded = (size_t)s->padded;
    s->hand = calloc(padded, sizeof *s->hand);
    s->prior = perudo_hands_floats(padded);
    uint8_t *matching = calloc(padded, PERUDO_FACES_MAX + 1);
    s->matching[0] = matching;
    s->with = perudo_hands_floats((size_t)(PERUDO_FACES_MAX + 1) * (size_t)(s->dice + 1) * padded);
    if (!s->hand || !s->prior || !matching || !s->with) {
        perudo_hands_destroy(s);
        return false;
    }
    for (int face = 1; face <= PERUDO_FACES_MAX; face++)
        s->matching[face] = matching + (size_t)face * padded;
    return true;
}

static void set_hand(hands *s, int i, perudo_hand h, float share, bool jokers) {
    s->hand[i] = h;
    s->prior[i] = share * (float)chance_of(h, s->dice, s->faces);
    for (int face = 1; face <= s->faces; face++) {
        int k = perudo_matching(h, face, jokers);
        s->matching[face][i] = (uint8_t)k;
        s->with[(size_t)(face * (s->dice + 1) + k) * (size_t)s->padded + (size_t)i] = 1;
    }
}

bool perudo_hands_create_kinds(hands *s, int dice, int faces, bool jokers, int kinds,
                               const float share[]) {
    int different = (int)perudo_hands(dice, faces);
    int block = (different + HANDS_LANES - 1) / HANDS_LANES * HANDS_LANES;
    *s = (hands){.dice = dice,
                 .faces = faces,
                 .count = (kinds - 1) * block + different,
                 .padded = kinds * block,
                 .block = block};
    if (!allocate(s)) return false;
    for (int kind = 0; kind < kinds; kind++) {
        int i = kind * block;
        for (perudo_hand h = perudo_first_hand(dice); h; h = perudo_next_hand(h, faces), i++)
            set_hand(s, i, h, share[kind], jokers);
    }
    return true;
}

bool perudo_hands_create(hands *s, int dice, int faces, bool jokers) {
    static const float all[1] = {1};
    return perudo_hands_create_kinds(s, dice, faces, jokers, 1, all);
}

void perudo_hands_destroy(hands *s) {
    free(s->hand);
    free(s->prior);
    free(s->matching[0]);
    free(s->with);
    *s = (hands){0};
}

int perudo_hands_find(const hands *s, perudo_hand h) {
    int i = 0;
    while (s->hand[i] != h) i++;
    return i;
}
