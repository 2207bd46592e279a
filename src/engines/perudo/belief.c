#include "engines/perudo/belief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How often a bid says nothing about the hand: players who bluff, or think differently. */
#define OFF 0.02f

/* Between rounds a doubt about the kind of a bidder remains, so that a mistake can be corrected. */
#define UNSURE 0.0025f

/* How a kind chooses: the noise, and what it adds to the odds of a doubt. */
typedef struct manner {
    float noise, doubt;
} manner;

static const manner manners[BELIEF_KINDS] = {
    [BELIEF_ALONE] = {0.1f, 0}, [BELIEF_LISTENS] = {0.2f, -0.1f}};

bool perudo_beliefs_create(beliefs *b, int seats, int widest, error *e) {
    *b = (beliefs){0};
    return perudo_hands_vectors(b->weight, seats, BELIEF_KINDS * (size_t)widest) ||
           error_set(e, "no memory for beliefs");
}

void perudo_beliefs_destroy(beliefs *b) {
    free(b->weight[0]);
    *b = (beliefs){0};
}

void perudo_beliefs_forget(beliefs *b) { b->round = (belief_round){0}; }

/* Whether the position is of the round that was heard last, perhaps some bids later. */
static bool goes_on(const belief_round *r, const perudo_position *p) {
    return r->starter == p->starter && r->palifico == p->palifico && r->bids <= p->bids &&
           memcmp(r->count, p->count, sizeof r->count) == 0 &&
           memcmp(r->bid, p->bid, (size_t)r->bids * sizeof r->bid[0]) == 0;
}

/* Before a bid: chance alone decides about the hand, the last round about the bidder. */
static void start_seat(beliefs *b, int seat, const hands *own) {
    float listens = b->round.count[seat] ? b->listens[seat] : 0.5f;
    if (listens < UNSURE) listens = UNSURE;
    if (listens > 1 - UNSURE) listens = 1 - UNSURE;
    b->listens[seat] = listens;
    for (int h = 0; h < own->padded; h++) {
        b->weight[seat][h] = own->prior[h] * (1 - listens);
        b->weight[seat][own->padded + h] = own->prior[h] * listens;
    }
    memset(b->surplus[seat], 0, sizeof b->surplus[seat]);
}

/* A bidder's choice: the last bid, if any, and the bids it considers. */
typedef struct choice {
    const model *model;
    const hands *own;
    bool palifico;
    int hidden, count, said; /* the number of bids, and which one was made */
    perudo_bid last, bids[MODEL_SENSIBLE_MAX + 1];
    float heard[PERUDO_FACES_MAX + 1]; /* the others' surplus */
} choice;

/* The odds of a bid for a bidder of a kind with `held` matching dice. */
static float odds_of(const choice *c, int kind, perudo_bid bid, int held) {
    int face = perudo_bid_face(bid);
    float heard = kind == BELIEF_LISTENS ? c->heard[face] : 0;
    return perudo_model_soft_odds(c->model, c->palifico, face, c->hidden,
                                  (float)(perudo_bid_count(bid) - held) - heard);
}

/* Multiplies the weight of each hand by the chance that a bidder of that kind makes the bid.
 * Returns the sum of the weights. */
static float weigh(const choice *c, int kind, float *weight) {
    const hands *own = c->own;
    manner m = manners[kind];
    const uint8_t *last = own->matching[perudo_bid_face(c->last)],
                  *said = own->matching[perudo_bid_face(c->bids[c->said])];
    float total = 0;
    /* exp(odds / noise) by bid and dice that match it, once for all hands; the doubt comes last */
    float liking[MODEL_SENSIBLE_MAX + 2][PERUDO_DICE_MAX + 1];
    for (int k = 0; k <= own->dice; k++) {
        for (int i = 0; i < c->count; i++)
            liking[i][k] = expf(odds_of(c, kind, c->bids[i], k) / m.noise);
        if (c->last)
            liking[c->count][k] = expf((1 - odds_of(c, kind, c->last, k) + m.doubt) / m.noise);
    }
    for (int h = 0; h < own->count; h++) {
        float sum = c->last ? liking[c->count][last[h]] : 0;
        for (int i = 0; i < c->count; i++)
            sum += liking[i][own->matching[perudo_bid_face(c->bids[i])][h]];
        weight[h] *= OFF + (1 - OFF) * liking[c->said][said[h]] / sum;
        total += weight[h];
    }
    return total;
}

/* Hears one bid of the round. */
static void hear(beliefs *b, const model *m, const perudo_position *p, int index,
                 const hands *own) {
    int seat = perudo_bidder(p, index), total = perudo_total(p);
    choice c = {.model = m,
                .own = own,
                .palifico = p->palifico,
                .hidden = total - own->dice,
                .last = index ? p->bid[index - 1] : 0};
    c.count = perudo_model_sensible(m->rules, p->palifico, c.last, own->dice, total, 2, c.bids);
    while (c.said < c.count && c.bids[c.said] != p->bid[index]) c.said++;
    if (c.said == c.count) c.bids[c.count++] = p->bid[index]; /* a jump bid */
    for (int face = 1; face <= m->rules->faces; face++)
        for (int other = 0; other < m->rules->seats; other++)
            if (other != seat && p->count[other]) c.heard[face] += b->surplus[other][face];
    float *alone = b->weight[seat], *listening = alone + own->padded;
    float sum_alone = weigh(&c, BELIEF_ALONE, alone),
          sum_listening = weigh(&c, BELIEF_LISTENS, listening);
    for (int h = 0; h < own->padded; h++) {
        alone[h] /= sum_alone + sum_listening;
        listening[h] /= sum_alone + sum_listening;
    }
    b->listens[seat] = sum_listening / (sum_alone + sum_listening);
    for (int face = 1; face <= m->rules->faces; face++) {
        float surplus = 0;
        for (int h = 0; h < own->count; h++)
            surplus += (alone[h] + listening[h] - own->prior[h]) * (float)own->matching[face][h];
        b->surplus[seat][face] = surplus;
    }
}

void perudo_beliefs_hear(beliefs *b, const model *m, const perudo_position *p,
                         const hands *const own[]) {
    belief_round *r = &b->round;
    bool same = goes_on(r, p);
    for (int seat = 0; seat < m->rules->seats && !same; seat++)
        if (p->count[seat]) start_seat(b, seat, own[seat]);
    for (int i = same ? r->bids : 0; i < p->bids; i++) hear(b, m, p, i, own[perudo_bidder(p, i)]);
    *r = (belief_round){.starter = p->starter, .palifico = p->palifico, .bids = p->bids};
    memcpy(r->count, p->count, sizeof r->count);
    memcpy(r->bid, p->bid, (size_t)p->bids * sizeof r->bid[0]);
}
