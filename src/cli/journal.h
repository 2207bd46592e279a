/* journal - what the commands that read or write the store share. */
#ifndef DAMERO_JOURNAL_H
#define DAMERO_JOURNAL_H

#include "cli/command.h"
#include "referee/journal.h"

#define CLI_STORE_OPTION                                                                           \
    { "store", "FILE", "the journal ($DAMERO_STORE, or damero.db in the user's data folder)" }

/* The store of the options. */
store *cli_open_store(const cli_arguments *, error *);

/* The same for who only reads what was played: a file that is named has to be there. */
store *cli_open_old_store(const cli_arguments *, error *);

/* The number that an operand or option names. */
bool cli_read_match(const char *, int64_t *id, error *);

#endif
