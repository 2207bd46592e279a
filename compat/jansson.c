#include "jansson.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 512 };

/* An object has a key for each item, an array has none. */
typedef struct collection {
    json_t head;
    size_t count, capacity;
    char **keys;
    json_t **items;
} collection;

typedef struct scalar {
    json_t head;
    union {
        json_int_t integer;
        double real;
    };
    size_t length;
    char string[];
} scalar;

static void *(*allocate)(size_t) = malloc;
static void (*release)(void *) = free;

void json_set_alloc_funcs(void *(*more)(size_t), void (*less)(void *)) {
    allocate = more;
    release = less;
}

static collection *collection_of(const json_t *v) {
    return v && v->type <= JSON_ARRAY ? (collection *)(void *)(size_t)v : NULL;
}

static const scalar *scalar_of(const json_t *v) { return (const scalar *)(const void *)v; }

static json_t *new_collection(json_type type) {
    collection *c = allocate(sizeof *c);
    if (!c) return NULL;
    *c = (collection){.head = {type, 1}};
    return &c->head;
}

static scalar *new_scalar(json_type type, size_t length) {
    scalar *s = allocate(sizeof *s + length + 1);
    if (!s) return NULL;
    *s = (scalar){.head = {type, 1}, .length = length};
    return s;
}

json_t *json_object(void) { return new_collection(JSON_OBJECT); }
json_t *json_array(void) { return new_collection(JSON_ARRAY); }

/* The length of the UTF-8 character that begins here; 0 if it is not one. */
static size_t character(const unsigned char *at, size_t left) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    if (at[0] > 0xF4 || length > left) return 0;
    unsigned code = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return length && (code < least[length] || code > 0x10FFFF || surrogate) ? 0 : length;
}

json_t *json_stringn(const char *from, size_t length) {
    for (size_t i = 0, one; from && i < length; i += one)
        if (!(one = character((const unsigned char *)from + i, length - i))) return NULL;
    scalar *s = from ? new_scalar(JSON_STRING, length) : NULL;
    if (!s) return NULL;
    memcpy(s->string, from, length);
    s->string[length] = '\0';
    return &s->head;
}

json_t *json_string(const char *from) { return from ? json_stringn(from, strlen(from)) : NULL; }

json_t *json_integer(json_int_t value) {
    scalar *s = new_scalar(JSON_INTEGER, 0);
    if (!s) return NULL;
    s->integer = value;
    return &s->head;
}

json_t *json_real(double value) {
    scalar *s = isfinite(value) ? new_scalar(JSON_REAL, 0) : NULL;
    if (!s) return NULL;
    s->real = value;
    return &s->head;
}

static json_t *constant(json_type type) {
    scalar *s = new_scalar(type, 0);
    return s ? &s->head : NULL;
}

json_t *json_true(void) { return constant(JSON_TRUE); }
json_t *json_false(void) { return constant(JSON_FALSE); }
json_t *json_null(void) { return constant(JSON_NULL); }

json_t *json_incref(json_t *v) {
    if (v) v->refcount++;
    return v;
}

void json_decref(json_t *v) {
    if (!v || --v->refcount > 0) return;
    json_array_clear(v);
    collection *c = collection_of(v);
    if (c) {
        release(c->keys);
        release(c->items);
    }
    release(v);
}

/* Room for one more. */
static bool grow(collection *c) {
    if (c->count < c->capacity) return true;
    size_t capacity = c->capacity ? 2 * c->capacity : 8;
    char **keys = c->head.type == JSON_OBJECT ? allocate(capacity * sizeof *keys) : NULL;
    json_t **items = allocate(capacity * sizeof *items);
    if (!items || (c->head.type == JSON_OBJECT && !keys)) {
        release(keys);
        release(items);
        return false;
    }
    if (keys && c->count) memcpy(keys, c->keys, c->count * sizeof *keys);
    if (c->count) memcpy(items, c->items, c->count * sizeof *items);
    release(c->keys);
    release(c->items);
    c->keys = keys;
    c->items = items;
    c->capacity = capacity;
    return true;
}

/* The index of a key; the count if it is missing. */
static size_t find(const collection *c, const char *key) {
    size_t i = 0;
    while (i < c->count && strcmp(c->keys[i], key) != 0) i++;
    return i;
}

