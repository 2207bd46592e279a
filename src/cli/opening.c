#include "cli/opening.h"

#include <stdlib.h>

#include "base/random.h"

enum { TRIES = 1000 };

/* False where the game ends before, or with the last of them. */
static bool try_moves(const game_rules *rules, size_t moves, random_source *chance,
                      game_move *legal, game_position *p) {
    for (size_t i = 0; i < moves; i++) {
        size_t count = game_moves(rules, p, game_turn(rules, p), legal);
        if (count == 0) return false;
        game_play(rules, p, legal[random_below(chance, (uint32_t)count)], NULL);
        if (game_turn(rules, p) == GAME_OVER) return false;
    }
    return true;
}

bool opening_draw(const game_rules *rules, const game_position *from, size_t moves, uint64_t seed,
                  game_position *to, error *e) {
    random_source chance = random_seed(seed);
    if (rules->game->roll)
        return error_set(e, "%s has dice: no two games begin alike", rules->game->name);
    game_move *legal = malloc(rules->max_moves * sizeof *legal);
    bool found = false;
    for (int i = 0; legal && i < TRIES && !found; i++) {
        if (from) game_copy(rules, to, from);
        else rules->game->start(rules, to);
        found = try_moves(rules, moves, &chance, legal, to);
    }
    free(legal);
    return found || error_set(e, "no game was found that goes on after %zu random moves", moves);
}
