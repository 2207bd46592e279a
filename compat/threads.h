/* C11 threads on one core without a system: none can be started (see pthread.h). */
#ifndef FIRMWARE_THREADS_H
#define FIRMWARE_THREADS_H

typedef int thrd_t;
typedef int (*thrd_start_t)(void *);
enum { thrd_success, thrd_error };

static inline int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
    (void)thread, (void)run, (void)argument;
    return thrd_error;
}

static inline int thrd_join(thrd_t thread, int *result) {
    (void)thread, (void)result;
    return thrd_error;
}

#endif
