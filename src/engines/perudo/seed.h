/* seed - the laboratory board's machine, to the letter of its figures.
 *
 * Doubt: (unknown dice - dice still needed) * factor <= threshold, where unknown dice are those in
 * play but not the player's, and still needed is the bid's count less the player's own dice of that
 * face. The factor goes by the dice in play: 2 to 7, 8 to 15, more. An opening never doubts.
 *
 * Bid: at most six candidates, in this order:
 *   after a face   the same face with one more (unless all dice in play are bid), the higher faces
 *                  up to 5 with the same count, lamas with half the count, rounded up
 *   after lamas    each face from 2 with twice the count plus one, one lama more
 *   as an opening  as after a face below 2 with a count of 1
 * A candidate scores 90 if the player's own dice cover it, otherwise 10 for each of them if there
 * are any, otherwise 50 for lamas and 0 for a face. The first of the highest score is bid. Lamas in
 * the hand count for every face.
 *
 * The source does not give the constants; tools/perudo_tune.c fits them. House rules may forbid a
 * candidate: then it is left out, and if none is left the machine doubts.
 */
#ifndef DAMERO_PERUDO_SEED_H
#define DAMERO_PERUDO_SEED_H

#include "games/perudo/perudo.h"

enum { SEED_BANDS = 3, SEED_CANDIDATES_MAX = 6 };

typedef struct seed_constants {
    int threshold;
    int factor[SEED_BANDS]; /* 2 to 7 dice in play, 8 to 15, more */
} seed_constants;

extern const seed_constants perudo_seed_constants;

/* What a seat of `dice` dice decides about. */
typedef struct seed_situation {
    const perudo_rules *rules;
    perudo_bid last; /* 0: an opening */
    int total, dice; /* in play, own */
    bool palifico;
    perudo_hand hand;
} seed_situation;

/* Which factor serves this number of dice in play. */
static inline int perudo_seed_band(int total) { return total <= 7 ? 0 : total <= 15 ? 1 : 2; }

/* The machine's bid; 0: it doubts. */
perudo_bid perudo_seed_decide(const seed_constants *, const seed_situation *);

#endif
