#define _GNU_SOURCE
#include "store/owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/text.h"
#include "store/store.h"

/* Locks of the open file description, not of the process: closing another descriptor of the same
 * file in this process does not release them. */
static struct flock lock_of(uint64_t number, short type) {
    return (struct flock){
        .l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)number, .l_len = 1};
}

bool owner_create(owner_lock *o, const char *path, error *e) {
    char beside[STORE_TEXT + 16];
    text t = text_over(beside, sizeof beside), name = text_over(o->name, sizeof o->name);
    uint64_t number = 0;
    text_addf(&t, "%s-owners", path);
    o->file = t.full ? -1 : open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (o->file < 0) return error_set(e, "%s: %s", beside, strerror(errno));
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return error_set(e, "no random numbers: %s", strerror(errno));
    number &= INT64_MAX >> 1; /* an offset in a file */
    struct flock lock = lock_of(number, F_WRLCK);
    if (fcntl(o->file, F_OFD_SETLK, &lock) != 0)
        return error_set(e, "%s cannot be locked: %s", beside, strerror(errno));
    text_addf(&name, "%016llx", (unsigned long long)number);
    return true;
}

void owner_destroy(owner_lock *o) {
    if (o->file >= 0) close(o->file);
    o->file = -1;
}

/* "PID:START", the owners' names up to schema 4: that process may still be playing. */
static bool is_process_alive(const char *name) {
    char path[64], about[1024], now[OWNER_NAME];
    text path_text = text_over(path, sizeof path), t = text_over(now, sizeof now);
    long pid = strtol(name, NULL, 10);
    text_addf(&path_text, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file) return false;
    size_t length = fread(about, 1, sizeof about - 1, file);
    fclose(file);
    about[length] = '\0';
    /* Field 22, counted after the name, which ends at the last parenthesis; a zombie is dead. */
    char *at = strrchr(about, ')');
    if (!at || at[1] != ' ' || at[2] == 'Z') return false;
    for (int field = 2; at && field < 22; field++) at = strchr(at + 1, ' ');
    if (!at) return false;
    text_addf(&t, "%ld:%.*s", pid, (int)strcspn(at + 1, " "), at + 1);
    return strcmp(now, name) == 0;
}

bool owner_is_alive(const owner_lock *self, const char *name) {
    char *end;
    if (!*name) return false;
    if (strcmp(name, self->name) == 0) return true; /* our own locks are not reported */
    if (strchr(name, ':')) return is_process_alive(name);
    /* Only an owner holds its byte for writing; a process that can merely read the file does not
     * count. */
    struct flock lock = lock_of(strtoull(name, &end, 16) & INT64_MAX, F_RDLCK);
    return !*end && fcntl(self->file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
