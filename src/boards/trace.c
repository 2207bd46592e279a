#include "boards/trace.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    trace *trace;
    size_t capacity;
    uint32_t line;
    bool named;       /* `board NAME` has been read */
    bool settings;    /* and `settings` */
    bool any;         /* a line with a tick has been read */
    uint64_t at_tick; /* pins already named at the current tick */
} reader;

static bool add_entry(reader *r, const trace_entry *entry, error *e) {
    trace *t = r->trace;
    if (t->count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 64;
        trace_entry *entries = realloc(t->entries, capacity * sizeof *entries);
        if (!entries) return error_set(e, "no memory for the trace");
        t->entries = entries;
        r->capacity = capacity;
    }
    t->entries[t->count++] = *entry;
    return true;
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

bool trace_read_value(const char *word, size_t length, uint64_t *value, uint64_t *known) {
    unsigned base = 10;
    size_t at = 0;
    *value = 0, *known = UINT64_MAX;
    if (length > 2 && word[0] == '0') {
        char letter = (char)(word[1] | 0x20);
        base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 10;
        at = base == 10 ? 0 : 2;
    }
    if (at == length) return false;
    for (; at < length; at++) {
        char letter = (char)(word[at] | 0x20);
        bool unknown = base == 2 && (letter == 'x' || letter == 'z');
        unsigned digit = unknown ? 0 : (unsigned)digit_of(word[at]);
        if (digit >= base || *value > (UINT64_MAX - digit) / base) return false;
        *value = *value * base + digit;
        *known = unknown ? *known << 1 : *known << 1 | 1;
        if (base != 2) *known = UINT64_MAX;
    }
    return true;
}

static bool read_pin_value(reader *r, const char *word, size_t length, error *e) {
    const device_kind *kind = r->trace->kind;
    const char *equals = memchr(word, '=', length);
    if (!equals) return error_set(e, "'%.*s' is not of the form NAME=VALUE", (int)length, word);
    size_t name = (size_t)(equals - word);
    int pin = device_find_pin(kind, word, name, e);
    if (pin < 0) return false;
    const device_pin *p = &kind->pins[pin];
    trace_entry entry = {.tick = r->trace->end, .line = r->line, .pin = (uint8_t)pin};
    if (!trace_read_value(equals + 1, length - name - 1, &entry.value, &entry.known))
        return error_set(e, "'%.*s' is not a value; examples: 10, 0b1010, 0o12, 0xa", (int)length,
                         word);
    if (!device_fits(p, entry.value))
        return error_set(e, "'%.*s' is too large: %s has %d bit%s", (int)length, word, p->name,
                         p->width, p->width > 1 ? "s" : "");
    if (!p->output && entry.known != UINT64_MAX)
        return error_set(e, "'%.*s': every bit of an input must be 0 or 1", (int)length, word);
    if (r->at_tick >> pin & 1)
        return error_set(e, "tick %llu names %s twice", (unsigned long long)entry.tick, p->name);
    r->at_tick |= UINT64_C(1) << pin;
    return add_entry(r, &entry, e);
}

static bool read_moment(reader *r, scan *s, error *e) {
    uint64_t tick;
    const char *word;
    size_t length;
    if (!r->named) return error_set(e, "a line 'board %s' must come first", r->trace->kind->name);
    if (!scan_number(s, 0, UINT64_MAX / 4, &tick) ||
        !(scan_done(s) || *s->at == ' ' || *s->at == '\t'))
        return error_set(e, "a line must start with its tick, a number of clock edges");
    if (r->any && tick < r->trace->end)
        return error_set(e, "tick %llu comes after tick %llu: ticks must not decrease",
                         (unsigned long long)tick, (unsigned long long)r->trace->end);
    if (!r->any || tick > r->trace->end) r->at_tick = 0;
    r->trace->end = tick;
    r->any = true;
    while (scan_blanks(s), scan_word(s, "", &word, &length))
        if (!read_pin_value(r, word, length, e)) return false;
    return true;
}

static bool read_changes(reader *r, scan *s, error *e) {
    const char *word;
    size_t length;
    while (scan_blanks(s), scan_word(s, "", &word, &length)) {
        int pin = device_find_pin(r->trace->kind, word, length, e);
        if (pin < 0) return false;
        if (!r->trace->kind->pins[pin].output)
            return error_set(e, "'%.*s' is an input: only changes of outputs are compared",
                             (int)length, word);
        r->trace->changes |= UINT64_C(1) << pin;
    }
    return true;
}

static bool read_header(reader *r, scan *s, error *e) {
    const char *word, *value;
    size_t length, value_length = 0;
    trace *t = r->trace;
    scan_word(s, "", &word, &length);
    scan_blanks(s);
    value = s->at;
    value_length = (size_t)(s->end - s->at);
    while (value_length && strchr(" \t\r", value[value_length - 1])) value_length--;
    if (r->any) return error_set(e, "'%.*s' must come before the first tick", (int)length, word);
    if (text_same(word, length, "board")) {
        if (!text_same(value, value_length, t->kind->name))
            return error_set(e, "this is a trace of the board '%.*s', not of %s", (int)value_length,
                             value, t->kind->name);
        r->named = true;
        return true;
    }
    if (text_same(word, length, "settings")) {
        game_settings chosen;
        text kept = text_over(t->settings, sizeof t->settings);
        if (r->settings)
            return error_set(e, "a second 'settings' line: put all settings on one line");
        r->settings = true;
        text_add_part(&kept, value, value_length);
        if (kept.full) return error_set(e, "the settings are too long");
        return settings_read(t->kind->settings, t->settings, &chosen, e);
    }
    if (text_same(word, length, "changes")) return read_changes(r, s, e);
    if (text_same(word, length, "slack"))
        return (scan_number(s, 0, 1000000000, &t->slack) && (scan_blanks(s), scan_done(s))) ||
               error_set(e, "slack is a number of ticks, at most 1000000000");
    return error_set(e, "'%.*s' is neither a tick nor one of board, settings, changes, slack",
                     (int)length, word);
}

static bool read_line(reader *r, scan line, error *e) {
    scan_blanks(&line);
    if (scan_done(&line) || *line.at == '#') return true;
    if (line.end - line.at > TRACE_LINE)
        return error_set(e, "a line has at most %d bytes", TRACE_LINE);
    if (!text_is_plain(line.at, (size_t)(line.end - line.at)))
        return error_set(e, "the line has bytes that are not text");
    if (*line.at >= '0' && *line.at <= '9') return read_moment(r, &line, e);
    return read_header(r, &line, e);
}

static bool read_lines(reader *r, scan s, error *e) {
    do {
        const char *newline = scan_done(&s) ? NULL : memchr(s.at, '\n', (size_t)(s.end - s.at));
        scan line = {s.at, newline ? newline : s.end};
        s.at = newline ? newline + 1 : s.end;
        r->line++;
        while (line.end > line.at && line.end[-1] == '\r') line.end--;
        if (r->line == 1) {
            if (!text_same(line.at, (size_t)(line.end - line.at), "damero-trace 1"))
                return error_set(e, "line 1: a trace must start with the line 'damero-trace 1'");
        } else if (!read_line(r, line, e)) {
            return error_in(e, "line %u", (unsigned)r->line);
        }
    } while (!scan_done(&s));
    return r->any || error_set(e, "line %u: the trace has no line with a tick", r->line);
}

bool trace_read(trace *t, const device_kind *kind, const char *bytes, size_t length, error *e) {
    reader r = {.trace = t};
    *t = (trace){.kind = kind};
    if (read_lines(&r, scan_over(bytes, length), e)) return true;
    trace_destroy(t);
    return false;
}

void trace_destroy(trace *t) {
    free(t->entries);
    *t = (trace){0};
}
