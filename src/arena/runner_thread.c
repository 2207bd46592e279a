#include "arena/runner_private.h"

static void *run(void *context) {
    arena_runner *r = context;
    if (runner_sit_down(r))
        while (runner_step(r)) continue;
    runner_rise(r);
    return NULL;
}

bool runner_spawn(arena_runner *r) { return pthread_create(&r->thread, NULL, run, r) == 0; }

void runner_join(arena_runner *r) { pthread_join(r->thread, NULL); }