json_t *json_object_get(const json_t *v, const char *key) {
    const collection *c = json_is_object(v) ? collection_of(v) : NULL;
    size_t i = c ? find(c, key) : 0;
    return c && i < c->count ? c->items[i] : NULL;
}

int json_object_set_new(json_t *v, const char *key, json_t *item) {
    collection *c = json_is_object(v) ? collection_of(v) : NULL;
    size_t i = c ? find(c, key) : 0;
    if (c && item && i < c->count) {
        json_decref(c->items[i]);
        c->items[i] = item;
        return 0;
    }
    char *copy = c && item && grow(c) ? allocate(strlen(key) + 1) : NULL;
    if (!copy) {
        json_decref(item);
        return -1;
    }
    strcpy(copy, key);
    c->keys[c->count] = copy;
    c->items[c->count++] = item;
    return 0;
}

int json_object_set(json_t *v, const char *key, json_t *item) {
    return json_object_set_new(v, key, json_incref(item));
}

int json_object_del(json_t *v, const char *key) {
    collection *c = json_is_object(v) ? collection_of(v) : NULL;
    size_t i = c ? find(c, key) : 0;
    if (!c || i == c->count) return -1;
    release(c->keys[i]);
    json_decref(c->items[i]);
    c->count--;
    memmove(c->keys + i, c->keys + i + 1, (c->count - i) * sizeof *c->keys);
    memmove(c->items + i, c->items + i + 1, (c->count - i) * sizeof *c->items);
    return 0;
}

size_t json_array_size(const json_t *v) { return json_is_array(v) ? collection_of(v)->count : 0; }

json_t *json_array_get(const json_t *v, size_t i) {
    return i < json_array_size(v) ? collection_of(v)->items[i] : NULL;
}

int json_array_set_new(json_t *v, size_t i, json_t *item) {
    if (!item || i >= json_array_size(v)) {
        json_decref(item);
        return -1;
    }
    json_decref(collection_of(v)->items[i]);
    collection_of(v)->items[i] = item;
    return 0;
}

int json_array_append_new(json_t *v, json_t *item) {
    collection *c = json_is_array(v) ? collection_of(v) : NULL;
    if (!c || !item || !grow(c)) {
        json_decref(item);
        return -1;
    }
    c->items[c->count++] = item;
    return 0;
}

int json_array_append(json_t *v, json_t *item) {
    return json_array_append_new(v, json_incref(item));
}

int json_array_clear(json_t *v) {
    collection *c = collection_of(v);
    for (size_t i = 0; c && i < c->count; i++) {
        if (c->keys) release(c->keys[i]);
        json_decref(c->items[i]);
    }
    if (c) c->count = 0;
    return c ? 0 : -1;
}

const char *json_string_value(const json_t *v) {
    return json_is_string(v) ? scalar_of(v)->string : NULL;
}
size_t json_string_length(const json_t *v) { return json_is_string(v) ? scalar_of(v)->length : 0; }
json_int_t json_integer_value(const json_t *v) {
    return json_is_integer(v) ? scalar_of(v)->integer : 0;
}

/* Packing. */

static json_t *pack(const char **format, va_list *values) {
    *format += strspn(*format, " ,:");
    switch (*(*format)++) {
    case 's': return json_string(va_arg(*values, const char *));
    case 'i': return json_integer(va_arg(*values, int));
    case 'I': return json_integer(va_arg(*values, json_int_t));
    case 'f': return json_real(va_arg(*values, double));
    case 'b': return json_boolean(va_arg(*values, int));
    case 'n': return json_null();
    case 'o': return va_arg(*values, json_t *);
    case 'O': return json_incref(va_arg(*values, json_t *));
    case '{':
    case '[': {
        bool object = (*format)[-1] == '{', good = true;
        json_t *whole = object ? json_object() : json_array();
        for (;;) {
            *format += strspn(*format, " ,:");
            if (**format == '}' || **format == ']') break;
            const char *key = NULL;
            if (object) {
                ++*format; /* a key's s */
                key = va_arg(*values, const char *);
            }
            json_t *item = pack(format, values);
            int failed =
                object ? json_object_set_new(whole, key, item) : json_array_append_new(whole, item);
            good = good && failed == 0;
        }
        ++*format;
        if (good) return whole;
        json_decref(whole);
        return NULL;
    }
    default: return NULL;
    }
}

