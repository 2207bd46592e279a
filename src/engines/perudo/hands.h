/* hands - all hands of so many dice, with how likely they are and what they count for.
 *
 * Solvers work on vectors with one number for each hand: `padded` numbers, a multiple of eight, of
 * which those after `count` belong to no hand and have no chance.
 *
 * A seat can also be taken by one of several kinds of players, unknown to the other like its hand:
 * then the vector has a block of `block` numbers for each kind, `prior` is the chance of kind and
 * hand together, and only the first kind learns; the others keep the strategy they are given. */
#ifndef DAMERO_PERUDO_HANDS_H
#define DAMERO_PERUDO_HANDS_H

#include "games/perudo/perudo.h"

enum { HANDS_LANES = 8, HANDS_KINDS_MAX = 4 };

typedef struct hands {
    int dice, faces, count, padded;
    int block; /* of one kind; equal to `padded` where there is one */
    perudo_hand *hand;
    float *prior;                            /* the chance of each hand; they add up to 1 */
    uint8_t *matching[PERUDO_FACES_MAX + 1]; /* by face: the dice of each hand that count for it */
    float *with; /* for each face and number k: 1 for the hands with k dice that count, else 0 */
} hands;

/* All hands of `dice` dice (at least 1); `jokers`: lamas count for every face. False where there is
 * no memory. */
bool perudo_hands_create(hands *, int dice, int faces, bool jokers);
void perudo_hands_destroy(hands *);

/* The same for a seat taken by `kinds` kinds of players, with such chances: `count` covers all
 * blocks, and the places between them have no hand (0). */
bool perudo_hands_create_kinds(hands *, int dice, int faces, bool jokers, int kinds,
                               const float share[]);

/* The vector of the hands of which `k` dice count for `face`. */
static inline const float *perudo_hands_with(const hands *s, int face, int k) {
    return s->with + (size_t)(face * (s->dice + 1) + k) * (size_t)s->padded;
}

/* The place of a hand, which must be one of them. */
int perudo_hands_find(const hands *, perudo_hand);

/* Memory for `count` floats, aligned for vectors, all 0; to be freed. NULL where there is none. */
float *perudo_hands_floats(size_t count);

#endif
