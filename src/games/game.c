#include "games/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"

const game *game_find(const char *name, error *e) {
    char names[200];
    text t = text_over(names, sizeof names);
    spelling nearest = {.word = name};
    for (const game *const *g = games_all; *g; g++) {
        if (strcmp((*g)->name, name) == 0) return *g;
        text_addf(&t, "%s%s", g == games_all ? "" : ", ", (*g)->name);
        spelling_offer(&nearest, (*g)->name);
    }
    if (nearest.best)
        error_code(e, "unknown-game-near", "unknown game '%s': did you mean '%s'? (there are: %s)",
                   name, nearest.best, names);
    else error_code(e, "unknown-game", "unknown game '%s': there are: %s", name, names);
    return NULL;
}

game_rules *game_create(const game *g, const char *source, error *e) {
    game_settings settings;
    game_rules *rules = NULL;
    if (!settings_read(g->settings, source, &settings, e)) return NULL;
    return g->create(&settings, &rules, e) ? rules : NULL;
}

game_rules *game_create_named(const char *name, const char *settings, error *e) {
    const game *g = game_find(name, e);
    return g ? game_create(g, settings, e) : NULL;
}

void game_add_by_hand(const game *g, text *settings) {
    game_settings chosen;
    bool good = g->by_hand && settings_read(g->settings, settings->start, &chosen, NULL);
    const char *setting = good ? g->by_hand(&chosen) : NULL;
    if (setting) settings_add_default(settings, setting);
}

void game_destroy(game_rules *rules) {
    if (rules) rules->game->destroy(rules);
}

void game_write_settings(const game_rules *rules, text *t) {
    settings_write(rules->game->settings, &rules->settings, t);
}

game_position *game_new_position(const game_rules *rules) {
    game_position *position = malloc(rules->position_bytes);
    if (position) rules->game->start(rules, position);
    return position;
}

void game_copy(const game_rules *rules, game_position *to, const game_position *from) {
    memcpy(to, from, rules->position_bytes);
}

game_position *game_new_view(const game_rules *rules, const game_position *position, int seat) {
    game_position *view = malloc(rules->position_bytes);
    if (!view) return NULL;
    if (rules->game->view) rules->game->view(rules, position, seat, view);
    else game_copy(rules, view, position);
    return view;
}

bool game_has_move(const game_rules *rules, const game_position *p, int seat, game_move move,
                   game_move *room) {
    size_t count = game_moves(rules, p, seat, room);
    for (size_t i = 0; i < count; i++)
        if (room[i] == move) return true;
    return false;
}

int game_mover(const game_rules *rules, const game_position *p, game_move move, game_move *room) {
    int turn = game_turn(rules, p);
    if (turn != GAME_OVER && game_has_move(rules, p, turn, move, room)) return turn;
    for (int seat = 0; turn >= 0 && seat < rules->seats; seat++)
        if (game_has_move(rules, p, seat, move, room)) return seat;
    return GAME_OVER;
}

/* Each ply of perft has scratch memory for its moves, followed by its undo data. */
typedef struct perft_ply {
    const game_rules *rules;
    game_position *position;
    size_t moves_bytes, ply_bytes;
} perft_ply;

static uint64_t count_leaves(const perft_ply *p, int depth, char *scratch) {
    if (depth == 0) return 1;
    game_move *moves = (game_move *)(void *)scratch;
    void *undo = scratch + p->moves_bytes;
    uint64_t leaves = 0;
    for (int seat = GAME_CHANCE; seat < p->rules->seats; seat++) {
        size_t count = game_moves(p->rules, p->position, seat, moves);
        if (depth == 1) {
            leaves += count;
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            game_play(p->rules, p->position, moves[i], undo);
            leaves += count_leaves(p, depth - 1, scratch + p->ply_bytes);
            game_undo(p->rules, p->position, moves[i], undo);
        }
    }
    return leaves;
}

bool game_perft(const game_rules *rules, game_position *position, int depth, uint64_t *leaves,
                error *e) {
    size_t alignment = _Alignof(max_align_t);
    perft_ply p = {.rules = rules, .position = position};
    p.moves_bytes = (rules->max_moves * sizeof(game_move) + alignment - 1) / alignment * alignment;
    p.ply_bytes = p.moves_bytes + (rules->undo_bytes + alignment - 1) / alignment * alignment;
    char *scratch = malloc(p.ply_bytes * (size_t)(depth > 0 ? depth : 1));
    if (!scratch) return error_set(e, "no memory to count %d plies", depth);
    *leaves = count_leaves(&p, depth, scratch);
    free(scratch);
    return true;
}
