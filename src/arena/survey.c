#include "arena/survey.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "store/explorer.h"

enum {
    BATCH = 8, /* matches in one transaction: others wait for it only some milliseconds */
    LOOK_SECONDS = 1,
    FAILED_SECONDS = 30,
};

struct survey {
    store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stopped;
    bool stop;
};

/* Waits until the time is over or the survey is stopped; returns whether it was stopped. */
static bool wait_for(survey *s, int seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&s->lock);
    while (!s->stop && seconds && pthread_cond_timedwait(&s->stopped, &s->lock, &until) == 0)
        continue;
    bool stop = s->stop;
    pthread_mutex_unlock(&s->lock);
    return stop;
}

static void *count(void *context) {
    survey *s = context;
    error e;
    int wait = 0;
    while (!wait_for(s, wait)) {
        int counted = explorer_count(s->store, BATCH, &e);
        wait = counted > 0 ? 0 : counted == 0 ? LOOK_SECONDS : FAILED_SECONDS;
    }
    return NULL;
}

survey *survey_start(store *first, error *e) {
    survey *s = calloc(1, sizeof *s);
    if (!s) {
        error_set(e, "no memory to count matches");
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->stopped, NULL);
    s->store = store_open_again(first, e);
    if (s->store && pthread_create(&s->thread, NULL, count, s) == 0) return s;
    if (s->store) error_set(e, "no thread to count matches");
    store_close(s->store);
    pthread_cond_destroy(&s->stopped);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return NULL;
}

void survey_end(survey *s) {
    if (!s) return;
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_signal(&s->stopped);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    store_close(s->store);
    pthread_cond_destroy(&s->stopped);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
