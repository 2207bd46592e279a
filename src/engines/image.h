/* engines image - the frame of a table as bytes: what it is, and whether all of it is there.
 *
 *     bytes 0-7     a word of eight letters that says what kind of table it is, and which version
 *     bytes 8-23    the kind's own
 *     bytes 24-31   bytes that follow the header
 *     bytes 32-39   hash of these bytes
 *     bytes 40-47   hash of bytes 0-39
 *     from 48       the table
 *
 * Numbers are little-endian.
 */
#ifndef DAMERO_ENGINES_IMAGE_H
#define DAMERO_ENGINES_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/error.h"

enum { IMAGE_WORD = 8, IMAGE_HEADER = 48 };

/* Bytes that follow the header. */
static inline size_t image_body(const uint8_t *image) { return (size_t)bytes_load(image + 24, 8); }

/* Writes the frame around `body` bytes, which stand at their place; bytes 8-23 are the caller's,
 * before this. */
void image_seal(uint8_t *image, const char *word, size_t body);

/* Whether it is of that kind and its header is whole; the error says what is wrong. */
bool image_check_header(const uint8_t *image, size_t length, const char *word, error *);

/* Whether what follows is whole too, where the header is. `alone`: nothing stands behind it. */
bool image_check_body(const uint8_t *image, size_t length, bool alone, error *);

#endif
