/* damas parallel - processes a range of numbers in pieces on several threads. */
#ifndef DAMERO_DAMAS_PARALLEL_H
#define DAMERO_DAMAS_PARALLEL_H

#include <stdint.h>

/* Calls work(context, first, last) for pieces [first, last) that cover [0, size), on up to
 * `threads` threads at once (fewer if they cannot be started), and returns when all are done. */
void damas_parallel(int threads, uint64_t size,
                    void (*work)(void *context, uint64_t first, uint64_t last), void *context);

#endif
