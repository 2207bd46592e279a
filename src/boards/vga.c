#include "boards/vga.h"

#include <stdlib.h>

bool vga_add(vga_signal *s, uint64_t time, unsigned pins, error *e) {
    if (s->end < time) s->end = time;
    if (s->count > 0 && s->sample[s->count - 1].time == time) s->count--; /* only the last counts */
    else if (s->count > 0 && s->sample[s->count - 1].pins == pins) return true;
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 1024;
        vga_sample *sample = realloc(s->sample, capacity * sizeof *sample);
        if (!sample) return error_set(e, "no memory for the picture's signal");
        s->sample = sample;
        s->capacity = capacity;
    }
    s->sample[s->count++] = (vga_sample){time, (uint8_t)pins};
    return true;
}

void vga_destroy(vga_signal *s) {
    free(s->sample);
    *s = (vga_signal){0};
}

/* Walks over the signal in time. */
typedef struct cursor {
    const vga_signal *signal;
    size_t at;
} cursor;

/* The pins at a time, which never falls from call to call. */
static unsigned pins_at(cursor *c, uint64_t time) {
    const vga_signal *s = c->signal;
    while (c->at + 1 < s->count && s->sample[c->at + 1].time <= time) c->at++;
    return s->sample[c->at].pins;
}

/* The next pulse of a sync pin, from sample `at` on: when it goes low, and high again. */
typedef struct pulse {
    uint64_t start, end;
    bool whole; /* its end is in the signal */
} pulse;

static bool next_pulse(const vga_signal *s, unsigned pin, size_t *at, pulse *p) {
    size_t i = *at;
    if (i == 0) i = 1; /* a pulse that began before the signal does not count */
    while (i < s->count && ((s->sample[i].pins & pin) || !(s->sample[i - 1].pins & pin))) i++;
    if (i >= s->count) return false;
    p->start = s->sample[i].time;
    while (i < s->count && !(s->sample[i].pins & pin)) i++;
    p->whole = i < s->count;
    p->end = p->whole ? s->sample[i].time : s->end;
    *at = i;
    return true;
}

/* The lines of a signal, one after the other, each with its number and that of its picture. */
typedef struct lines {
    const vga_signal *signal;
    size_t at, vertical_at;
    pulse sync, vertical; /* of this line; the next vertical one */
    bool any_vertical;    /* `vertical` is there */
    int line;             /* of this line */
    size_t picture;
    int64_t last_start; /* of the line before; -1: none */
} lines;

/* How many lines lie before the first vertical sync. */
static int lines_before(const vga_signal *s, const pulse *vertical) {
    size_t at = 0;
    pulse p;
    int count = 0;
    while (next_pulse(s, VGA_HSYNC, &at, &p) && p.start < vertical->start) count++;
    return count;
}

static lines lines_of(const vga_signal *s) {
    lines l = {.signal = s, .line = -1, .last_start = -1};
    l.any_vertical = next_pulse(s, VGA_VSYNC, &l.vertical_at, &l.vertical);
    if (l.any_vertical) l.line = VGA_VSYNC_START - 1 - lines_before(s, &l.vertical);
    return l;
}

/* Goes to the next line; false at the end. `vertical` is set if a vertical sync has begun. */
static bool next_line(lines *l, pulse *vertical) {
    int64_t last = l->line >= 0 && l->at > 0 ? (int64_t)l->sync.start : -1;
    vertical->end = 0;
    if (!next_pulse(l->signal, VGA_HSYNC, &l->at, &l->sync)) return false;
    l->last_start = last;
    l->line++;
    if (l->any_vertical && l->vertical.start <= l->sync.start) {
        *vertical = l->vertical;
        l->line = VGA_VSYNC_START;
        l->any_vertical = next_pulse(l->signal, VGA_VSYNC, &l->vertical_at, &l->vertical);
    } else if (l->line == VGA_HEIGHT) {
        l->line = 0;
        l->picture++;
    }
    return true;
}

/* When a pixel of the line is in its middle; false before the signal begins. */
static bool middle_of(const lines *l, int x, uint64_t *time) {
    uint64_t back = (uint64_t)(2 * (VGA_HSYNC_START - x) - 1) * l->signal->pixel / 2;
    if (x >= VGA_HSYNC_START) {
        *time = l->sync.start + (uint64_t)(2 * (x - VGA_HSYNC_START) + 1) * l->signal->pixel / 2;
        return *time <= l->signal->end;
    }
    *time = l->sync.start - back;
    return back <= l->sync.start && *time >= l->signal->sample[0].time;
}

