#include "server/watchdog.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/error.h"

struct watchdog {
    watchdog_setup setup;
    pthread_t thread;
    atomic_ulong pats;
    atomic_bool over;
};

static void *watch(void *context) {
    watchdog *w = context;
    const struct timespec beat = {.tv_nsec = WATCHDOG_BEAT_MS * 1000000L};
    unsigned long seen = atomic_load(&w->pats);
    int silent = 0, stopping = 0;
    error e;
    while (!atomic_load(&w->over)) {
        nanosleep(&beat, NULL);
        unsigned long now = atomic_load(&w->pats);
        bool stop = atomic_load(w->setup.stop);
        silent = now == seen && now > 0 && !stop ? silent + 1 : 0;
        stopping = stop ? stopping + 1 : 0;
        seen = now;
        if (silent < w->setup.life_beats && stopping < w->setup.stop_beats) continue;
        if (atomic_load(&w->over)) break;
        if (stopping)
            error_set(&e, "asked to stop but still running after %d s: exiting now",
                      stopping * WATCHDOG_BEAT_MS / 1000);
        else
            error_set(&e, "no progress for %d s: exiting; matches resume at the next start",
                      silent * WATCHDOG_BEAT_MS / 1000);
        w->setup.stuck(w->setup.context, e.message);
        break;
    }
    return NULL;
}

watchdog *watchdog_start(const watchdog_setup *setup) {
    watchdog *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->setup = *setup;
    if (pthread_create(&w->thread, NULL, watch, w) == 0) return w;
    free(w);
    return NULL;
}

void watchdog_pat(watchdog *w) { atomic_fetch_add(&w->pats, 1); }

void watchdog_end(watchdog *w) {
    if (!w) return;
    atomic_store(&w->over, true);
    pthread_join(w->thread, NULL);
    free(w);
}
