#include "engines/perudo/rollout.h"

#include <math.h>
#include <stdlib.h>

enum { CANDIDATES_MAX = 3 * PERUDO_FACES_MAX + 2, DEALS_AT_ONCE = 16, LONGEST = 64 };

/* The largest error in a player's estimate of the odds. */
#define NOISE 0.08f

/* A move that is worse by this much is played 1/e times as often. */
#define MIXING 0.05

bool perudo_rollout_create(rollout *r, const model *m, int widest, error *e) {
    *r = (rollout){.model = m, .ally = GAME_NOBODY};
    for (int seat = 0; seat < m->rules->seats; seat++) {
        r->ladder[seat] = perudo_hands_floats((size_t)widest);
        if (r->ladder[seat]) continue;
        perudo_rollout_destroy(r);
        return error_set(e, "no memory for rollouts");
    }
    return true;
}

void perudo_rollout_destroy(rollout *r) {
    for (int seat = 0; seat < PERUDO_SEATS_MAX; seat++) free(r->ladder[seat]);
    *r = (rollout){0};
}

static float share(random_source *random) {
    return (float)(random_next(random) >> 40) * (1.0f / (1 << 24));
}

static perudo_hand deal(const float *ladder, const hands *own, random_source *random) {
    float at = share(random) * ladder[own->count - 1];
    int low = 0, high = own->count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ladder[middle] > at) high = middle;
        else low = middle + 1;
    }
    return own->hand[low];
}

/* A round being played on. */
typedef struct table {
    const model *model;
    random_source *random;
    bool palifico;
    int total, seats, seat; /* whose turn it is */
    const uint8_t *count;
    perudo_hand hand[PERUDO_SEATS_MAX];
    perudo_bid last;
    int bidder;
} table;

static int counted(const table *t, int face) {
    int sum = 0;
    for (int seat = 0; seat < t->seats; seat++)
        sum += perudo_matching(t->hand[seat], face, !t->palifico);
    return sum;
}

/* The seat that loses a die if `caller` doubts. */
static int loser(const table *t, int caller) {
    return counted(t, perudo_bid_face(t->last)) >= perudo_bid_count(t->last) ? caller : t->bidder;
}

static int next_seat(const table *t, int seat) {
    do seat = seat + 1 == t->seats ? 0 : seat + 1;
    while (t->count[seat] == 0);
    return seat;
}

/* The lowest legal count of a face over the last bid, or 0. */
static int lowest(const table *t, int face) {
    const perudo_rules *r = t->model->rules;
    int last = perudo_bid_count(t->last), last_face = perudo_bid_face(t->last), n = 1;
    if (t->palifico) n = last;
    else if (face == PERUDO_LAMA) n = last_face == PERUDO_LAMA ? last : last / 2;
    else n = last_face == PERUDO_LAMA ? 2 * last : last;
    for (n = n > 1 ? n : 1; n <= t->total; n++)
        if (perudo_may_bid(r, t->palifico, t->last, t->count[t->seat], t->total,
                           perudo_bid_of(n, face)))
            return n;
        else if (r->raise == PERUDO_RAISE_EITHER && n > 2 * last + 1) return 0;
    return 0;
}

/* The move of the seat on turn: a bid, or 0 for a doubt. */
static perudo_bid decide(const table *t) {
    perudo_hand h = t->hand[t->seat];
    int hidden = t->total - t->count[t->seat], face = perudo_bid_face(t->last);
    perudo_bid best = 0;
    float best_odds =
        1 -
        perudo_model_odds(t->model, t->palifico, face, hidden,
                          perudo_bid_count(t->last) - perudo_matching(h, face, !t->palifico)) +
        NOISE * share(t->random);
    for (face = 1; face <= t->model->rules->faces; face++) {
        int n = lowest(t, face), held = perudo_matching(h, face, !t->palifico);
        if (n == 0) continue;
        /* Bid at once what the hand covers alone. */
        if (held > n && perudo_may_bid(t->model->rules, t->palifico, t->last, t->count[t->seat],
                                       t->total, perudo_bid_of(held, face)))
            n = held;
        float odds = perudo_model_odds(t->model, t->palifico, face, hidden, n - held) +
                     NOISE * share(t->random);
        if (odds < best_odds) continue;
        best_odds = odds;
        best = perudo_bid_of(n, face);
    }
    return best;
}

/* Plays the round on after a bid; returns the seat that loses the die. */
static int play_on(table t, perudo_bid b) {
    for (int i = 0; i < LONGEST && b; i++) {
        t.last = b;
        t.bidder = t.seat;
        t.seat = next_seat(&t, t.seat);
        b = decide(&t);
    }
    return loser(&t, t.seat);
}

/* The moves worth trying, as indices: the calls, and for each face the lowest bids. */
static int candidates(const player *p, const question *q, int *move) {
    perudo_bid bids[3 * PERUDO_FACES_MAX];
    int count = 0, dudo = perudo_question_call(q, PERUDO_DUDO),
        calza = perudo_question_call(q, PERUDO_CALZA);
    if (dudo >= 0) move[count++] = dudo;
    if (calza >= 0) move[count++] = calza;
    int total = perudo_total(q->view);
    int sensible = perudo_model_sensible(p->rules, q->view->palifico, perudo_last_bid(q->view),
                                         q->own->dice, total, q->view->bids ? 2 : 3, bids);
    for (int i = 0; i < sensible; i++) {
        int place = perudo_question_bid(q, bids[i]);
        if (place >= 0) move[count++] = place;
    }
    return count;
}

