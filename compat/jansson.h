/* The part of Jansson that the server's JSON needs, for WebAssembly, where Debian has no Jansson.
 * The same calls write the same bytes (tests/wasm_test.py compares them with the server's). */
#ifndef COMPAT_JANSSON_H
#define COMPAT_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

typedef long long json_int_t;

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t {
    json_type type;
    size_t refcount;
} json_t;

typedef struct json_error_t {
    int position;
} json_error_t;

/* Flags for reading and writing; objects keep the order of their keys. */
#define JSON_REJECT_DUPLICATES 0x1
#define JSON_COMPACT           0x20
#define JSON_REAL_PRECISION(n) (((n)&0x1F) << 11)

#define json_is_object(v)  ((v) && (v)->type == JSON_OBJECT)
#define json_is_array(v)   ((v) && (v)->type == JSON_ARRAY)
#define json_is_string(v)  ((v) && (v)->type == JSON_STRING)
#define json_is_integer(v) ((v) && (v)->type == JSON_INTEGER)
#define json_is_true(v)    ((v) && (v)->type == JSON_TRUE)
#define json_is_false(v)   ((v) && (v)->type == JSON_FALSE)
#define json_is_boolean(v) (json_is_true(v) || json_is_false(v))
#define json_is_null(v)    ((v) && (v)->type == JSON_NULL)
#define json_boolean(b)    ((b) ? json_true() : json_false())

void json_set_alloc_funcs(void *(*)(size_t), void (*)(void *));

json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *);
json_t *json_stringn(const char *, size_t length);
json_t *json_integer(json_int_t);
json_t *json_real(double);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);

json_t *json_incref(json_t *);
void json_decref(json_t *);

json_t *json_object_get(const json_t *, const char *key);
int json_object_set_new(json_t *, const char *key, json_t *);
int json_object_set(json_t *, const char *key, json_t *);
int json_object_del(json_t *, const char *key);

size_t json_array_size(const json_t *);
json_t *json_array_get(const json_t *, size_t);
int json_array_set_new(json_t *, size_t, json_t *);
int json_array_append_new(json_t *, json_t *);
int json_array_append(json_t *, json_t *);
int json_array_clear(json_t *);

const char *json_string_value(const json_t *);
size_t json_string_length(const json_t *);
json_int_t json_integer_value(const json_t *);

/* Formats: s i I f b n o O, {} and []; blanks, commas and colons are ignored. */
json_t *json_pack(const char *format, ...);

char *json_dumps(const json_t *, size_t flags);
json_t *json_loadb(const char *, size_t length, size_t flags, json_error_t *);
json_t *json_loads(const char *, size_t flags, json_error_t *);

#endif
