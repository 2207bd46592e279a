/* The picture's pins from a trace or a value change dump (IEEE 1364-2005, 18). */
#include <string.h>

#include "base/clock.h"
#include "boards/vga.h"

enum { PINS = 5, CODE = 8 };

static const struct {
    const char *name;
    uint8_t bit;
} pins[PINS] = {{"red", 4}, {"green", 2}, {"blue", 1}, {"hsync", VGA_HSYNC}, {"vsync", VGA_VSYNC}};

/* Which of the five a name is; -1: none. */
static int pin_named(const char *name, size_t length) {
    for (int i = 0; i < PINS; i++)
        if (text_same(name, length, pins[i].name)) return i;
    return -1;
}

static bool all_there(const bool found[PINS], error *e) {
    for (int i = 0; i < PINS; i++)
        if (!found[i])
            return error_set(
                e, "there is no signal '%s': red, green, blue, hsync and vsync are needed",
                pins[i].name);
    return true;
}

bool vga_read_trace(vga_signal *s, const trace *t, error *e) {
    bool found[PINS] = {false};
    unsigned now = 0;
    *s = (vga_signal){.pixel = VGA_PIXEL_NS * t->kind->hertz / (uint64_t)SECOND};
    for (size_t i = 0; i < t->count; i++) {
        const char *name = t->kind->pins[t->entries[i].pin].name;
        int pin = pin_named(name, strlen(name));
        if (pin < 0) continue;
        found[pin] = true;
        now = t->entries[i].value ? now | pins[pin].bit : now & ~(unsigned)pins[pin].bit;
        if (!vga_add(s, t->entries[i].tick, now, e)) return false;
    }
    s->end = t->end;
    return all_there(found, e);
}

typedef struct dump {
    scan rest;
    char code[PINS][CODE]; /* by which the five go; "": not found */
    uint64_t pixel;
} dump;

static bool next_token(dump *d, const char **word, size_t *length) {
    scan *s = &d->rest;
    while (!scan_done(s) && strchr(" \t\r\n", *s->at)) s->at++;
    *word = s->at;
    while (!scan_done(s) && !strchr(" \t\r\n", *s->at)) s->at++;
    *length = (size_t)(s->at - *word);
    return *length > 0;
}

/* "1ns", "10 ps": how many of them a pixel takes. */
static bool read_timescale(dump *d, error *e) {
    static const struct {
        const char *name;
        uint64_t femtoseconds;
    } units[] = {{"fs", 1}, {"ps", 1000}, {"ns", 1000000}, {"us", 1000000000}};
    char all[24] = "";
    const char *word;
    size_t length;
    text t = text_over(all, sizeof all);
    while (next_token(d, &word, &length) && !text_same(word, length, "$end"))
        text_add_part(&t, word, length);
    scan s = scan_string(all);
    uint64_t number, pixel = UINT64_C(1000000) * VGA_PIXEL_NS;
    if (!scan_number(&s, 1, 100, &number)) return error_set(e, "'%s' is no timescale", all);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(s.at, units[i].name) == 0) {
            uint64_t unit = number * units[i].femtoseconds;
            d->pixel = pixel / unit;
            return pixel % unit == 0 ||
                   error_set(e, "a timescale of %s is too coarse: a pixel takes 40 ns", all);
        }
    return error_set(e, "a timescale of %s is too coarse: a pixel takes 40 ns", all);
}

/* "wire 1 ! hsync $end": kind, width, code, name. The first signal of a name counts. */
static void read_variable(dump *d) {
    const char *word[4];
    size_t length[4];
    for (int i = 0; i < 4; i++)
        if (!next_token(d, &word[i], &length[i])) return;
    int pin = pin_named(word[3], length[3]);
    if (pin < 0 || d->code[pin][0] || length[2] >= CODE) return;
    text t = text_over(d->code[pin], CODE);
    text_add_part(&t, word[2], length[2]);
}

static bool read_definitions(dump *d, error *e) {
    const char *word;
    size_t length;
    while (next_token(d, &word, &length)) {
        if (text_same(word, length, "$enddefinitions")) return true;
        if (text_same(word, length, "$timescale") && !read_timescale(d, e)) return false;
        if (text_same(word, length, "$var")) read_variable(d);
    }
    return error_set(e, "this is no value change dump: $enddefinitions is missing");
}

/* A value of the signals with this code; several pins may be one signal. */
static unsigned with_value(const dump *d, unsigned now, bool high, const char *code,
                           size_t length) {
    for (int i = 0; i < PINS; i++)
        if (text_same(code, length, d->code[i]))
            now = high ? now | pins[i].bit : now & ~(unsigned)pins[i].bit;
    return now;
}

static bool read_changes(dump *d, vga_signal *s, error *e) {
    const char *word, *code;
    size_t length, code_length;
    uint64_t time = 0;
    unsigned now = 0;
    while (next_token(d, &word, &length)) {
        if (word[0] == '#') {
            scan number = scan_over(word + 1, length - 1);
            uint64_t next;
            if (!scan_number(&number, 0, UINT64_MAX / 4, &next) || !scan_done(&number) ||
                next < time)
                return error_set(e, "'%.*s' is no time, or a time that falls", (int)length, word);
            if (!vga_add(s, time, now, e)) return false;
            time = next;
        } else if (strchr("bBrR", word[0])) {
            if (!next_token(d, &code, &code_length)) break;
            now = with_value(d, now, memchr(word, '1', length) != NULL, code, code_length);
        } else if (word[0] != '$') {
            now = with_value(d, now, word[0] == '1', word + 1, length - 1);
        }
    }
    s->end = time;
    return vga_add(s, time, now, e);
}

bool vga_read_vcd(vga_signal *s, const char *bytes, size_t length, error *e) {
    dump d = {.rest = scan_over(bytes, length)};
    bool found[PINS];
    *s = (vga_signal){0};
    if (!read_definitions(&d, e)) return false;
    for (int i = 0; i < PINS; i++) found[i] = d.code[i][0] != '\0';
    if (!all_there(found, e)) return false;
    if (!d.pixel) return error_set(e, "the dump has no $timescale");
    s->pixel = d.pixel;
    return read_changes(&d, s, e);
}
