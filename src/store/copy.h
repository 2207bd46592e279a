/* copy - everything in a store, into another one: a file to a server, a server to a file.
 *
 * The copy is what the first store held at one moment. It is made in one transaction, all or
 * nothing, into a store without matches, series, tournaments and accounts; then both are read and
 * compared, row by row. Who plays what is copied too, but nobody in the new store is alive, so
 * matches that were being played can be resumed there. Bytes on lines (wire_log.h) are not copied.
 */
#ifndef DAMERO_COPY_H
#define DAMERO_COPY_H

#include "store/store.h"

/* `progress`, called now and then, may be NULL. Fills in the number of rows. */
bool store_copy(store *from, store *to, void (*progress)(void *, int64_t rows), void *context,
                int64_t *rows, error *);

#endif