json_t *json_pack(const char *format, ...) {
    va_list values;
    va_start(values, format);
    json_t *v = pack(&format, &values);
    va_end(values);
    return v;
}

/* Writing. */

typedef struct output {
    char *bytes;
    size_t length, capacity;
    bool failed;
} output;

static void put(output *o, const char *bytes, size_t length) {
    if (o->length + length + 1 > o->capacity) {
        size_t capacity = 2 * (o->length + length) + 256;
        char *more = o->failed ? NULL : allocate(capacity);
        if (!more) {
            o->failed = true;
            return;
        }
        if (o->length) memcpy(more, o->bytes, o->length);
        release(o->bytes);
        o->bytes = more;
        o->capacity = capacity;
    }
    memcpy(o->bytes + o->length, bytes, length);
    o->length += length;
    o->bytes[o->length] = '\0';
}

static void put_string(output *o, const char *from, size_t length) {
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    put(o, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        char c = from[i], word[8];
        const char *name = c ? strchr(named, c) : NULL;
        if (name) put(o, (char[]){'\\', names[name - named]}, 2);
        else if ((unsigned char)c < 0x20)
            put(o, word, (size_t)snprintf(word, sizeof word, "\\u%04X", (unsigned)c));
        else put(o, &c, 1);
    }
    put(o, "\"", 1);
}

/* With a point or an exponent, whose plus sign and leading zeros are left out. */
static void put_real(output *o, double value, size_t flags) {
    char word[64];
    int precision = (int)(flags >> 11 & 0x1F);
    snprintf(word, sizeof word, "%.*g", precision ? precision : 17, value);
    char *exponent = strchr(word, 'e');
    if (!strchr(word, '.') && !exponent) strcat(word, ".0");
    if (exponent) {
        char *to = exponent + 1, *from = to;
        if (*from == '-') to++;
        if (*from == '-' || *from == '+') from++;
        from += strspn(from, "0");
        memmove(to, from, strlen(from) + 1);
    }
    put(o, word, strlen(word));
}

static void put_value(output *o, const json_t *v, size_t flags) {
    static const char *const words[] = {
        [JSON_TRUE] = "true", [JSON_FALSE] = "false", [JSON_NULL] = "null"};
    char number[32];
    const collection *c = collection_of(v);
    switch (v->type) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        put(o, v->type == JSON_OBJECT ? "{" : "[", 1);
        for (size_t i = 0; i < c->count; i++) {
            if (i) put(o, ",", 1);
            if (v->type == JSON_OBJECT) {
                put_string(o, c->keys[i], strlen(c->keys[i]));
                put(o, ":", 1);
            }
            put_value(o, c->items[i], flags);
        }
        put(o, v->type == JSON_OBJECT ? "}" : "]", 1);
        break;
    case JSON_STRING: put_string(o, scalar_of(v)->string, scalar_of(v)->length); break;
    case JSON_INTEGER:
        put(o, number, (size_t)snprintf(number, sizeof number, "%lld", scalar_of(v)->integer));
        break;
    case JSON_REAL: put_real(o, scalar_of(v)->real, flags); break;
    default: put(o, words[v->type], strlen(words[v->type])); break;
    }
}

char *json_dumps(const json_t *v, size_t flags) {
    output o = {0};
    if (!v || v->type > JSON_ARRAY) return NULL;
    put_value(&o, v, flags);
    if (!o.failed) return o.bytes;
    release(o.bytes);
    return NULL;
}

/* Reading. */

typedef struct input {
    const char *at, *end;
    size_t flags;
    int depth;
} input;

static json_t *read_value(input *);

static void skip(input *in) {
    while (in->at < in->end && strchr(" \t\r\n", *in->at) && *in->at) in->at++;
}

static bool take(input *in, char c) {
    skip(in);
    if (in->at == in->end || *in->at != c) return false;
    in->at++;
    return true;
}

static bool read_code(input *in, unsigned *code) {
    *code = 0;
    if (in->end - in->at < 4) return false;
    for (int i = 0; i < 4; i++) {
        char c = *in->at++;
        const char *digits = "0123456789abcdef", *lower = "0123456789ABCDEF";
        const char *digit = c ? strchr(digits, c) : NULL, *other = c ? strchr(lower, c) : NULL;
        if (!digit && !other) return false;
        *code = *code << 4 | (unsigned)(digit ? digit - digits : other - lower);
    }
    return true;
}

