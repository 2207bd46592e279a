#include "cli/event_words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/series_options.h"

extern const cli_command cli_tournament;

/* "SEED FOLDER --kind=swiss ... new NAME GAME", each word with its end. */
static bool read_words(const store_tournament *t, event_terms *to, error *e) {
    static const char *const needs[] = {"openings", "adjudicate", "interrupt"};
    char *words = strdup(t->words), *folder = NULL, *rest = NULL;
    cli_arguments a;
    series_setup s = {0};
    bool good = words || error_set(e, "no memory for a tournament");
    if (good &&
        (!(folder = strchr(words, CLI_WORD_END)) || !(rest = strchr(folder + 1, CLI_WORD_END)) ||
         !cli_read_words(&cli_tournament, rest + 1, &a)))
        good = error_set(e, "%s cannot be read by this program", t->name);
    good = good && cli_read_plan(&a, &to->plan, &to->game, e) && cli_read_series(&a, &s, e);
    if (good) {
        text rules = text_over(to->rules, sizeof to->rules);
        to->terms = s.terms;
        to->terms.seed = strtoull(words, NULL, 10);
        to->opening = s.opening;
        to->concurrency = s.concurrency;
        if (cli_value(&a, "rules")) text_add(&rules, cli_value(&a, "rules"));
        for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
            if (cli_value(&a, needs[i])) to->needs = needs[i];
        if (rules.full) good = error_set(e, "%s cannot be read by this program", t->name);
    }
    free(words);
    return good;
}

static void add_number(text *t, const char *option, int64_t value, const char *unit) {
    if (value) text_addf(t, "--%s=%lld%s%c", option, (long long)value, unit, CLI_WORD_END);
}

static bool write_words(const event_wish *w, text *t, error *e) {
    const event_terms *is = &w->is;
    const time_control *c = &is->terms.control;
    char *folder = getcwd(NULL, 0);
    bool tables = is->plan.kind == EVENT_TABLES, open = tables || is->plan.kind == EVENT_SWISS;
    if (!folder) return error_set(e, "no memory for a tournament");
    text_addf(t, "%llu%c%s%c", (unsigned long long)is->terms.seed, CLI_WORD_END, folder,
              CLI_WORD_END);
    free(folder);
    text_addf(t, "--kind=%s%c", event_kind_name(is->plan.kind), CLI_WORD_END);
    if (open) add_number(t, "rounds", is->plan.rounds, "");
    add_number(t, "games", is->plan.games, "");
    if (tables) add_number(t, "seats", is->plan.seats, "");
    if (*is->rules) text_addf(t, "--rules=%s%c", is->rules, CLI_WORD_END);
    add_number(t, "move-time", c->move / MILLISECOND, "ms");
    add_number(t, "clock", c->game / MILLISECOND, "ms");
    add_number(t, "increment", c->increment / MILLISECOND, "ms");
    add_number(t, "overage", c->overage / MILLISECOND, "ms");
    add_number(t, "opening", (int64_t)is->opening, "");
    if (is->plan.order_count > 0) {
        text_add(t, "--tiebreaks=");
        for (int i = 0; i < is->plan.order_count; i++)
            text_addf(t, "%s%s", i ? "," : "", tiebreak_name(is->plan.order[i]));
        text_add_char(t, CLI_WORD_END);
    }
    text_addf(t, "--%cnew%c%s%c%s%c", CLI_WORD_END, CLI_WORD_END, w->name, CLI_WORD_END,
              is->game->name, CLI_WORD_END);
    return true;
}

const event_language cli_event_language = {.read = read_words, .write = write_words};
