#include "cli/rules.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "games/game.h"

static const rules_text *find(const char *name, const char *language) {
    const rules_text *r = rules_texts;
    while (r->game && (strcmp(r->game, name) != 0 || strncmp(r->language, language, 2) != 0)) r++;
    return r->game ? r : NULL;
}

/* The language of the terminal; the rules are there in English in any case. */
static const char *wanted_language(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) return value;
    }
    return "en";
}

const char *cli_rules_text(const char *name, const char *language) {
    const rules_text *r = find(name, language ? language : wanted_language());
    if (!r && !language) r = find(name, "en");
    return r ? r->text : NULL;
}

const char *cli_rules_notation(const char *name, size_t *length) {
    static const char heading[] = "\n## Notation\n";
    const char *all = cli_rules_text(name, "en"), *at = all ? strstr(all, heading) : NULL;
    if (!at) return NULL;
    at += sizeof heading - 1;
    const char *end = strstr(at, "\n\n");
    *length = end ? (size_t)(end - at) : strlen(at);
    return at;
}

static int run(const cli_arguments *a) {
    error e;
    if (a->operand_count != 1)
        return cli_fail(a, "missing argument GAME, for example: damero rules damas");
    const game *g = game_find(a->operand[0], &e);
    if (!g) return cli_fail_with(a, &e);
    const char *language = cli_value(a, "language");
    const char *found = cli_rules_text(g->name, language);
    if (!found && language) return cli_fail(a, "--language %s: use en, es, it or fa", language);
    if (!found) return cli_fail(a, "there is no text of the rules of %s", g->title);
    cli_print_text(stdout, found, strlen(found));
    return CLI_OK;
}

const cli_command cli_rules = {
    .name = "rules",
    .operands = "GAME",
    .summary = "Explain a game: aim, moves, end, notation, three examples to run.",
    .about =
        "Uses the language of the terminal if it has a translation, otherwise English. The page has "
        "the same text at /rules/GAME, and a course on the board at /learn/GAME.",
    .options = (const cli_option[]){{"language", "CODE", "en, es, it or fa"}, {0}},
    .examples = (const cli_example[]){{"damero rules damas", "how Spanish draughts is played"},
                                      {"damero rules dots --language es", "in Spanish"},
                                      {0}},
    .run = run,
};
