/* Engines in seats, which think in other workers (referee/thinker.h). */
#include "referee/thinker.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "house.h"
#include "minds.h"

/* There are no threads, so there is nothing to share. */
struct pool {
    int unused;
};
static pool nothing;
static uint64_t owners;

pool *pool_create(const pool_setup *setup, error *e) {
    (void)setup, (void)e;
    return &nothing;
}
void pool_destroy(pool *p) { (void)p; }
void pool_set_spare(pool *p, pool_job *job, bool spare) { (void)p, (void)job, (void)spare; }

bool thinker_create(thinker *t, const game_rules *rules, const seat_spec *spec, int seat, int pipe,
                    thinker_share share, uint64_t seed, error *e) {
    *t = (thinker){.pool = share.pool, .spec = spec, .seat = seat, .pipe = pipe};
    t->engine = (pool_engine){.kind = spec->engine,
                              .rules = rules,
                              .times = ++owners,
                              .options = {.threads = minds_threads(spec->engine, spec->level),
                                          .memory = share.memory,
                                          .level = spec->level,
                                          .book = !spec->no_book,
                                          .seed = hash_join(seed, (uint64_t)seat)}};
    t->view = game_new_position(rules);
    return t->view || error_set(e, "no memory for an engine's seat");
}

static void tell(const thinker *t, const mind_answer *a, thinker_answer answer) {
    thinker_answer whole;
    const engine_result *r = &a->result;
    memset(&whole, 0, sizeof whole);
    whole.kind = answer.kind;
    whole.seat = t->seat;
    whole.number = t->number;
    whole.move = r->move;
    whole.score = r->scored ? r->score : 0;
    whole.scored = r->scored;
    whole.depth = r->depth;
    whole.nodes = r->nodes;
    whole.time = clock_now();
    if (write(t->pipe, &whole, sizeof whole) < 0) return;
}

static void told(void *context, const mind_answer *a, const int *values) {
    thinker *t = context;
    (void)values;
    if (a->state == MIND_DONE || a->state == MIND_FAILED) t->engine.used = 0;
    if (a->state == MIND_STARTS) tell(t, a, (thinker_answer){.kind = THINKER_STARTS});
    if (a->state == MIND_DONE) tell(t, a, (thinker_answer){.kind = THINKER_MOVES});
    if (a->state == MIND_FAILED) tell(t, a, (thinker_answer){.kind = THINKER_FAILED});
}

/* An engine that cannot be asked does not interrupt. */
static void told_whether(void *context, const mind_answer *a, const int *values) {
    thinker *t = context;
    (void)values;
    if (a->state != MIND_DONE && a->state != MIND_FAILED) return;
    t->engine.used = 0;
    tell(t, a, (thinker_answer){.kind = THINKER_INTERRUPTS});
}

/* `engine.used` is the number of the question under way, or 0. */
static bool ask(thinker *t, const game_position *now, mind_kind kind, mind_told *how) {
    const game_rules *rules = t->engine.rules;
    if (rules->game->view) rules->game->view(rules, now, t->seat, t->view);
    else game_copy(rules, t->view, now);
    mind_question q = {.kind = kind,
                       .owner = t->engine.times,
                       .options = t->engine.options,
                       .limits = t->limits,
                       .seat = t->seat};
    minds_drop((uint64_t)t->engine.used);
    t->engine.used = (int64_t)minds_ask(&q, t->engine.kind, rules, t->view, how, t);
    return t->engine.used != 0;
}

bool thinker_ask(thinker *t, const game_position *now, const talk_limits *limits, uint64_t number) {
    t->limits = seat_limits(t->spec, limits);
    t->number = number;
    return ask(t, now, MIND_MOVE, told);
}

void thinker_offer(thinker *t, const game_position *now, size_t after) {
    mind_answer no = {0};
    t->number = after;
    if (!t->engine.kind->interrupt || !ask(t, now, MIND_INTERRUPT, told_whether))
        tell(t, &no, (thinker_answer){.kind = THINKER_INTERRUPTS});
}

void thinker_destroy(thinker *t) {
    if (!t->pool) return;
    minds_drop((uint64_t)t->engine.used);
    free(t->view);
    *t = (thinker){0};
}
