/* The work that `script/bench site` compares: the same counts and searches, compiled by clang for
 * this machine and for WebAssembly. Prints a line for each: its name, a count that must be the same
 * in both builds, and the shortest of its times in seconds: a browser first compiles in haste. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "engines/engine.h"
#include "games/history.h"

enum { TIMES = 5 };

/* Either to a depth, or a search of that many nodes. */
typedef struct job {
    const char *name, *game, *rules, *start, *moves;
    int depth;
    uint64_t nodes;
} job;

static const job jobs[] = {
    {"damas perft 10", "damas", "", "", "", 10, 0},
    {"trax perft 6", "trax", "", "", "", 6, 0},
    {"dots perft 6", "dots", "size=3x3", "", "", 6, 0},
    {"damas search", "damas", "", "", "10-14 23-20", 0, 1500000},
    {"trax search", "trax", "", "", "@0/ A2\\ B1/ B2+", 0, 800000},
    {"dots search", "dots", "size=5x5", "", "", 0, 60000},
    {"perudo search", "perudo", "players=3",
     "11335/????"
     "?/?????",
     "", 0, 1000},
};

static void fail(const char *why) {
    fprintf(stderr, "site_bench: %s\n", why);
    exit(1);
}

/* One thread and tables of 16 MB, as a seat of the site has. */
static uint64_t search(const game_rules *rules, const game_position *p, uint64_t nodes, error *e) {
    const engine_kind *const *const lists[] = {engines_all, NULL};
    const engine_kind *kind = engine_find_in(lists, rules->game, NULL, e);
    engine_options options = {
        .memory = 16 << 20, .level = kind ? engine_full_level(kind) : 0, .seed = 1};
    engine *who = kind ? engine_create(kind, rules, &options, e) : NULL;
    engine_limits limits = {.nodes = nodes};
    engine_result r;
    if (!who) fail(e->message);
    engine_think(who, p, game_turn(rules, p), &limits, NULL, &r);
    engine_destroy(who);
    return r.nodes;
}

int main(void) {
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        const job *j = &jobs[i];
        error e;
        history h;
        uint64_t count = 0;
        game_rules *rules = game_create_named(j->game, j->rules, &e);
        if (!rules || !history_create(&h, rules, &e)) fail(e.message);
        if (*j->start) {
            game_position *p = game_new_position(rules);
            if (!p || !game_read_position(rules, j->start, p, &e)) fail(e.message);
            history_set(&h, p);
            free(p);
        }
        if (*j->moves && !history_play_all(&h, j->moves, &e)) fail(e.message);
        int64_t shortest = INT64_MAX;
        for (int k = 0; k < TIMES; k++) {
            int64_t begun = clock_now();
            if (j->nodes) count = search(rules, h.now, j->nodes, &e);
            else if (!game_perft(rules, h.now, j->depth, &count, &e)) fail(e.message);
            int64_t took = clock_now() - begun;
            if (took < shortest) shortest = took;
        }
        printf("%s\t%llu\t%.4f\n", j->name, (unsigned long long)count, clock_seconds(shortest));
        fflush(stdout);
        history_destroy(&h);
        game_destroy(rules);
    }
    return 0;
}
