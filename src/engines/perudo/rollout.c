#include "engines/perudo/rollout.h"

#include <math.h>
#include <stdlib.h>

#include "engines/perudo/correction.h"

enum { CANDIDATES_MAX = 3 * PERUDO_FACES_MAX + 2, DEALS_AT_ONCE = 16, LONGEST = 64 };

/* How the others play (belief.h). A player who counts its own dice alone errs by up to NOISE in the
 * odds. One who listens errs by LISTENING_NOISE times a Gumbel variable, which makes the chance of
 * a move proportional to exp(odds / LISTENING_NOISE), and rates a doubt by its odds times
 * DOUBT_SLOPE plus DOUBT_BASE. The latter three were fitted to moves of this player before it
 * listened itself, then to results. */
#define NOISE           0.08f
#define LISTENING_NOISE 0.127f
#define DOUBT_SLOPE     1.56f
#define DOUBT_BASE      -0.55f

/* By how many matching dice an unlikely bid raises what others expect of a player with one die; of
 * one with n dice, the square root of n times as many. */
#define TOLD 0.2f

/* A move that is worse by this much is played 1/e times as often. */
#define MIXING 0.02

bool perudo_rollout_create(rollout *r, const model *m, int widest, error *e) {
    *r = (rollout){.model = m, .ally = GAME_NOBODY};
    /* exp(-exp(-x)) is the chance that a Gumbel variable is below x. */
    float x = -3;
    for (int i = 0; i < ROLLOUT_GUMBELS; i++) {
        while (expf(-expf(-x)) * ROLLOUT_GUMBELS < (float)i + 0.5f) x += 0.01f;
        r->gumbel[i] = x;
    }
    return perudo_hands_vectors(r->ladder, m->rules->seats, BELIEF_KINDS * (size_t)widest) ||
           error_set(e, "no memory for rollouts");
}

void perudo_rollout_destroy(rollout *r) {
    free(r->ladder[0]);
    *r = (rollout){0};
}

static float share(random_source *random) {
    return (float)(random_next(random) >> 40) * (1.0f / (1 << 24));
}

/* The place at which the ladder exceeds a random share of its top. */
static int climb(const float *ladder, int count, random_source *random) {
    float at = share(random) * ladder[count - 1];
    int low = 0, high = count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ladder[middle] > at) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* A round being played on. */
typedef struct table {
    const model *model;
    const float *gumbel;
    random_source *random;
    bool palifico;
    int total, seats, seat; /* whose turn it is */
    const uint8_t *count;
    perudo_hand hand[PERUDO_SEATS_MAX];
    int matching[PERUDO_FACES_MAX + 1]; /* dice of all hands, by face */
    bool listens[PERUDO_SEATS_MAX];
    perudo_bid last;
    int bidder;
    /* Matching dice by face that the bids speak for: of each seat, and of all. */
    float surplus[PERUDO_SEATS_MAX][PERUDO_FACES_MAX + 1], all[PERUDO_FACES_MAX + 1];
} table;

static void count_dice(table *t) {
    for (int face = 1; face <= t->model->rules->faces; face++) {
        t->matching[face] = 0;
        for (int seat = 0; seat < t->seats; seat++)
            t->matching[face] += perudo_matching(t->hand[seat], face, !t->palifico);
    }
}

static bool holds(const table *t, perudo_bid b) {
    return t->matching[perudo_bid_face(b)] >= perudo_bid_count(b);
}

/* The seat that loses a die if `caller` doubts. */
static int loser(const table *t, int caller) { return holds(t, t->last) ? caller : t->bidder; }

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

/* Adds what a bid says about the dice of its seat, by a rule of thumb instead of Bayes' rule, which
 * it follows closely: the less likely the bid, the more it says; lamas match other faces too, and
 * a bid on one face makes the others a little less likely. */
