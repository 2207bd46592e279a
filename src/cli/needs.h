/* needs - what a worker must have to do some work (store_work.needs), a line each:
 *
 *   tag NAME=VALUE    the worker was started with this --tag
 *   file HASH PATH    a file with this content, such as a book of openings
 *
 * Paths are relative to the folder where the series was begun if the worker's machine has that
 * folder, otherwise to the folder where the worker was started. */
#ifndef DAMERO_CLI_NEEDS_H
#define DAMERO_CLI_NEEDS_H

#include "cli/command.h"
#include "events/series.h"

/* clang-format off */
#define CLI_WORKERS_OPTIONS                                                                        \
    {"workers", NULL,                                                                              \
     "let workers play the games (damero worker); this command reports the results, and plays "    \
     "only with --concurrency N"},                                                                 \
    {"needs", "NAME=VALUE,...", "with --workers: only by workers with these tags"},                \
    {"same-programs", NULL,                                                                        \
     "with --workers: only by workers whose programs are the same, by the hash of their files"}
/* clang-format on */

/* The tags of --needs and the book of openings (NULL: none); and a player's files, if
 * --same-programs says so. */
bool needs_write(const cli_arguments *, const char *book, text *, error *);
bool needs_add_player(const cli_arguments *, const seat_spec *, text *, error *);

/* Whether the tags (NAME=VALUE, a line each) include all that are needed. */
bool needs_tags(const char *needs, const char *tags);

/* Makes the folder where a series was begun the current one, if this machine has it. */
void needs_go_to(const char *folder);

/* Whether the files are here, and the same. */
bool needs_files(const char *needs, error *);

/* Whether the programs of the players are here. */
bool needs_programs(const series_setup *, error *);

#endif
