#include "referee/board_player.h"

#include "games/dots/dots.h"
#include "protocols/talk.h"
#include "referee/board.h"

bool board_player_create(board_player *p, const engine_kind *kind, const char *settings,
                         const engine_options *options, error *e) {
    *p = (board_player){0};
    bool good = (p->rules = board_rules(kind->game, settings, e)) &&
                (p->thinking = game_create_named(kind->game, settings, e)) &&
                (p->engine = engine_create(kind, p->thinking, options, e)) &&
                (!protocol_of_boards(p->rules->game)->rules ||
                 (p->passing = engine_create(kind, p->rules, options, e)));
    if (!good) board_player_destroy(p);
    return good;
}

void board_player_destroy(board_player *p) {
    engine_destroy(p->engine);
    engine_destroy(p->passing);
    game_destroy(p->rules);
    game_destroy(p->thinking);
    *p = (board_player){0};
}

static engine *who_chooses(const board_player *p, const history *h) {
    for (size_t i = 0; p->passing && i < h->count; i++)
        if (h->moves[i] == DOTS_PASS) return p->passing;
    return p->engine;
}

void board_player_choose(board_player *p, const history *h, const engine_limits *limits,
                         const engine_watch *watch, engine_result *result) {
    engine_think(who_chooses(p, h), h->now, game_turn(h->rules, h->now), limits, watch, result);
}
