#include "boards/trax/engine.h"

#include <stdlib.h>

#include "base/clock.h"
#include "boards/trax/accelerator.h"
#include "boards/trax/player.h"

typedef struct thinker {
    engine engine; /* first */
    device *device;
    trax_player *player;
    codesign *functions; /* for games that the accelerator has no room for */
} thinker;

static const engine_level levels[] = {
    {"8x8", "on the accelerator's smallest board"},
    {"16x16", "on the board of the original's figures"},
    {"32x32", "on the board proposed as its future work"},
    {"64x64", "on the largest board"},
    {0},
};

static void destroy(engine *g) {
    thinker *t = (thinker *)g;
    codesign_destroy(t->functions);
    trax_player_destroy(t->player);
    device_destroy(t->device);
    free(t);
}

static engine *create(const game_rules *rules, const engine_options *options, error *e) {
    const trax_rules *r = trax_rules_of(rules);
    /* A board of 8x8 holds everything that the rules of 8x8 allow, and no more. */
    unsigned size = r->variant == TRAX_8X8 ? TRAX_SMALL_SIDE : 8u << options->level;
    char settings[40];
    text s = text_over(settings, sizeof settings);
    text_addf(&s, "size=%u,lines=%s", size, r->variant == TRAX_LOOP ? "off" : "on");
    thinker *t = calloc(1, sizeof *t);
    if (!t) {
        error_set(e, "no memory for the engine");
        return NULL;
    }
    t->engine = (engine){.kind = &trax_accelerator_engine, .rules = rules};
    if (!(t->device = device_create(&trax_accelerator, settings, e)) ||
        !(t->player = trax_player_create(trax_driver_of(trax_port_of(t->device), size, 0), e)) ||
        !(t->functions = codesign_create(r, e))) {
        destroy(&t->engine);
        return NULL;
    }
    return &t->engine;
}

static void write_note(const trax_choice *c, text *note) {
    codesign_remark(c->value, note);
    text_addf(note, "%s%u turns evaluated, %u.%02u ms at 100 MHz.", note->length ? " " : "",
              c->evaluated, c->cycles / 100000, c->cycles % 100000 / 1000);
}

static void think(engine *g, const game_position *view, int seat, const engine_limits *limits,
                  const engine_watch *watch, engine_result *result) {
    thinker *t = (thinker *)g;
    const trax_position *position = (const trax_position *)(const void *)view;
    int64_t start = clock_now();
    *result = (engine_result){0};
    if (seat != position->mover || trax_over(trax_rules_of(g->rules), position)) return;
    codesign_limit limit = codesign_limit_of(limits, watch, start);
    text note = text_over(result->note, sizeof result->note);
    trax_choice choice = {0};
    bool fits = trax_player_set(t->player, position) && trax_player_has_room(t->player, position);
    if (fits) choice = trax_player_choose(t->player, &limit, NULL, NULL);
    if (choice.move) {
        write_note(&choice, &note);
    } else {
        codesign_set(t->functions, position);
        choice.move = codesign_choose(t->functions, &limit, &choice.value);
        text_addf(&note, "%s the accelerator's %ux%u board: chosen in software.",
                  fits ? "No turn on" : "The game has outgrown", t->player->driver.size,
                  t->player->driver.size);
    }
    result->move = trax_to_contract(position, choice.move);
    result->score = choice.value;
    result->scored = true;
    result->depth = 1;
    result->nodes = choice.evaluated;
    result->time = clock_now() - start;
    result->line_count = 1;
    result->line[0] = result->move;
}

const engine_kind trax_accelerator_engine = {
    .name = "accelerator",
    .game = "trax",
    .summary = "Plays like the co-design, through the registers of its accelerator.",
    .unit = "of 255",
    .levels = levels,
    .create = create,
    .destroy = destroy,
    .think = think,
};
