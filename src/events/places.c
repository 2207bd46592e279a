#include "events/places.h"

#include <stdlib.h>

#include "referee/journal.h"

bool places_find(const history *h, const match_verdict *v, int place[GAME_SEATS_MAX], error *e) {
    const game_rules *rules = h->rules;
    int64_t worth[GAME_SEATS_MAX] = {0}; /* the last move with it in the game, its score there */
    game_position *p = game_new_position(rules);
    if (!p) return error_set(e, "no memory for a position");
    game_copy(rules, p, h->start);
    for (size_t i = 0; i <= h->count; i++) {
        game_outcome now = game_result(rules, p);
        for (int seat = 0; seat < rules->seats; seat++)
            if (now.score[seat] > 0) worth[seat] = (int64_t)i << 16 | now.score[seat];
        if (i < h->count) game_play(rules, p, h->moves[i], NULL);
    }
    free(p);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (worth[seat] >> 16 < (int64_t)h->count) worth[seat] &= ~INT64_C(0xffff);
        if (seat == v->culprit) worth[seat] = -1;
        if (seat == v->winner) worth[seat] = INT64_MAX;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        place[seat] = 1;
        for (int other = 0; other < rules->seats; other++)
            if (worth[other] > worth[seat]) place[seat]++;
    }
    return true;
}

bool places_load(store *s, int64_t id, int place[GAME_SEATS_MAX], error *e) {
    transcript t;
    store_match *m = calloc(1, sizeof *m);
    if (!m) return error_set(e, "no memory for a match");
    bool good = store_find(s, id, m, e) && journal_load(s, m, false, &t, e);
    if (good) {
        good = places_find(transcript_game(&t), &t.verdict, place, e);
        transcript_destroy(&t);
    }
    free(m);
    return good;
}
