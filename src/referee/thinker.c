#include "referee/thinker.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "referee/arrival.h"

/* A pipe accepts this few bytes atomically; if its reader is gone, nobody needs them. */
static void tell(const thinker *t, thinker_answer answer) {
    thinker_answer whole;
    memset(&whole, 0, sizeof whole); /* including the padding */
    whole.kind = answer.kind;
    whole.seat = t->seat;
    whole.number = answer.number;
    whole.move = answer.move;
    whole.score = answer.score;
    whole.scored = answer.scored;
    whole.depth = answer.depth;
    whole.nodes = answer.nodes;
    whole.time = clock_now();
    whole.held_up = answer.held_up;
    if (write(t->pipe, &whole, sizeof whole) < 0) return;
}

/* In a thread of the pool. The seat's clock runs from when it has its tables. */
static void think(void *context) {
    thinker *t = context;
    error e;
    engine *g = pool_take_engine(t->pool, &t->engine, &e);
    engine_watch watch = {.stop = &t->job.stop};
    t->result = (engine_result){0};
    t->failed = !g;
    if (!g) return;
    arrival thread;
    arrival_start(&thread);
    tell(t, (thinker_answer){.kind = THINKER_STARTS, .number = t->number});
    engine_think(g, t->view, t->seat, &t->limits, &watch, &t->result);
    t->held_up = arrival_held_up(&thread) - thread.held_up;
    arrival_stop(&thread);
    pool_give_back(t->pool, &t->engine);
}

static void ended(void *context, bool again) {
    const thinker *t = context;
    const engine_result *r = &t->result;
    thinker_answer a = {.kind = THINKER_MOVES, .number = t->number, .move = r->move};
    if (t->failed) a.kind = THINKER_FAILED;
    else if (again) a.kind = THINKER_WAITS;
    if (r->scored) a.score = r->score;
    a.scored = r->scored;
    a.depth = r->depth;
    a.nodes = r->nodes;
    a.held_up = t->held_up;
    tell(t, a);
}

bool thinker_create(thinker *t, const game_rules *rules, const seat_spec *spec, int seat, int pipe,
                    thinker_share share, uint64_t seed, error *e) {
    bool fewer = share.threads && spec->threads > share.threads;
    *t =
        (thinker){.pool = share.pool, .spec = spec, .seat = seat, .pipe = pipe, .kept = share.kept};
    t->engine = (pool_engine){.kind = spec->engine,
                              .rules = rules,
                              .options = {.threads = fewer ? share.threads : spec->threads,
                                          .memory = pool_share(share.pool, share.memory),
                                          .level = spec->level,
                                          .book = !spec->no_book,
                                          .seed = hash_join(seed, (uint64_t)seat)}};
    t->job = (pool_job){.turn = {.address = share.address, .spare = share.spare},
                        .context = t,
                        .think = think,
                        .ended = ended};
    t->view = game_new_position(rules);
    if (!t->view) {
        thinker_destroy(t);
        return error_set(e, "no memory for an engine's seat");
    }
    if (t->kept && *t->kept) {
        (*t->kept)->kind->restart(*t->kept, t->engine.options.seed);
        pool_adopt_engine(t->pool, &t->engine, *t->kept);
        *t->kept = NULL;
    }
    /* With a shared pool the engine is created for its first turn, since its tables would be
     * evicted before. Otherwise it is created now, so that errors are known before the match
     * begins. */
    if (pool_is_bounded(t->pool)) return true;
    if (!pool_take_engine(t->pool, &t->engine, e)) {
        thinker_destroy(t);
        return false;
    }
    pool_give_back(t->pool, &t->engine);
    return true;
}

static void look(thinker *t, const game_position *now) {
    const game_rules *rules = t->engine.rules;
    if (rules->game->view) rules->game->view(rules, now, t->seat, t->view);
    else game_copy(rules, t->view, now);
}

bool thinker_ask(thinker *t, const game_position *now, const talk_limits *limits, uint64_t number) {
    pool_leave(t->pool, &t->job);
    t->limits = seat_limits(t->spec, limits);
    t->number = number;
    look(t, now);
    return pool_ask(t->pool, &t->job);
}

void thinker_offer(thinker *t, const game_position *now, size_t after) {
    error e;
    thinker_answer answer = {.kind = THINKER_INTERRUPTS, .number = after};
    const engine_kind *kind = t->engine.kind;
    pool_leave(t->pool, &t->job);
    look(t, now);
    engine *g = kind->interrupt ? pool_take_engine(t->pool, &t->engine, &e) : NULL;
    if (g) {
        answer.move = kind->interrupt(g, t->view, t->seat);
        pool_give_back(t->pool, &t->engine);
    }
    tell(t, answer);
}

void thinker_destroy(thinker *t) {
    if (!t->pool) return;
    pool_leave(t->pool, &t->job);
    if (t->kept && t->spec->engine->restart) *t->kept = pool_remove_engine(t->pool, &t->engine);
    else pool_close_engine(t->pool, &t->engine);
    free(t->view);
    *t = (thinker){0};
}
