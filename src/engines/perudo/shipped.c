/* The built-in tables. They are reached by a function, so that a package can keep them in a shared
 * library: 38 MB once on the disk and in memory, not in each program. */
#include "engines/perudo/tables.h"

#ifdef __wasm__
/* A page fetches them when it needs them, and adds them by the engine's add_table. */
const uint8_t *perudo_shipped_tables(size_t *length) {
    *length = 0;
    return NULL;
}
#else
extern const uint8_t perudo_shipped_start[],
    perudo_shipped_end[] __attribute__((visibility("hidden")));

const uint8_t *perudo_shipped_tables(size_t *length) {
    *length = (size_t)(perudo_shipped_end - perudo_shipped_start);
    return perudo_shipped_start;
}
#endif
