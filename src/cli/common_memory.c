#define _GNU_SOURCE
#include "cli/common_memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

#define FOLDER "/dev/shm"
#define PREFIX "damero-common-"

enum {
    HEAD = 4096, /* before the memory: its id */
    ATTEMPTS = 10
};

static int open_file(const char *path, int flags) {
    return open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags, 0600);
}

/* Removes the file if nobody has it open. */
static void remove_unused(const char *path, int file) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) unlink(path);
}

static void remove_others(const char *path) {
    char other[sizeof FOLDER + 256];
    DIR *folder = opendir(FOLDER);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        text t = text_over(other, sizeof other);
        text_addf(&t, FOLDER "/%s", entry->d_name);
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 || strcmp(other, path) == 0)
            continue;
        int file = open_file(other, 0);
        if (file < 0) continue;
        remove_unused(other, file);
        close(file);
    }
    if (folder) closedir(folder);
}

/* Gives a new file its size and id, and takes a lock that all its users share. The one who gets the
 * lock for himself is the first. Other users cannot open our file, so that nobody waits for a lock
 * of theirs. */
static bool set_up(common_memory *m, struct stat *about) {
    if (fstat(m->file, about) != 0 || !S_ISREG(about->st_mode) || about->st_uid != geteuid())
        return false;
    bool first = flock(m->file, LOCK_EX | LOCK_NB) == 0;
    if (!first && flock(m->file, LOCK_SH) != 0) return false;
    if (fstat(m->file, about) != 0 || about->st_nlink == 0) return false;
    off_t size = (off_t)(HEAD + m->bytes);
    if (first && about->st_size != size) {
        uint64_t id;
        if (getrandom(&id, sizeof id, 0) != sizeof id || ftruncate(m->file, 0) != 0 ||
            posix_fallocate(m->file, 0, size) != 0 ||
            pwrite(m->file, &id, sizeof id, 0) != sizeof id) {
            unlink(m->path);
            return false;
        }
        about->st_size = size;
    }
    return about->st_size == size && (!first || flock(m->file, LOCK_SH) == 0) &&
           fstat(m->file, about) == 0 && about->st_nlink > 0;
}

static bool map(common_memory *m) {
    char *start = mmap(NULL, HEAD + m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m->file, 0);
    if (start == MAP_FAILED) return false;
    madvise(start, HEAD + m->bytes, MADV_HUGEPAGE);
    memcpy(&m->id, start, sizeof m->id);
    m->start = start + HEAD;
    return true;
}

bool common_memory_open(common_memory *m, const char *name, size_t bytes) {
    *m = (common_memory){.bytes = bytes, .file = -1};
    text t = text_over(m->path, sizeof m->path);
    text_addf(&t, FOLDER "/" PREFIX "%s", name);
    if (t.full) return false;
    remove_others(m->path);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct stat about = {.st_nlink = 1};
        m->file = open_file(m->path, O_CREAT);
        if (m->file < 0) return false;
        if (set_up(m, &about) && map(m)) return true;
        close(m->file);
        m->file = -1;
        /* If it was removed between the open and the lock, the next one may last. */
        if (about.st_nlink > 0) return false;
    }
    return false;
}

void common_memory_close(common_memory *m) {
    if (!m->start) return;
    munmap((char *)m->start - HEAD, HEAD + m->bytes);
    remove_unused(m->path, m->file);
    close(m->file);
    *m = (common_memory){.file = -1};
}
