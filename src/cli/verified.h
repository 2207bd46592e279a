/* verified - which tables of a folder have been checked already, so that a check that takes long
 * can be interrupted and goes on where it was.
 *
 * The folder has a file `verified` with a line for each: its name and a hash of all that the check
 * has read, so that a table which is made again, or rests on one that was, is checked again.
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

/* What is known of a folder; a file that is not there, or lines that are none, say nothing. */
void verified_open(verified *, const char *folder);
void verified_close(verified *);

bool verified_has(const verified *, uint64_t key);
bool verified_add(verified *, const char *name, uint64_t key, error *);

#endif
