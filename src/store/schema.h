/* schema - the tables of a store, and how an older file becomes a newer one. */
#ifndef DAMERO_SCHEMA_H
#define DAMERO_SCHEMA_H

#include <sqlite3.h>

#include "base/error.h"

/* "dmro" as a number: the application_id of our files. */
#define STORE_APPLICATION 0x646d726f

/* Looks at a file without touching it (but for a change that a kill has interrupted, which is
 * undone first). True where it is ours, of this version or older, and whole, or where there is no
 * file yet. */
bool schema_check(const char *path, error *);

/* Brings an open file to the newest schema, or changes nothing. */
bool schema_migrate(sqlite3 *, const char *path, error *);

#endif
