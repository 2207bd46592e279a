/* backup - a copy of a store while others use it.
 *
 * The copy holds all that was kept when it was finished: moves that are made meanwhile are in it
 * whole or not at all. It appears under its name when it is complete, checked and on the disk, so a
 * kill leaves no half of it there. Bytes on the lines of matches (wire_log.h) are not part of it.
 */
#ifndef DAMERO_BACKUP_H
#define DAMERO_BACKUP_H

#include "base/error.h"

typedef void store_progress(void *context, double fraction);

/* Copies the store at `path` into a file, which is replaced if it is there. `progress` may be NULL.
 */
bool store_backup(const char *path, const char *into, store_progress *progress, void *context,
                  error *);

#endif
