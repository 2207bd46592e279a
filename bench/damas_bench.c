/* Damas: move generation, search and tables. */
#include <stdlib.h>

#include "bench.h"
#include "damas_plain.h"
#include "engines/damas/build.h"
#include "engines/damas/engine.h"
#include "games/damas/moves.h"

enum { OURS_DEPTH = 12, PLAIN_DEPTH = 9, SEARCH_NODES = 4000000 };

static double perft_ours(void *context) {
    return (double)damas_perft(DAMAS_SPANISH_FLAGS, context, 0, OURS_DEPTH);
}

static double perft_plain(void *context) {
    plain_board p = plain_of(context);
    return (double)plain_perft(&p, 0, PLAIN_DEPTH);
}

typedef struct searching {
    engine *engine;
    game_position *position;
} searching;

static double search_nodes(void *context) {
    const searching *s = context;
    engine_limits limits = {.nodes = SEARCH_NODES};
    engine_result r;
    engine_think(s->engine, s->position, 0, &limits, NULL, &r);
    return (double)r.nodes;
}

/* Solves the slices of at most four kings and returns the number of positions. */
static double solve_kings(void *context) {
    (void)context;
    error e;
    double positions = 0;
    damas_material order[DAMAS_SLICES];
    damas_tables *t = damas_tables_create(DAMAS_SPANISH_FLAGS, &e);
    int count = damas_build_order(4, order);
    for (int i = 0; t && i < count; i++) {
        damas_built b;
        if (order[i].men + order[i].their_men > 0) continue;
        if (!damas_build(t, order[i], 1, NULL, &b, &e)) break;
        for (int k = 0; k < 2 && (k == 0 || b.codes[1] != b.codes[0]); k++) {
            size_t length;
            uint8_t *image = damas_image(DAMAS_SPANISH_FLAGS, &b.slice[k], DAMAS_DISTANCES,
                                         b.codes[k], &length, &e);
            damas_tables_add(t, image, length, &e);
            free(image);
            image = damas_image(DAMAS_SPANISH_FLAGS, &b.slice[k], DAMAS_VALUES, b.codes[k], &length,
                                &e);
            damas_tables_add(t, image, length, &e);
            free(image);
            positions += (double)b.slice[k].size;
        }
        damas_built_free(&b);
    }
    damas_tables_destroy(t);
    return positions;
}

int main(void) {
    error e;
    game_rules *rules = game_create(&damas_game, "", &e);
    engine_options options = {.level = engine_full_level(&damas_engine)};
    searching s = {.engine = engine_create(&damas_engine, rules, &options, &e),
                   .position = game_new_position(rules)};
    damas_board start = damas_seen(s.position)->board;
    double ours = bench_rate(3, perft_ours, &start), plain = bench_rate(2, perft_plain, &start);
    printf("damas perft %d, bulk counting: %.0f million/s, %.1f times a plain mailbox (%.2f "
           "million/s)\n",
           OURS_DEPTH, ours / 1e6, ours / plain, plain / 1e6);
    double nodes = bench_rate(2, search_nodes, &s);
    printf("damas search, one thread: %.1f million nodes/s\n", nodes / 1e6);
    double solved = bench_rate(1, solve_kings, NULL);
    printf("damas tables, kings only, one thread: %.2f million positions/s\n", solved / 1e6);
    free(s.position);
    engine_destroy(s.engine);
    game_destroy(rules);
    return 0;
}
