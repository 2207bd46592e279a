#include "events/pair_games.h"

#include <stdlib.h>

#include "base/text.h"

enum { EXTRA_GAMES = 10 }; /* extra games of a knockout that is tied after all others */

pair_games pair_games_of(const tournament *t, size_t at) {
    return (pair_games){.count = t->pairings.pairing[at].count,
                        .planned = t->plan.games,
                        .knockout = t->plan.kind == EVENT_KNOCKOUT};
}

uint64_t pair_games_most(const tournament *t) {
    return (uint64_t)t->plan.games + (t->plan.kind == EVENT_KNOCKOUT ? EXTRA_GAMES : 0);
}

void pair_games_add(pair_games *p, const int *player, const int *place, const match_verdict *v) {
    for (int a = 0; a < p->count; a++)
        for (int b = 0; b < p->count; b++) {
            if (a == b) continue;
            int better = v->winner == a ? 2 : v->winner == b ? 0 : 1;
            if (place) better = 1 + (place[b] > place[a]) - (place[b] < place[a]);
            p->points[player[a]] += better;
        }
}

/* A knockout is decided by a lead that cannot be caught, or after all games by the first pair that
 * is not tied. */
bool pair_games_decided(const pair_games *p, uint64_t played) {
    int lead = abs(p->points[0] - p->points[1]);
    int left = p->planned - (int)played;
    if (!p->knockout) return left <= 0;
    if (left > 0) return lead > 2 * left;
    return left <= -EXTRA_GAMES || (left % 2 == 0 && lead > 0);
}

bool pair_games_enter(tournament *t, size_t at, store *journal, int64_t *entry, error *e) {
    *entry = t->stored[at].series;
    if (*entry) return true;
    store_series *v = calloc(1, sizeof *v);
    if (!v) return error_set(e, "no memory for a series");
    text words = text_over(v->words, sizeof v->words);
    text_addf(&words, "tournament %s", t->about->name);
    bool good = store_begin_series(journal, v, e);
    /* The organiser may enter a result meanwhile: it stays. */
    good = good && store_set_pairing_series(journal, t->about->id, t->stored[at].round,
                                            t->stored[at].board, v->id, e);
    if (good) t->stored[at].series = *entry = v->id;
    free(v);
    return good;
}

bool pair_games_settle(tournament *t, size_t at, const pair_games *p, error *e) {
    return tournament_end_pairing(t, at, p->points, true, "", e) &&
           store_end_series(t->journal, t->stored[at].series, e);
}

bool pair_games_forfeit(tournament *t, size_t at, int culprit, const char *why, error *e) {
    int count = t->pairings.pairing[at].count, points[GAME_SEATS_MAX];
    char reason[STORE_PAIR];
    text r = text_over(reason, sizeof reason);
    text_add(&r, why);
    for (int i = 0; i < count; i++) points[i] = i == culprit ? 0 : 2 * t->plan.games * (count - 1);
    return tournament_end_pairing(t, at, points, false, reason, e) &&
           store_end_series(t->journal, t->stored[at].series, e);
}
