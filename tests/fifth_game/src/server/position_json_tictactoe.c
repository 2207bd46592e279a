#include "games/tictactoe/tictactoe.h"
#include "server/position_json.h"

/* Nine owners, row by row from the top; null: free. */
static void add(const position_look *l, const game_position *view, json_t *state) {
    (void)l;
    json_t *cells = json_array();
    for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
        const uint16_t *taken = tictactoe_seen(view)->taken;
        int owner = taken[0] >> cell & 1 ? 0 : taken[1] >> cell & 1 ? 1 : -1;
        json_array_append_new(cells, owner < 0 ? json_null() : json_integer(owner));
    }
    json_object_set_new(state, "cells", cells);
}

static void add_move(const game_rules *rules, const game_position *view, game_move m,
                     json_t *move) {
    (void)rules, (void)view;
    json_object_set_new(move, "cell", json_integer(tictactoe_cell(m)));
}

const position_writer position_json_tictactoe = {"tictactoe", add, add_move, NULL};