/* What is found is said. */
typedef struct judge {
    const vga_signal *signal;
    void (*say)(void *context, const char *words);
    void *context;
    size_t mistakes;
} judge;

static void blame(judge *j, const lines *l, const char *what, uint64_t found, uint64_t expected,
                  uint64_t unit, const char *units) {
    char words[160];
    text t = text_over(words, sizeof words);
    if (found == expected * unit) return;
    j->mistakes++;
    if (l->picture > 0) text_addf(&t, "picture %zu, ", l->picture + 1);
    text_addf(&t, "line %d: %s %llu", l->line, what, (unsigned long long)(found / unit));
    uint64_t hundredths = found % unit * 100 / unit;
    if (hundredths) text_addf(&t, ".%02llu", (unsigned long long)hundredths);
    text_addf(&t, " %s, %llu expected", units, (unsigned long long)expected);
    j->say(j->context, words);
}

static void check_vertical(judge *j, const lines *l, const pulse *now, const pulse *before) {
    uint64_t pixel = j->signal->pixel, line = VGA_WIDTH * pixel;
    blame(j, l, "vertical sync begins before the line's sync by", l->sync.start - now->start,
          VGA_HSYNC_START, pixel, "pixels");
    if (now->whole)
        blame(j, l, "vertical sync", now->end - now->start, VGA_VSYNC_END - VGA_VSYNC_START, line,
              "lines");
    if (before->end)
        blame(j, l, "a picture of", now->start - before->start, VGA_HEIGHT, line, "lines");
}

/* Colours must be off outside the visible part: the first pixel that is not. */
static void check_blanking(judge *j, const lines *l, cursor *c) {
    bool visible = l->line >= 0 && l->line < VGA_VISIBLE_Y;
    for (int x = visible ? VGA_VISIBLE_X : 0; x < VGA_WIDTH; x++) {
        uint64_t time;
        char words[100];
        text t = text_over(words, sizeof words);
        if (!middle_of(l, x, &time) || !(pins_at(c, time) & 7)) continue;
        j->mistakes++;
        if (l->picture > 0) text_addf(&t, "picture %zu, ", l->picture + 1);
        text_addf(&t, "line %d: a colour at pixel %d, outside the visible part", l->line, x);
        j->say(j->context, words);
        return;
    }
}

size_t vga_check(const vga_signal *s, void (*say)(void *context, const char *words),
                 void *context) {
    judge j = {s, say, context, 0};
    pulse vertical, before = {0};
    if (s->count == 0) return 0;
    cursor c = {s, 0};
    lines l = lines_of(s);
    while (next_line(&l, &vertical)) {
        if (l.sync.whole)
            blame(&j, &l, "sync", l.sync.end - l.sync.start, VGA_HSYNC_END - VGA_HSYNC_START,
                  s->pixel, "pixels");
        if (l.last_start >= 0)
            blame(&j, &l, "from sync to sync", l.sync.start - (uint64_t)l.last_start, VGA_WIDTH,
                  s->pixel, "pixels");
        if (vertical.end) {
            check_vertical(&j, &l, &vertical, &before);
            before = vertical;
        }
        check_blanking(&j, &l, &c);
    }
    return j.mistakes;
}

bool vga_draw(const vga_signal *s, size_t number, uint8_t pixels[VGA_VISIBLE_Y][VGA_VISIBLE_X],
              error *e) {
    pulse vertical;
    int drawn = 0;
    cursor c = {s, 0};
    lines l = s->count ? lines_of(s) : (lines){.signal = s};
    while (s->count && next_line(&l, &vertical)) {
        uint64_t time;
        if (l.picture != number || l.line < 0 || l.line >= VGA_VISIBLE_Y) continue;
        if (!middle_of(&l, 0, &time)) continue;
        for (int x = 0; x < VGA_VISIBLE_X && middle_of(&l, x, &time); x++)
            pixels[l.line][x] = pins_at(&c, time) & 7;
        drawn++;
    }
    return drawn >= VGA_VISIBLE_Y ||
           error_set(e, "there is no whole picture %zu: %d of %d lines have a sync", number + 1,
                     drawn, VGA_VISIBLE_Y);
}
