#include <stdlib.h>

#include "cli/setup.h"

static void put_on_screen(void *context, const char *bytes, size_t length) {
    fwrite(bytes, 1, length, context);
}

static bool print_one(const record *r, const cli_arguments *a, error *e) {
    bool check = cli_value(a, "check") != NULL;
    if (!check && !record_write(r, (record_sink){put_on_screen, stdout}, e)) return false;
    if (!cli_value(a, "board")) return true;
    game_style style = cli_style(a);
    style.last = cli_last_move(&r->game);
    if (!check) putchar('\n');
    cli_print_picture(r->rules, r->game.now, style);
    cli_print_state(r->rules, r->game.now, NULL);
    return true;
}

static int run(const cli_arguments *a) {
    error e;
    size_t length, at = 0, count = 0, moves = 0;
    char *bytes = cli_read_file(a->operand[0], &length, &e);
    if (!bytes) return cli_fail(a, "%s: %s", a->operand[0], e.message);
    bool good = true;
    do {
        record r;
        good = record_read(&r, bytes, length, &at, &e);
        if (!good) break;
        if (count > 0 && !cli_value(a, "check")) putchar('\n');
        good = print_one(&r, a, &e);
        count++;
        moves += r.game.count;
        record_destroy(&r);
    } while (good && !record_at_end(bytes, length, at));
    free(bytes);
    if (!good && count > 0) error_in(&e, "game %zu", count + 1);
    if (!good) return cli_fail(a, "%s: %s", a->operand[0], e.message);
    if (cli_value(a, "check"))
        printf("%zu game%s, %zu moves, all legal\n", count, count == 1 ? "" : "s", moves);
    return CLI_OK;
}

const cli_command cli_record = {
    .name = "record",
    .operands = "FILE",
    .summary = "Read, check and print game records.",
    .about =
        "A record is PGN-style tags, then moves; a file may hold several. Every move is checked "
        "against the rules and the result against the outcome; the first mistake is reported with "
        "its line, and that game is not printed. '-' reads standard input.",
    .options = (const cli_option[]){{"check", NULL, "only check the records"},
                                    {"board", NULL, "draw the last position of each game"},
                                    {"ascii", NULL, "use ASCII only"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero record game.txt", "print the game in the common format"},
            {"damero record game.txt --check --board", "check it and draw the last position"},
            {0}},
    .run = run,
};
