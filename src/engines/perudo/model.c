#include "engines/perudo/model.h"

#include "games/perudo/odds.h"

void perudo_model_init(model *m, const perudo_rules *r) {
    m->rules = r;
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

float perudo_model_soft_odds(const model *m, bool palifico, int face, int hidden, float needed) {
    int floor = (int)needed - (needed < 0);
    float low = perudo_model_odds(m, palifico, face, hidden, floor);
    float high = perudo_model_odds(m, palifico, face, hidden, floor + 1);
    return low + (needed - (float)floor) * (high - low);
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
