/* schema - the tables of a store, and the migration of older files. */
#ifndef DAMERO_SCHEMA_H
#define DAMERO_SCHEMA_H

#include <sqlite3.h>

#include "base/error.h"

/* "dmro" as a number: the application_id of our files. */
#define STORE_APPLICATION 0x646d726f

/* Creates a file with the newest schema, atomically: there is never an empty or partial file at the
 * path, whenever we are killed. Also true if a file exists already. */
bool schema_create(const char *path, error *);

/* Checks a file without changing it (except that it first undoes a change that a kill has
 * interrupted). True if it is ours, of this version or older, and intact as far as can be checked.
 */
bool schema_check(const char *path, error *);

/* Migrates an open file to the newest schema, or changes nothing. */
bool schema_migrate(sqlite3 *, const char *path, error *);

#endif
