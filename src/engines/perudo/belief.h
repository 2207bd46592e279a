/* belief - what the bids of a round say about the hands behind them, and about the bidders.
 *
 * Bidders are of two kinds. Both consider a few sensible bids (for each face the lowest legal one
 * and the next) and the doubt, rate each by its odds, and choose it with a chance proportional to
 * exp(odds / noise). One kind knows only its own dice. The other also listens: it counts the dice
 * that the others' bids speak for. By Bayes' rule every bid then tells how likely each hand of its
 * bidder is, and how likely the bidder listens. The latter is remembered from round to round.
 */
#ifndef DAMERO_PERUDO_BELIEF_H
#define DAMERO_PERUDO_BELIEF_H

#include "engines/perudo/hands.h"
#include "engines/perudo/model.h"

enum { BELIEF_ALONE, BELIEF_LISTENS, BELIEF_KINDS };

/* The round that was heard last. */
typedef struct belief_round {
    uint8_t starter, palifico, count[PERUDO_SEATS_MAX];
    int bids;
    perudo_bid bid[PERUDO_BIDS_MAX];
} belief_round;

typedef struct beliefs {
    /* By seat: the chance that it has each hand and counts its own dice alone, then, from `padded`
     * on, that it has the hand and listens. They sum to 1. */
    float *weight[PERUDO_SEATS_MAX];
    float listens[PERUDO_SEATS_MAX]; /* the chance that the seat does */
    /* By seat and face: how many more of its dice match than on average, as far as bids tell. */
    float surplus[PERUDO_SEATS_MAX][PERUDO_FACES_MAX + 1];
    belief_round round;
} beliefs;

/* For hands of at most `widest` numbers. */
bool perudo_beliefs_create(beliefs *, int seats, int widest, error *);
void perudo_beliefs_destroy(beliefs *);

/* Forgets what earlier rounds told about the bidders: another game begins. */
void perudo_beliefs_forget(beliefs *);

/* Hears the bids of a round; own[seat] are the hands of a seat that has dice. Of the round heard
 * last it hears only the bids that are new; of another one all, and it remembers what the last one
 * told about the bidders. */
void perudo_beliefs_hear(beliefs *, const model *, const perudo_position *,
                         const hands *const own[]);

/* The chance of each hand of a seat, whether it listens or not. */
static inline float perudo_beliefs_hand(const beliefs *b, const hands *own, int seat, int hand) {
    return b->weight[seat][hand] + b->weight[seat][own->padded + hand];
}

#endif
