/* Threads of WebAssembly: more instances of the same module with the same memory, each in a worker
 * of the page (web/src/site/helper.ts) or of Node (helper.mjs) with a stack of its own. A worker
 * cannot be started while its owner computes, so they are started before: each waits in
 * thread_serve until pthread_create gives it a function. If none is free, pthread_create refuses,
 * as a system without threads does, and the engine searches on the caller's thread.
 *
 * Debian's wasi-libc is made for one thread: its malloc has no lock. The linker gives every call of
 * it to the functions at the end of this file (--wrap), which have one. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

#define EXPORT(name) __attribute__((export_name(#name), used)) name

enum { HELPERS_MAX = 8, NO_TIMEOUT = -1 };

/* A helper waits until it is STARTED; pthread_join waits until it no longer is. */
enum { ABSENT, IDLE, TAKEN, STARTED, ENDED, FAILED };

typedef struct thread_helper {
    atomic_int state;
    void *(*run)(void *);
    thrd_start_t run_int; /* if `run` is NULL */
    void *argument, *result;
} helper;

static helper helpers[HELPERS_MAX];
static atomic_int completed;

/* A function of its own: in a longer one, code of V8 11's quick compiler (Node 20) reads a wrong
 * value after the wait. */
static __attribute__((noinline)) void wait_while(atomic_int *word, int value) {
    __builtin_wasm_memory_atomic_wait32((int *)(void *)word, value, NO_TIMEOUT);
}

static void set(atomic_int *word, int value) {
    atomic_store(word, value);
    __builtin_wasm_memory_atomic_notify((int *)(void *)word, UINT32_MAX);
}

/* From now on helper `i` can be given work, which it does as soon as it serves. */
void EXPORT(thread_offer)(int i);
void thread_offer(int i) { atomic_store(&helpers[i].state, IDLE); }

/* The life of helper `i`; it never returns. */
void EXPORT(thread_serve)(int i);
void thread_serve(int i) {
    helper *h = &helpers[i];
    for (;;) {
        int state = atomic_load(&h->state);
        if (state != STARTED) {
            wait_while(&h->state, state);
            continue;
        }
        if (h->run) h->result = h->run(h->argument);
        else h->result = (void *)(intptr_t)h->run_int(h->argument);
        atomic_fetch_add(&completed, 1);
        set(&h->state, ENDED);
    }
}

/* Its instance has failed: the owner that waits for it fails too. */
void EXPORT(thread_fail)(int i);
void thread_fail(int i) { set(&helpers[i].state, FAILED); }

/* How many functions have been run to their end by helpers, for tests. */
int EXPORT(threads_completed)(void);
int threads_completed(void) { return atomic_load(&completed); }

static helper *start(void *(*run)(void *), thrd_start_t run_int, void *argument) {
    for (helper *h = helpers; h < helpers + HELPERS_MAX; h++) {
        int idle = IDLE;
        if (!atomic_compare_exchange_strong(&h->state, &idle, TAKEN)) continue;
        h->run = run, h->run_int = run_int, h->argument = argument;
        set(&h->state, STARTED);
        return h;
    }
    return NULL;
}

static void *join(helper *h) {
    while (atomic_load(&h->state) == STARTED) wait_while(&h->state, STARTED);
    if (atomic_load(&h->state) == FAILED) abort();
    void *result = h->result;
    atomic_store(&h->state, IDLE);
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    (void)attributes;
    helper *h = start(run, NULL, argument);
    if (h) *thread = (pthread_t)(void *)h;
    return h ? 0 : EAGAIN;
}

int pthread_join(pthread_t thread, void **result) {
    void *found = join((helper *)(void *)thread);
    if (result) *result = found;
    return 0;
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
    *thread = start(NULL, run, argument);
    return *thread ? thrd_success : thrd_error;
}

int thrd_join(thrd_t thread, int *result) {
    int found = (int)(intptr_t)join(thread);
    if (result) *result = found;
    return thrd_success;
}

/* malloc with a lock: 0 is free, 1 taken, 2 taken while others wait (Drepper, "Futexes are
 * tricky"). */
static atomic_int lock;

static void take(void) {
    int found = 0;
    if (atomic_compare_exchange_strong(&lock, &found, 1)) return;
    while (atomic_exchange(&lock, 2) != 0) wait_while(&lock, 2);
}

static void give(void) {
    if (atomic_exchange(&lock, 0) == 2)
        __builtin_wasm_memory_atomic_notify((int *)(void *)&lock, 1);
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void __real_free(void *);

void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_aligned_alloc(size_t, size_t);

__attribute__((export_name("malloc"))) void *__wrap_malloc(size_t);
__attribute__((export_name("free"))) void __wrap_free(void *);

void *__wrap_malloc(size_t size) {
    take();
    void *p = __real_malloc(size);
    give();
    return p;
}

void *__wrap_calloc(size_t count, size_t size) {
    take();
    void *p = __real_calloc(count, size);
    give();
    return p;
}

void *__wrap_realloc(void *old, size_t size) {
    take();
    void *p = __real_realloc(old, size);
    give();
    return p;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    take();
    void *p = __real_aligned_alloc(alignment, size);
    give();
    return p;
}

void __wrap_free(void *p) {
    take();
    __real_free(p);
    give();
}
