#include "base/clock.h"
#include "cli/think.h"

static void print_result(const engine *who, const game_position *p, const engine_result *r) {
    char memory[1024];
    text t = text_over(memory, sizeof memory);
    game_write_move(who->rules, p, r->move, &t);
    puts(memory);
    if (r->scored) {
        t = text_over(memory, sizeof memory);
        cli_write_score(who->kind, r, &t);
        printf("score  %s\n", memory);
    }
    t = text_over(memory, sizeof memory);
    cli_write_count(r->nodes, &t);
    printf("search depth %d, %s nodes, %.3f s\n", r->depth, memory, clock_seconds(r->time));
    t = text_over(memory, sizeof memory);
    cli_write_line(who->rules, p, r, &t);
    if (t.length) printf("line   %s\n", memory);
    if (*r->note) printf("note   %s\n", r->note);
}

static int run(const cli_arguments *a) {
    error e;
    cli_thinker t;
    engine_result result = {0};
    engine_watch watch = {.stop = cli_stop_with_output()};
    if (!cli_open_thinker(a, a->operand[0], SECOND, &t, &e)) return cli_fail_with(a, &e);
    engine_think(t.who, t.view, t.seat, &t.limits, &watch, &result);
    if (!result.scored) cli_find_score(&t, watch.stop, &result);
    if (cli_value(a, "json")) cli_print_json(cli_result_json(t.game.rules, t.view, &result));
    else print_result(t.who, t.view, &result);
    cli_close_thinker(&t);
    return CLI_OK;
}

const cli_command cli_best = {
    .name = "best",
    .operands = "GAME",
    .summary = "Ask an engine for its move: the move, then its score, search and line.",
    .about = "Thinks for one second by default; Ctrl-C makes it answer at once. A move from a book "
             "of openings takes no time, and the note says so: the best one, or with --seed one of "
             "the good ones. With --depth the engine always searches.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS,
                                    CLI_LIMIT_OPTIONS,
                                    CLI_ENGINE_OPTIONS,
                                    CLI_BOOK_OPTION,
                                    {"json", NULL, "one JSON object"},
                                    {0}},
    .examples =
        (const cli_example[]){
            {"damero best dots --rules size=4x4 --moves \"1112 1121\" --time 2s", "in two seconds"},
            {"damero best dots --level casual --nodes 1000 --json", "for a program to read"},
            {0}},
    .run = run,
};
