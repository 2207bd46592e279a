#include "base/text.h"

#include <string.h>

text text_over(char *memory, size_t capacity) {
    memory[0] = '\0';
    return (text){.start = memory, .capacity = capacity};
}

void text_add_part(text *t, const char *s, size_t length) {
    size_t room = t->capacity - 1 - t->length;
    if (length > room) {
        length = room;
        t->full = true;
    }
    memcpy(t->start + t->length, s, length);
    t->length += length;
    t->start[t->length] = '\0';
}

void text_add(text *t, const char *s) { text_add_part(t, s, strlen(s)); }

void text_add_char(text *t, char c) { text_add_part(t, &c, 1); }

void text_add_repeat(text *t, const char *s, size_t times) {
    while (times-- > 0 && !t->full) text_add(t, s);
}

/* One conversion of a format: %[-0][width|*][.precision|.*][l|ll|z]letter */
typedef struct conversion {
    bool left, zeros;
    size_t width;
    int precision; /* -1: none */
    int longs;     /* 0 int, 1 long, 2 long long, 3 size_t */
} conversion;

static void add_padded(text *t, const conversion *c, const char *s, size_t length) {
    size_t padding = c->width > length ? c->width - length : 0;
    bool negative = c->zeros && length > 0 && s[0] == '-';
    if (negative) {
        text_add_char(t, '-');
        s++, length--;
    }
    if (!c->left) text_add_repeat(t, c->zeros ? "0" : " ", padding);
    text_add_part(t, s, length);
    if (c->left) text_add_repeat(t, " ", padding);
}

static void add_number(text *t, const conversion *c, bool negative, uint64_t value,
                       unsigned radix) {
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = "0123456789abcdef"[value % radix];
        value /= radix;
    } while (value);
    if (negative) digits[--at] = '-';
    add_padded(t, c, digits + at, sizeof digits - at);
}

static void add_string(text *t, const conversion *c, const char *s) {
    size_t length = 0;
    while ((c->precision < 0 || length < (size_t)c->precision) && s[length]) length++;
    add_padded(t, c, s, length);
}

/* What was added since `before`, as a value. Control characters become '?': two of them mark where
 * values begin. */
static void add_value(text *values, char kind, const text *t, size_t before) {
    if (!values) return;
    text_add_char(values, kind);
    for (size_t i = before; i < t->length; i++)
        text_add_char(values, (unsigned char)t->start[i] < ' ' ? '?' : t->start[i]);
}

void text_addv(text *t, const char *format, va_list list) {
    text_addv_values(t, NULL, format, list);
}

void text_addv_values(text *t, text *values, const char *format, va_list list) {
    for (const char *f = format; *f; f++) {
        if (*f != '%') {
            text_add_char(t, *f);
            continue;
        }
        conversion c = {.precision = -1};
        size_t before = t->length;
        for (f++; *f == '-' || *f == '0'; f++) {
            if (*f == '-') c.left = true;
            else c.zeros = true;
        }
        if (*f == '*') {
            int width = va_arg(list, int);
            c.left = c.left || width < 0;
            c.width = (size_t)(width < 0 ? -(int64_t)width : width);
            f++;
        }
        for (; *f >= '0' && *f <= '9'; f++) c.width = c.width * 10 + (size_t)(*f - '0');
        if (f[0] == '.' && f[1] == '*') {
            c.precision = va_arg(list, int);
            f += 2;
        } else if (*f == '.') {
            c.precision = 0;
            for (f++; *f >= '0' && *f <= '9'; f++) c.precision = c.precision * 10 + (*f - '0');
        }
        for (; *f == 'l'; f++) c.longs++;
        if (*f == 'z') {
            c.longs = 3;
            f++;
        }
        switch (*f) {
        case 's': add_string(t, &c, va_arg(list, const char *)); break;
        case 'c': text_add_char(t, (char)va_arg(list, int)); break;
        case 'd': {
            int64_t value = c.longs == 0   ? va_arg(list, int)
                            : c.longs == 1 ? va_arg(list, long)
                                           : va_arg(list, long long);
            uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
            add_number(t, &c, value < 0, size, 10);
            break;
        }
        case 'u':
        case 'x': {
            uint64_t value = c.longs == 0   ? va_arg(list, unsigned)
                             : c.longs == 1 ? va_arg(list, unsigned long)
                             : c.longs == 2 ? va_arg(list, unsigned long long)
                                            : va_arg(list, size_t);
            add_number(t, &c, false, value, *f == 'x' ? 16 : 10);
            break;
        }
        case '%': text_add_char(t, '%'); break;
        default: text_addf(t, "%%%c?", *f ? *f : ' '); return; /* not a format of ours */
        }
        if (*f != '%')
            add_value(values, *f == 'd' || *f == 'u' ? TEXT_NUMBER : TEXT_STRING, t, before);
    }
}

