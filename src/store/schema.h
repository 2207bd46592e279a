/* schema - the tables of a store, and how an older file becomes a newer one. */
#ifndef DAMERO_SCHEMA_H
#define DAMERO_SCHEMA_H

#include <sqlite3.h>

#include "base/error.h"

/* "dmro" as a number: the application_id of our files. */
#define STORE_APPLICATION 0x646d726f

/* Makes a file with the newest schema, at once and whole: there is never an empty or half-made file
 * at the path, whenever we are killed. True also if there is a file already. */
bool schema_create(const char *path, error *);

/* Looks at a file without touching it (but for a change that a kill has interrupted, which is
 * undone first). True if it is ours, of this version or older, and whole as far as can be told. */
bool schema_check(const char *path, error *);

/* Brings an open file to the newest schema, or changes nothing. */
bool schema_migrate(sqlite3 *, const char *path, error *);

#endif
