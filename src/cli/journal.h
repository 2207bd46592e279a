/* journal - what the commands that read or write the store share. */
#ifndef DAMERO_JOURNAL_H
#define DAMERO_JOURNAL_H

#include "cli/command.h"
#include "games/record.h"
#include "store/store.h"

#define CLI_STORE_OPTION                                                                           \
    { "store", "FILE", "the journal ($DAMERO_STORE, or damero.db in the user's data folder)" }

/* The store of the options. */
store *cli_open_store(const cli_arguments *, error *);

/* The number that an operand or option names. */
bool cli_read_match(const char *, int64_t *id, error *);

/* A match of the store played again: its rules and start, and its moves up to where it is; with
 * tags and result where `named`. The caller's to destroy. */
bool cli_load_match(store *, const store_match *, bool named, record *, error *);

/* The line of seat `seat` (from 0) among those of a match. */
void cli_seat_line(const store_match *, int seat, text *);

#endif
