/* What a writer of text puts into memory, for tests of traces and dumps. */
#ifndef DAMERO_TESTS_SHEET_H
#define DAMERO_TESTS_SHEET_H

#include "support.h"

typedef struct sheet {
    char bytes[20000];
    size_t length;
} sheet;

static inline void sheet_put(void *context, const char *bytes, size_t length) {
    sheet *s = context;
    assert_true(s->length + length < sizeof s->bytes);
    memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
    s->bytes[s->length] = '\0';
}

#endif
