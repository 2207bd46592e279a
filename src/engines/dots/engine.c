#include "engines/dots/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engines/dots/levels.h"
#include "engines/dots/solver/solver.h"

enum {
    DEFAULT_MEMORY = 128 << 20,
    COURSE_NODES = 4000, /* the most spent on the expected continuation */
    QUICK_NODES = 2000,  /* the most spent on the value of an obvious move */
    LOOK_STRIDE = 4,     /* nodes between two looks at the clock: 0.2 ms on the largest grid */
    MANY_LINES = 20,     /* fewer: memory is at most this many bytes per position */
    ROOM_PER_POSITION = 256,
};

typedef struct player {
    engine base; /* first */
    dots_map map;
    dots_decider decider;
    uint64_t seed;
    int level;
    dots_method method;
    search_deadline deadline; /* of the current call of think or values */
} player;

static void destroy(engine *e) {
    player *pl = (player *)e;
    dots_decider_destroy(&pl->decider);
    free(pl);
}

/* A small grid has so few positions that larger tables would only take time to clear. */
static size_t most_memory(const dots_rules *r) {
    return r->lines < MANY_LINES ? (size_t)ROOM_PER_POSITION << r->lines : SIZE_MAX;
}

static engine *create(const game_rules *rules, const engine_options *o, error *e) {
    player *pl = calloc(1, sizeof *pl);
    size_t memory = o->memory ? o->memory : DEFAULT_MEMORY,
           most = most_memory(dots_rules_of(rules));
    if (memory > most) memory = most;
    if (!pl) {
        error_set(e, "no memory for the engine");
        return NULL;
    }
    pl->base = (engine){.kind = &dots_engine, .rules = rules};
    pl->level = o->level;
    pl->seed = hash_mix(o->seed);
    dots_map_make(&pl->map, dots_rules_of(rules));
    int threads = o->threads < 1 ? 1 : o->threads;
    if (threads > DOTS_MAX_THREADS) threads = DOTS_MAX_THREADS;
    if (dots_decider_create(&pl->decider, &pl->map, memory, threads, pl->seed)) return &pl->base;
    free(pl);
    error_set(e, "no memory for tables of %zu bytes", memory);
    return NULL;
}

static void new_game(engine *e) {
    player *pl = (player *)e;
    dots_decider_forget(&pl->decider, pl->seed);
}

static void restart(engine *e, uint64_t seed) {
    ((player *)e)->seed = hash_mix(seed);
    new_game(e);
}

void dots_engine_method(engine *e, dots_method method) { ((player *)e)->method = method; }

/* One call of think. */
typedef struct decision {
    player *player;
    const dots_position *position;
    dots_outlook outlook;
    search_guard guard;
    const engine_watch *watch;
    engine_result *result;
} decision;

static void set_move(decision *d, uint16_t line) {
    d->result->move = dots_move_of(dots_field_line(&d->player->map, d->position, line));
}

/* Fills in the result from what was found for the quiet field; `further` (or NULL) limits the work
 * spent on the expected continuation. */
static void conclude(decision *d, const dots_found *found, search_guard *further) {
    const dots_map *m = &d->player->map;
    const dots_outlook *o = &d->outlook;
    engine_result *r = d->result;
    uint16_t line = found->line;
    if (o->haul.boxes > 0 && !dots_free_capture(m, o, &line))
        line = dots_best_capture(m, o, found->value);
    set_move(d, line);
    r->score = dots_haul_value(o->haul, found->value);
    r->scored = found->proven || found->depth > 0;
    r->exact = found->proven;
    r->depth = found->depth;
    r->nodes = d->guard.nodes;
    r->time = clock_now() - d->guard.plan.start;
    r->fill = search_table_fill(&d->player->decider.table);
    if (dots_mcts_fill(&d->player->decider.tree) > r->fill)
        r->fill = dots_mcts_fill(&d->player->decider.tree);
    r->line[0] = r->move;
    r->line_count =
        dots_expected_line(&d->player->decider, d->position, r->line, 1, ENGINE_LINE_MAX, further);
}