static void speak(table *t, perudo_bid b) {
    int face = perudo_bid_face(b), dice = t->count[t->seat], faces = t->model->rules->faces;
    bool lamas = face == PERUDO_LAMA && !t->palifico, joined = face != PERUDO_LAMA && !t->palifico;
    float expected = (float)(joined ? 2 * dice : dice) / (float)faces + t->all[face];
    float odds = perudo_model_soft_odds(t->model, t->palifico, face, t->total - dice,
                                        (float)perudo_bid_count(b) - expected);
    float told = TOLD * sqrtf((float)dice) * (joined ? 1 - odds * odds * odds : 1 - odds);
    for (int f = 1; f <= faces; f++) {
        float add = f == face ? told : lamas ? 0.8f * told : f == PERUDO_LAMA ? 0 : -0.2f * told;
        t->surplus[t->seat][f] += add;
        t->all[f] += add;
    }
}

/* The odds that the seat on turn gives a bid. */
static float odds_of(const table *t, int face, int count, int held) {
    int hidden = t->total - t->count[t->seat];
    if (!t->listens[t->seat])
        return perudo_model_odds(t->model, t->palifico, face, hidden, count - held);
    float heard = t->all[face] - t->surplus[t->seat][face];
    return perudo_model_soft_odds(t->model, t->palifico, face, hidden,
                                  (float)(count - held) - heard);
}

static float mistake(const table *t) {
    if (!t->listens[t->seat]) return NOISE * share(t->random);
    return LISTENING_NOISE * t->gumbel[random_next(t->random) % ROLLOUT_GUMBELS];
}