static float worth(const rollout *r, const table *t, const question *q, game_move m, float others) {
    perudo_kind kind = perudo_move_kind(m);
    if (kind == PERUDO_CALZA) {
        bool right = counted(t, perudo_bid_face(t->last)) == perudo_bid_count(t->last);
        bool room = t->count[q->seat] < t->model->rules->most[q->seat];
        return !right ? -1 : room ? 1 : 0;
    }
    int lost = kind == PERUDO_DUDO ? loser(t, q->seat) : play_on(*t, perudo_move_bid_of(m));
    return lost == q->seat || lost == r->ally ? -1 : others;
}

/* Mixes moves that are about as good as the best, so that a move reveals less about the hand. */
static void spread_choice(const question *q, const int *move, const double *sum, int count,
                          double deals, int hand, float *chance) {
    double best = sum[0], total = 0;
    for (int k = 1; k < count; k++) best = sum[k] > best ? sum[k] : best;
    for (int k = 0; k < count; k++) total += exp((sum[k] - best) / deals / MIXING);
    for (int k = 0; k < count; k++)
        chance[(size_t)move[k] * (size_t)q->own->padded + (size_t)hand] =
            (float)(exp((sum[k] - best) / deals / MIXING) / total);
}

/* One deal of the hidden dice: adds what each candidate is worth in it. Not inlined: a browser
 * optimises a function from its next call on, and the caller's loop is one call. */
__attribute__((noinline)) static void add_deal(const rollout *r, player *p, const question *q,
                                               table *t, const int *move, int count, float others,
                                               double *sum) {
    const perudo_position *v = q->view;
    for (int seat = 0; seat < t->seats; seat++)
        if (seat != q->seat && v->count[seat])
            t->hand[seat] =
                v->hand[seat] ? v->hand[seat]
                              : deal(r->ladder[seat], perudo_player_hands(p, v, seat), &p->random);
    for (int k = 0; k < count; k++) sum[k] += (double)worth(r, t, q, q->moves[move[k]], others);
}

/* The candidates with one hand, and what each is worth in all deals together. */
typedef struct trial {
    int move[CANDIDATES_MAX], count;
    double sum[CANDIDATES_MAX];
    uint64_t deals;
} trial;

static trial try_hand(const rollout *r, player *p, const question *q, int hand, uint64_t deals) {
    const perudo_position *v = q->view;
    trial found = {0};
    int seats_left = 0;
    found.count = candidates(p, q, found.move);
    table t = {.model = r->model,
               .random = &p->random,
               .palifico = v->palifico,
               .total = perudo_total(v),
               .seats = p->rules->seats,
               .seat = q->seat,
               .count = v->count,
               .last = perudo_last_bid(v),
               .bidder = v->bids ? perudo_bidder(v, v->bids - 1) : q->seat};
    for (int seat = 0; seat < t.seats; seat++) seats_left += v->count[seat] > 0;
    float others = 1.0f / (float)(seats_left - 1);
    t.hand[q->seat] = q->own->hand[hand];
    do {
        for (int i = 0; i < DEALS_AT_ONCE; i++, found.deals++)
            add_deal(r, p, q, &t, found.move, found.count, others, found.sum);
    } while (found.deals < deals && !(q->deadline && perudo_question_over(q)));
    return found;
}

static uint64_t choose_for_hand(const rollout *r, player *p, const question *q, int hand,
                                uint64_t deals, float *chance) {
    trial t = try_hand(r, p, q, hand, deals);
    spread_choice(q, t.move, t.sum, t.count, (double)t.deals, hand, chance);
    return t.deals;
}

/* Prepares to deal hands from the beliefs. */
static void set_ladders(rollout *r, const player *p, const question *q, float *const belief[]) {
    for (int seat = 0; seat < p->rules->seats; seat++) {
        if (!q->view->count[seat]) continue;
        const hands *own = perudo_player_hands(p, q->view, seat);
        float sum = 0;
        for (int h = 0; h < own->count; h++) r->ladder[seat][h] = sum += belief[seat][h];
    }
}

static uint64_t deals_wanted(const question *q) { return DEALS_AT_ONCE * q->effort; }

uint64_t perudo_rollout_choose(rollout *r, player *p, const question *q, float *const belief[],
                               float *chance) {
    uint64_t done = 0;
    set_ladders(r, p, q, belief);
    if (q->hand >= 0) return choose_for_hand(r, p, q, q->hand, deals_wanted(q), chance);
    for (int h = 0; h < q->own->count; h++) done += choose_for_hand(r, p, q, h, q->effort, chance);
    return done;
}

uint64_t perudo_rollout_values(rollout *r, player *p, const question *q, float *const belief[],
                               double *value) {
    set_ladders(r, p, q, belief);
    trial t = try_hand(r, p, q, q->hand, deals_wanted(q));
    for (int k = 0; k < t.count; k++) value[t.move[k]] = t.sum[k] / (double)t.deals;
    return t.deals;
}
