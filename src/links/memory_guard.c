#define _GNU_SOURCE
#include "links/memory_guard.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "links/sandbox.h"

enum { LOOK_MS = 100, PROCESSES = 1024 };

struct memory_guard {
    pid_t leader;
    uint64_t most;
    bool confined;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool leave, ended; /* under the lock */
};

/* Descendants, the leader first. */
typedef struct family {
    pid_t member[PROCESSES];
    size_t count;
} family;

static FILE *open_of(pid_t process, const char *what) {
    char path[64];
    text t = text_over(path, sizeof path);
    text_addf(&t, "/proc/%ld/%s", (long)process, what);
    return fopen(path, "re");
}

/* Adds the children of one of its threads. */
static void add_children(family *f, pid_t process, const char *thread) {
    char what[64];
    long child;
    text t = text_over(what, sizeof what);
    text_addf(&t, "task/%s/children", thread);
    FILE *file = open_of(process, what);
    while (file && f->count < PROCESSES && fscanf(file, "%ld", &child) == 1)
        f->member[f->count++] = (pid_t)child;
    if (file) fclose(file);
}

/* All descendants of the leader, generation by generation. */
static void find_family(family *f, pid_t leader) {
    f->count = 0;
    f->member[f->count++] = leader;
    for (size_t i = 0; i < f->count; i++) {
        char path[64];
        text t = text_over(path, sizeof path);
        text_addf(&t, "/proc/%ld/task", (long)f->member[i]);
        DIR *threads = opendir(path);
        for (struct dirent *d; threads && (d = readdir(threads));)
            if (d->d_name[0] != '.') add_children(f, f->member[i], d->d_name);
        if (threads) closedir(threads);
    }
}

/* The resident memory of a process, shared pages in full. */
static uint64_t resident(pid_t process) {
    unsigned long long all, here;
    FILE *file = open_of(process, "statm");
    bool known = file && fscanf(file, "%llu %llu", &all, &here) == 2;
    if (file) fclose(file);
    return known ? here * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Its proportional share: a page shared by three counts as a third. This is slow to read. */
static uint64_t share(pid_t process) {
    char line[200];
    unsigned long long kilobytes;
    FILE *file = open_of(process, "smaps_rollup");
    bool known = false;
    while (file && !known && fgets(line, sizeof line, file))
        known = sscanf(line, "Pss: %llu kB", &kilobytes) == 1;
    if (file) fclose(file);
    return known ? (uint64_t)kilobytes << 10 : resident(process);
}

/* The files in the folders that the youngest descendant can write to. A folder larger than a
 * sandbox's belongs to the machine: the sandbox is still being set up. */
static uint64_t files(const family *f) {
    static const char *const folders[] = {"tmp", "dev/shm"};
    uint64_t bytes = 0;
    for (size_t i = 0; i < 2 && f->count > 1; i++) {
        char path[64];
        struct statvfs s;
        text t = text_over(path, sizeof path);
        text_addf(&t, "/proc/%ld/root/%s", (long)f->member[f->count - 1], folders[i]);
        if (statvfs(path, &s) == 0 && (uint64_t)s.f_blocks * s.f_frsize <= SANDBOX_SCRATCH)
            bytes += (uint64_t)(s.f_blocks - s.f_bfree) * s.f_frsize;
    }
    return bytes;
}

static uint64_t sum(const memory_guard *k, const family *f, uint64_t (*of)(pid_t)) {
    uint64_t bytes = 0;
    for (size_t i = k->confined ? 0 : 1; i < f->count; i++) bytes += of(f->member[i]);
    return bytes;
}

/* Kills them all at once, before one can replace another; a warden catches those not found here. */
static void end_family(const memory_guard *k, const family *f) {
    if (k->confined) kill(-k->leader, SIGKILL);
    for (size_t i = f->count; i-- > 1;) kill(f->member[i], SIGKILL);
    kill(k->leader, k->confined ? SIGKILL : SIGTERM);
}

static bool is_too_large(const memory_guard *k, family *f) {
    find_family(f, k->leader);
    uint64_t kept = k->confined ? files(f) : 0;
    return kept + sum(k, f, resident) > k->most && kept + sum(k, f, share) > k->most;
}

static void *keep(void *context) {
    memory_guard *k = context;
    family *f = malloc(sizeof *f);
    pthread_mutex_lock(&k->lock);
    while (f && !k->leave && !k->ended) {
        int64_t end = clock_now() + LOOK_MS * MILLISECOND;
        struct timespec until = {.tv_sec = end / SECOND, .tv_nsec = end % SECOND};
        pthread_cond_timedwait(&k->wake, &k->lock, &until);
        if (k->leave || !is_too_large(k, f)) continue;
        end_family(k, f);
        k->ended = true;
    }
    pthread_mutex_unlock(&k->lock);
    free(f);
    return NULL;
}

memory_guard *memory_guard_start(pid_t leader, size_t bytes, bool confined) {
    memory_guard *k = calloc(1, sizeof *k);
    pthread_condattr_t attributes;
    if (!k) return NULL;
    *k = (memory_guard){.leader = leader, .most = bytes, .confined = confined};
    pthread_mutex_init(&k->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&k->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&k->thread, NULL, keep, k) == 0) return k;
    free(k);
    return NULL;
}

bool memory_guard_stop(memory_guard *k) {
    if (!k) return false;
    pthread_mutex_lock(&k->lock);
    k->leave = true;
    pthread_cond_signal(&k->wake);
    pthread_mutex_unlock(&k->lock);
    pthread_join(k->thread, NULL);
    bool ended = k->ended;
    pthread_cond_destroy(&k->wake);
    pthread_mutex_destroy(&k->lock);
    free(k);
    return ended;
}
