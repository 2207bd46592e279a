#include <stdlib.h>

#include "cli/setup.h"

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    game_style style = {.ascii = cli_value(a, "ascii") != NULL,
                        .colour = cli_wants_colour(stdout),
                        .last = cli_last_move(&r.game)};
    cli_print_picture(r.rules, r.game.now, style);
    cli_print_state(r.rules, r.game.now);
    char *position = malloc(r.rules->position_text_bytes);
    if (position) {
        text t = text_over(position, r.rules->position_text_bytes);
        game_write_position(r.rules, r.game.now, &t);
        printf("Position: %s\n", position);
    }
    free(position);
    record_destroy(&r);
    return CLI_OK;
}

const cli_command cli_show = {
    .name = "show",
    .operands = "GAME",
    .summary = "Draw a position in text.",
    .about = "Below the board: score, whose turn it is, and the position as --position takes it.",
    .options =
        (const cli_option[]){CLI_SETUP_OPTIONS, {"ascii", NULL, "no character beyond ASCII"}, {0}},
    .examples =
        (const cli_example[]){
            {"damero show dots --rules size=3x3,border=swedish", "the Swedish start"},
            {"damero show dots --moves \"1112 2122\" --ascii", "after two lines, for old printers"},
            {0}},
    .run = run,
};
