#define _GNU_SOURCE
#include "referee/syncer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool has_work(const syncer *s) { return s->done < s->wanted && !s->failed; }

static void *work(void *context) {
    syncer *s = context;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!has_work(s) && !s->quit) pthread_cond_wait(&s->wake, &s->lock);
        if (!has_work(s)) break;
        uint64_t upto = s->wanted;
        error e = {0};
        pthread_mutex_unlock(&s->lock);
        bool good = store_sync(s->journal, &e);
        pthread_mutex_lock(&s->lock);
        if (good) s->done = upto;
        else s->trouble = e;
        s->failed = !good;
        pthread_cond_signal(&s->idle);
        /* A full pipe is enough to wake the reader. */
        ssize_t written = write(s->pipe[1], "", 1);
        (void)written;
        pthread_mutex_unlock(&s->lock);
        if (s->told) s->told(s->context);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

bool syncer_create(syncer *s, store *journal, void (*told)(void *), void *context, error *e) {
    *s = (syncer){.journal = journal, .pipe = {-1, -1}, .told = told, .context = context};
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->wake, NULL);
    pthread_cond_init(&s->idle, NULL);
    if (pipe2(s->pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return error_set(e, "no pipe: %s", strerror(errno));
    s->running = pthread_create(&s->thread, NULL, work, s) == 0;
    return s->running || error_set(e, "no thread for the journal");
}

void syncer_destroy(syncer *s) {
    if (s->running) {
        pthread_mutex_lock(&s->lock);
        s->quit = true;
        pthread_cond_signal(&s->wake);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    for (int i = 0; i < 2; i++)
        if (s->pipe[i] >= 0) close(s->pipe[i]);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->wake);
    pthread_cond_destroy(&s->idle);
}

void syncer_want(syncer *s, uint64_t count) {
    pthread_mutex_lock(&s->lock);
    s->wanted = count;
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

void syncer_done(syncer *s, uint64_t *count) {
    char bytes[64];
    while (read(s->pipe[0], bytes, sizeof bytes) > 0) continue;
    pthread_mutex_lock(&s->lock);
    *count = s->done;
    pthread_mutex_unlock(&s->lock);
}

bool syncer_failed(syncer *s, error *e) {
    pthread_mutex_lock(&s->lock);
    bool failed = s->failed;
    if (failed) *e = s->trouble;
    pthread_mutex_unlock(&s->lock);
    return failed;
}

void syncer_mend(syncer *s, uint64_t count) {
    pthread_mutex_lock(&s->lock);
    s->failed = false;
    s->done = s->wanted = count;
    pthread_mutex_unlock(&s->lock);
}

void syncer_wait(syncer *s) {
    pthread_mutex_lock(&s->lock);
    while (has_work(s)) pthread_cond_wait(&s->idle, &s->lock);
    pthread_mutex_unlock(&s->lock);
}
