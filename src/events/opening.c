#include "events/opening.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/random.h"

enum {
    TRIES = 1000,
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

bool opening_draw(const game_rules *rules, const game_position *from, size_t moves, uint64_t seed,
                  game_position *to, error *e) {
    history h;
    if (!history_create(&h, rules, e)) return false;
    bool found = opening_play(rules, from, moves, seed, &h, e);
    if (found) game_copy(rules, to, h.now);
    history_destroy(&h);
    return found;
}
