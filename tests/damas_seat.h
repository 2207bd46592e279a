/* Helpers for tests of the Damas engine: an engine at a position. */
#ifndef DAMERO_DAMAS_SEAT_H
#define DAMERO_DAMAS_SEAT_H

#include "engines/damas/engine.h"
#include "support.h"

typedef struct seat {
    game_rules *rules;
    engine *engine;
    game_position *position;
} seat;

/* `fen` "": the start; `options` NULL: full strength, with little memory. */
static inline seat sit_down(const char *settings, const char *fen, const engine_options *options) {
    error e = {0};
    engine_options usual = {.level = engine_full_level(&damas_engine), .memory = 1 << 20};
    seat s = {.rules = rules_of("damas", settings)};
    s.engine = engine_create(&damas_engine, s.rules, options ? options : &usual, &e);
    if (!s.engine) fail_msg("%s", e.message);
    s.position = game_new_position(s.rules);
    if (*fen && !game_read_position(s.rules, fen, s.position, &e)) fail_msg("%s", e.message);
    return s;
}

static inline void stand_up(seat *s) {
    free(s->position);
    engine_destroy(s->engine);
    game_destroy(s->rules);
}

static inline engine_result think(seat *s, engine_limits limits) {
    engine_result r;
    engine_think(s->engine, s->position, game_turn(s->rules, s->position), &limits, NULL, &r);
    return r;
}

#endif
