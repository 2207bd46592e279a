#include <stdlib.h>

#include "base/clock.h"
#include "engines/trax/codesign.h"

typedef struct player {
    engine engine; /* first */
    codesign *functions;
} player;

static const engine_level levels[] = {
    {"standard", "one turn ahead, by threats and corners, as the co-design plays"},
    {0},
};

static engine *create(const game_rules *rules, const engine_options *options, error *e) {
    (void)options;
    player *p = calloc(1, sizeof *p);
    codesign *c = p ? codesign_create(trax_rules_of(rules), e) : NULL;
    if (!c) {
        if (!p) error_set(e, "no memory for the engine");
        free(p);
        return NULL;
    }
    *p = (player){.engine = {.kind = &codesign_engine, .rules = rules}, .functions = c};
    return &p->engine;
}

static void destroy(engine *g) {
    player *p = (player *)g;
    codesign_destroy(p->functions);
    free(p);
}

codesign_limit codesign_limit_of(const engine_limits *limits, const engine_watch *watch,
                                 int64_t start) {
    int64_t allowed = limits->move_time;
    if (limits->clock && (allowed == 0 || limits->clock / 10 < allowed))
        allowed = limits->clock / 10;
    codesign_limit limit = {.watch = watch};
    if (allowed) limit.deadline = start + allowed - allowed / 8;
    return limit;
}

void codesign_remark(int value, text *note) {
    if (value == CODESIGN_WON) text_add(note, "This turn wins.");
    else if (value == CODESIGN_DOUBLE) text_add(note, "Two threats: the next turn wins.");
    else if (value == CODESIGN_THREAT) text_add(note, "Every turn leaves the opponent a win.");
}

static void think(engine *g, const game_position *view, int seat, const engine_limits *limits,
                  const engine_watch *watch, engine_result *result) {
    player *p = (player *)g;
    const trax_position *position = (const trax_position *)(const void *)view;
    int64_t start = clock_now();
    *result = (engine_result){0};
    if (seat != position->mover || trax_over(trax_rules_of(g->rules), position)) return;
    codesign_limit limit = codesign_limit_of(limits, watch, start);
    int value;
    codesign_set(p->functions, position);
    trax_move move = codesign_choose(p->functions, &limit, &value);
    result->move = trax_to_contract(position, move);
    result->score = value;
    result->scored = true;
    result->depth = 1;
    result->time = clock_now() - start;
    result->line_count = 1;
    result->line[0] = result->move;
    text note = text_over(result->note, sizeof result->note);
    codesign_remark(value, &note);
}

const engine_kind codesign_engine = {
    .name = "codesign",
    .game = "trax",
    .summary = "Looks one turn ahead and counts threats and corners, as the co-design does.",
    .unit = "of 255",
    .levels = levels,
    .create = create,
    .destroy = destroy,
    .think = think,
};
