/* verified - which tables of a folder have been verified, so that a long check can be interrupted
 * and resumed.
 *
 * The folder has a file `verified` with one line per table: its name and a hash of everything the
 * check has read. A table that is rebuilt, or that depends on one that was, is therefore checked
 * again.
 */
#ifndef DAMERO_VERIFIED_H
#define DAMERO_VERIFIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "cli/table_files.h"

typedef struct verified {
    char path[CLI_PATH + 16];
    uint64_t *keys;
    size_t count;
} verified;

/* Reads a folder's file; a missing file and malformed lines are ignored. */
void verified_open(verified *, const char *folder);
void verified_close(verified *);

bool verified_has(const verified *, uint64_t key);
bool verified_add(verified *, const char *name, uint64_t key, error *);

#endif
