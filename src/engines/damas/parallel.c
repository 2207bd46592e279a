#include "engines/damas/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { PIECE = 1 << 16, THREADS_MAX = 64 };

typedef struct job {
    void (*work)(void *, uint64_t, uint64_t);
    void *context;
    uint64_t size;
    atomic_ullong next;
} job;

static void *run(void *argument) {
    job *j = argument;
    for (;;) {
        uint64_t first = atomic_fetch_add(&j->next, PIECE);
        if (first >= j->size) return NULL;
        uint64_t last = j->size - first < PIECE ? j->size : first + PIECE;
        j->work(j->context, first, last);
    }
}

void damas_parallel(int threads, uint64_t size, void (*work)(void *, uint64_t, uint64_t),
                    void *context) {
    job j = {.work = work, .context = context, .size = size};
    pthread_t thread[THREADS_MAX];
    int started = 0;
    if (threads > THREADS_MAX) threads = THREADS_MAX;
    while (size > PIECE && started < threads - 1 &&
           pthread_create(&thread[started], NULL, run, &j) == 0)
        started++;
    run(&j);
    while (started > 0) pthread_join(thread[--started], NULL);
}
