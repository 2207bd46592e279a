/* POSIX threads without a system. On one core no thread can be started: engines then search on the
 * caller's thread, as they do if a system refuses them another one. In WebAssembly with shared
 * memory there are threads (wasm/threads.c). Locks do nothing: engines use none. */
#ifndef FIRMWARE_PTHREAD_H
#define FIRMWARE_PTHREAD_H

#include <errno.h>

#ifdef __wasi__
#include <sys/types.h> /* has the types */
#else
typedef int pthread_t;
typedef int pthread_mutex_t;
typedef struct pthread_attr pthread_attr_t;
#endif

#ifdef __wasm_atomics__
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*run)(void *), void *argument);
int pthread_join(pthread_t, void **result);
#else
static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*run)(void *), void *argument) {
    (void)thread, (void)attributes, (void)run, (void)argument;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return ESRCH;
}
#endif

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *attributes) {
    (void)lock, (void)attributes;
    return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}

#endif
