#include "games/perudo/odds.h"

void perudo_tails(int n, double p, double tail[PERUDO_TOTAL_MAX + 2]) {
    /* The chances of 0..n after each die in turn; adds only positive numbers, for precision. */
    double chance[PERUDO_TOTAL_MAX + 1] = {1};
    for (int die = 1; die <= n; die++) {
        chance[die] = 0;
        for (int i = die; i > 0; i--) chance[i] = chance[i] * (1 - p) + chance[i - 1] * p;
        chance[0] *= 1 - p;
    }
    tail[n + 1] = 0;
    for (int k = n; k > 0; k--) tail[k] = tail[k + 1] + chance[k];
    tail[0] = 1;
}

double perudo_at_least(int n, int k, double p) {
    double tail[PERUDO_TOTAL_MAX + 2];
    if (k <= 0) return 1;
    if (k > n) return 0;
    perudo_tails(n, p, tail);
    return tail[k];
}

/* The chance that a hidden die matches a face. */
static double die_chance(const perudo_rules *r, bool palifico, int face) {
    return (palifico || face == PERUDO_LAMA ? 1.0 : 2.0) / r->faces;
}

/* The number of visible dice that match a face, and the number of hidden dice. */
static int count_seen(const perudo_rules *r, const perudo_position *view, int seat, int face,
                      int *hidden) {
    perudo_position p;
    int seen = 0;
    *hidden = 0;
    perudo_view(view, seat, &p);
    for (int s = 0; s < r->seats; s++) {
        if (p.hand[s]) seen += perudo_matching(p.hand[s], face, !p.palifico);
        else *hidden += p.count[s];
    }
    return seen;
}

double perudo_odds(const perudo_rules *r, const perudo_position *view, int seat, perudo_bid b) {
    int hidden, face = perudo_bid_face(b), seen = count_seen(r, view, seat, face, &hidden);
    return perudo_at_least(hidden, perudo_bid_count(b) - seen, die_chance(r, view->palifico, face));
}

double perudo_odds_exact(const perudo_rules *r, const perudo_position *view, int seat,
                         perudo_bid b) {
    int hidden, face = perudo_bid_face(b), seen = count_seen(r, view, seat, face, &hidden);
    int need = perudo_bid_count(b) - seen;
    double p = die_chance(r, view->palifico, face);
    if (need < 0) return 0;
    return perudo_at_least(hidden, need, p) - perudo_at_least(hidden, need + 1, p);
}

double perudo_move_odds(const perudo_rules *r, const perudo_position *view, int seat, game_move m) {
    switch (perudo_move_kind(m)) {
    case PERUDO_BIDS: return perudo_odds(r, view, seat, perudo_move_bid_of(m));
    case PERUDO_DUDO: return 1 - perudo_odds(r, view, seat, perudo_last_bid(view));
    default: return perudo_odds_exact(r, view, seat, perudo_last_bid(view));
    }
}
