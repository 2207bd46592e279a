#include "engines/perudo/seed.h"

enum { COVERED = 90, EACH_HELD = 10, NO_LAMA = 50, HIGHEST_AT_SAME_COUNT = 5 };

/* Fitted by tools/perudo_tune.c (docs/boards.md). */
const seed_constants perudo_seed_constants = {.threshold = 8, .factor = {9, 3, 1}};

static bool doubts(const seed_constants *c, const seed_situation *s) {
    int held = perudo_matching(s->hand, perudo_bid_face(s->last), !s->palifico);
    int needed = perudo_bid_count(s->last) - held, unknown = s->total - s->dice;
    return (unknown - needed) * c->factor[perudo_seed_band(s->total)] <= c->threshold;
}

static int score(const seed_situation *s, perudo_bid b) {
    int face = perudo_bid_face(b), held = perudo_matching(s->hand, face, !s->palifico);
    if (held >= perudo_bid_count(b)) return COVERED;
    if (held > 0) return EACH_HELD * held;
    return face == PERUDO_LAMA ? NO_LAMA : 0;
}

/* The bids it considers, in their order; returns their number. */
static int candidates(const seed_situation *s, perudo_bid bids[SEED_CANDIDATES_MAX]) {
    int count = s->last ? perudo_bid_count(s->last) : 1, face = perudo_bid_face(s->last);
    perudo_bid all[PERUDO_FACES_MAX];
    int found = 0, legal = 0;
    if (face == PERUDO_LAMA) {
        for (int f = 2; f <= s->rules->faces; f++) all[found++] = perudo_bid_of(2 * count + 1, f);
        all[found++] = perudo_bid_of(count + 1, PERUDO_LAMA);
    } else {
        if (s->last) all[found++] = perudo_bid_of(count + 1, face);
        for (int f = s->last ? face + 1 : 2; f <= HIGHEST_AT_SAME_COUNT; f++)
            all[found++] = perudo_bid_of(count, f);
        all[found++] = perudo_bid_of((count + 1) / 2, PERUDO_LAMA);
    }
    for (int i = 0; i < found; i++)
        if (perudo_may_bid(s->rules, s->palifico, s->last, s->dice, s->total, all[i]))
            bids[legal++] = all[i];
    return legal;
}

perudo_bid perudo_seed_decide(const seed_constants *c, const seed_situation *s) {
    perudo_bid bids[SEED_CANDIDATES_MAX], best = 0;
    if (s->last && doubts(c, s)) return 0;
    int count = candidates(s, bids), best_score = -1;
    for (int i = 0; i < count; i++)
        if (score(s, bids[i]) > best_score) {
            best = bids[i];
            best_score = score(s, best);
        }
    return best;
}
