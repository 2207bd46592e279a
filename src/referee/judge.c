#include "referee/judge.h"

#include "boards/engines.h"

enum { NODES = 20000, BYTES = 4 << 20 };

bool judge_knows(const game_rules *r) { return r->seats == 2 && !r->game->view; }

void judge_new_game(judge *j) {
    if (j->engine && j->engine->kind->new_game) j->engine->kind->new_game(j->engine);
}

void judge_close(judge *j) {
    engine_destroy(j->engine);
    j->engine = NULL;
}

static engine *make_engine(const judge *j, const game_rules *rules) {
    error unused;
    const engine_kind *kind = boards_find_engine(rules->game, NULL, &unused);
    if (!kind) return NULL;
    engine_options options = {.memory = BYTES, .level = engine_full_level(kind)};
    engine *made = engine_create(kind, rules, &options, &unused);
    if (made && j->equip) j->equip(made);
    return made;
}

bool judge_proves(judge *j, const history *h, int *winner) {
    const game_rules *rules = h->rules;
    int seat = game_turn(rules, h->now);
    if (!j->engine) j->engine = make_engine(j, rules);
    if (!j->engine || seat < 0) return false;
    engine_limits limits = {.nodes = NODES};
    engine_result result = {0};
    engine_think(j->engine, h->now, seat, &limits, NULL, &result);
    game_outcome now = game_result(rules, h->now);
    int lead = result.score;
    if (rules->game->features.scores) lead += now.score[seat] - now.score[1 - seat];
    *winner = lead > 0 ? seat : lead < 0 ? 1 - seat : GAME_NOBODY;
    return result.scored && result.exact;
}
