#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/think.h"
#include "games/dots/picture.h"

/* An analysis under way. */
typedef struct analysis {
    cli_thinker t;
    bool json, ascii;
    int *values; /* of `moves` */
    game_move *moves;
    size_t move_count;
} analysis;

static void print_progress(void *context, const engine_result *r) {
    analysis *a = context;
    char score[120], count[40], line[400];
    text s = text_over(score, sizeof score), c = text_over(count, sizeof count),
         l = text_over(line, sizeof line);
    if (a->json) {
        cli_print_json(cli_result_json(a->t.game.rules, a->t.view, r));
        return;
    }
    cli_write_score(a->t.who->kind, r, &s);
    cli_write_count(r->nodes, &c);
    cli_write_line(a->t.game.rules, a->t.view, r, &l);
    printf("depth %3d  %-28s %14s nodes %8.2f s  %.60s\n", r->depth, score, count,
           clock_seconds(r->time), line);
    fflush(stdout);
}

/* The worth of the moves, drawn on the board where the game has a picture for that. */
static void print_values(const analysis *a) {
    const game_rules *rules = a->t.game.rules;
    if (rules->game == &dots_game) {
        const dots_rules *r = dots_rules_of(rules);
        int8_t labels[DOTS_LINES_MAX];
        char *picture = malloc(rules->picture_bytes);
        memset(labels, DOTS_NO_LABEL, sizeof labels);
        for (size_t i = 0; i < a->move_count; i++)
            if (a->values[i] != ENGINE_UNKNOWN && a->moves[i] != DOTS_PASS)
                labels[dots_line_of(a->moves[i])] = (int8_t)a->values[i];
        game_style style = {.ascii = a->ascii, .colour = cli_wants_colour(stdout)};
        if (!picture) return;
        text t = text_over(picture, rules->picture_bytes);
        dots_picture(r, (const dots_position *)(const void *)a->t.view, style, labels, &t);
        printf("\n%s", picture);
        free(picture);
        return;
    }
    for (size_t i = 0; i < a->move_count; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(rules, a->t.view, a->moves[i], &t);
        if (a->values[i] != ENGINE_UNKNOWN) printf("%s %+d\n", word, a->values[i]);
    }
}

static json_t *values_json(const analysis *a) {
    json_t *values = json_object();
    for (size_t i = 0; i < a->move_count; i++) {
        char word[GAME_MOVE_TEXT];
        text t = text_over(word, sizeof word);
        game_write_move(a->t.game.rules, a->t.view, a->moves[i], &t);
        if (a->values[i] != ENGINE_UNKNOWN)
            json_object_set_new(values, word, json_integer(a->values[i]));
    }
    return values;
}

/* Fills in moves and values; false where the engine cannot tell, or there is no memory. */
static bool find_values(analysis *a) {
    const game_rules *rules = a->t.game.rules;
    engine_watch watch = {.stop = cli_stop_on_interrupt()};
    engine_result result = {0};
    if (!a->t.who->kind->values) return false;
    a->moves = malloc(rules->max_moves * sizeof *a->moves);
    a->values = malloc(rules->max_moves * sizeof *a->values);
    if (!a->moves || !a->values) return false;
    a->move_count = game_moves(rules, a->t.view, a->t.seat, a->moves);
    a->t.who->kind->values(a->t.who, a->t.view, a->t.seat, &a->t.limits, &watch, a->values,
                           &result);
    return true;
}

static int run(const cli_arguments *arguments) {
    error e;
    analysis a = {.json = cli_value(arguments, "json") != NULL,
                  .ascii = cli_value(arguments, "ascii") != NULL};
    if (!cli_open_thinker(arguments, arguments->operand[0], 10000000000, &a.t, &e))
        return cli_fail_with(arguments, &e);
    engine_result result = {0};
    engine_watch watch = {cli_stop_on_interrupt(), print_progress, &a};
    engine_think(a.t.who, a.t.view, a.t.seat, &a.t.limits, &watch, &result);
    if (!a.json) print_progress(&a, &result);
    bool known = find_values(&a);
    if (a.json) {
        json_t *object = cli_result_json(a.t.game.rules, a.t.view, &result);
        if (known) json_object_set_new(object, "values", values_json(&a));
        cli_print_json(object);
    } else if (known) {
        print_values(&a);
    }
    free(a.moves);
    free(a.values);
    cli_close_thinker(&a.t);
    return CLI_OK;
}

const cli_command cli_analyse = {
    .name = "analyse",
    .operands = "GAME",
    .summary = "Watch an engine think, then see what each move is worth.",
    .about =
        "Prints a line whenever the engine knows more, until the limit (10 s without one) or "
        "Ctrl-C. Where the engine can tell, the worth of every move follows: for Dots drawn on "
        "the board, in boxes still to come, for the player on turn.",
    .options = (const cli_option[]){CLI_SETUP_OPTIONS,
                                    CLI_LIMIT_OPTIONS,
                                    CLI_ENGINE_OPTIONS,
                                    {"json", NULL, "one JSON object a line"},
                                    {"ascii", NULL, "no character beyond ASCII"},
                                    {0}},
    .examples = (const cli_example[]){{"damero analyse dots --rules size=3x3,border=swedish",
                                       "the worth of each first line"},
                                      {"damero analyse dots --time 30s", "half a minute on 5x5"},
                                      {0}},
    .run = run,
};
