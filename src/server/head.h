/* head - the head of an HTTP/1.x request: its first line and its fields.
 *
 * Parses strictly, because requests are smuggled past a proxy when two parsers read the same bytes
 * as different requests: lines end in CR LF, a field name is a token followed at once by its colon,
 * no line continues on the next, and a field that decides how the request is read is unique.
 * Nothing here waits or allocates.
 */
#ifndef DAMERO_SERVER_HEAD_H
#define DAMERO_SERVER_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HEAD_MAX = 8192,   /* bytes of a head, including the empty line at its end */
    HEAD_PATH = 512,   /* of a decoded path, with the terminator */
    HEAD_FIELDS = 100, /* fields */
};

typedef enum head_method { HEAD_GET, HEAD_HEAD, HEAD_POST, HEAD_DELETE, HEAD_OTHER } head_method;

typedef struct head {
    head_method method;
    bool old;              /* HTTP/1.0 */
    char path[HEAD_PATH];  /* decoded, begins with / */
    const char *arguments; /* after the ?, as sent; "" if there are none */
    bool has_body;         /* Content-Length was given: */
    uint64_t body;         /* bytes that follow */
    struct {
        const char *name; /* in lower case */
        const char *value;
    } field[HEAD_FIELDS];
    size_t field_count;
    char text[HEAD_MAX + 1]; /* the memory that the pointers above point into */
} head;

/* The error of a request, as an answer. */
typedef struct head_error {
    int status; /* 400, 414, ... */
    const char *code, *why;
} head_error;

/* The size of a complete head, or 0 if its end has not arrived yet. `known`: bytes that were
 * checked before. */
size_t head_length(const char *bytes, size_t length, size_t known);

/* Parses a head, at most HEAD_MAX bytes. False if it is not a valid request. */
bool head_read(head *, const char *bytes, size_t length, head_error *);

/* The value of a field, named in lower case; NULL if it is missing. */
const char *head_field(const head *, const char *name);

/* Whether a field that is a list of words has this one, ignoring case. */
bool head_field_has(const head *, const char *name, const char *word);

/* The value of an argument, decoded; NULL if it is missing, "" if it does not fit or is not text.
 */
const char *head_argument(const head *, const char *name, char *value, size_t size);

#endif
