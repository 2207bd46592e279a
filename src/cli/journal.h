/* journal - shared by the commands that use the store. */
#ifndef DAMERO_JOURNAL_H
#define DAMERO_JOURNAL_H

#include "cli/command.h"
#include "referee/journal.h"

#define CLI_STORE_OPTION                                                                           \
    {                                                                                              \
        "store", "FILE",                                                                           \
            "the journal: a file, or postgresql://USER@HOST/DATABASE ($DAMERO_STORE, or "          \
            "damero.db in the user's data folder)"                                                 \
    }

/* The store that the options name. */
store *cli_open_store(const cli_arguments *, error *);

/* The same for commands that only read: a file that is named must exist. */
store *cli_open_old_store(const cli_arguments *, error *);

/* The store with this path or address; an `old` file must exist. */
store *cli_open_named_store(const char *path, bool old, error *);

/* The match number in an operand or option. */
bool cli_read_match(const char *, int64_t *id, error *);

#endif
