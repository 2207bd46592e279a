/* The two simple players: the board's heuristic, and the odds alone. */
#include "engines/perudo/player.h"
#include "engines/perudo/seed.h"

static const engine_level one_level[] = {{"full", "as it is"}, {0}};

/* seed: the board's machine (seed.h). */
static int seed_move(const player *p, const question *q, perudo_hand h) {
    const perudo_position *v = q->view;
    seed_situation s = {.rules = p->rules,
                        .last = perudo_last_bid(v),
                        .total = perudo_total(v),
                        .dice = q->own->dice,
                        .palifico = v->palifico,
                        .hand = h};
    perudo_bid b = perudo_seed_decide(&perudo_seed_constants, &s);
    return b ? perudo_question_bid(q, b) : perudo_question_call(q, PERUDO_DUDO);
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
    player *p = perudo_player_create(&perudo_seed_engine, rules, o, e);
    if (p) p->strategy = seed_strategy;
    return p ? &p->engine : NULL;
}

static engine *create_binomial(const game_rules *rules, const engine_options *o, error *e) {
    player *p = perudo_player_create(&perudo_binomial_engine, rules, o, e);
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