static void write_note(const decision *d, const char *what) {
    text t = text_over(d->result->note, sizeof d->result->note);
    text_add(&t, what);
}

static void tell(void *context, const dots_found *so_far) {
    decision *d = context;
    conclude(d, so_far, NULL);
    if (d->watch && d->watch->progress) d->watch->progress(d->watch->context, d->result);
}

/* Estimates our moves until the game is decided: about half of the safe lines get drawn, by both
 * players, and then a few chains are opened. */
static int moves_left(const dots_map *m, const dots_field *quiet) {
    uint16_t safe[DOTS_LINES_MAX];
    return dots_safe_lines(m, quiet, safe) / 4 + 3;
}

/* With passing, a quiet field is worth nothing to either side: a player who would lose by moving
 * passes, and so does the opponent. So the engine takes what it can, draws safe lines in the hope
 * of a mistake, and passes when there are none left, or to end a won game. True if that settles the
 * move. */
static bool settle_with_passing(decision *d) {
    const dots_rules *rules = d->player->map.rules;
    const dots_position *p = d->position;
    uint16_t safe[DOTS_LINES_MAX], line;
    if (!rules->pass) return false;
    if (d->outlook.haul.boxes > 0) {
        if (!dots_free_capture(&d->player->map, &d->outlook, &line))
            line = dots_best_capture(&d->player->map, &d->outlook, 0);
        set_move(d, line);
        write_note(d, "takes all it can");
    } else {
        bool ends_it = p->passes == 1 && p->score[p->mover] > p->score[1 - p->mover];
        if (!ends_it && dots_safe_lines(&d->player->map, &d->outlook.quiet, safe) > 0) return false;
        d->result->move = DOTS_PASS;
        write_note(d, ends_it ? "passes to end a won game" : "every line would give boxes away");
    }
    d->result->score = d->outlook.haul.boxes;
    d->result->scored = d->result->exact = true;
    d->result->line[0] = d->result->move;
    d->result->line_count = 1;
    return true;
}

/* False if the level thinks about this move. */
static bool play_by_sight(decision *d) {
    player *pl = d->player;
    random_source random = random_seed(pl->seed ^ d->outlook.field.hash);
    uint16_t line = dots_line_by_sight(&pl->map, &d->outlook, pl->level, &random);
    if (line == DOTS_NO_LINE) return false;
    set_move(d, line);
    d->result->line[0] = d->result->move;
    d->result->line_count = 1;
    d->result->nodes = 1;
    write_note(d, "plays by sight");
    return true;
}

static uint64_t node_limit(const decision *d, const engine_limits *limits, bool obvious) {
    uint64_t most = limits->nodes, level = dots_level_nodes(d->player->level);
    if (level && (!most || level < most)) most = level;
    if (obvious && (!most || QUICK_NODES < most)) most = QUICK_NODES;
    return most;
}

static void ponder_and_conclude(decision *d, const engine_limits *limits) {
    player *pl = d->player;
    dots_outlook *o = &d->outlook;
    dots_found found = {.proven = true, .line = DOTS_NO_LINE};
    uint16_t free_line;
    /* With a free capture nothing depends on the search. */
    bool pass = pl->map.rules->pass, obvious = dots_free_capture(&pl->map, o, &free_line);
    search_plan plan =
        search_time_plan(limits, d->guard.plan.start, moves_left(&pl->map, &o->quiet));
    d->guard = search_guard_start(plan, node_limit(d, limits, obvious), d->watch, LOOK_STRIDE,
                                  &pl->deadline);
    dots_question q = {.quiet = &o->quiet,
                       .safe_only = pass,
                       .method = limits->depth > 0 ? DOTS_BY_DEEPENING : pl->method,
                       .depth = limits->depth,
                       .guard = &d->guard,
                       .tell = tell,
                       .context = d};
    if (o->quiet.lines > 0) dots_decide(&pl->decider, &q, &found);
    if (pass) found.value = 0;
    /* A proven result is worth a few more nodes to show the continuation. */
    search_guard further = d->guard;
    uint64_t enough = further.nodes + COURSE_NODES;
    if (!further.node_limit || enough < further.node_limit) further.node_limit = enough;
    conclude(d, &found, found.proven && !pass ? &further : NULL);
    d->result->nodes = further.nodes;
    if (pass) d->result->scored = d->result->exact = true;
    if (pass) write_note(d, "with passing a quiet position is worth nothing");
    else if (!found.proven && obvious) write_note(d, "takes a free box");
    else if (!found.proven && found.depth == 0) write_note(d, "no time to think");
}

