#include "cli/series_options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/setup.h"
#include "cli/table_files.h"

const char *const cli_series_terms[] = {
    "rules",  "position",  "move-time",  "clock",     "increment", "overage",
    "margin", "handshake", "max-moves",  "max-time",  "resign",    "draw",
    "seed",   "games",     "opening",    "balanced",  "openings",  "order",
    "plies",  "players",   "adjudicate", "interrupt", NULL};

/* "on" or "off". */
static bool read_switch(const cli_arguments *a, const char *option, bool *on, error *e) {
    const char *value = cli_value(a, option);
    if (!value) return true;
    *on = strcmp(value, "on") == 0;
    return *on || strcmp(value, "off") == 0 ||
           error_set(e, "--%s must be on or off, not '%s'", option, value);
}

/* "score=2.5,moves=3,from=40"; the score is needed. */
static bool read_agreement(const cli_arguments *a, const char *option, int64_t *score, int *moves,
                           size_t *from, error *e) {
    const char *at = cli_value(a, option);
    bool scored = false;
    while (at && *at) {
        char key[16];
        text t = text_over(key, sizeof key);
        size_t length = strcspn(at, "=");
        text_add_part(&t, at, length);
        char *end = NULL;
        double value = at[length] ? strtod(at + length + 1, &end) : -1;
        bool good = end && (*end == ',' || !*end) && value >= 0 && value <= 1000000;
        bool whole = good && value == (double)(int)value && value >= 1;
        if (good && strcmp(key, "score") == 0) *score = (int64_t)(100 * value + 0.5), scored = true;
        else if (good && whole && strcmp(key, "moves") == 0) *moves = (int)value;
        else if (good && whole && from && strcmp(key, "from") == 0) *from = (size_t)value;
        else
            return error_set(e, "--%s: '%s': expected KEY=NUMBER, for example score=2.5,moves=4",
                             option, at);
        at = *end ? end + 1 : end;
    }
    if (cli_value(a, option) && !scored)
        return error_set(e, "--%s: missing score, for example score=2.5", option);
    if (!cli_value(a, option)) *moves = 0;
    return true;
}

bool cli_read_series(const cli_arguments *a, series_setup *s, error *e) {
    match_terms *terms = &s->terms;
    s->links.open_house = cli_value(a, "no-sandbox") != NULL;
    s->links.errors = cli_value(a, "errors") != NULL;
    terms->prove = cli_value(a, "adjudicate") != NULL;
    s->equip = cli_give_tables;
    s->patience = 60 * SECOND;
    terms->seeded = cli_value(a, "seed") != NULL;
    uint64_t moves = 0, opening = 0, concurrency = 0;
    match_agreement *agreement = &terms->agreement;
    *agreement = (match_agreement){.resign_moves = 3, .draw_moves = 8, .draw_from = 40};
    bool good =
        cli_read_duration(a, "move-time", &terms->control.move, e) &&
        cli_read_duration(a, "clock", &terms->control.game, e) &&
        cli_read_duration(a, "increment", &terms->control.increment, e) &&
        cli_read_duration(a, "overage", &terms->control.overage, e) &&
        cli_read_duration(a, "margin", &terms->control.margin, e) &&
        cli_read_duration(a, "handshake", &terms->handshake, e) &&
        cli_read_duration(a, "patience", &s->patience, e) &&
        cli_read_number(a, "max-moves", 1, 1000000, &moves, e) &&
        cli_read_number(a, "opening", 1, 1000, &opening, e) &&
        cli_read_duration(a, "max-time", &terms->time_limit, e) &&
        cli_read_duration(a, "interrupt", &terms->interrupt, e) &&
        cli_read_number(a, "concurrency", 1, SERIES_CONCURRENCY_MAX, &concurrency, e) &&
        read_switch(a, "restart", &s->restart, e) &&
        read_agreement(a, "resign", &agreement->resign_score, &agreement->resign_moves, NULL, e) &&
        read_agreement(a, "draw", &agreement->draw_score, &agreement->draw_moves,
                       &agreement->draw_from, e) &&
        cli_read_number(a, "seed", 0, UINT64_MAX, &terms->seed, e) &&
        (!terms->control.increment || terms->control.game ||
         error_set(e, "--increment needs a --clock to add to")) &&
        (opening || !cli_value(a, "balanced") || error_set(e, "--balanced needs --opening"));
    terms->move_limit = (size_t)moves;
    s->opening = (opening_terms){(size_t)opening, cli_value(a, "balanced") != NULL};
    s->concurrency = (int)concurrency;
    return good;
}

static bool read_book(const cli_arguments *a, const char *folder, series_setup *s,
                      opening_book *book, error *e) {
    const char *path = cli_value(a, "openings"), *order = cli_value(a, "order");
    uint64_t plies = 0;
    bool random = order && strcmp(order, "random") == 0;
    if (order && !random && strcmp(order, "sequential") != 0)
        return error_set(e, "--order must be sequential or random, not '%s'", order);
    if (order && !path) return error_set(e, "--order needs --openings");
    if (cli_value(a, "plies") && !path) return error_set(e, "--plies needs --openings");
    if (!cli_read_number(a, "plies", 1, 1000, &plies, e)) return false;
    if (!path) return true;
    if (s->opening.moves || s->given)
        return error_set(e, "--openings, --opening and --position: give only one of them");
    if (s->rules->game->roll)
        return error_set(e, "--openings: %s has dice: every game begins differently anyway",
                         s->rules->game->name);
    size_t length;
    char within[CLI_PATH];
    text t = text_over(within, sizeof within);
    if (folder && *path != '/') text_addf(&t, "%s/", folder);
    text_add(&t, path);
    if (t.full) return error_set(e, "--openings: the path is too long");
    char *bytes = cli_read_file(within, &length, e);
    if (!bytes) return error_in(e, "--openings %s", path);
    bool good = opening_book_read(book, s->rules, (size_t)plies, bytes, length, e);
    free(bytes);
    if (!good) return error_in(e, "--openings %s", path);
    if (random) opening_book_shuffle(book, s->terms.seed);
    s->book = book;
    return true;
}

bool cli_read_start(const cli_arguments *a, const char *folder, series_setup *s,
                    series_start *start, error *e) {
    const char *position = cli_value(a, "position");
    if (position) {
        if (!(start->given = game_new_position(s->rules)))
            return error_set(e, "no memory for a position");
        if (!game_read_position(s->rules, position, start->given, e)) return false;
    }
    s->given = start->given;
    return read_book(a, folder, s, &start->book, e);
}

void series_start_destroy(series_start *s) {
    free(s->given);
    opening_book_destroy(&s->book);
    *s = (series_start){0};
}

bool cli_check_opening(const series_setup *s, error *e) {
    if (!s->opening.moves) return true;
    game_position *first = game_new_position(s->rules);
    bool good = (first && opening_draw(s->rules, s->given, s->opening, 0, first, e)) ||
                error_in(e, "--opening");
    free(first);
    return good;
}

int cli_usual_concurrency(void) {
    long usual = sysconf(_SC_NPROCESSORS_ONLN) - 1;
    return usual < 1 ? 1 : usual > SERIES_CONCURRENCY_MAX ? SERIES_CONCURRENCY_MAX : (int)usual;
}
