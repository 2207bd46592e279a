#include <stdlib.h>

#include "cli/setup.h"
#include "cli/think.h"
#include "server/position_json.h"

static int run(const cli_arguments *a) {
    error e;
    record r;
    if (!cli_set_up(a, a->operand[0], &r, &e)) return cli_fail_with(a, &e);
    if (cli_value(a, "json")) {
        position_look look = {.game = &r.game, .seat = GAME_NOBODY, .open = true};
        cli_print_json(position_json(&look));
        record_destroy(&r);
        return CLI_OK;
    }
    game_style style = cli_style(a);
    style.last = cli_last_move(&r.game);
    cli_print_picture(r.rules, r.game.now, style);
    cli_print_state(r.rules, r.game.now, NULL);
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
    .about =
        "Below the board: the score, the player on turn, and the position in the format of --position.",
    .options =
        (const cli_option[]){CLI_SETUP_OPTIONS,
                             {"ascii", NULL, "use ASCII only"},
                             {"json", NULL, "one JSON object, as in the API (docs/api.md, STATE)"},
                             {0}},
    .examples =
        (const cli_example[]){
            {"damero show dots --rules size=3x3,border=swedish", "the Swedish start"},
            {"damero show dots --moves \"1112 2122\" --ascii", "after two lines, in plain ASCII"},
            {0}},
    .run = run,
};
