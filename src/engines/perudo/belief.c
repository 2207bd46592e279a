/* What a player believes about the dice on the table, and when it interrupts. */
#include <string.h>

#include "engines/perudo/player.h"

void perudo_player_believe(player *p, const perudo_position *v, int seat, int face,
                           double chance[PERUDO_TOTAL_MAX + 1]) {
    memset(chance, 0, (PERUDO_TOTAL_MAX + 1) * sizeof *chance);
    int own = v->hand[seat] ? perudo_matching(v->hand[seat], face, !v->palifico) : 0, top = own;
    float *weight = p->chance; /* room for the hands of any seat */
    chance[own] = 1;
    for (int other = 0; other < p->rules->seats; other++) {
        if (!v->count[other] || (other == seat && v->hand[seat])) continue;
        const hands *h = perudo_player_hands(p, v, other);
        double of[PERUDO_DICE_MAX + 1] = {0}, next[PERUDO_TOTAL_MAX + 1] = {0};
        perudo_model_belief(&p->model, v, other, h, weight);
        for (int i = 0; i < h->count; i++) of[h->matching[face][i]] += (double)weight[i];
        for (int a = 0; a <= top; a++)
            for (int b = 0; b <= h->dice; b++) next[a + b] += chance[a] * of[b];
        top += h->dice;
        memcpy(chance, next, sizeof next);
    }
}

game_move perudo_player_interrupt(engine *e, const game_position *position, int seat) {
    player *p = (player *)e;
    const perudo_position *v = perudo_position_of(position);
    perudo_bid last = perudo_last_bid(v);
    double chance[PERUDO_TOTAL_MAX + 1];
    if (seat == v->next || !perudo_may_calza(p->rules, v, seat)) return 0;
    if (v->count[seat] >= p->rules->most[seat]) return 0;
    perudo_player_believe(p, v, seat, perudo_bid_face(last), chance);
    return chance[perudo_bid_count(last)] > 0.5 ? perudo_move(PERUDO_CALZA, seat) : 0;
}
