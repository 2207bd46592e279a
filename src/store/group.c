#include "store/group.h"

#include "base/clock.h"

void group_create(sync_group *g) {
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->settled, NULL);
}

void group_destroy(sync_group *g) {
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->settled);
}

uint64_t group_failures(sync_group *g) {
    pthread_mutex_lock(&g->lock);
    uint64_t failures = g->failures;
    pthread_mutex_unlock(&g->lock);
    return failures;
}

bool group_sync(sync_group *g, uint64_t *seen, bool (*sync)(void *), void *context) {
    pthread_mutex_lock(&g->lock);
    uint64_t request = ++g->wanted;
    while (g->synced < request && g->failures == *seen) {
        if (g->busy) {
            pthread_cond_wait(&g->settled, &g->lock);
            continue;
        }
        uint64_t upto = g->wanted;
        g->busy = true;
        pthread_mutex_unlock(&g->lock);
        int64_t before = clock_now();
        bool good = sync(context);
        int64_t took = clock_now() - before;
        pthread_mutex_lock(&g->lock);
        histogram_add(&g->took, took, 1);
        g->busy = false;
        if (good) g->synced = upto;
        else g->failures++;
        pthread_cond_broadcast(&g->settled);
    }
    bool good = g->failures == *seen;
    *seen = g->failures;
    pthread_mutex_unlock(&g->lock);
    return good;
}

void group_measure(sync_group *g, store_figures *f) {
    pthread_mutex_lock(&g->lock);
    *f = (store_figures){.syncs = g->took, .failures = g->failures};
    pthread_mutex_unlock(&g->lock);
}
