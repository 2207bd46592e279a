#include "engines/perudo/model.h"

#include <math.h>
#include <string.h>

#include "games/perudo/odds.h"

/* How often a bid says nothing about the hand: players who bluff, or think differently. */
#define OFF 0.02f

void perudo_model_init(model *m, const perudo_rules *r, float noise) {
    m->rules = r;
    m->noise = noise;
    int total = 0;
    for (int seat = 0; seat < r->seats; seat++) total += r->most[seat];
    for (int jokers = 0; jokers < 2; jokers++) {
        double p = (jokers + 1.0) / r->faces;
        for (int n = 0; n <= total; n++) {
            double tail[PERUDO_TOTAL_MAX + 2];
            perudo_tails(n, p, tail);
            for (int k = 0; k <= n + 1; k++) m->at_least[jokers][n][k] = (float)tail[k];
        }
    }
}

int perudo_model_sensible(const perudo_rules *r, bool palifico, perudo_bid last, int dice,
                          int total, int each, perudo_bid *bids) {
    int count = 0;
    for (int face = 1; face <= r->faces; face++) {
        int found = 0;
        for (int n = 1; n <= total && found < each; n++) {
            if (!perudo_may_bid(r, palifico, last, dice, total, perudo_bid_of(n, face))) continue;
            bids[count++] = perudo_bid_of(n, face);
            found++;
        }
    }
    return count;
}

/* Multiplies the weight of each hand of `own` by the chance that its holder bids `b` over `last`.
 */
static void hear(const model *m, const hands *own, bool palifico, int total, perudo_bid last,
                 perudo_bid b, float *weight) {
    perudo_bid bids[MODEL_SENSIBLE_MAX + 1];
    int count = perudo_model_sensible(m->rules, palifico, last, own->dice, total, 2, bids),
        said = 0;
    while (said < count && bids[said] != b) said++;
    if (said == count) bids[count++] = b; /* a jump bid */
    int hidden = total - own->dice;
    /* exp(odds / noise) by bid and dice that count for it, once for all hands */
    float liking[MODEL_SENSIBLE_MAX + 2][PERUDO_DICE_MAX + 1];
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= own->dice; k++)
            liking[i][k] = expf(perudo_model_odds(m, palifico, perudo_bid_face(bids[i]), hidden,
                                                  perudo_bid_count(bids[i]) - k) /
                                m->noise);
    for (int k = 0; k <= own->dice && last; k++)
        liking[count][k] = expf((1 - perudo_model_odds(m, palifico, perudo_bid_face(last), hidden,
                                                       perudo_bid_count(last) - k)) /
                                m->noise);
    for (int h = 0; h < own->count; h++) {
        float sum = last ? liking[count][own->matching[perudo_bid_face(last)][h]] : 0;
        for (int i = 0; i < count; i++)
            sum += liking[i][own->matching[perudo_bid_face(bids[i])][h]];
        weight[h] *= OFF + (1 - OFF) * liking[said][own->matching[perudo_bid_face(b)][h]] / sum;
    }
}

void perudo_model_belief(const model *m, const perudo_position *p, int seat, const hands *own,
                         float *weight) {
    memcpy(weight, own->prior, (size_t)own->padded * sizeof *weight);
    int total = perudo_total(p);
    for (int i = 0; i < p->bids; i++)
        if (perudo_bidder(p, i) == seat)
            hear(m, own, p->palifico, total, i ? p->bid[i - 1] : 0, p->bid[i], weight);
    float sum = 0;
    for (int h = 0; h < own->count; h++) sum += weight[h];
    for (int h = 0; h < own->count; h++) weight[h] /= sum;
}
