/* In the place of postgresql.c if Damero is built without libpq. */
#include "store/database.h"

static database *refuse(const char *where, database *first, error *e) {
    (void)where, (void)first;
    error_set(e,
              "this damero was built without PostgreSQL: install libpq-dev and build it again, or "
              "name a file");
    return NULL;
}

const database_kind database_postgresql = {.open = refuse};
