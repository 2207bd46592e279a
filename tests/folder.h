/* A folder for the files of a test. Define _GNU_SOURCE before all includes. */
#ifndef DAMERO_TEST_FOLDER_H
#define DAMERO_TEST_FOLDER_H

#include <ftw.h>

#include "support.h"

/* Makes one; `path` is the path of a file in it, 64 bytes. */
static inline void make_folder(char *folder, char *path) {
    strcpy(folder, "/tmp/damero-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, 64, "%s/damero.db", folder);
}

static inline int remove_entry(const char *path, const struct stat *about, int kind,
                               struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static inline void remove_folder(const char *folder) {
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

#endif
