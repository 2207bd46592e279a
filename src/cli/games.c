#include <string.h>

#include "boards/engines.h"
#include "cli/think.h"
#include "server/games_json.h"
#include "version.h"

static void print_setting(const game_setting *s) {
    char values[80];
    if (s->kind == SETTING_CHOICE) {
        snprintf(values, sizeof values, "%s", s->choices);
        for (char *c = values; *c; c++)
            if (*c == ' ') *c = '|';
    } else if (s->kind == SETTING_NUMBER) {
        snprintf(values, sizeof values, "%d..%d", s->least, s->most);
    } else if (s->kind == SETTING_SIZE) {
        snprintf(values, sizeof values, "%dx%d..%dx%d", s->least, s->least, s->most, s->most);
    } else {
        snprintf(values, sizeof values, "text");
    }
    printf("  %s=%s  (default %s)\n", s->key, values, s->initial);
    cli_say(stdout, "      %s", s->meaning);
}

static void print_engines(const game *g) {
    const engine_kind *k;
    for (size_t i = 0; (k = boards_engine(i)); i++) {
        if (strcmp(k->game, g->name) != 0) continue;
        cli_say(stdout, "  engine %s: %s", k->name, k->summary);
        char levels[200];
        text t = text_over(levels, sizeof levels);
        for (const engine_level *l = k->levels; l->name; l++) text_addf(&t, " %s", l->name);
        if (k->threads > 1) text_addf(&t, "; threads: up to %d", k->threads);
        cli_say(stdout, "      levels:%s", levels);
        for (const engine_level *l = k->levels; l->name && k->levels[1].name; l++)
            cli_say(stdout, "        %s: %s", l->name, l->meaning);
    }
}

static int run(const cli_arguments *a) {
    error e;
    const game *only = NULL;
    if (a->operand_count > 0 && !(only = game_find(a->operand[0], &e))) return cli_fail_with(a, &e);
    if (cli_value(a, "json")) {
        json_t *described = games_json(DAMERO_VERSION), *all = json_object_get(described, "games");
        for (size_t i = json_array_size(all); only && i-- > 0;)
            if (strcmp(json_string_value(json_object_get(json_array_get(all, i), "name")),
                       only->name) != 0)
                json_array_remove(all, i);
        cli_print_json(described);
        return CLI_OK;
    }
    bool first = true;
    for (const game *const *g = games_all; *g; g++) {
        if (only && *g != only) continue;
        printf("%s%s - %s\n", first ? "" : "\n", (*g)->name, (*g)->title);
        cli_say(stdout, "  %s", (*g)->summary);
        for (const game_setting *s = (*g)->settings; s->key; s++) print_setting(s);
        if ((*g)->counts) printf("  perft --count:\n");
        for (const game_count *c = (*g)->counts; c && c->name; c++)
            cli_say(stdout, "      %s: %s", c->name, c->meaning);
        print_engines(*g);
        first = false;
    }
    return CLI_OK;
}

const cli_command cli_games = {
    .name = "games",
    .operands = "[GAME]",
    .summary = "List the games, their settings with defaults and meanings, and their engines.",
    .options = (const cli_option[]){{"json", NULL, "one JSON object, as /api/games has it"}, {0}},
    .examples = (const cli_example[]){{"damero games dots", "the values of --rules for Dots"}, {0}},
    .run = run,
};
