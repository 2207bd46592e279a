/* table files - where tables lie, and how they get to an engine.
 *
 * A folder for each game under $DAMERO_TABLES, else $XDG_DATA_HOME/damero/tables, else
 * ~/.local/share/damero/tables; every file whose name ends with .table is one.
 */
#ifndef DAMERO_TABLE_FILES_H
#define DAMERO_TABLE_FILES_H

#include "engines/engine.h"

enum { CLI_PATH = 4096 };

/* The folder for the tables of the game of that name; `given` (or NULL) takes the place of the
 * usual one. */
bool cli_table_folder(const char *given, const char *name, char path[CLI_PATH], error *);

/* Makes a folder and those above it. */
bool cli_make_folder(const char *path, error *);

/* Writes a file whole or not at all. */
bool cli_save_bytes(const char *path, const void *bytes, size_t length, error *);

/* Hands an engine the tables of its game that are there. One that is damaged is named on standard
 * error, and the engine goes without it. */
void cli_give_tables(engine *);

#endif
