#include "engines/perudo/hands.h"

#include <stdlib.h>
#include <string.h>

float *perudo_hands_floats(size_t count) {
    size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
    float *floats = aligned_alloc(64, bytes ? bytes : 64);
    if (floats) memset(floats, 0, bytes);
    return floats;
}

/* In how many orders the dice can have fallen, over all falls of so many dice. */
static double chance_of(perudo_hand h, int dice, int faces) {
    double chance = 1;
    for (int i = 1; i <= dice; i++) chance *= (double)i / faces;
    for (int face = 1; face <= faces; face++)
        for (int i = 2; i <= perudo_hand_has(h, face); i++) chance /= i;
    return chance;
}

bool perudo_hands_create(hands *s, int dice, int faces, bool jokers) {
    *s = (hands){.dice = dice, .faces = faces, .count = (int)perudo_hands(dice, faces)};
    s->padded = (s->count + HANDS_LANES - 1) / HANDS_LANES * HANDS_LANES;
    size_t padded = (size_t)s->padded;
    s->hand = calloc(padded, sizeof *s->hand);
    s->prior = perudo_hands_floats(padded);
    uint8_t *matching = calloc(padded, PERUDO_FACES_MAX + 1);
    s->matching[0] = matching;
    size_t stride = (size_t)(dice + 1) * padded;
    s->with = perudo_hands_floats((size_t)(PERUDO_FACES_MAX + 1) * stride);
    if (!s->hand || !s->prior || !matching || !s->with) {
        perudo_hands_destroy(s);
        return false;
    }
    for (int face = 1; face <= PERUDO_FACES_MAX; face++)
        s->matching[face] = matching + (size_t)face * padded;
    int i = 0;
    for (perudo_hand h = perudo_first_hand(dice); h; h = perudo_next_hand(h, faces), i++) {
        s->hand[i] = h;
        s->prior[i] = (float)chance_of(h, dice, faces);
        for (int face = 1; face <= faces; face++) {
            int k = perudo_matching(h, face, jokers);
            s->matching[face][i] = (uint8_t)k;
            s->with[(size_t)face * stride + (size_t)k * padded + (size_t)i] = 1;
        }
    }
    return true;
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
