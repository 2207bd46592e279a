#include "engines/perudo/style.h"

#include <math.h>

/* A rating this many times the noise below zero is never chosen if there is another move. */
#define NEVER 50

typedef struct nature {
    float noise;
    float doubt; /* added to the rating of a doubt */
    float leap;  /* added for every die above the lowest bid on a face */
    float rush;  /* taken off for every die above the lowest bid on a face, likely or not */
    float front; /* how much it ignores its own hand: 0 bids what it holds, 1 pure bluff */
} nature;

static const nature natures[PERUDO_STYLES] = {
    [PERUDO_CAREFUL] = {.noise = 0.04f, .doubt = -0.10f, .leap = -0.05f, .front = 0},
    [PERUDO_BOLD] = {.noise = 0.10f, .doubt = 0.05f, .leap = 0.20f, .front = 0.2f},
    [PERUDO_TRICKY] = {.noise = 0.06f, .doubt = 0, .leap = 0.05f, .front = 0.6f},
    [PERUDO_BEGINNER + ENGINE_BEGINNER] = {.noise = 8, .rush = 1.4f},
    [PERUDO_BEGINNER + ENGINE_NOVICE] = {.noise = 1.75f, .rush = 0.55f},
    [PERUDO_BEGINNER + ENGINE_CASUAL] = {.noise = 0.87f, .rush = 0.29f},
    [PERUDO_BEGINNER + ENGINE_CLUB] = {.noise = 0.55f, .rush = 0.183f},
    [PERUDO_BEGINNER + ENGINE_STRONG] = {.noise = 0.38f, .rush = 0.127f},
    [PERUDO_BEGINNER + ENGINE_EXPERT] = {.noise = 0.27f, .rush = 0.09f},
    [PERUDO_BEGINNER + ENGINE_MASTER] = {.noise = 0.175f, .rush = 0.058f},
};

/* How many hidden dice must match a bid. */
static int needed(const question *q, perudo_bid b, perudo_hand h) {
    return perudo_bid_count(b) - perudo_matching(h, perudo_bid_face(b), !q->view->palifico);
}

static float odds(const player *p, const question *q, perudo_bid b, perudo_hand h) {
    const perudo_position *v = q->view;
    int hidden = perudo_total(v) - q->own->dice;
    return perudo_model_odds(&p->model, v->palifico, perudo_bid_face(b), hidden, needed(q, b, h));
}

/* The odds of a bid for someone who sees no dice. */
static float front_odds(const player *p, const question *q, perudo_bid b) {
    return perudo_model_odds(&p->model, q->view->palifico, perudo_bid_face(b),
                             perudo_total(q->view), perudo_bid_count(b));
}

static float liking(const player *p, const question *q, const nature *n, game_move m, int lowest,
                    perudo_hand h) {
    perudo_bid last = perudo_last_bid(q->view), b = perudo_move_bid_of(m);
    switch (perudo_move_kind(m)) {
    case PERUDO_DUDO: /* a bid that its own dice cover only if no other move is legal */
        return needed(q, last, h) <= 0 ? -NEVER * n->noise : 1 - odds(p, q, last, h) + n->doubt;
    case PERUDO_CALZA: {
        perudo_bid more = (perudo_bid)(last + perudo_bid_of(1, 0));
        return odds(p, q, last, h) - odds(p, q, more, h) + n->doubt;
    }
    default: break;
    }
    float own = odds(p, q, b, h), front = front_odds(p, q, b);
    int leap = perudo_bid_count(b) - lowest;
    float worth = own + n->front * (front - own) - n->rush * (float)leap;
    return worth + (own > 0.4f ? n->leap * (float)leap : 0);
}

static void answer_for(const player *p, const question *q, const nature *n, int hand,
                       float *chance) {
    int lowest[PERUDO_FACES_MAX + 1] = {0};
    float sum = 0, *of = chance + hand;
    size_t width = (size_t)q->own->padded;
    for (int i = 0; i < q->count; i++) {
        int face = perudo_bid_face(perudo_move_bid_of(q->moves[i]));
        if (perudo_move_kind(q->moves[i]) == PERUDO_BIDS && !lowest[face])
            lowest[face] = perudo_move_count(q->moves[i]);
        sum += of[(size_t)i * width] =
            expf(liking(p, q, n, q->moves[i], lowest[face], q->own->hand[hand]) / n->noise);
    }
    for (int i = 0; i < q->count; i++) of[(size_t)i * width] /= sum;
}

uint64_t perudo_style_strategy(const player *p, const question *q, perudo_style style,
                               float *chance) {
    int first = q->hand < 0 ? 0 : q->hand, end = q->hand < 0 ? q->own->count : q->hand + 1;
    for (int h = first; h < end; h++) answer_for(p, q, &natures[style], h, chance);
    return (uint64_t)(end - first);
}
