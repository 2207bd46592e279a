#include "engines/image.h"

#include <string.h>

#include "base/hash.h"

void image_seal(uint8_t *image, const char *word, size_t body) {
    memcpy(image, word, IMAGE_WORD);
    bytes_store(image + 24, 8, body);
    bytes_store(image + 32, 8, hash_bytes(image + IMAGE_HEADER, body));
    bytes_store(image + 40, 8, hash_bytes(image, 40));
}

bool image_check_header(const uint8_t *image, size_t length, const char *word, error *e) {
    if (length < IMAGE_HEADER)
        return error_set(e, "table: %zu bytes are too few for a header", length);
    if (memcmp(image, word, IMAGE_WORD) != 0) return error_set(e, "table: this is not a table");
    if (bytes_load(image + 40, 8) != hash_bytes(image, 40))
        return error_set(e, "table: its header is damaged (checksum)");
    return true;
}

bool image_check_body(const uint8_t *image, size_t length, bool alone, error *e) {
    size_t body = image_body(image), there = length - IMAGE_HEADER;
    if (alone ? body != there : body > there)
        return error_set(e, "table: it has %zu bytes instead of %zu: is the file cut off?", length,
                         IMAGE_HEADER + body);
    if (bytes_load(image + 32, 8) != hash_bytes(image + IMAGE_HEADER, body))
        return error_set(e, "table: it is damaged (checksum)");
    return true;
}
