/* The two simple players: the board's heuristic, and the odds alone. */
#include "engines/perudo/player.h"

static const engine_level one_level[] = {{"full", "as it is"}, {0}};

/* seed: the machine's first heuristic. It doubts a bid if the hidden dice beyond those needed,
 * times a factor for the number of dice in play, are at most DOUBT; otherwise it bids the best of a
 * handful of raises. The seed gives no constants; with these it doubts at about even odds. */
enum { DOUBT = 12, COVERED = 90, HELD = 10, NO_LAMA = 50 };

static int seed_factor(int total) { return total <= 7 ? 12 : total <= 15 ? 3 : 1; }

static int seed_score(perudo_hand h, perudo_bid b, bool jokers) {
    int face = perudo_bid_face(b), held = perudo_hand_has(h, face);
    if (perudo_matching(h, face, jokers) >= perudo_bid_count(b)) return COVERED;
    if (held > 0) return HELD * held;
    return face == PERUDO_LAMA ? NO_LAMA : 0;
}

/* The raises it considers: the same face with one more, each higher face with the same count, the
 * lowest on lamas; after lamas, the lowest on each face. To open, each face as often as it is held.
 */
static int seed_raises(const perudo_rules *r, const perudo_position *v, int dice, perudo_hand h,
                       perudo_bid *bids) {
    int count = 0, total = perudo_total(v);
    perudo_bid last = perudo_last_bid(v);
    for (int face = 1; face <= r->faces; face++) {
        int held = perudo_hand_has(h, face), n = last ? 1 : held ? held : 1;
        while (n <= total &&
               !perudo_may_bid(r, v->palifico, last, dice, total, perudo_bid_of(n, face)))
            n++;
        if (n > total) continue;
        int leap = n - perudo_bid_count(last);
        bool looked_at =
            !last || face == PERUDO_LAMA || leap <= 1 || perudo_bid_face(last) == PERUDO_LAMA;
        if (looked_at) bids[count++] = perudo_bid_of(n, face);
    }
    return count;
}

static int seed_move(const player *p, const question *q, perudo_hand h) {
    const perudo_position *v = q->view;
    perudo_bid last = perudo_last_bid(v), bids[PERUDO_FACES_MAX];
    int total = perudo_total(v), hidden = total - q->own->dice,
        dudo = perudo_question_call(q, PERUDO_DUDO);
    int needed = perudo_bid_count(last) -
                 (last ? perudo_matching(h, perudo_bid_face(last), !v->palifico) : 0);
    if (last && needed > 0 && (hidden - needed) * seed_factor(total) <= DOUBT) return dudo;
    int best = -1, best_score = -1;
    int count = seed_raises(p->rules, v, q->own->dice, h, bids);
    for (int i = 0; i < count; i++) {
        int score = seed_score(h, bids[i], !v->palifico);
        if (score < best_score) continue;
        best_score = score;
        best = perudo_question_bid(q, bids[i]);
    }
    return best >= 0 ? best : dudo >= 0 ? dudo : 0;
}

/* binomial: the move with the best odds for a player who sees only its own hand; among equals the
 * highest. */
static int binomial_move(const player *p, const question *q, perudo_hand h) {
    const perudo_position *v = q->view;
    int hidden = perudo_total(v) - q->own->dice, best = 0;
    float best_odds = -1;
    for (int i = 0; i < q->count; i++) {
        perudo_kind kind = perudo_move_kind(q->moves[i]);
        perudo_bid b = kind == PERUDO_BIDS ? perudo_move_bid_of(q->moves[i]) : perudo_last_bid(v);
        int face = perudo_bid_face(b);
        int needed = perudo_bid_count(b) - perudo_matching(h, face, !v->palifico);
        float odds = perudo_model_odds(&p->model, v->palifico, face, hidden, needed);
        if (kind == PERUDO_DUDO) odds = 1 - odds;
        if (kind == PERUDO_CALZA)
            odds = needed < 0
                       ? 0
                       : odds - perudo_model_odds(&p->model, v->palifico, face, hidden, needed + 1);
        if (odds < best_odds) continue;
        best_odds = odds;
        best = i;
    }
    return best;
}

typedef int (*simple_move)(const player *, const question *, perudo_hand);

static uint64_t answer_simply(const player *p, const question *q, simple_move move, float *chance) {
    int first = q->hand < 0 ? 0 : q->hand, end = q->hand < 0 ? q->own->count : q->hand + 1;
    for (int h = first; h < end; h++) perudo_answer(q, move(p, q, q->own->hand[h]), h, chance);
    return (uint64_t)(end - first);
}

static uint64_t seed_strategy(player *p, const question *q, float *chance) {
    return answer_simply(p, q, seed_move, chance);
}
static uint64_t binomial_strategy(player *p, const question *q, float *chance) {
    return answer_simply(p, q, binomial_move, chance);
}

static engine *create_seed(const game_rules *rules, const engine_options *o, error *e) {
    player *p = perudo_player_create(&perudo_seed_engine, rules, o, 0.1f, e);
    if (p) p->strategy = seed_strategy;
    return p ? &p->engine : NULL;
}

static engine *create_binomial(const game_rules *rules, const engine_options *o, error *e) {
    player *p = perudo_player_create(&perudo_binomial_engine, rules, o, 0.1f, e);
    if (p) p->strategy = binomial_strategy;
    return p ? &p->engine : NULL;
}

const engine_kind perudo_seed_engine = {
    .name = "seed",
    .game = "perudo",
    .summary = "The board's first heuristic: doubts by a rule of thumb, bids what it holds.",
    .unit = "thousandths of a round",
    .levels = one_level,
    .create = create_seed,
    .destroy = perudo_player_destroy,
    .think = perudo_player_think,
};

const engine_kind perudo_binomial_engine = {
    .name = "binomial",
    .game = "perudo",
    .summary = "The odds alone: doubts or bids, whichever is likelier to be right.",
    .unit = "thousandths of a round",
    .levels = one_level,
    .create = create_binomial,
    .destroy = perudo_player_destroy,
    .think = perudo_player_think,
    .interrupt = perudo_player_interrupt,
};
