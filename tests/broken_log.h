/* A disk that does not take a journal's log: its descriptor is exchanged for one that cannot be
 * synced. Only one journal may be open. */
#ifndef DAMERO_BROKEN_LOG_H
#define DAMERO_BROKEN_LOG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first. */
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct broken_log {
    int file, kept;
} broken_log;

/* The descriptor by which the log is brought to the disk. */
static inline int synced_descriptor(void) {
    char link[64], target[300];
    for (int i = 0; i < 100; i++) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", i);
        ssize_t length = readlink(link, target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        if (length > 4 && strcmp(target + length - 4, "-wal") == 0 &&
            (fcntl(i, F_GETFL) & O_ACCMODE) == O_RDONLY)
            return i;
    }
    fail_msg("no descriptor for the log");
    return -1;
}

static inline broken_log break_log(void) {
    broken_log b = {.file = synced_descriptor()};
    int broken = open("/dev/null", O_RDONLY);
    b.kept = dup(b.file);
    dup2(broken, b.file);
    close(broken);
    return b;
}

static inline void mend_log(broken_log b) {
    dup2(b.kept, b.file);
    close(b.kept);
}

#endif
