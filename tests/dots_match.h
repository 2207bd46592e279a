/* Matches between two engines of Dots and Boxes: pairs of games from the same random opening, with
 * the seats exchanged. */
#ifndef DAMERO_DOTS_MATCH_H
#define DAMERO_DOTS_MATCH_H

#include "engines/dots/engine.h"

typedef struct dots_match {
    int won, drawn, lost; /* by the first engine */
    int boxes;            /* its boxes minus the other's */
} dots_match;

/* Lines drawn at random, none of which gives a box away, so that games differ. */
static inline void dots_match_opening(const dots_rules *r, dots_position *p, int lines,
                                      random_source *random) {
    dots_map map;
    dots_map_make(&map, r);
    dots_start(r, p);
    for (int i = 0; i < lines; i++) {
        dots_field f;
        uint16_t safe[DOTS_LINES_MAX];
        dots_field_set(&map, &f, p);
        int count = dots_safe_lines(&map, &f, safe);
        if (count == 0) return;
        uint16_t line = safe[random_below(random, (uint32_t)count)];
        dots_draw(r, p, dots_field_line(&map, p, line));
    }
}

/* One game from a position; the margin of the engine in seat 0. */
static inline int dots_match_game(engine *const seats[2], const engine_limits limits[2],
                                  dots_position p) {
    const dots_rules *r = dots_rules_of(seats[0]->rules);
    while (!dots_over(&p)) {
        engine_result result;
        int seat = p.mover;
        engine_think(seats[seat], (const game_position *)(const void *)&p, seat, &limits[seat],
                     NULL, &result);
        dots_draw(r, &p, dots_line_of(result.move));
    }
    return p.score[0] - p.score[1];
}

static inline void dots_match_count(dots_match *m, int margin) {
    m->won += margin > 0;
    m->drawn += margin == 0;
    m->lost += margin < 0;
    m->boxes += margin;
}

/* `pairs` pairs of games; limits[0] are those of the first engine. */
static inline dots_match dots_match_play(engine *first, engine *second,
                                         const engine_limits limits[2], int pairs, uint64_t seed) {
    dots_match m = {0};
    random_source random = random_seed(seed);
    const dots_rules *r = dots_rules_of(first->rules);
    engine_limits swapped[2] = {limits[1], limits[0]};
    for (int i = 0; i < pairs; i++) {
        dots_position p;
        dots_match_opening(r, &p, 2 + (int)random_below(&random, 4), &random);
        for (int seat = 0; seat < 2; seat++) {
            if (first->kind->new_game) first->kind->new_game(first);
            if (second->kind->new_game) second->kind->new_game(second);
            if (seat == 0)
                dots_match_count(&m, dots_match_game((engine *[2]){first, second}, limits, p));
            else dots_match_count(&m, -dots_match_game((engine *[2]){second, first}, swapped, p));
        }
    }
    return m;
}

#endif