void text_addf(text *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    text_addv(t, format, list);
    va_end(list);
}

/* Length of the UTF-8 sequence at the start of `s`, or 0 if there is none (overlong forms and
 * surrogates included). */
static size_t utf8_length(const unsigned char *s, size_t left) {
    if (s[0] < 0x80) return 1;
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || length > left) return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

static uint32_t code_point(const unsigned char *s, size_t length) {
    uint32_t c = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) c = c << 6 | (s[i] & 0x3f);
    return c;
}

static bool ends_line(uint32_t c) {
    return (c >= '\t' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/* Unicode's control characters, its annotation marks, and everything with its property
 * Default_Ignorable_Code_Point (DerivedCoreProperties.txt), which shows nothing. */
static bool is_hidden(uint32_t c) {
    static const uint32_t ranges[][2] = {
        {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
        {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
        {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

void text_add_visible(text *t, const char *from, const char *instead) {
    const unsigned char *s = (const unsigned char *)from;
    size_t left = strlen(from), step;
    for (; left > 0 && !t->full; s += step, left -= step) {
        size_t length = utf8_length(s, left);
        uint32_t c = length ? code_point(s, length) : 0;
        step = length ? length : 1;
        if (!length) text_add_char(t, '?');
        else if (ends_line(c)) text_add_char(t, ' ');
        else if (is_hidden(c)) text_add(t, instead);
        else if (length < t->capacity - t->length) text_add_part(t, (const char *)s, length);
        else t->full = true;
    }
}

scan scan_over(const char *bytes, size_t length) {
    return (scan){.at = bytes, .end = bytes + length};
}

scan scan_string(const char *s) { return scan_over(s, strlen(s)); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool scan_blanks(scan *s) {
    const char *start = s->at;
    while (s->at < s->end && is_blank(*s->at)) s->at++;
    return s->at > start;
}

bool scan_char(scan *s, char c) {
    if (s->at == s->end || *s->at != c) return false;
    s->at++;
    return true;
}

bool scan_word(scan *s, const char *stops, const char **word, size_t *length) {
    const char *start = s->at;
    while (s->at < s->end && !is_blank(*s->at) && *s->at && !strchr(stops, *s->at)) s->at++;
    *word = start;
    *length = (size_t)(s->at - start);
    return *length > 0;
}

bool scan_number(scan *s, uint64_t least, uint64_t most, uint64_t *value) {
    const char *at = s->at;
    uint64_t sum = 0;
    for (; at < s->end && *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (sum > (UINT64_MAX - digit) / 10) return false;
        sum = sum * 10 + digit;
    }
    if (at == s->at || sum < least || sum > most) return false;
    s->at = at;
    *value = sum;
    return true;
}

bool text_same(const char *bytes, size_t length, const char *s) {
    return strlen(s) == length && memcmp(bytes, s, length) == 0;
}

bool text_is_utf8(const char *bytes, size_t length) {
    const unsigned char *s = (const unsigned char *)bytes;
    for (size_t i = 0, step; i < length; i += step)
        if ((step = utf8_length(s + i, length - i)) == 0) return false;
    return true;
}

bool text_is_plain(const char *bytes, size_t length) {
    const unsigned char *s = (const unsigned char *)bytes;
    for (size_t i = 0; i < length;) {
        size_t step = utf8_length(s + i, length - i);
        if (step == 0) return false;
        uint32_t c = code_point(s + i, step);
        if ((c < 0x20 && !is_blank((char)c)) || (c >= 0x7f && c < 0xa0)) return false;
        i += step;
    }
    return true;
}
