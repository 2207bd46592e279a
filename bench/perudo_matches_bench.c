/* Perudo: whole matches of the strong player against simpler ones at 20 ms per decision, with the
 * time its decisions took: by the clock, and in processor time, which does not depend on other
 * load. DAMERO_LONG=1 plays 2,000 games each instead of 100, DAMERO_GAMES=N plays N. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "engines/perudo/player.h"

static double cpu_milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

enum { DECISIONS_MAX = 200000 };

/* One `perudo` against others of one kind, in every seat in turn. */
static void match(int players, const engine_kind *others, int games, int milliseconds) {
    char settings[32];
    text t = text_over(settings, sizeof settings);
    text_addf(&t, "players=%d", players);
    game_rules *rules = game_create(&perudo_game, settings, NULL);
    const perudo_rules *r = perudo_rules_of(rules);
    engine_options one = {.level = engine_full_level(&perudo_engine), .seed = 1},
                   two = {.level = engine_full_level(others), .seed = 2};
    engine *strong = engine_create(&perudo_engine, rules, &one, NULL),
           *usual = engine_create(others, rules, &two, NULL);
    random_source dice = random_seed(6);
    double *took = malloc(DECISIONS_MAX * sizeof *took), most_cpu = 0;
    size_t decisions = 0;
    int won = 0;
    for (int i = 0; i < games; i++) {
        perudo_position p, view;
        perudo_start(r, &p);
        while (p.phase != PERUDO_OVER) {
            if (p.phase != PERUDO_BID) {
                perudo_play(r, &p, perudo_roll(r, &p, &dice));
                continue;
            }
            bool mine = p.next == i % players;
            engine_limits limits = {.move_time = (int64_t)milliseconds * 1000000};
            engine_result result;
            perudo_view(&p, p.next, &view);
            double start = cpu_milliseconds();
            engine_think(mine ? strong : usual, (const game_position *)(const void *)&view, p.next,
                         &limits, NULL, &result);
            double cpu = cpu_milliseconds() - start;
            if (mine && cpu > most_cpu) most_cpu = cpu;
            if (mine && decisions < DECISIONS_MAX)
                took[decisions++] = clock_seconds(result.time) * 1e3;
            perudo_play(r, &p, result.move);
        }
        won += game_result(rules, (const game_position *)(const void *)&p).winner == i % players;
    }
    qsort(took, decisions, sizeof *took, compare);
    printf("perudo match  %d players, against %-8s %5d games  won %5.1f %%  %4.2f fair shares   a "
           "decision: limit %d ms, median %.3f, most %.1f, most of the processor %.1f\n",
           players, others->name, games, 100.0 * won / games, (double)won * players / games,
           milliseconds, took[decisions / 2], took[decisions - 1], most_cpu);
    fflush(stdout);
    free(took);
    engine_destroy(strong);
    engine_destroy(usual);
    game_destroy(rules);
}

int main(void) {
    const char *wish = getenv("DAMERO_LONG");
    const char *number = getenv("DAMERO_GAMES");
    int games = number ? atoi(number) : wish && strcmp(wish, "1") == 0 ? 2000 : 100;
    static const int tables[] = {3, 4, 6, 8};
    match(2, &perudo_seed_engine, games, 20);
    match(2, &perudo_binomial_engine, games, 20);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        match(tables[i], &perudo_binomial_engine, games, 20);
    return 0;
}
