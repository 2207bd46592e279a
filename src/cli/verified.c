#include "cli/verified.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool remember(verified *v, uint64_t key) {
    uint64_t *keys = realloc(v->keys, (v->count + 1) * sizeof *keys);
    if (!keys) return false;
    keys[v->count++] = key;
    v->keys = keys;
    return true;
}

void verified_open(verified *v, const char *folder) {
    *v = (verified){.count = 0};
    snprintf(v->path, sizeof v->path, "%s/verified", folder);
    FILE *file = fopen(v->path, "re");
    char line[100], name[32];
    unsigned long long key;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%31s %16llx", name, &key) == 2) remember(v, key);
    if (file) fclose(file);
}

void verified_close(verified *v) { free(v->keys); }

bool verified_has(const verified *v, uint64_t key) {
    for (size_t i = 0; i < v->count; i++)
        if (v->keys[i] == key) return true;
    return false;
}

bool verified_add(verified *v, const char *name, uint64_t key, error *e) {
    FILE *file = fopen(v->path, "ae");
    bool good = file && fprintf(file, "%s %016llx\n", name, (unsigned long long)key) > 0;
    if (file && fclose(file) != 0) good = false;
    if (!good) return error_set(e, "%s: %s", v->path, strerror(errno));
    return remember(v, key) || error_set(e, "no memory");
}
