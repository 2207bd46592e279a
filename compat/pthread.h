/* POSIX threads on one core without a system: no thread can be started. Engines then search on
 * the caller's thread, as they do if a system refuses them another one. */
#ifndef FIRMWARE_PTHREAD_H
#define FIRMWARE_PTHREAD_H

#include <errno.h>

typedef int pthread_t;
typedef struct pthread_attr pthread_attr_t;

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
