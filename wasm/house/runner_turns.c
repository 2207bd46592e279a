/* Matches without threads: each takes its steps when it is its turn (arena/runner_private.h). */
#include "arena/runner_private.h"
#include "house.h"

enum {
    STEPS = 8
}; /* at a time: a step handles all that has come, and its consequences the next ones */

static arena_runner *all;

bool runner_spawn(arena_runner *r) {
    if (!runner_sit_down(r)) {
        runner_rise(r);
        return true;
    }
    r->next = all;
    all = r;
    return true;
}

static bool is_playing(const arena_runner *r) {
    const arena_runner *at = all;
    while (at && at != r) at = at->next;
    return at != NULL;
}

static void rise(arena_runner *r) {
    arena_runner **at = &all;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    runner_rise(r);
}

void runner_join(arena_runner *r) {
    if (!is_playing(r)) return;
    while (runner_step(r)) continue;
    rise(r);
}

void runners_take_turns(void) {
    for (arena_runner *r = all, *next; r; r = next) {
        next = r->next;
        for (int i = 0; i < STEPS; i++)
            if (!runner_step(r)) {
                rise(r);
                break;
            }
    }
}
