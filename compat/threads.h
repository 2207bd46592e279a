/* C11 threads without a system (see pthread.h). */
#ifndef FIRMWARE_THREADS_H
#define FIRMWARE_THREADS_H

typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_error };

#ifdef __wasm_atomics__
typedef struct thread_helper *thrd_t;
int thrd_create(thrd_t *, thrd_start_t run, void *argument);
int thrd_join(thrd_t, int *result);
#else
typedef int thrd_t;

static inline int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
    (void)thread, (void)run, (void)argument;
    return thrd_error;
}

static inline int thrd_join(thrd_t thread, int *result) {
    (void)thread, (void)result;
    return thrd_error;
}

#endif

#endif