/* The move of the seat on turn: a bid, or 0 for a doubt. */
static perudo_bid decide(const table *t) {
    perudo_hand h = t->hand[t->seat];
    int face = perudo_bid_face(t->last);
    perudo_bid best = 0;
    float best_odds =
        1 - odds_of(t, face, perudo_bid_count(t->last), perudo_matching(h, face, !t->palifico));
    if (t->listens[t->seat]) best_odds = DOUBT_SLOPE * best_odds + DOUBT_BASE;
    best_odds += mistake(t);
    for (face = 1; face <= t->model->rules->faces; face++) {
        int n = lowest(t, face), held = perudo_matching(h, face, !t->palifico);
        if (n == 0) continue;
        /* Bid at once what the hand covers alone. */
        if (held > n && perudo_may_bid(t->model->rules, t->palifico, t->last, t->count[t->seat],
                                       t->total, perudo_bid_of(held, face)))
            n = held;
        float odds = odds_of(t, face, n, held) + mistake(t);
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
        speak(&t, b);
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
        bool right = t->matching[perudo_bid_face(t->last)] == perudo_bid_count(t->last);
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

/* The candidates with one hand: what each is worth in all deals together, and in how many its bid,
 * or the bid that it doubts, holds. */
typedef struct trial {
    int move[CANDIDATES_MAX], count;
    perudo_bid bid[CANDIDATES_MAX];
    double sum[CANDIDATES_MAX];
    uint64_t deals, holds[CANDIDATES_MAX];
} trial;

/* One deal of the hidden dice: adds what each candidate is worth in it. Not inlined: a browser
 * optimises a function from its next call on, and the caller's loop is one call. */
__attribute__((noinline)) static void add_deal(const rollout *r, player *p, const question *q,
                                               table *t, float others, trial *found) {
    const perudo_position *v = q->view;
    for (int seat = 0; seat < t->seats; seat++) {
        if (seat == q->seat || !v->count[seat]) continue;
        const hands *own = perudo_player_hands(p, v, seat);
        int place = climb(r->ladder[seat], BELIEF_KINDS * own->padded, &p->random);
        t->listens[seat] = place >= own->padded;
        t->hand[seat] = v->hand[seat] ? v->hand[seat] : own->hand[place % own->padded];
    }
    count_dice(t);
    for (int k = 0; k < found->count; k++) {
        found->holds[k] += holds(t, found->bid[k]);
        found->sum[k] += (double)worth(r, t, q, q->moves[found->move[k]], others);
    }
    found->deals++;
}

/* Adds to the worth of bids and doubts what rollouts misjudge, within what a round can bring. A
 * doubt about which all deals agree needs no correction. */
static void correct(const player *p, const question *q, int hand, float others, trial *found) {
    double deals = (double)found->deals;
    for (int k = 0; k < found->count; k++) {
        perudo_kind kind = perudo_move_kind(q->moves[found->move[k]]);
        bool doubt = kind == PERUDO_DUDO;
        double believed = (double)found->holds[k] / deals;
        float trait[CORRECTION_TRAITS];
        if (kind == PERUDO_CALZA || (doubt && (believed == 0 || believed == 1))) continue;
        perudo_correction_traits(p, q->view, q->seat, q->own->hand[hand], found->bid[k], doubt,
                                 (float)believed, trait);
        double value = found->sum[k] / deals + (double)perudo_correction(trait, doubt);
        if (value < -1) value = -1;
        if (value > (double)others) value = (double)others;
        found->sum[k] = deals * value;
    }
}

static trial try_hand(const rollout *r, player *p, const question *q, int hand, uint64_t deals) {
    const perudo_position *v = q->view;
    trial found = {0};
    int seats_left = 0;
    found.count = candidates(p, q, found.move);
    for (int k = 0; k < found.count; k++) {
        game_move m = q->moves[found.move[k]];
        found.bid[k] =
            perudo_move_kind(m) == PERUDO_BIDS ? perudo_move_bid_of(m) : perudo_last_bid(v);
    }
    table t = {.model = r->model,
               .gumbel = r->gumbel,
               .random = &p->random,
               .palifico = v->palifico,
               .total = perudo_total(v),
               .seats = p->rules->seats,
               .seat = q->seat,
               .count = v->count,
               .last = perudo_last_bid(v),
               .bidder = v->bids ? perudo_bidder(v, v->bids - 1) : q->seat};
    for (int seat = 0; seat < t.seats; seat++) {
        if (!v->count[seat]) continue;
        seats_left++;
        for (int face = 1; face <= p->rules->faces; face++)
            t.all[face] += t.surplus[seat][face] = p->beliefs.surplus[seat][face];
    }
    float others = 1.0f / (float)(seats_left - 1);
    t.hand[q->seat] = q->own->hand[hand];
    t.listens[q->seat] = true;
    do {
        for (int i = 0; i < DEALS_AT_ONCE; i++) add_deal(r, p, q, &t, others, &found);
    } while (found.deals < deals && !(q->deadline && perudo_question_over(q)));
    correct(p, q, hand, others, &found);
    return found;
}

static uint64_t choose_for_hand(const rollout *r, player *p, const question *q, int hand,
                                uint64_t deals, float *chance) {
    trial t = try_hand(r, p, q, hand, deals);
    spread_choice(q, t.move, t.sum, t.count, (double)t.deals, hand, chance);
    return t.deals;
}

/* Hears the bids, and prepares to deal hands from the beliefs. */
static void set_ladders(rollout *r, player *p, const question *q) {
    perudo_player_hear(p, q->view);
    for (int seat = 0; seat < p->rules->seats; seat++) {
        if (!q->view->count[seat]) continue;
        int count = BELIEF_KINDS * perudo_player_hands(p, q->view, seat)->padded;
        float sum = 0;
        for (int i = 0; i < count; i++) r->ladder[seat][i] = sum += p->beliefs.weight[seat][i];
    }
}

static uint64_t deals_wanted(const question *q) { return DEALS_AT_ONCE * q->effort; }

uint64_t perudo_rollout_choose(rollout *r, player *p, const question *q, float *chance) {
    uint64_t done = 0;
    set_ladders(r, p, q);
    if (q->hand >= 0) return choose_for_hand(r, p, q, q->hand, deals_wanted(q), chance);
    for (int h = 0; h < q->own->count; h++) done += choose_for_hand(r, p, q, h, q->effort, chance);
    return done;
}

uint64_t perudo_rollout_values(rollout *r, player *p, const question *q, double *value) {
    set_ladders(r, p, q);
    trial t = try_hand(r, p, q, q->hand, deals_wanted(q));
    for (int k = 0; k < t.count; k++) value[t.move[k]] = t.sum[k] / (double)t.deals;
    return t.deals;
}
