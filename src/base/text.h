/* text - bounded building and reading of text.
 *
 * `text` builds into memory of the caller's and never writes past it; what does not fit is dropped
 * and `full` is set. It is always terminated. `scan` reads: a cursor over bytes of known length.
 * Both work without the C library's stdio, so rules and engines build freestanding.
 */
#ifndef DAMERO_TEXT_H
#define DAMERO_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct text {
    char *start;
    size_t length;   /* bytes written, without the terminator */
    size_t capacity; /* bytes of memory, with the terminator; at least 1 */
    bool full;       /* something did not fit */
} text;

/* An empty text over `capacity` bytes (at least 1) of memory. */
text text_over(char *memory, size_t capacity);

void text_add(text *t, const char *s);
void text_add_char(text *t, char c);
void text_add_part(text *t, const char *s, size_t length);
void text_add_repeat(text *t, const char *s, size_t times);

/* Formats: %s %c %d %u %x %% with l, ll or z, a width (or *), the flags 0 and -, and for %s a
 * precision (or *); %c takes none of these. */
void text_addf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(text *t, const char *format, va_list list) __attribute__((format(printf, 2, 0)));

/* Adds untrusted text for a terminal or a page, such as a name, without control characters
 * (including C1, since terminals read U+009B as an escape sequence), marks that change the
 * direction of the surrounding text, and zero-width characters, which can make two different names
 * look the same. `instead` replaces each of them, "" removes them. Line ends and tabs become
 * blanks, bytes that are not UTF-8 become question marks. Text is cut only between characters. */
void text_add_visible(text *t, const char *s, const char *instead);
/* The same, and also writes every formatted value to `values` (NULL: nowhere), each after
 * TEXT_STRING or TEXT_NUMBER. */
enum { TEXT_STRING = 0x1e, TEXT_NUMBER = 0x1f };
void text_addv_values(text *t, text *values, const char *format, va_list list)
    __attribute__((format(printf, 3, 0)));

typedef struct scan {
    const char *at, *end;
} scan;

scan scan_over(const char *bytes, size_t length);
scan scan_string(const char *s);

static inline bool scan_done(const scan *s) { return s->at == s->end; }

/* The next byte, or 0 at the end. */
static inline char scan_peek(const scan *s) { return s->at < s->end ? *s->at : '\0'; }

/* Skips blanks (space, tab, CR, LF); true if there was any. */
bool scan_blanks(scan *s);

/* Takes `c` if it is next. */
bool scan_char(scan *s, char c);

/* Takes the longest run of non-blank bytes that holds none of `stops`; false if it is empty. */
bool scan_word(scan *s, const char *stops, const char **word, size_t *length);

/* Takes decimal digits; false, with nothing taken, if there are none or the number is not within
 * least..most. */
bool scan_number(scan *s, uint64_t least, uint64_t most, uint64_t *value);

/* Whether bytes and string are the same text. */
bool text_same(const char *bytes, size_t length, const char *s);

/* Whether the bytes are UTF-8: no overlong form, no surrogate, nothing cut off. */
bool text_is_utf8(const char *bytes, size_t length);

/* Whether the bytes are printable UTF-8 or blanks, which is what every format here is made of. */
bool text_is_plain(const char *bytes, size_t length);

#endif
