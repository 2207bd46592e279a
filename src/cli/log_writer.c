#include "cli/log_writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

enum {
    KEPT = 256 << 10, /* bytes of lines */
    AT_ONCE = 4096,   /* a pipe that poll calls writable takes this much without blocking */
    LOOK_MS = 100,
    LAST_MS = 1000, /* for what is left at the end */
};

struct log_writer {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread;
    int descriptor;
    size_t used, dropped; /* bytes; lines */
    int64_t end;          /* 0: not closing */
    char bytes[KEPT];
};

/* Removes the first `count` bytes, which are written. */
static void take_off(log_writer *w, size_t count) {
    w->used -= count;
    memmove(w->bytes, w->bytes + count, w->used);
}

static void append(log_writer *w, const char *line) {
    size_t length = strlen(line);
    if (length + 1 > KEPT - w->used) {
        w->dropped++;
        return;
    }
    memcpy(w->bytes + w->used, line, length);
    w->used += length;
    w->bytes[w->used++] = '\n';
}

static void report_dropped(log_writer *w) {
    char line[80];
    text t = text_over(line, sizeof line);
    if (!w->dropped || w->used > KEPT / 2) return;
    text_addf(&t, "damero: %zu lines of the log could not be written", w->dropped);
    w->dropped = 0;
    append(w, line);
}

static void drop_all(log_writer *w) {
    for (size_t i = 0; i < w->used; i++) w->dropped += w->bytes[i] == '\n';
    w->used = 0;
}

/* Writes some of what is kept, or drops it if the descriptor fails; what was dropped is reported
 * when writing works again. The lock is released meanwhile: bytes are only added behind. */
static void write_some(log_writer *w) {
    struct pollfd out = {.fd = w->descriptor, .events = POLLOUT};
    size_t count = w->used < AT_ONCE ? w->used : AT_ONCE;
    ssize_t written = 0;
    pthread_mutex_unlock(&w->lock);
    bool ready = poll(&out, 1, LOOK_MS) == 1;
    if (ready) written = write(w->descriptor, w->bytes, count);
    bool failed = written < 0 && errno != EAGAIN && errno != EINTR;
    pthread_mutex_lock(&w->lock);
    if (failed) drop_all(w);
    if (written <= 0) return;
    take_off(w, (size_t)written);
    report_dropped(w);
}

static void *write_all(void *context) {
    log_writer *w = context;
    pthread_mutex_lock(&w->lock);
    while (!w->end || (w->used && clock_now() < w->end)) {
        if (!w->used) pthread_cond_wait(&w->more, &w->lock);
        else write_some(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

log_writer *log_open(int descriptor, error *e) {
    log_writer *w = calloc(1, sizeof *w);
    if (!w) {
        error_set(e, "no memory for the log");
        return NULL;
    }
    w->descriptor = descriptor;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    if (pthread_create(&w->thread, NULL, write_all, w) == 0) return w;
    error_set(e, "no thread for the log");
    free(w);
    return NULL;
}

void log_add(log_writer *w, const char *line) {
    pthread_mutex_lock(&w->lock);
    append(w, line);
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
}

void log_close(log_writer *w) {
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->end = clock_now() + LAST_MS * MILLISECOND;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->more);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
