#include "engines/perudo/correction.h"

#include <string.h>

/* As learned, but the sixth weight of doubts is lower by 0.1, which gains more among clones of
 * earlier versions than it loses among exploiters (docs/perudo.md). */
const float perudo_correction_weights[2][CORRECTION_TRAITS] = {
    {-0.004f, 0.311f, -0.228f, -0.123f, -0.013f, -0.089f, -0.342f, 0.387f},
    {-0.258f, 0.082f, -0.399f, 0.304f, 0.175f, -0.034f, -0.140f, 0.416f}};

/* The player whose kind matters: the one who made the bid, or who has to answer it. */
static int other_of(const player *p, const perudo_position *view, int seat, bool doubt) {
    if (doubt) return perudo_bidder(view, view->bids - 1);
    do seat = (seat + 1) % p->rules->seats;
    while (!view->count[seat]);
    return seat;
}

void perudo_correction_traits(const player *p, const perudo_position *view, int seat,
                              perudo_hand hand, perudo_bid bid, bool doubt, float believed,
                              float trait[CORRECTION_TRAITS]) {
    int face = perudo_bid_face(bid), total = perudo_total(view);
    int needed = perudo_bid_count(bid) - perudo_matching(hand, face, !view->palifico);
    float alone =
        perudo_model_odds(&p->model, view->palifico, face, total - view->count[seat], needed);
    float listens = p->beliefs.listens[other_of(p, view, seat, doubt)];
    const float found[CORRECTION_TRAITS] = {
        1,       believed,           believed * believed, alone, (float)total / 20,
        listens, listens * believed, listens * alone};
    memcpy(trait, found, sizeof found);
}

float perudo_correction(const float trait[CORRECTION_TRAITS], bool doubt) {
    float sum = 0;
    for (int i = 0; i < CORRECTION_TRAITS; i++)
        sum += perudo_correction_weights[doubt][i] * trait[i];
    return sum;
}
