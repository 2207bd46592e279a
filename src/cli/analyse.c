#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/odds.h"
#include "cli/terminal.h"
#include "cli/think.h"

/* An analysis in progress. */
typedef struct analysis {
    cli_thinker t;
    bool json;
} analysis;

enum { COURSE_LEAST = 26, COURSE_USUAL = 70 };

/* As many moves as fit on the line after `before` characters, then three dots if some are left. */
static void print_course(const char *line, int before) {
    int rows, columns, room = COURSE_USUAL;
    terminal_size(&rows, &columns);
    if (cli_can_redraw(stdout)) room = columns - before;
    if (room < COURSE_LEAST) room = COURSE_LEAST;
    size_t length = strlen(line), fits = length;
    if (length > (size_t)room)
        for (fits = (size_t)room - 4; fits > 0 && line[fits] != ' ';) fits--;
    printf("%.*s%s\n", (int)fits, line, fits < length ? " ..." : "");
}

static void print_progress(void *context, const engine_result *r) {
    analysis *a = context;
    char score[120], count[40], line[1024];
    text s = text_over(score, sizeof score), c = text_over(count, sizeof count),
         l = text_over(line, sizeof line);
    if (a->json) {
        cli_print_json(cli_result_json(a->t.game.rules, a->t.view, r));
        return;
    }
    if (r->scored) cli_write_worth(r->score, &s);
    else text_add(&s, "no score");
    if (r->exact && abs(r->score) < ENGINE_CERTAIN) text_add(&s, " proven");
    cli_write_count(r->nodes, &c);
    cli_write_line(a->t.game.rules, a->t.view, r, &l);
    int before =
        printf("%5d  %-17s %14s %8.2f s  ", r->depth, score, count, clock_seconds(r->time));
    print_course(line, before);
    fflush(stdout);
}

static bool find_values(analysis *a, const atomic_bool *stop, cli_values *values,
                        engine_result *result) {
    bool known = cli_find_values(a->t.who, a->t.view, a->t.seat, &a->t.limits, stop, values);
    if (known && !a->t.game.rules->game->features.labels) cli_set_chosen(values, result);
    return known;
}

/* Why the move above is not the first of the list. */
static void print_choice(const analysis *a, const engine_result *r) {
    char move[GAME_MOVE_TEXT];
    text t = text_over(move, sizeof move);
    game_write_move(a->t.game.rules, a->t.view, r->move, &t);
    cli_say(stdout, "%s is %s: the engine mixes its moves, so that they do not give its dice away.",
            move, *r->note ? r->note : "its choice this time");
}

static int run(const cli_arguments *arguments) {
    error e;
    analysis a = {.json = cli_value(arguments, "json") != NULL};
    if (!cli_open_thinker(arguments, arguments->operand[0], 10 * SECOND, &a.t, &e))
        return cli_fail_with(arguments, &e);
    const game_rules *rules = a.t.game.rules;
    engine_result result = {0};
    if (!a.json)
        printf("Scores are %s, for the player to move.\n"
               "depth  %-17s %14s %10s  line\n",
               a.t.who->kind->unit, "score", "nodes", "time");
    engine_watch watch = {cli_stop_with_output(), print_progress, &a};
    engine_think(a.t.who, a.t.view, a.t.seat, &a.t.limits, &watch, &result);
    cli_values values;
    bool scored = result.scored; /* if not, the list has the score of the chosen move */
    bool known = !scored && find_values(&a, watch.stop, &values, &result);
    if (!a.json) print_progress(&a, &result);
    if (!a.json && (known || (scored && a.t.who->kind->values))) {
        puts("\nValue of each move:");
        fflush(stdout); /* before the same time again */
    }
    if (scored) known = find_values(&a, watch.stop, &values, &result);
    if (a.json) {
        json_t *object = cli_result_json(rules, a.t.view, &result);
        if (known) cli_add_values(object, rules, a.t.view, &values);
        cli_print_json(object);
    } else if (known) {
        game_style style = cli_style(arguments);
        cli_print_values(rules, a.t.view, &values, style);
        if (cli_is_mixed(&values)) print_choice(&a, &result);
    } else if (scored && a.t.who->kind->values) {
        puts("There was no time for any of them.");
    }
    if (!a.json && cli_has_odds(rules)) {
        putchar('\n');
        cli_print_odds(rules, a.t.view, a.t.seat, false, &e);
    }
    cli_free_values(&values);
    cli_close_thinker(&a.t);
    return CLI_OK;
}

const cli_command cli_analyse = {
    .name = "analyse",
    .operands = "GAME",
    .summary = "Watch an engine think, then see the value of each move.",
    .about =
        "Prints a line for each result of the engine until the limit (10 s by default) or "
        "Ctrl-C. If the engine supports it, the value of every move follows: for Dots drawn on "
        "the board, in boxes still to come, for the player on turn. That takes up to the same time "
        "again; values not proven by then are estimates, which --json lists separately. For "
        "Perudo a value is what the move wins of this round on average, and the odds of each bid follow.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS,
                                    CLI_LIMIT_OPTIONS,
                                    CLI_ENGINE_OPTIONS,
                                    {"json", NULL, "one JSON object per line"},
                                    {"ascii", NULL, "use ASCII only"},
                                    {0}},
    .examples = (const cli_example[]){{"damero analyse dots --rules size=3x3,border=swedish",
                                       "the value of each first line"},
                                      {"damero analyse dots --time 30s", "half a minute on 5x5"},
                                      {0}},
    .run = run,
};
