#define _GNU_SOURCE
#include "referee/thinker.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"

enum { USUAL_MILLISECONDS = 1000, MARGIN_MILLISECONDS = 20 };

bool thinker_create(thinker *t, const game_rules *rules, const seat_spec *spec, int seat, int pipe,
                    thinker_share share, uint64_t seed, error *e) {
    bool fewer = share.threads && spec->threads > share.threads;
    engine_options options = {.threads = fewer ? share.threads : spec->threads,
                              .memory = share.memory,
                              .level = spec->level,
                              .seed = hash_join(seed, (uint64_t)seat)};
    t->spec = spec;
    t->seat = seat;
    t->pipe = pipe;
    t->nice = share.nice;
    t->view = game_new_position(rules);
    t->engine = engine_create(spec->engine, rules, &options, e);
    if (t->engine && t->view) return true;
    if (t->engine) error_set(e, "no memory for an engine's seat");
    thinker_destroy(t);
    return false;
}

/* Its own time, but never so much of its clock that a busy machine could make it late. */
static engine_limits limits_of(const thinker *t, const talk_limits *l) {
    int64_t margin = MARGIN_MILLISECONDS * INT64_C(1000000);
    engine_limits limits = {.move_time = t->spec->think};
    if (l->clock) {
        limits.clock = l->clock > 2 * margin ? l->clock - margin : l->clock / 2;
        limits.increment = l->increment;
    } else if (!limits.move_time) {
        limits.move_time = USUAL_MILLISECONDS * INT64_C(1000000);
    }
    int64_t most = l->move_time * 4 / 5 - margin;
    if (l->move_time && most < margin) most = l->move_time / 2;
    if (l->move_time && (!limits.move_time || limits.move_time > most)) limits.move_time = most;
    return limits;
}

static void *think(void *context) {
    thinker *t = context;
    engine_result result = {0};
    /* On Linux a thread has a priority of its own, which those it starts inherit. */
    if (t->nice) setpriority(PRIO_PROCESS, 0, t->nice);
    engine_watch watch = {.stop = &t->stop};
    if (!t->offered) engine_think(t->engine, t->view, t->seat, &t->limits, &watch, &result);
    else if (t->engine->kind->interrupt)
        result.move = t->engine->kind->interrupt(t->engine, t->view, t->seat);
    thinker_answer answer;
    memset(&answer, 0, sizeof answer);
    answer.seat = t->seat;
    answer.number = t->number;
    answer.interrupts = t->offered;
    answer.move = result.move;
    answer.score = result.scored ? result.score : 0;
    answer.time = clock_now();
    /* A pipe takes so few bytes whole; where its reader is gone nobody wants them. */
    if (write(t->pipe, &answer, sizeof answer) < 0) return NULL;
    return NULL;
}

static void wait_for(thinker *t) {
    if (!t->running) return;
    atomic_store(&t->stop, true);
    pthread_join(t->thread, NULL);
    t->running = false;
}

static bool start(thinker *t, const game_position *now, uint64_t number) {
    const game_rules *rules = t->engine->rules;
    if (rules->game->view) rules->game->view(rules, now, t->seat, t->view);
    else game_copy(rules, t->view, now);
    t->number = number;
    atomic_store(&t->stop, false);
    t->running = pthread_create(&t->thread, NULL, think, t) == 0;
    return t->running;
}

bool thinker_ask(thinker *t, const game_position *now, const talk_limits *limits, uint64_t number) {
    wait_for(t);
    t->limits = limits_of(t, limits);
    t->offered = false;
    return start(t, now, number);
}

bool thinker_offer(thinker *t, const game_position *now, size_t after) {
    wait_for(t);
    t->offered = true;
    return start(t, now, after);
}

void thinker_destroy(thinker *t) {
    wait_for(t);
    engine_destroy(t->engine);
    free(t->view);
    *t = (thinker){0};
}
