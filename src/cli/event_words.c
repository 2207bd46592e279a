#include "cli/event_words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/series_options.h"

extern const cli_command cli_tournament;

/* "SEED FOLDER --kind=swiss ... new NAME GAME", each word with its end. */
typedef struct event_words {
    char *words; /* memory for the others */
    uint64_t seed;
    const char *folder;
    cli_arguments a;
} event_words;

static bool split_words(const store_tournament *t, event_words *w, error *e) {
    *w = (event_words){.words = strdup(t->words)};
    if (!w->words) return error_set(e, "no memory for a tournament");
    char *folder = strchr(w->words, CLI_WORD_END);
    char *rest = folder ? strchr(folder + 1, CLI_WORD_END) : NULL;
    if (!rest || !cli_read_words(&cli_tournament, rest + 1, &w->a))
        return error_set(e, "%s cannot be read by this program", t->name);
    *rest = '\0';
    w->folder = folder + 1;
    w->seed = strtoull(w->words, NULL, 10);
    return true;
}

static bool open_start(const store_tournament *t, const game_rules *rules, opening_book *book,
                       game_position **given, error *e) {
    event_words w;
    series_start start = {0};
    bool good = split_words(t, &w, e);
    series_setup s = {.rules = rules, .terms.seed = w.seed};
    good = good && cli_read_start(&w.a, w.folder, &s, &start, e);
    *book = start.book;
    *given = start.given;
    free(w.words);
    return good;
}

static bool read_words(const store_tournament *t, event_terms *to, error *e) {
    event_words w;
    series_setup s = {0};
    bool good = split_words(t, &w, e) && cli_read_plan(&w.a, &to->plan, &to->game, e) &&
                cli_read_series(&w.a, &s, e);
    if (good) {
        text rules = text_over(to->rules, sizeof to->rules);
        to->terms = s.terms;
        to->terms.seed = w.seed;
        to->opening = s.opening;
        to->concurrency = s.concurrency;
        text shared = text_over(to->lines, sizeof to->lines);
        if (cli_value(&w.a, "lines")) text_add(&shared, cli_value(&w.a, "lines"));
        to->has_start = cli_value(&w.a, "openings") || cli_value(&w.a, "position");
        to->recorded = cli_value(&w.a, "records") != NULL;
        if (cli_value(&w.a, "rules")) text_add(&rules, cli_value(&w.a, "rules"));
        if (rules.full || shared.full)
            good = error_set(e, "%s cannot be read by this program", t->name);
    }
    free(w.words);
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
    if (*is->lines) text_addf(t, "--lines=%s%c", is->lines, CLI_WORD_END);
    add_number(t, "opening", (int64_t)is->opening.moves, "");
    if (is->opening.balanced) text_addf(t, "--balanced%c", CLI_WORD_END);
    if (is->terms.prove) text_addf(t, "--adjudicate%c", CLI_WORD_END);
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

static bool change_lines(const store_tournament *t, const char *list, text *to, error *e) {
    const char *at = t->words;
    bool options = true;
    for (int number = 0; *at; number++) {
        size_t length = strcspn(at, (const char[]){CLI_WORD_END, '\0'});
        if (number == 2 && *list) text_addf(to, "--lines=%s%c", list, CLI_WORD_END);
        options = options && !(length == 2 && memcmp(at, "--", 2) == 0);
        if (number < 2 || !options || strncmp(at, "--lines=", 8) != 0) {
            text_add_part(to, at, length);
            text_add_char(to, CLI_WORD_END);
        }
        at += length + (at[length] == CLI_WORD_END);
    }
    return !to->full || error_set(e, "the lines' texts are too long");
}

const event_language cli_event_language = {.read = read_words,
                                           .write = write_words,
                                           .change_lines = change_lines,
                                           .open_start = open_start};
