/* damero play - a game in the terminal, line by line. */
#include "cli/play.h"

#include <string.h>
#include <time.h>

#include "base/clock.h"

/* The game of the options, with --players among its rules. */
static bool set_up_for(const cli_arguments *a, record *fresh, error *e) {
    const char *players = cli_value(a, "players"), *rules = cli_value(a, "rules");
    char joined[512];
    text t = text_over(joined, sizeof joined);
    if (!players) return cli_set_up(a, a->operand[0], fresh, e);
    text_addf(&t, "%s%splayers=%s", rules ? rules : "", rules ? "," : "", players);
    if (t.full) return error_set(e, "--rules is too long");
    cli_arguments with = *a;
    for (size_t i = 0; a->command->options[i].name; i++)
        if (strcmp(a->command->options[i].name, "rules") == 0) with.option[i] = joined;
    return cli_set_up(&with, a->operand[0], fresh, e);
}

static bool begin(play_table *t, error *e) {
    const cli_arguments *a = t->arguments;
    const char *load = cli_value(a, "load");
    uint64_t seed = (uint64_t)clock_now() ^ (uint64_t)time(NULL) << 32;
    t->limits.move_time = 1000000000;
    uint64_t threads = 1;
    if (!cli_read_number(a, "seed", 0, UINT64_MAX, &seed, e) ||
        !cli_read_number(a, "threads", 1, 256, &threads, e) ||
        !cli_read_duration(a, "time", &t->limits.move_time, e))
        return false;
    t->seeded = cli_value(a, "seed") != NULL;
    t->threads = (int)threads;
    if (!fair_start(e)) return false;
    t->chance = random_seed(seed);
    record fresh;
    if (load) {
        if (a->operand_count > 0)
            return error_set(e, "--load brings its own game: leave '%s' out", a->operand[0]);
        if (cli_value(a, "rules") || cli_value(a, "position") || cli_value(a, "moves"))
            return error_set(e, "--load brings its own rules, position and moves: leave those out");
    } else if (a->operand_count == 0) {
        return error_set(e, "which game? As in: damero play dots");
    }
    if (!(load ? cli_load_record(load, &fresh, e) : set_up_for(a, &fresh, e))) return false;
    return play_open_table(t, &fresh, e);
}

static int run(const cli_arguments *a) {
    error e;
    play_table t = {.arguments = a};
    t.style.ascii = cli_value(a, "ascii") != NULL;
    t.style.colour = cli_wants_colour(stdout);
    if (!begin(&t, &e)) return cli_fail_with(a, &e);
    cli_say(stdout, "%s: %s", t.game.rules->game->title, t.game.rules->game->summary);
    play_run(&t);
    engine_destroy(t.engine);
    engine_destroy(t.adviser);
    record_destroy(&t.game);
    return CLI_OK;
}

const cli_command cli_play = {
    .name = "play",
    .operands = "[GAME]",
    .summary = "Play in the terminal, against the engine or against each other.",
    .about =
        "You move by typing a move; 'help' shows what else can be typed: moves, hint, undo, save, "
        "load, resign, new. Without --seats you have the first seat and the engine the others; a game "
        "without an engine is for people.",
    .options =
        (const cli_option[]){
            CLI_SETUP_OPTIONS,
            {"players", "N", "how many sit at the table, where a game can have more than two"},
            {"seats", "me,engine", "who sits where: one of 'me' and 'engine' for each seat"},
            {"engine", "NAME", "which engine, where a game has several"},
            {"level", "NAME", "how strong it plays, as 'damero games' lists"},
            {"time", "TIME", "how long it thinks a move (1s)"},
            {"threads", "N", "how many threads it may use, where it can use several (1)"},
            {"load", "FILE", "go on with a saved game"},
            {"seed", "NUMBER", "for the same dice and choices again"},
            {"ascii", NULL, "no character beyond ASCII"},
            {0}},
    .examples =
        (const cli_example[]){
            {"damero play dots --rules size=3x3", "a short game against the engine"},
            {"damero play dots --seats me,me", "two people at one keyboard"},
            {"damero play perudo --players 5", "an evening with four others"},
            {"damero play --load game.txt", "go on where you left off"},
            {0}},
    .run = run,
};
