#include "server/position_json.h"

#include <stdlib.h>
#include <string.h>

/* One for each game: position_json_<game>.c. */
extern const position_writer position_json_damas, position_json_dots, position_json_perudo,
    position_json_trax;

static const position_writer *const writers[] = {
    &position_json_damas,
    &position_json_dots,
    &position_json_perudo,
    &position_json_trax,
};

static const position_writer *writer_of(const game *g) {
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (strcmp(writers[i]->game, g->name) == 0) return writers[i];
    return NULL;
}

bool game_has_odds(const game *g) {
    const position_writer *w = writer_of(g);
    return w && w->odds;
}

json_t *odds_json(const game_rules *rules, const game_position *view, int seat) {
    return game_has_odds(rules->game) ? writer_of(rules->game)->odds(rules, view, seat) : NULL;
}

json_t *scores_json(const game_rules *rules, const int *score) {
    json_t *all = json_array();
    for (int seat = 0; seat < rules->seats; seat++)
        json_array_append_new(all, json_integer(score[seat]));
    return all;
}

/* A legal move of a position as seen, with its effects (MOVE). */
static json_t *legal_move_json(const game_rules *rules, const game_position *view, game_move m) {
    char word[GAME_MOVE_TEXT];
    text t = text_over(word, sizeof word);
    game_write_move(rules, view, m, &t);
    json_t *move = json_pack("{s:s}", "text", word);
    const position_writer *w = writer_of(rules->game);
    if (w && w->add_move) w->add_move(rules, view, m, move);
    return move;
}

static json_t *moves_of(const game_rules *rules, const game_position *view, int seat) {
    json_t *all = json_array();
    game_move *moves = malloc(rules->max_moves * sizeof *moves);
    size_t count = moves ? game_moves(rules, view, seat, moves) : 0;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(all, legal_move_json(rules, view, moves[i]));
    free(moves);
    return all;
}

static void add_outcome(const position_look *l, json_t *state) {
    const game_rules *rules = l->game->rules;
    game_outcome o = game_result(rules, l->game->now);
    int turn = game_turn(rules, l->game->now);
    bool over = o.over || l->verdict;
    int winner = l->verdict ? l->verdict->winner : o.winner;
    const char *reason = l->verdict ? match_reason_name(l->verdict->reason) : o.reason;
    json_object_set_new(state, "turn",
                        over || turn == GAME_OVER ? json_null() : json_integer(turn));
    json_object_set_new(state, "over", json_boolean(over));
    json_object_set_new(state, "winner",
                        winner == GAME_NOBODY ? json_null() : json_integer(winner));
    json_object_set_new(state, "reason", reason ? json_string(reason) : json_null());
    json_object_set_new(state, "score", scores_json(rules, o.score));
}

static void add_text(const game_rules *rules, const game_position *view, json_t *state) {
    char *memory = malloc(rules->position_text_bytes);
    if (!memory) return;
    text t = text_over(memory, rules->position_text_bytes);
    game_write_position(rules, view, &t);
    json_object_set_new(state, "text", json_string(memory));
    free(memory);
}

json_t *position_json(const position_look *l) {
    const game_rules *rules = l->game->rules;
    game_position *view =
        l->open ? game_new_position(rules) : game_new_view(rules, l->game->now, l->seat);
    json_t *state = view ? json_object() : NULL;
    if (!state) {
        free(view);
        return NULL;
    }
    if (l->open) game_copy(rules, view, l->game->now);
    add_outcome(l, state);
    add_text(rules, view, state);
    json_object_set_new(state, "last", l->last ? json_string(l->last) : json_null());
    bool moves = l->seat >= 0 && !l->verdict;
    json_object_set_new(state, "moves", moves ? moves_of(rules, view, l->seat) : json_array());
    const position_writer *w = writer_of(rules->game);
    if (w) w->add(l, view, state);
    free(view);
    return state;
}
