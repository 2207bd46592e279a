#include "boards/damas/script.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "boards/damas/damas_lab.h"
#include "boards/trace.h"

enum { TICKS_A_MS = 50000, LONGEST = 3600 }; /* limit of a time, in seconds */

typedef struct reader {
    script *script;
    size_t capacity;
    random_source chance;
    const char *word;
    size_t length;
} reader;

static bool add(reader *r, int pin, uint64_t value, error *e) {
    script *s = r->script;
    if (s->count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 64;
        script_event *events = realloc(s->events, capacity * sizeof *events);
        if (!events) return error_set(e, "no memory for the script");
        s->events = events;
        r->capacity = capacity;
    }
    s->events[s->count++] = (script_event){.tick = s->ticks, .pin = pin, .value = value};
    return true;
}

static bool read_time(scan *s, uint64_t *ticks) {
    static const struct {
        const char *unit;
        uint64_t ticks, most;
    } units[] = {{"us", TICKS_A_MS / 1000, LONGEST * UINT64_C(1000000)},
                 {"ms", TICKS_A_MS, LONGEST * UINT64_C(1000)},
                 {"s", 1000 * TICKS_A_MS, LONGEST}};
    uint64_t number;
    if (!scan_number(s, 0, LONGEST * UINT64_C(1000000), &number)) return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t length = strlen(units[i].unit);
        if ((size_t)(s->end - s->at) < length || memcmp(s->at, units[i].unit, length) != 0)
            continue;
        s->at += length;
        *ticks = number * units[i].ticks;
        return number <= units[i].most;
    }
    return false;
}

static int key_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_held(reader *r, scan *s, uint16_t *held, error *e) {
    bool several = scan_char(s, '(');
    *held = 0;
    do {
        int key = key_of(scan_peek(s));
        if (key < 0)
            return error_set(e, "'%.*s': keys are 0 to 9 and A to F", (int)r->length, r->word);
        s->at++;
        *held |= (uint16_t)(1u << key);
    } while (several && !scan_char(s, ')'));
    return true;
}

/* The contact flickers for this time and then is closed or open. */
static bool bounce(reader *r, uint16_t before, uint16_t after, uint64_t ticks, error *e) {
    uint64_t end = r->script->ticks + ticks;
    for (bool closed = true; r->script->ticks < end; closed = !closed) {
        if (!add(r, DAMAS_LAB_KEYS, closed ? after : before, e)) return false;
        r->script->ticks += TICKS_A_MS / 20 + random_below(&r->chance, TICKS_A_MS / 3);
    }
    r->script->ticks = end;
    return add(r, DAMAS_LAB_KEYS, after, e);
}

static bool read_keys(reader *r, scan *s, error *e) {
    while (!scan_done(s)) {
        uint16_t held;
        uint64_t hold = SCRIPT_HOLD_MS * TICKS_A_MS, flicker = 0;
        if (!read_held(r, s, &held, e)) return false;
        if (scan_char(s, '~')) {
            flicker = SCRIPT_BOUNCE_MS * TICKS_A_MS;
            if (scan_peek(s) >= '0' && scan_peek(s) <= '9') {
                scan further = *s; /* a digit may also be the next key */
                if (read_time(&further, &flicker)) *s = further;
                else flicker = SCRIPT_BOUNCE_MS * TICKS_A_MS;
            }
        }
        if (scan_char(s, ':') && !read_time(s, &hold))
            return error_set(e, "'%.*s': missing time to hold the key, for example 5:200ms",
                             (int)r->length, r->word);
        if (!bounce(r, 0, held, flicker, e)) return false;
        r->script->ticks += hold;
        if (!bounce(r, held, 0, flicker, e)) return false;
        r->script->ticks += SCRIPT_GAP_MS * TICKS_A_MS;
    }
    return true;
}

static bool read_input(reader *r, const char *equals, error *e) {
    size_t name = (size_t)(equals - r->word);
    int pin = device_find_pin(&damas_lab_kind, r->word, name, e);
    if (pin < 0) return false;
    const device_pin *p = &damas_lab_kind.pins[pin];
    uint64_t value, known;
    if (p->output) return error_set(e, "'%.*s': that is an output", (int)r->length, r->word);
    if (!trace_read_value(equals + 1, r->length - name - 1, &value, &known) || known != UINT64_MAX)
        return error_set(e, "'%.*s' is not a value; examples: 10, 0b1010, 0o12, 0xa",
                         (int)r->length, r->word);
    if (!device_fits(p, value))
        return error_set(e, "'%.*s' is too large: %s has %d bit%s", (int)r->length, r->word,
                         p->name, p->width, p->width > 1 ? "s" : "");
    return add(r, pin, value, e);
}

static bool read_word(reader *r, error *e) {
    const char *equals = memchr(r->word, '=', r->length);
    scan s = scan_over(r->word, r->length);
    uint64_t ticks;
    if (equals) return read_input(r, equals, e);
    if (!scan_char(&s, '+')) return read_keys(r, &s, e);
    if (!read_time(&s, &ticks) || !scan_done(&s))
        return error_set(e, "'%.*s': a wait is written like +200ms", (int)r->length, r->word);
    r->script->ticks += ticks;
    return true;
}

bool script_read(script *out, const char *source, error *e) {
    reader r = {.script = out, .chance = random_seed(1)};
    scan s = scan_string(source);
    bool good = true;
    *out = (script){0};
    while (good && (scan_blanks(&s), scan_word(&s, "", &r.word, &r.length))) {
        good = read_word(&r, e);
        if (good && out->ticks > UINT64_MAX / 4) good = error_set(e, "the script is too long");
    }
    if (!good) script_destroy(out);
    return good;
}

void script_destroy(script *s) {
    free(s->events);
    *s = (script){0};
}

void script_play(const script *s, device *d) {
    uint64_t at = 0;
    for (size_t i = 0; i < s->count; i++) {
        device_advance(d, s->events[i].tick - at);
        device_set(d, s->events[i].pin, s->events[i].value);
        at = s->events[i].tick;
    }
    device_advance(d, s->ticks - at);
}
