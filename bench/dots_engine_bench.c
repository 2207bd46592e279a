/* The engine of Dots and Boxes: playouts against plain ones, how far it exceeds its time, and
 * matches between its levels and its methods. */
#include <stdlib.h>

#include "bench.h"
#include "dots_match.h"
#include "engines/dots/levels.h"

typedef struct playing {
    const dots_map *map;
    dots_field start;
    dots_position position;
    random_source random;
    long sum; /* so that nothing is optimised away */
} playing;

static double engine_playouts(void *context) {
    playing *p = context;
    for (int i = 0; i < 200; i++) {
        dots_field f = p->start;
        p->sum += dots_playout(p->map, &f, &p->random, NULL);
    }
    return 200;
}

/* The reference uses only the rules. It lists the safe lines before every move; when there are
 * none, it tries every line to find the shortest run of captures, gives it away and takes all of
 * it. */
static int boxes_given(const dots_rules *r, dots_position p, int line) {
    int given = 0;
    dots_draw(r, &p, line);
    for (bool taken = true; taken;) {
        taken = false;
        for (int l = 0; l < r->lines; l++) {
            if (dots_drawn(&p, l)) continue;
            dots_position next = p;
            int completed = dots_draw(r, &next, l);
            if (completed == 0) continue;
            given += completed;
            p = next;
            taken = true;
        }
    }
    return given;
}

static double plain_playouts(void *context) {
    playing *p = context;
    const dots_rules *r = p->map->rules;
    dots_position now = p->position;
    while (now.open > 0) {
        int least = DOTS_BOXES_MAX + 1, choice = 0;
        uint32_t equals = 0;
        for (int line = 0; line < r->lines; line++) {
            if (dots_drawn(&now, line)) continue;
            dots_position next = now;
            int value = dots_draw(r, &next, line) ? -1 : boxes_given(r, now, line);
            if (value < least) equals = 0;
            if (value <= least && random_below(&p->random, ++equals) == 0) choice = line;
            if (value < least) least = value;
        }
        dots_draw(r, &now, choice);
    }
    p->sum += now.score[0] - now.score[1];
    return 1;
}

static void bench_playouts(const char *size) {
    char settings[40];
    snprintf(settings, sizeof settings, "size=%s", size);
    game_rules *rules = game_create(&dots_game, settings, NULL);
    dots_map map;
    dots_map_make(&map, dots_rules_of(rules));
    playing p = {.map = &map, .random = random_seed(1)};
    dots_start(map.rules, &p.position);
    dots_field_set(&map, &p.start, &p.position);
    double fast = bench_rate(0.5, engine_playouts, &p), slow = bench_rate(0.5, plain_playouts, &p);
    printf("dots  playouts %-6s     %7.1f thousand/s         plain rules %7.3f   ratio %5.0f\n",
           size, fast / 1e3, slow / 1e3, fast / slow);
    game_destroy(rules);
}

static engine *engine_of(const game_rules *rules, int level, uint64_t seed) {
    engine_options o = {.memory = 16 << 20, .level = level, .seed = seed};
    engine *e = engine_create(&dots_engine, rules, &o, NULL);
    if (!e) abort();
    return e;
}

static void bench_time(const char *size, int milliseconds) {
    char settings[40];
    snprintf(settings, sizeof settings, "size=%s", size);
    game_rules *rules = game_create(&dots_game, settings, NULL);
    engine *e = engine_of(rules, ENGINE_FULL, 1);
    random_source random = random_seed(1);
    engine_limits limits = {.move_time = (int64_t)milliseconds * 1000000};
    int over = 0, moves = 40;
    int64_t longest = 0;
    for (int i = 0; i < moves; i++) {
        dots_position p;
        engine_result result;
        dots_match_opening(dots_rules_of(rules), &p, i * dots_rules_of(rules)->lines / 80, &random);
        int64_t start = clock_now();
        engine_think(e, (const game_position *)(const void *)&p, p.mover, &limits, NULL, &result);
        int64_t took = clock_now() - start;
        if (took > longest) longest = took;
        over += took > limits.move_time;
    }
    printf("dots  %-6s %3d ms a move   longest %7.2f ms, %d of %d over\n", size, milliseconds,
           (double)longest / 1e6, over, moves);
    engine_destroy(e);
    game_destroy(rules);
}

static void bench_match(const char *size, int levels[2], dots_method methods[2], uint64_t nodes,
                        int pairs) {
    static const char *const names[] = {"both", "tree", "deepening"};
    char settings[40];
    snprintf(settings, sizeof settings, "size=%s", size);
    game_rules *rules = game_create(&dots_game, settings, NULL);
    engine *first = engine_of(rules, levels[0], 1), *second = engine_of(rules, levels[1], 2);
    dots_engine_method(first, methods[0]);
    dots_engine_method(second, methods[1]);
    engine_limits limits[2] = {{.nodes = nodes}, {.nodes = nodes}};
    dots_match m = dots_match_play(first, second, limits, pairs, 1);
    printf("dots  %-4s %s (%s) against %s (%s)", size, dots_levels[levels[0]].name,
           names[methods[0]], dots_levels[levels[1]].name, names[methods[1]]);
    if (nodes) printf(", %llu nodes", (unsigned long long)nodes);
    printf(": +%d =%d -%d, boxes %+d\n", m.won, m.drawn, m.lost, m.boxes);
    fflush(stdout);
    engine_destroy(first);
    engine_destroy(second);
    game_destroy(rules);
}

/* `methods` selects the part that takes minutes. */
int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "";
    if (what[0] == 'm') {
        dots_method methods[2] = {DOTS_BY_TREE, DOTS_BY_DEEPENING};
        bench_match("5x5", (int[]){ENGINE_FULL, ENGINE_FULL}, methods, 2000, 50);
        bench_match("6x6", (int[]){ENGINE_FULL, ENGINE_FULL}, methods, 2000, 20);
        bench_match("6x6", (int[]){ENGINE_FULL, ENGINE_FULL}, methods, 20000, 10);
        bench_match("7x7", (int[]){ENGINE_FULL, ENGINE_FULL}, methods, 2000, 15);
        return 0;
    }
    bench_playouts("5x5");
    bench_playouts("8x8");
    bench_time("5x5", 20);
    bench_time("15x15", 50);
    return 0;
}
