/* table files - where tables are stored, and how an engine gets them.
 *
 * A folder for each game, and for each variant of Damas with endings of its own (damas-english),
 * under $DAMERO_TABLES, else $XDG_DATA_HOME/damero/tables, else ~/.local/share/damero/tables; every
 * file whose name ends with .table is a table.
 */
#ifndef DAMERO_TABLE_FILES_H
#define DAMERO_TABLE_FILES_H

#include "engines/engine.h"

enum { CLI_PATH = 4096 };

/* The folder for the tables of these rules; `given` (or NULL) replaces the default. */
bool cli_table_folder(const char *given, const game_rules *, char path[CLI_PATH], error *);

/* Creates a folder and its parents. */
bool cli_make_folder(const char *path, error *);

/* Writes a file atomically. */
bool cli_save_bytes(const char *path, const void *bytes, size_t length, error *);

/* Gives an engine the existing tables of its game. Names a damaged one on standard error and skips
 * it. */
void cli_give_tables(engine *);

#endif
