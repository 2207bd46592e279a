/* postgresql_schema - the tables of a store on a PostgreSQL server, and their migration.
 *
 * They are those of schema.h, plus "damero", whose one row has the version, and "owner", which
 * takes the place of file locks. They live in the first schema of the search path. */
#ifndef DAMERO_POSTGRESQL_SCHEMA_H
#define DAMERO_POSTGRESQL_SCHEMA_H

#include <libpq-fe.h>

#include "base/error.h"

/* Creates the tables, or brings them to the newest version, or changes nothing. `name` is for
 * messages. */
bool postgresql_migrate(PGconn *, const char *name, error *);

#endif
