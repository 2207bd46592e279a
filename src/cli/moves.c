#include <stdlib.h>

#include "cli/setup.h"
#include "cli/think.h"

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    game_move *moves = malloc(r.rules->max_moves * sizeof *moves);
    json_t *all = cli_value(a, "json") ? json_array() : NULL;
    for (int seat = GAME_CHANCE; moves && seat < r.rules->seats; seat++) {
        size_t count = game_moves(r.rules, r.game.now, seat, moves);
        for (size_t i = 0; i < count; i++) {
            char move[GAME_MOVE_TEXT];
            text t = text_over(move, sizeof move);
            game_write_move(r.rules, r.game.now, moves[i], &t);
            if (all) json_array_append_new(all, json_string(move));
            else puts(move);
        }
    }
    if (all) cli_print_json(json_pack("{s:o}", "moves", all));
    free(moves);
    record_destroy(&r);
    return moves ? CLI_OK : cli_fail(a, "no memory");
}

const cli_command cli_moves = {
    .name = "moves",
    .operands = "GAME",
    .summary = "List the legal moves of a position, one per line.",
    .about = "A finished game has none. If chance is next, its possible outcomes are listed.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS, {"json", NULL, "one JSON object"}, {0}},
    .examples =
        (const cli_example[]){
            {"damero moves dots --rules size=2x2", "the twelve lines of an empty grid"},
            {"damero moves dots --rules size=2x2 --moves \"1112 1121\"", "ten of them are left"},
            {0}},
    .run = run,
};
