/* damero levels - plays each level of an engine against the next stronger one. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "boards/engines.h"
#include "cli/series_options.h"
#include "cli/stop.h"
#include "cli/tally.h"
#include "cli/think.h"

enum {
    OPENING = 4, /* random moves before each pair of games */
    USUAL_GAMES = 200,
    USUAL_NODES = 60000, /* of full strength */
    GAMES_MAX = 1000000,
    /* For a move: no level needs nearly that long, so the figures do not depend on the machine. */
    MOVE_SECONDS = 600,
};

/* What all pairs of levels share. */
typedef struct measurement {
    uint64_t games, nodes, seed, concurrency;
    const char *above; /* only the levels above this one; NULL: all */
    bool json;
    const atomic_bool *stop;
} measurement;

static bool begin(void *context, const series_game *g, error *e) {
    (void)context, (void)g, (void)e;
    return true;
}

static void show(void *context, const match *m, const match_event *v) {
    (void)context, (void)m, (void)v;
}

static bool end(void *context, const series_game *g, const match_verdict *v, const char *words) {
    (void)words;
    tally *t = context;
    if (v->reason != MATCH_ABORTED)
        tally_add(t, v->winner >= 0 ? g->player[v->winner] : GAME_NOBODY);
    return true;
}

/* The seat of a level. Full strength has no limits of its own, so it gets one in nodes. */
static bool read_seat(const measurement *m, const game *g, const engine_kind *kind, int level,
                      seat_spec *s, error *e) {
    char words[120];
    text t = text_over(words, sizeof words);
    text_addf(&t, "engine:%s", kind->levels[level].name);
    if (level == engine_full_level(kind))
        text_addf(&t, ":nodes=%llu", (unsigned long long)m->nodes);
    return seat_read(words, g, s, e);
}

static bool play_pair(const measurement *m, const game *g, const engine_kind *kind,
                      const int level[2], tally *t, error *e) {
    seat_spec seat[2] = {0};
    const seat_spec *const seats[2] = {&seat[0], &seat[1]};
    *t = (tally){.players = 2};
    for (int i = 0; i < 2; i++) {
        t->name[i] = kind->levels[level[i]].name;
        if (!read_seat(m, g, kind, level[i], &seat[i], e)) return false;
    }
    game_rules *rules = setup_rules(g, NULL, seats, 2, e);
    if (!rules) return false;
    series_setup s = {
        .rules = rules,
        .players = 2,
        .spec = {seats[0], seats[1]},
        .games = m->games,
        .concurrency = (int)m->concurrency,
        .terms = {.control = {.move = MOVE_SECONDS * SECOND}, .seeded = true, .seed = m->seed},
        .opening.moves = g->roll ? 0 : OPENING,
        .stop = m->stop,
        .host = {.context = t, .input = -1, .show = show},
        .begin = begin,
        .end = end};
    series_outcome outcome = series_play(&s, e);
    game_destroy(rules);
    if (outcome != SERIES_OVER && !*e->message) error_set(e, "interrupted");
    return outcome == SERIES_OVER;
}

static void print_pair(const measurement *m, const game *g, const tally *t) {
    series_estimate found = series_estimate_of(&t->score);
    if (m->json) {
        json_t *o =
            json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:f}", "game", g->name, "level",
                      t->name[0], "below", t->name[1], "games", tally_games(t), "wins", t->wins[0],
                      "draws", t->draws, "losses", t->wins[1], "score", found.score);
        json_object_set_new(o, "elo", cli_json_figure(found.elo));
        json_object_set_new(o, "error", cli_json_figure(found.error));
        cli_print_json(o);
        return;
    }
    printf("  %-10s over %-10s %5.1f %%   Elo %+5.0f", t->name[0], t->name[1], 100 * found.score,
           found.elo);
    if (isfinite(found.error)) printf(" \u00b1 %.0f", found.error);
    putchar('\n');
}

static bool measure(const measurement *m, const game *g, error *e) {
    const engine_kind *kind = boards_find_engine(g, NULL, e);
    if (!kind) return false;
    int first = kind->styles;
    while (m->above && kind->levels[first].name && strcmp(kind->levels[first].name, m->above) != 0)
        first++;
    if (!kind->levels[first].name || !kind->levels[first + 1].name)
        return error_set(e, "--above %s: no such level; expected one of beginner to master",
                         m->above);
    if (!m->json)
        printf("%s: %llu games for each pair, full strength with %llu nodes a move\n", g->name,
               (unsigned long long)m->games, (unsigned long long)m->nodes);
    double sum = 0;
    for (int i = first + 1; kind->levels[i].name; i++) {
        tally t;
        if (!play_pair(m, g, kind, (const int[2]){i, i - 1}, &t, e)) return false;
        print_pair(m, g, &t);
        sum += series_estimate_of(&t.score).elo;
        fflush(stdout);
    }
    if (!m->json) printf("  from the weakest to the strongest: Elo %+.0f\n", sum);
    return true;
}

static int run(const cli_arguments *a) {
    error e;
    measurement m = {.games = USUAL_GAMES,
                     .nodes = USUAL_NODES,
                     .seed = 1,
                     .concurrency = (uint64_t)cli_usual_concurrency(),
                     .above = cli_value(a, "above"),
                     .json = cli_value(a, "json") != NULL,
                     .stop = cli_stop_on_interrupt()};
    bool good = cli_read_number(a, "games", 2, GAMES_MAX, &m.games, &e) &&
                cli_read_number(a, "nodes", 1, UINT64_MAX / 2, &m.nodes, &e) &&
                cli_read_number(a, "seed", 0, UINT64_MAX, &m.seed, &e) &&
                cli_read_number(a, "concurrency", 1, SERIES_CONCURRENCY_MAX, &m.concurrency, &e);
    const game *only = good && a->operand_count ? game_find(a->operand[0], &e) : NULL;
    good = good && (only || !a->operand_count);
    for (size_t i = 0; good && games_all[i]; i++)
        if (!only || games_all[i] == only) good = measure(&m, games_all[i], &e);
    return good ? CLI_OK : cli_fail_with(a, &e);
}

const cli_command cli_levels = {
    .name = "levels",
    .operands = "[GAME]",
    .summary = "Measure how far apart the levels of the engines are.",
    .about =
        "Each level plays the next weaker one under the usual rules, in pairs of games from the "
        "same random opening (or with the same number of dice) with seats swapped. The levels "
        "have the same names in all games and are limited by depth, nodes and deliberate errors, "
        "never by time, so the same seed gives the same figures on every machine. The interval "
        "holds with 95 % confidence. Full strength grows with its time; here it has a limit in "
        "nodes.",
    .options = (const cli_option[]){{"games", "N", "games for each pair of levels (200)"},
                                    {"nodes", "N", "nodes a move at full strength (60000)"},
                                    {"seed", "N", "another seed gives other games (1)"},
                                    {"concurrency", "N", "play N games at once (processors - 1)"},
                                    {"above", "LEVEL", "only the levels above this one"},
                                    {"json", NULL, "one JSON object per line, for each pair"},
                                    {0}},
    .examples = (const cli_example[]){{"damero levels damas", "Elo between adjacent levels"},
                                      {"damero levels --games 40 --json", "all games, for a "
                                                                          "program to read"},
                                      {0}},
    .run = run,
};