static size_t write_character(char *to, unsigned code) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6) to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(0xF00u >> length | code);
    return length;
}

/* The text between quotation marks, newly allocated. */
static char *read_text(input *in, size_t *length) {
    static const char names[] = "\"\\/bfnrt", named[] = "\"\\/\b\f\n\r\t";
    char *to = in->at < in->end ? allocate((size_t)(in->end - in->at) + 1) : NULL;
    *length = 0;
    while (to && in->at < in->end && *in->at != '"') {
        unsigned code, low;
        char c = *in->at++;
        if ((unsigned char)c < 0x20) break;
        if (c != '\\') {
            to[(*length)++] = c;
            continue;
        }
        if (in->at == in->end) break;
        c = *in->at++;
        const char *name = c ? strchr(names, c) : NULL;
        if (name) {
            to[(*length)++] = named[name - names];
            continue;
        }
        if (c != 'u' || !read_code(in, &code) || code == 0) break;
        if (code >= 0xD800 && code < 0xDC00) {
            if (in->end - in->at < 6 || in->at[0] != '\\' || in->at[1] != 'u') break;
            in->at += 2;
            if (!read_code(in, &low) || low < 0xDC00 || low > 0xDFFF) break;
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
        *length += write_character(to + *length, code);
    }
    if (to && in->at < in->end && *in->at == '"') {
        in->at++;
        to[*length] = '\0';
        return to;
    }
    release(to);
    return NULL;
}

static json_t *read_string(input *in) {
    size_t length;
    char *words = read_text(in, &length);
    json_t *v = words ? json_stringn(words, length) : NULL;
    release(words);
    return v;
}

static json_t *read_number(input *in) {
    char word[64], *end;
    size_t length = 0;
    while (in->at < in->end && *in->at && strchr("+-.0123456789eE", *in->at) &&
           length + 1 < sizeof word)
        word[length++] = *in->at++;
    word[length] = '\0';
    bool real = strpbrk(word, ".eE") != NULL;
    json_t *v = real ? json_real(strtod(word, &end)) : json_integer(strtoll(word, &end, 10));
    if (length && !*end) return v;
    json_decref(v);
    return NULL;
}

static bool read_item(input *in, json_t *whole) {
    if (whole->type == JSON_ARRAY) return json_array_append_new(whole, read_value(in)) == 0;
    size_t length;
    char *key = take(in, '"') ? read_text(in, &length) : NULL;
    bool again = key && in->flags & JSON_REJECT_DUPLICATES && json_object_get(whole, key);
    bool good = key && strlen(key) == length && !again && take(in, ':') &&
                json_object_set_new(whole, key, read_value(in)) == 0;
    release(key);
    return good;
}

static json_t *read_collection(input *in, json_t *whole, char end) {
    bool good = whole && ++in->depth < DEPTH_MAX;
    if (good && !take(in, end)) {
        do good = read_item(in, whole);
        while (good && take(in, ','));
        good = good && take(in, end);
    }
    in->depth--;
    if (good) return whole;
    json_decref(whole);
    return NULL;
}

static bool take_word(input *in, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0) return false;
    in->at += length;
    return true;
}

static json_t *read_value(input *in) {
    skip(in);
    if (take(in, '{')) return read_collection(in, json_object(), '}');
    if (take(in, '[')) return read_collection(in, json_array(), ']');
    if (take(in, '"')) return read_string(in);
    if (take_word(in, "true")) return json_true();
    if (take_word(in, "false")) return json_false();
    if (take_word(in, "null")) return json_null();
    return read_number(in);
}

json_t *json_loadb(const char *from, size_t length, size_t flags, json_error_t *where) {
    input in = {.at = from, .end = from + length, .flags = flags};
    json_t *v = from ? read_value(&in) : NULL;
    if (v) skip(&in);
    if (where) where->position = (int)(in.at - from);
    if (v && in.at == in.end && v->type <= JSON_ARRAY) return v;
    json_decref(v);
    return NULL;
}

json_t *json_loads(const char *from, size_t flags, json_error_t *where) {
    return from ? json_loadb(from, strlen(from), flags, where) : NULL;
}
