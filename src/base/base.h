/* base/ - the foundation of every other room: error values, text, random numbers, hashing, bits,
 * time.
 *
 * May use: the C library. Must not use: any other room, standard input and output, files, global
 * state. Only large.h allocates. This header only names the room; include the part you need:
 *
 *   bits.h      counting and walking through set bits
 *   bytes.h     numbers as little-endian bytes
 *   clock.h     monotonic time
 *   error.h     what went wrong, as a value with a message
 *   hash.h      64-bit hashing
 *   large.h     memory for large tables
 *   random.h    the seeded generator, same sequence on every machine
 *   spelling.h  the word that was probably meant
 *   text.h      bounded building and reading of text
 *   wide.h      sums and products of 128 bits
 */
#ifndef DAMERO_BASE_H
#define DAMERO_BASE_H
#endif
