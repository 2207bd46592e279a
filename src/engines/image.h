/* engines image - the header of a table stored as bytes: its kind, its length, its checksums.
 *
 *     bytes 0-7     eight letters that name the kind of table and its version
 *     bytes 8-23    defined by the kind
 *     bytes 24-31   length of the body
 *     bytes 32-39   hash of the body
 *     bytes 40-47   hash of bytes 0-39
 *     from 48       the body
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

/* Length of the body. */
static inline size_t image_body(const uint8_t *image) { return (size_t)bytes_load(image + 24, 8); }

/* Writes the header before a body of `body` bytes, which must already be in place, as must bytes
 * 8-23. */
void image_seal(uint8_t *image, const char *word, size_t body);

/* Whether the image is of that kind and its header is intact; the error says what is wrong. */
bool image_check_header(const uint8_t *image, size_t length, const char *word, error *);

/* Whether the body is intact too; the header must be. `alone`: nothing may follow the body. */
bool image_check_body(const uint8_t *image, size_t length, bool alone, error *);

#endif
