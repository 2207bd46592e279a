#include "events/opening.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/random.h"
#include "boards/engines.h"

enum {
    TRIES = 1000,
    CANDIDATES = 12, /* for a balanced opening */
    JUDGE_NODES = 5000,
    JUDGE_MEMORY = 4 << 20,
    SALT = 0x6f70656e, /* keeps openings independent of the players' random choices */
};

uint64_t opening_seed(uint64_t seed, uint64_t round) { return hash_join(seed ^ SALT, round); }

/* False if the game ends before or with the last of them. */
static bool try_moves(size_t moves, random_source *chance, game_move *legal, history *h, error *e) {
    for (size_t i = 0; i < moves; i++) {
        size_t count = game_moves(h->rules, h->now, game_turn(h->rules, h->now), legal);
        if (count == 0) return false;
        if (!history_play(h, legal[random_below(chance, (uint32_t)count)], e)) return false;
        if (game_turn(h->rules, h->now) == GAME_OVER) return false;
    }
    return true;
}

bool opening_play(const game_rules *rules, const game_position *from, size_t moves, uint64_t seed,
                  history *h, error *e) {
    random_source chance = random_seed(seed);
    if (rules->game->roll)
        return error_set(e, "%s has dice: every game begins differently anyway", rules->game->name);
    game_move *legal = malloc(rules->max_moves * sizeof *legal);
    bool found = false;
    if (from) history_set(h, from);
    for (int i = 0; legal && i < TRIES && !found; i++) {
        while (history_undo(h)) continue;
        found = try_moves(moves, &chance, legal, h, e);
    }
    free(legal);
    return found || error_set(e, "every game ended within %zu random moves", moves);
}

int opening_worth(engine *judge, const game_position *p, const engine_limits *limits,
                  const atomic_bool *stop) {
    int seat = game_turn(judge->rules, p);
    engine_watch watch = {.stop = stop};
    engine_result result = {0};
    engine_think(judge, p, seat, limits, &watch, &result);
    int worth = result.scored ? result.score : 0;
    game_outcome so_far = game_result(judge->rules, p);
    if (judge->rules->game->features.scores) worth += so_far.score[seat] - so_far.score[1 - seat];
    return abs(worth);
}

static engine *create_judge(const game_rules *rules, error *e) {
    const engine_kind *kind = boards_find_engine(rules->game, NULL, e);
    if (!kind) return NULL;
    engine_options options = {.level = engine_full_level(kind), .memory = JUDGE_MEMORY};
    return engine_create(kind, rules, &options, e);
}

bool opening_draw(const game_rules *rules, const game_position *from, opening_terms terms,
                  uint64_t seed, game_position *to, error *e) {
    const engine_limits limits = {.nodes = JUDGE_NODES};
    history h;
    if (!history_create(&h, rules, e)) return false;
    bool found = opening_play(rules, from, terms.moves, seed, &h, e);
    if (found) game_copy(rules, to, h.now);
    engine *judge = found && terms.balanced ? create_judge(rules, e) : NULL;
    if (terms.balanced) found = judge != NULL;
    int least = judge ? opening_worth(judge, to, &limits, NULL) : 0;
    for (uint64_t i = 1; judge && found && i < CANDIDATES; i++) {
        found = opening_play(rules, from, terms.moves, hash_join(seed, i), &h, e);
        if (!found) break;
        if (judge->kind->new_game) judge->kind->new_game(judge);
        int worth = opening_worth(judge, h.now, &limits, NULL);
        if (worth >= least) continue;
        least = worth;
        game_copy(rules, to, h.now);
    }
    engine_destroy(judge);
    history_destroy(&h);
    return found;
}