static void think(engine *e, const game_position *view, int seat, const engine_limits *limits,
                  const engine_watch *watch, engine_result *result) {
    player *pl = (player *)e;
    const dots_position *p = (const dots_position *)(const void *)view;
    dots_field field;
    memset(result, 0, sizeof *result);
    if (dots_over(p) || seat != p->mover) return;
    decision d = {.player = pl, .position = p, .watch = watch, .result = result};
    d.guard.plan.start = clock_now();
    dots_field_set(&pl->map, &field, p);
    dots_outlook_take(&pl->map, &field, &d.outlook);
    if (!settle_with_passing(&d) && !play_by_sight(&d)) ponder_and_conclude(&d, limits);
    result->time = clock_now() - d.guard.plan.start;
}

/* With passing nobody has to give anything away: a position is worth what can be taken in it at
 * once, and a move what it takes plus what the same player, or minus what the opponent, can take
 * next. */
static int value_with_passing(const player *pl, const dots_position *p, game_move move) {
    dots_position after = *p;
    dots_field field;
    dots_outlook outlook;
    int taken = 0;
    if (move != DOTS_PASS)
        taken = dots_draw(dots_rules_of(pl->base.rules), &after, dots_line_of(move));
    dots_field_set(&pl->map, &field, &after);
    dots_outlook_take(&pl->map, &field, &outlook);
    return taken ? taken + outlook.haul.boxes : -outlook.haul.boxes;
}

static void values(engine *e, const game_position *view, int seat, const engine_limits *limits,
                   const engine_watch *watch, int *worth, engine_result *result) {
    player *pl = (player *)e;
    const dots_rules *r = dots_rules_of(e->rules);
    const dots_position *p = (const dots_position *)(const void *)view;
    int of_field[DOTS_LINES_MAX], by_line[DOTS_LINES_MAX];
    dots_field field;
    memset(result, 0, sizeof *result);
    if (dots_over(p) || seat != p->mover) return;
    for (int line = 0; line < r->lines; line++) of_field[line] = by_line[line] = ENGINE_UNKNOWN;
    dots_field_set(&pl->map, &field, p);
    int64_t start = clock_now();
    search_guard guard = search_guard_start(search_time_plan(limits, start, 1), limits->nodes,
                                            watch, LOOK_STRIDE, &pl->deadline);
    if (!r->pass && p->open <= DOTS_EXACT_LINES)
        dots_exact_lines(&pl->decider.exact, &field, &guard, of_field);
    for (int line = 0; line < r->lines; line++)
        if (of_field[line] != ENGINE_UNKNOWN)
            by_line[dots_field_line(&pl->map, p, line)] = of_field[line];
    size_t count = 0;
    for (int line = 0; line < r->lines; line++) {
        if (dots_drawn(p, line)) continue;
        worth[count++] = r->pass ? value_with_passing(pl, p, dots_move_of(line)) : by_line[line];
    }
    if (r->pass) worth[count] = value_with_passing(pl, p, DOTS_PASS);
    result->nodes = guard.nodes;
    result->time = clock_now() - start;
}

const engine_kind dots_engine = {
    .name = "dots",
    .game = "dots",
    .summary = "Proves what it can, and grows a tree of playouts where it cannot.",
    .unit = "boxes still to come",
    .levels = dots_levels,
    .threads = DOTS_MAX_THREADS,
    .create = create,
    .destroy = destroy,
    .think = think,
    .values = values,
    .new_game = new_game,
    .restart = restart,
};
