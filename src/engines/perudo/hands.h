/* hands - all hands of N dice, with their chances and their matching dice.
 *
 * Solvers work on vectors with one number per hand. A vector has `padded` numbers, a multiple of
 * eight; those after `count` belong to no hand and have chance 0.
 *
 * A seat can also be taken by one of several kinds of players, which the other player does not
 * know, just as it does not know the hand. Then a vector has a block of `block` numbers for each
 * kind, `prior` is the chance of kind and hand together, and only the first kind learns; the others
 * keep the strategy they are given. */
#ifndef DAMERO_PERUDO_HANDS_H
#define DAMERO_PERUDO_HANDS_H

#include "games/perudo/perudo.h"

enum { HANDS_LANES = 8, HANDS_KINDS_MAX = 4 };

typedef struct hands {
    int dice, faces, count, padded;
    int block; /* of one kind; equal to `padded` if there is only one */
    perudo_hand *hand;
    float *prior;                            /* the chance of each hand; they sum to 1 */
    uint8_t *matching[PERUDO_FACES_MAX + 1]; /* by face: the matching dice of each hand */
    float *with; /* for each face and number k: 1 for the hands with k matching dice, else 0 */
} hands;

/* All hands of `dice` dice (at least 1); `jokers`: lamas match every face. False if there is not
 * enough memory. */
bool perudo_hands_create(hands *, int dice, int faces, bool jokers);
void perudo_hands_destroy(hands *);

/* The same for a seat taken by one of `kinds` kinds of players with these chances; `count` covers
 * all blocks, and the padding between them has no hand (0). */
bool perudo_hands_create_kinds(hands *, int dice, int faces, bool jokers, int kinds,
                               const float share[]);

/* The vector of the hands with `k` dice that match `face`. */
static inline const float *perudo_hands_with(const hands *s, int face, int k) {
    return s->with + (size_t)(face * (s->dice + 1) + k) * (size_t)s->padded;
}

/* The index of a hand, which must be one of them. */
int perudo_hands_find(const hands *, perudo_hand);

/* Zeroed memory for `count` floats, aligned for vectors, to be freed by the caller; or NULL. */
float *perudo_hands_floats(size_t count);

/* The same for each of `seats` seats, in one piece: free vector[0]. False if there is not enough
 * memory. */
bool perudo_hands_vectors(float *vector[], int seats, size_t count);

#endif
